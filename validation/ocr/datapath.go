package ocr

import (
	"os"
	"path/filepath"
)

// dataPaths are the directories in which a language's data may be: the one that was asked for, else the environment's, else
// those of the common distributions.
func dataPaths(dir string) []string {
	if dir != "" {
		return []string{dir}
	}
	if prefix := os.Getenv("TESSDATA_PREFIX"); prefix != "" {
		return []string{prefix, filepath.Join(prefix, "tessdata")}
	}
	paths, err := filepath.Glob("/usr/share/tesseract-ocr/*/tessdata")
	if err != nil {
		paths = nil
	}
	return append(paths, "/usr/share/tessdata", "/usr/local/share/tessdata", "/opt/homebrew/share/tessdata")
}

package ocr

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// dataSuffix ends the name of a language's data.
const dataSuffix = ".traineddata"

// Languages are Tesseract's names of the languages whose data is in the directory, or in the library's own where it is
// empty, in alphabetical order. Data for finding out how a page lies (osd) is no language.
func Languages(dir string) []string {
	var all []string
	for _, d := range dataPaths(dir) {
		entries, err := os.ReadDir(d)
		if err != nil {
			continue // one of the places that another distribution has
		}
		for _, entry := range entries {
			if name, ok := strings.CutSuffix(entry.Name(), dataSuffix); ok && name != "osd" && name != "equ" {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

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

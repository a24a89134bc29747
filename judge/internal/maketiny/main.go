// maketiny puts a model of random weights that sees pictures on a model server: maketiny ADDRESS NAME [PROMPT…]. It is for
// trying out what the program does with a model, without one; what it says means nothing. The lines of the prompts become
// a token each, which makes it quick.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/ollama/ollama/api"

	"vigie/judge/internal/tiny"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "maketiny:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("%d arguments, not ADDRESS NAME [PROMPT…]", len(args))
	}
	base, err := url.Parse(args[0])
	if err != nil {
		return err
	}
	var texts []string
	for _, path := range args[2:] {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		texts = append(texts, string(text))
	}
	o := tiny.Options{Vision: true, Phrases: tiny.Phrases(texts...)}
	return tiny.Create(context.Background(), api.NewClient(base, http.DefaultClient), args[1], o)
}

// maketiny puts a model of random weights that sees pictures on a model server: maketiny ADDRESS NAME. It is for trying
// out what the program does with a model, without one; what it says means nothing.
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
	if len(args) != 2 {
		return fmt.Errorf("%d arguments, not ADDRESS NAME", len(args))
	}
	base, err := url.Parse(args[0])
	if err != nil {
		return err
	}
	return tiny.Create(context.Background(), api.NewClient(base, http.DefaultClient), args[1], tiny.Options{Vision: true})
}

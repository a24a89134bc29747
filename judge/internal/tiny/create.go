package tiny

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/ollama/ollama/api"
)

// Create puts a model on a server under a name. It runs on one thread: on busy cores more make it slow.
func Create(ctx context.Context, client *api.Client, name string, o Options) error {
	data := Model(o)
	sum := sha256.Sum256(data)
	digest := "sha256:" + hex.EncodeToString(sum[:])
	if err := client.CreateBlob(ctx, digest, bytes.NewReader(data)); err != nil {
		return err
	}
	return client.Create(ctx, &api.CreateRequest{
		Model: name, Files: map[string]string{"tiny.gguf": digest},
		Template:   "{{- range .Messages }}[INST]{{ .Content }}[/INST]{{ end }}",
		Parameters: map[string]any{"num_thread": 1, "num_ctx": 1024},
	}, func(api.ProgressResponse) error { return nil })
}

package main

import (
	"context"
	"fmt"
	"image"
	"log/slog"

	"vigie/validation/ocr"
)

// warmReader is a text reader that starts in the background, so that the window need not wait for it. Readings wait until
// it has started; where it could not start each of them fails with the reason.
type warmReader struct {
	cfg   ocr.Config
	ready chan struct{} // closed when pool and err are set
	pool  *ocr.Pool
	err   error
}

// startReader starts a text reader.
func startReader(cfg ocr.Config) *warmReader {
	r := &warmReader{cfg: cfg, ready: make(chan struct{})}
	go func() {
		defer close(r.ready)
		if r.pool, r.err = ocr.New(cfg); r.err != nil {
			r.err = fmt.Errorf("start the text reader: %w", r.err)
			slog.Error("steps that need reading are left undecided", "error", r.err)
		}
	}()
	return r
}

// wait waits until the reader has started.
func (r *warmReader) wait(ctx context.Context) error {
	select {
	case <-r.ready:
		return r.err
	case <-ctx.Done():
		return fmt.Errorf("wait for the text reader: %w", ctx.Err())
	}
}

// Read reads the lines in a region.
func (r *warmReader) Read(ctx context.Context, picture *image.RGBA, region image.Rectangle) ([]ocr.Line, error) {
	if err := r.wait(ctx); err != nil {
		return nil, err
	}
	return r.pool.Read(ctx, picture, region)
}

// ReadLine reads the one line in a region.
func (r *warmReader) ReadLine(ctx context.Context, picture *image.RGBA, region image.Rectangle) (ocr.Line, error) {
	if err := r.wait(ctx); err != nil {
		return ocr.Line{}, err
	}
	return r.pool.ReadLine(ctx, picture, region)
}

// state is a word for the health call: "warming", "ready" or "failed".
func (r *warmReader) state() string {
	select {
	case <-r.ready:
		if r.err != nil {
			return "failed"
		}
		return "ready"
	default:
		return "warming"
	}
}

// close waits until the reader has started and frees it.
func (r *warmReader) close() {
	<-r.ready
	if r.pool == nil {
		return
	}
	if err := r.pool.Close(); err != nil {
		slog.Error("close the text reader", "error", err)
	}
}

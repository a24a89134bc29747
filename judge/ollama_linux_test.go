package judge

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/ollama/ollama/api"

	"vigie/judge/internal/tiny"
)

// realServer is the server that the tests share; nil until it is asked for.
var realServer *ollama

func TestMain(m *testing.M) {
	code := m.Run()
	if realServer != nil {
		realServer.stop()
	}
	os.Exit(code)
}

// ollama is a running server.
type ollama struct {
	url    string
	cmd    *exec.Cmd
	dir    string
	client *api.Client
}

// server starts the model server, once, and puts the models on it. VIGIE_OLLAMA is its program, as ".ci/ollama build" prints
// it; without it the test is skipped, unless VIGIE_CI says that nothing may be.
func server(t *testing.T) *ollama {
	t.Helper()
	program := os.Getenv("VIGIE_OLLAMA")
	switch {
	case program == "" && os.Getenv("VIGIE_CI") != "":
		t.Fatal("VIGIE_OLLAMA names no model server, and none of these tests may be left out here")
	case program == "":
		t.Skip("VIGIE_OLLAMA names no model server: set it to what .ci/ollama build prints, as make test does")
	}
	if realServer == nil {
		o, err := startOllama(program)
		if err != nil {
			t.Fatal(err)
		}
		realServer = o
	}
	return realServer
}

var listening = regexp.MustCompile(`Listening on (127\.0\.0\.1:[0-9]+)`)

func startOllama(program string) (*ollama, error) {
	dir, err := os.MkdirTemp("", "vigie-ollama-")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "serve")
	cmd.Env = append(os.Environ(), "HOME="+dir, "OLLAMA_HOST=127.0.0.1:0", "OLLAMA_MODELS="+filepath.Join(dir, "models"), "OLLAMA_MAX_QUEUE=2")
	out, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	o := &ollama{cmd: cmd, dir: dir}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var said bytes.Buffer
	for o.url == "" && lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			o.url = "http://" + m[1]
		}
	}
	if o.url == "" {
		return nil, errors.Join(fmt.Errorf("the server does not listen:\n%s", said.String()), cmd.Wait())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // what it logs must be taken off its hands
	base, err := url.Parse(o.url)
	if err != nil {
		return nil, err
	}
	o.client = api.NewClient(base, http.DefaultClient)
	return o, o.create()
}

// The models: one that sees, one that does not, one that goes on until it is stopped, and one that sees and thinks that it
// may write anything.
const (
	seeing, blind, endless = "see:latest", "blind:latest", "endless:latest"
)

func (o *ollama) create() error {
	phrases, err := phrases()
	if err != nil {
		return err
	}
	for name, options := range map[string]tiny.Options{
		seeing: {Vision: true, Phrases: phrases}, blind: {}, endless: {Vision: true, Endless: true, Flat: true, Phrases: phrases},
	} {
		if err := tiny.Create(context.Background(), o.client, name, options); err != nil {
			return fmt.Errorf("create %s: %w", name, err)
		}
	}
	return nil
}

// phrases are the lines of our own texts.
func phrases() ([]string, error) {
	var texts []string
	for k := range versions {
		text, err := k.instructions()
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return tiny.Phrases(texts...), nil
}

func (o *ollama) stop() {
	_ = o.cmd.Process.Signal(syscall.SIGTERM)
	_ = o.cmd.Wait()
	_ = os.RemoveAll(o.dir)
}

// runners are the processes that the server runs its models in, each with the ticks of processor time that it took.
func (o *ollama) runners(t *testing.T) map[int]int {
	t.Helper()
	all := map[int]int{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it ended meanwhile
		}
		fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
		if len(fields) > 12 && fields[1] == strconv.Itoa(o.cmd.Process.Pid) {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			ticks, err2 := strconv.Atoi(fields[11])
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			all[pid] = ticks
		}
	}
	return all
}

// wellFormed says whether an ask ended in one of the ways that it may with a model that writes at random.
func wellFormed(err error) bool {
	return err == nil || errors.Is(err, ErrTooLong) || errors.Is(err, ErrCutOff) || errors.Is(err, ErrEmpty) || strings.Contains(err.Error(), "no JSON")
}

package judge

import (
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Config is what a person sets of the judge.
type Config struct {
	// Enabled: off, nobody is asked and no server is looked for.
	Enabled bool
	// Host is the server's address, as in "http://127.0.0.1:11434"; empty means DefaultHost.
	Host string
	// Model is the model's name on that server; empty takes the first one there that has vision.
	Model string
	// AskTwice asks the same again with before and after swapped, and believes only answers that agree.
	AskTwice bool
	// Timeout is how long one answer may take, and how long a question may wait for its turn; 0 means DefaultTimeout.
	Timeout time.Duration
}

// Defaults of a Config.
const (
	DefaultHost    = "http://127.0.0.1:11434"
	DefaultTimeout = 30 * time.Second
)

func (c Config) timeout() time.Duration {
	if c.Timeout <= 0 {
		return DefaultTimeout
	}
	return c.Timeout
}

// url is the server's address. One without a scheme is taken as http.
func (c Config) url() (*url.URL, error) {
	host := strings.TrimSpace(c.Host)
	if host == "" {
		host = DefaultHost
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	u, err := url.Parse(host)
	if err != nil {
		return nil, fmt.Errorf("judge's host %q: write it as %s: %w", c.Host, DefaultHost, err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("judge's host %q: write it as %s", c.Host, DefaultHost)
	}
	return u, nil
}

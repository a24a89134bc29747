package intake

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

func openCertificate(t *testing.T, dir string, now time.Time) *Certificate {
	t.Helper()
	c, err := OpenCertificate(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCertificateIsMadeOnceAndKept(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	first := openCertificate(t, dir, now)
	if !regexp.MustCompile(`^([0-9A-F]{2}:){31}[0-9A-F]{2}$`).MatchString(first.Fingerprint()) {
		t.Errorf("fingerprint %q", first.Fingerprint())
	}
	if again := openCertificate(t, dir, now.AddDate(9, 0, 0)); again.Fingerprint() != first.Fingerprint() {
		t.Error("opened again, the certificate is another one")
	}
	if later := openCertificate(t, dir, now.AddDate(11, 0, 0)); later.Fingerprint() == first.Fingerprint() {
		t.Error("an expired certificate is kept")
	}
	info, err := os.Stat(filepath.Join(dir, CertificateFile))
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("mode %#o, want 0600", mode)
	}
	if bytes.Contains(first.PEM(), []byte("PRIVATE KEY")) || !bytes.HasPrefix(first.PEM(), []byte("-----BEGIN CERTIFICATE-----")) {
		t.Errorf("to hand out:\n%s", first.PEM())
	}
}

func TestCertificateFileIsRefused(t *testing.T) {
	good, err := newCertificate(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		content []byte
		mode    os.FileMode
		says    string
	}{
		{"readable by all", good, 0o644, "0644"},
		{"empty", nil, 0o600, "remove it"},
		{"cut in the middle", good[:len(good)/2], 0o600, "remove it"},
		{"no certificate", []byte("hello"), 0o600, "remove it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && tt.mode != 0o600 {
				t.Skip("file modes do not say here who can read")
			}
			dir := t.TempDir()
			path := filepath.Join(dir, CertificateFile)
			if err := errors.Join(os.WriteFile(path, tt.content, tt.mode), os.Chmod(path, tt.mode)); err != nil {
				t.Fatal(err)
			}
			if _, err := OpenCertificate(dir, time.Now()); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want one that says %q", err, tt.says)
			}
		})
	}
}

// serveTLS serves with a certificate, and counts the calls that reach the handlers.
func serveTLS(t *testing.T, addr string) (url string, c *Certificate, desk *memDesk) {
	t.Helper()
	c = openCertificate(t, t.TempDir(), time.Now())
	desk = newMemDesk(script(nil))
	s := NewServer(Params{Desk: desk, Token: func() string { return testToken }, Log: quiet(), Certificate: c})
	_, port, err := net.SplitHostPort(serveOn(t, s, addr))
	if err != nil {
		t.Fatal(err)
	}
	return "https://127.0.0.1:" + port, c, desk
}

func TestAgentKnowsTheServerByItsFingerprint(t *testing.T) {
	url, c, desk := serveTLS(t, ":0")
	for name, fingerprint := range map[string]string{
		"as shown": c.Fingerprint(), "in small letters without colons": strings.ToLower(strings.ReplaceAll(c.Fingerprint(), ":", "")),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := play(t, url, newTape(t, 1, 1), func(p *PlayParams) { p.Fingerprint = fingerprint })
			if err != nil || len(desk.ids()) != 2 {
				t.Errorf("error %v, reports %v", err, desk.ids())
			}
		})
	}
}

func TestAgentTellsAnotherServerNothing(t *testing.T) {
	url, _, desk := serveTLS(t, "127.0.0.1:0")
	other := openCertificate(t, t.TempDir(), time.Now())
	for _, tt := range []struct{ name, fingerprint, says string }{
		{"another fingerprint", other.Fingerprint(), "somebody else"},
		{"no fingerprint, and no authority knows the server", "", "certificate"},
		{"half a fingerprint", other.Fingerprint()[:30], "64 hexadecimal digits"},
		{"no digits", strings.Repeat("zz", 32), "64 hexadecimal digits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := play(t, url, newTape(t, 1), func(p *PlayParams) { p.Fingerprint = tt.fingerprint })
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want one that says %q at once", err, tt.says)
			}
		})
	}
	if n := len(desk.ids()); n != 0 {
		t.Errorf("%d reports arrived", n)
	}
}

func TestAgentSendsNoTokenReadablyOverTheNetwork(t *testing.T) {
	_, err := play(t, "http://192.0.2.7:7788", newTape(t, 1))
	if err == nil || !strings.Contains(err.Error(), "https://") {
		t.Errorf("error %v, want one that asks for https", err)
	}
}

func TestOtherMachinesAreServedWithTLSOnly(t *testing.T) {
	url, c, _ := serveTLS(t, "0.0.0.0:0")
	resp, err := http.Get("http" + strings.TrimPrefix(url, "https") + "/v1/health")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusBadRequest || strings.Contains(string(body), "version") {
		t.Errorf("without TLS: %d %s", resp.StatusCode, body)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(c.PEM())
	for _, tt := range []struct {
		name, host string
		config     *tls.Config
		status     int // 0 for a handshake that fails
	}{
		{"who trusts the file", "localhost", &tls.Config{RootCAs: trusted}, 204},
		{"a browser that was fooled", "evil.example", &tls.Config{InsecureSkipVerify: true}, 403},
		{"any address of ours", "0.0.0.0", &tls.Config{InsecureSkipVerify: true}, 403},
		{"TLS of yesterday", "localhost", &tls.Config{RootCAs: trusted, MaxVersion: tls.VersionTLS11}, 0},
		{"who trusts nobody", "localhost", &tls.Config{RootCAs: x509.NewCertPool()}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, err := decisionsFrom(t, url, tt.host, tt.config)
			if status != tt.status || (err == nil) != (tt.status != 0) {
				t.Errorf("%d, error %v, want %d", status, err, tt.status)
			}
		})
	}
}

// decisionsFrom asks the server at url for decisions, under a host name that leads to it.
func decisionsFrom(t *testing.T, url, host string, config *tls.Config) (int, error) {
	t.Helper()
	addr := strings.TrimPrefix(url, "https://")
	_, port, _ := net.SplitHostPort(addr)
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig: config, DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, addr)
		},
	}}
	resp, err := client.Do(request(t, "GET", "https://"+net.JoinHostPort(host, port)+"/v1/sessions/demo/decisions", "", ""))
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

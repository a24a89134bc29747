package intake

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// CertificateFile is the certificate's file in the data folder; it holds its private key too.
const CertificateFile = "certificate.pem"

// A certificate is known by its fingerprint, which changes with it: so it lasts long.
const certificateLife = 10 * 365 * 24 * time.Hour

// Certificate is who the server says it is to agents on other machines: one that it signed itself. Agents know it by its
// fingerprint, since no authority vouches for it.
type Certificate struct {
	tls  tls.Certificate
	leaf *x509.Certificate
}

// OpenCertificate reads the certificate in dir, and makes one where there is none or where it has expired. Its file is for
// its owner alone; one that others can read is refused, as its key is known then.
func OpenCertificate(dir string, now time.Time) (*Certificate, error) {
	path := filepath.Join(dir, CertificateFile)
	data, err := readOwn("certificate", path)
	if errors.Is(err, fs.ErrNotExist) {
		return createCertificate(path, now)
	}
	if err != nil {
		return nil, err
	}
	c, err := parseCertificate(data)
	if err != nil {
		return nil, fmt.Errorf("read the certificate: %q: %w: remove it, and a new one is made", path, err)
	}
	if now.After(c.leaf.NotAfter) {
		return createCertificate(path, now)
	}
	return c, nil
}

// Fingerprint is the SHA-256 of the certificate, as pairs of hexadecimal digits: "AB:CD:…".
func (c *Certificate) Fingerprint() string { return fingerprint(c.leaf.Raw) }

// PEM is the certificate without its key, for agents that want a file to trust.
func (c *Certificate) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.leaf.Raw})
}

// names are the machine's names that the certificate was made for.
func (c *Certificate) names() []string { return c.leaf.DNSNames }

func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	pairs := make([]string, len(sum))
	for i, b := range sum {
		pairs[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(pairs, ":")
}

// parseFingerprint reads a fingerprint, with or without colons, in capitals or not.
func parseFingerprint(text string) ([sha256.Size]byte, error) {
	plain := strings.NewReplacer(":", "", " ", "").Replace(text)
	sum, err := hex.DecodeString(plain)
	if err != nil || len(sum) != sha256.Size {
		return [sha256.Size]byte{}, fmt.Errorf("fingerprint %q is not 64 hexadecimal digits: copy the one that Vigie shows", clip(text))
	}
	return [sha256.Size]byte(sum), nil
}

func createCertificate(path string, now time.Time) (*Certificate, error) {
	data, err := newCertificate(now)
	if err != nil {
		return nil, fmt.Errorf("create the certificate: %w", err)
	}
	temp, err := writeTemp(path, string(data))
	if err != nil {
		return nil, err
	}
	if err := os.Rename(temp, path); err != nil {
		return nil, errors.Join(fmt.Errorf("create the certificate: %w", err), os.Remove(temp))
	}
	if err := syncFolder(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("create the certificate: %w", err)
	}
	return parseCertificate(data)
}

// newCertificate makes a certificate and its key, as PEM.
func newCertificate(now time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := template(now)
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = errors.Join(
		pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.Encode(&out, &pem.Block{Type: "PRIVATE KEY", Bytes: secret}),
	)
	return out.Bytes(), err
}

func template(now time.Time) *x509.Certificate {
	serial := make([]byte, 16)
	_, _ = rand.Read(serial) // never fails
	names, addresses := machineNames()
	return &x509.Certificate{
		SerialNumber: new(big.Int).SetBytes(serial), Subject: pkix.Name{CommonName: "Vigie"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife), // an agent's clock may be behind
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, DNSNames: names, IPAddresses: addresses,
	}
}

// machineNames are the names and addresses under which this machine can be called. What cannot be found out is left out:
// an agent that goes by the fingerprint does not miss it.
func machineNames() (names []string, addresses []net.IP) {
	names = []string{"localhost"}
	if host, err := os.Hostname(); err == nil && host != "" && host != "localhost" {
		names = append(names, host)
	}
	found, _ := net.InterfaceAddrs()
	for _, a := range found {
		if n, ok := a.(*net.IPNet); ok {
			addresses = append(addresses, n.IP)
		}
	}
	return names, addresses
}

// parseCertificate reads what newCertificate wrote.
func parseCertificate(data []byte) (*Certificate, error) {
	pair, err := tls.X509KeyPair(data, data)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(pair.Certificate[0])
	if err != nil {
		return nil, err
	}
	return &Certificate{tls: pair, leaf: leaf}, nil
}

// serving is how the server speaks TLS.
func (c *Certificate) serving() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{c.tls}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
}

// pinned is how a client speaks TLS with the one server whose certificate has the fingerprint. What the certificate says
// of names and dates does not matter then: it is that one, or it is not.
func pinned(want [sha256.Size]byte) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // VerifyConnection does it
		VerifyConnection: func(state tls.ConnectionState) error {
			shown := state.PeerCertificates[0].Raw // a client's handshake does not end without one
			if sha256.Sum256(shown) != want {
				return &notPinned{fingerprint(shown)}
			}
			return nil
		},
	}
}

// notPinned is a server that is not the one that the fingerprint names. It is no use to call it again.
type notPinned struct{ got string }

// Error says which certificate was shown.
func (e *notPinned) Error() string {
	return fmt.Sprintf("the server's certificate has the fingerprint %s, not the one that was given: somebody else may answer there", e.got)
}

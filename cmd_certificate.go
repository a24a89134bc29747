package main

import (
	"fmt"
	"time"

	"vigie/replay/intake"
)

// certCmd prints the certificate.
type certCmd struct {
	dataFlag
}

// Run prints the certificate, which is made where there is none, without its key; its fingerprint goes to standard error.
func (c *certCmd) Run(o *output) error {
	dir, err := c.dir()
	if err != nil {
		return err
	}
	cert, err := intake.OpenCertificate(dir, time.Now())
	if err != nil {
		return badCall(err)
	}
	fmt.Fprintf(o.err, "SHA-256 fingerprint %s\n", cert.Fingerprint())
	_, err = o.out.Write(cert.PEM())
	return err
}

package intake

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/textproto"

	"vigie/replay"
	"vigie/validation/screen"
)

// encodeReport writes a report as multipart/form-data, and returns its media type.
func encodeReport(e replay.Event, p replay.Pictures) (body []byte, mediaType string, err error) {
	event, err := replay.EncodeEvent(e)
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	err = writePart(form, "event", "application/json", event)
	if p.Before != nil && err == nil {
		err = writePicture(form, "before", p.Before)
	}
	for i, after := range p.After {
		if err == nil {
			err = writePicture(form, afterName(i), after)
		}
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		return nil, "", fmt.Errorf("encode report %q: %w", e.ID, err)
	}
	return b.Bytes(), form.FormDataContentType(), nil
}

// afterName is the part's name of the ith picture of a burst.
func afterName(i int) string {
	if i == 0 {
		return "after"
	}
	return fmt.Sprintf("after_%d", i+1)
}

func writePicture(form *multipart.Writer, name string, p *screen.Picture) error {
	mediaType := "image/png"
	if bytes.HasPrefix(p.Bytes(), []byte("\xff\xd8")) {
		mediaType = "image/jpeg"
	}
	return writePart(form, name, mediaType, p.Bytes())
}

func writePart(form *multipart.Writer, name, mediaType string, data []byte) error {
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", multipart.FileContentDisposition(name, name))
	h.Set("Content-Type", mediaType)
	w, err := form.CreatePart(h)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

package intake

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vigie/replay"
)

// readMultipart reads a report of the parts event, before, after, after_2 … in any order.
func readMultipart(w http.ResponseWriter, r *http.Request, limit int64) (parcel, error) {
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	parts, err := r.MultipartReader()
	if err != nil {
		return parcel{}, malformed("Content-Type", "the multipart boundary is missing: send Content-Type: multipart/form-data; boundary=…")
	}
	var f form
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return parcel{}, bodyError(err)
		}
		if err := f.add(part); err != nil {
			return parcel{}, err
		}
	}
	bodyDone(w)
	return f.parcel()
}

// form gathers the parts of a multipart report.
type form struct {
	event, before []byte
	after         []numbered
}

// numbered is an after picture with the number in its part's name.
type numbered struct {
	n    int
	data []byte
}

// add reads one part. Each part but after may come once; several parts named after are a burst in their order.
func (f *form) add(part *multipart.Part) error {
	name := part.FormName()
	n := afterNumber(name)
	switch {
	case name == "event" && f.event == nil:
		return readPart(part, &f.event, maxEvent)
	case name == "before" && f.before == nil:
		return readPart(part, &f.before, 0)
	case n > 0 && len(f.after) < replay.MaxAfterPictures:
		f.after = append(f.after, numbered{n: n})
		return readPart(part, &f.after[len(f.after)-1].data, 0)
	case n > 0:
		return malformed("after", fmt.Sprintf("more than %d after pictures: send fewer", replay.MaxAfterPictures))
	case name == "event" || name == "before":
		return malformed(name, "the part "+name+" comes twice: send it once")
	}
	return malformed(clip(name), fmt.Sprintf("unknown part %q: send event, before, after, after_2 …", clip(name)))
}

// readPart reads a part into to, which is not nil afterwards. A limit of 0 is the whole body's.
func readPart(part io.Reader, to *[]byte, limit int64) error {
	if limit > 0 {
		part = io.LimitReader(part, limit+1)
	}
	data, err := io.ReadAll(part)
	if err != nil {
		return bodyError(err)
	}
	if limit > 0 && int64(len(data)) > limit {
		return tooLarge(limit)
	}
	*to = data
	return nil
}

// afterNumber is the number of an after picture: 1 for after, n for after_n, 0 for any other name.
func afterNumber(name string) int {
	if name == "after" {
		return 1
	}
	text, ok := strings.CutPrefix(name, "after_")
	if n, err := strconv.ParseUint(text, 10, 16); ok && err == nil {
		return int(n)
	}
	return 0
}

// parcel puts the after pictures in order.
func (f *form) parcel() (parcel, error) {
	if f.event == nil {
		return parcel{}, malformed("event", "the part event is missing: send the step event's JSON in it")
	}
	slices.SortStableFunc(f.after, func(a, b numbered) int { return cmp.Compare(a.n, b.n) })
	p := parcel{event: f.event, before: f.before}
	for _, a := range f.after {
		p.after = append(p.after, a.data)
	}
	return p, nil
}

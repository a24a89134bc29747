package intake

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"vigie/replay"
)

// readInline reads a report that is one JSON object: the event's fields, and beside them pictures as base64 text:
//
//	{"id": "s1a1", …, "pictures": {"before": "iVBOR…", "after": ["iVBOR…"]}}
//
// An agent that has no place for another field may put the text where the format has names: in screenshots.before and
// screenshots.after. Either may be a data: URL. after may be a list or a single text.
func readInline(w http.ResponseWriter, r *http.Request, limit int64) (parcel, error) {
	data, err := readBody(w, r, limit)
	if err != nil {
		return parcel{}, err
	}
	return splitInline(data)
}

// splitInline parts the pictures from the event.
func splitInline(data []byte) (parcel, error) {
	var fields map[string]json.RawMessage
	if err := decodeJSON(data, &fields); err != nil {
		return parcel{}, err
	}
	name := "pictures"
	if _, given := fields[name]; !given {
		name = "screenshots"
	}
	p, err := inlinePictures(name, fields[name])
	if err != nil {
		return parcel{}, err
	}
	delete(fields, "pictures")
	delete(fields, "screenshots")
	if p.event, err = json.Marshal(fields); err != nil {
		return parcel{}, fmt.Errorf("write the event without its pictures: %w", err)
	}
	if len(p.event) > maxEvent {
		return parcel{}, tooLarge(maxEvent)
	}
	return p, nil
}

// inlinePictures decodes the pictures of a field; none where the field is absent or null.
func inlinePictures(name string, raw json.RawMessage) (parcel, error) {
	var texts struct {
		Before *string  `json:"before"`
		After  textList `json:"after"`
	}
	if raw == nil {
		return parcel{}, nil
	}
	if err := decodeJSON(raw, &texts); err != nil {
		p := toProblem(err)
		p.Field = strings.TrimSuffix(name+"."+p.Field, ".")
		return parcel{}, p
	}
	if len(texts.After) > replay.MaxAfterPictures {
		return parcel{}, invalid(name+".after", fmt.Sprintf("more than %d after pictures: send fewer", replay.MaxAfterPictures))
	}
	var p parcel
	var err error
	if texts.Before != nil {
		if p.before, err = picture(name+".before", *texts.Before); err != nil {
			return parcel{}, err
		}
	}
	for i, text := range texts.After {
		data, err := picture(fmt.Sprintf("%s.after[%d]", name, i), text)
		if err != nil {
			return parcel{}, err
		}
		p.after = append(p.after, data)
	}
	return p, nil
}

// textList is a list of texts, or one text.
type textList []string

// UnmarshalJSON reads either form.
func (l *textList) UnmarshalJSON(data []byte) error {
	var one string
	if len(data) > 0 && data[0] == '"' {
		err := json.Unmarshal(data, &one)
		*l = textList{one}
		return err
	}
	return json.Unmarshal(data, (*[]string)(l))
}

// picture decodes base64, in its standard or URL alphabet, with or without padding, bare or in a data: URL.
func picture(field, text string) ([]byte, error) {
	if head, rest, ok := strings.Cut(text, ","); ok && strings.HasPrefix(head, "data:") && strings.HasSuffix(head, ";base64") {
		text = rest
	}
	text = strings.TrimRight(strings.TrimSpace(text), "=")
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	data, err := encoding.DecodeString(text)
	if err != nil {
		return nil, invalid(field, fmt.Sprintf("%s is not base64: send the picture's bytes as base64 in %s, not the name of a file",
			field, "pictures."+field[strings.Index(field, ".")+1:]))
	}
	return data, nil
}

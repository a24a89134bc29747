package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// theSecret is what the robot types in these tests.
const theSecret = "Hibou-Violet-4711"

// secretEvent is a step that typed the secret, with the secret in every field that takes a text.
const secretEvent = `{
	"id": "%[2]s", "step_index": %[3]d, "attempt": 1, "action_intention": "Saisir %[1]s", "unknown": "%[1]s",
	"action": {"type": "type_secret", "role": "%[1]s", "text": "%[1]s", "by_text": "champ %[1]s", "button": "%[1]s", "keys": ["%[1]s", "a"],
		"condition": "%[1]s ?", "x_pct": 0.5, "y_pct": 0.5, "target_spec": {"by_text": "%[1]s", "more": "%[1]s"}, "unknown": ["%[1]s"]},
	"result": {"success": true, "error": "typed %[1]s", "window_title_before": "%[1]s", "window_title": "a %[1]s b", "keystrokes": 17,
		"value": {"typed": "%[1]s"}, "unknown": {"%[1]s": 1}},
	"context": {"label": "Saisir %[1]s", "expected_result": "%[1]s est saisi", "expected_text": "%[1]s", "expected_title": "%[1]s",
		"app_title": "%[1]s", "tab_label_attendu": "%[1]s", "expected_menu_items": ["%[1]s"], "expected_tooltip_text": "%[1]s",
		"expected_headers": ["%[1]s"], "expected_path": "/tmp/%[1]s", "database": "%[1]s", "query": "select '%[1]s'", "table": "%[1]s",
		"checklist": ["%[1]s"], "unknown": "%[1]s"},
	"truth": {"effect": "%[1]s", "category": "%[1]s", "also": ["%[1]s"], "how": "%[1]s", "note": "%[1]s", "unknown": "%[1]s"},
	"pictures": {"before": "%[4]s", "after": ["%[4]s"]}
}`

// secretShot is a screenshot that shows something in its middle.
func secretShot(t *testing.T, shade uint8) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 400, 300))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for x := 180; x < 220; x++ {
		img.Set(x, 150+x%3, color.RGBA{shade, 10, 10, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// poster sends JSON to the program as an agent does.
type poster struct{ base, token string }

func (p poster) post(t *testing.T, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, p.base+"/v1/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

// spellings are the ways in which the secret could stand in a file.
func spellings() map[string][]byte {
	escaped, _ := json.Marshal(theSecret)
	return map[string][]byte{
		"as it is": []byte(theSecret), "in lower case": []byte(strings.ToLower(theSecret)), "as JSON": escaped[1 : len(escaped)-1],
		"in base64": []byte(base64.StdEncoding.EncodeToString([]byte(theSecret))[:20]),
	}
}

func wantNone(t *testing.T, where string, data []byte, more map[string][]byte) {
	t.Helper()
	for _, set := range []map[string][]byte{spellings(), more} {
		for how, part := range set {
			if bytes.Contains(data, part) {
				t.Errorf("%s holds the secret %s", where, how)
			}
		}
	}
}

// eachLeaf calls f with copies of a JSON value in each of which one leaf is replaced.
func eachLeaf(v any, with any, f func(path string)) {
	switch v := v.(type) {
	case map[string]any:
		for key, old := range v {
			v[key] = with
			f(key)
			v[key] = old
			eachLeaf(old, with, func(path string) { f(key + "." + path) })
		}
	case []any:
		for i, old := range v {
			v[i] = with
			f(fmt.Sprint(i))
			v[i] = old
		}
	}
}

func TestASecretIsNowhere(t *testing.T) {
	data := t.TempDir()
	v := startVigie(t, nil, data, "--headless", "--verbose")
	p := poster{v.base, token(t, data)}
	if code, answer := p.post(t, "sessions", `{"session_id": "run", "workflow": "w", "agent": "a", "started_at": "2026-05-08T14:03:11Z"}`); code != 201 {
		t.Fatalf("start: %d %s", code, answer)
	}
	shot := secretShot(t, 10)
	picture := base64.StdEncoding.EncodeToString(shot)
	whole := fmt.Sprintf(secretEvent, theSecret, "s1a1", 1, picture)

	// Each field in turn of a kind that it cannot have: refused or left out, and not repeated in the answer.
	var event any
	if err := json.Unmarshal([]byte(whole), &event); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []any{[]any{theSecret}, map[string]any{theSecret: theSecret}, theSecret} {
		eachLeaf(event, wrong, func(path string) {
			if path == "id" || path == "action.type" { // what these say is what the step is
				return
			}
			body, err := json.Marshal(event)
			if err != nil {
				t.Fatal(err)
			}
			code, answer := p.post(t, "sessions/none/steps", string(body))
			if code < 400 {
				t.Errorf("%s: a report of no session is answered with %d", path, code)
			}
			wantNone(t, "the answer to a wrong "+path, []byte(answer), nil)
		})
	}
	for _, cut := range []int{len(whole) / 3, len(whole) / 2} {
		_, answer := p.post(t, "sessions/run/steps", whole[:cut])
		wantNone(t, "the answer to half a report", []byte(answer), nil)
	}
	code, answer := p.post(t, "sessions/run/steps?wait=20s", whole)
	if code != 200 {
		t.Fatalf("report: %d %s", code, answer)
	}
	wantNone(t, "the answer", []byte(answer), nil)
	if _, answer = p.post(t, "sessions/run/finish", `{"outcome": "aborted"}`); answer != "" {
		t.Errorf("finish: %s", answer)
	}
	v.stop(t)
	if all := sessions(t, data); len(all) != 1 || all[0].Steps != 1 {
		t.Fatalf("kept are %+v", all)
	}

	pixels := map[string][]byte{"in its picture": shot[len(shot)/2 : len(shot)-20]}
	wantNone(t, "standard output", []byte(strings.Join(v.said(), "\n")), nil)
	wantNone(t, "the log", v.errs.Bytes(), map[string][]byte{"token": []byte(p.token)})
	err := filepath.WalkDir(data, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		wantNone(t, filepath.Base(path), content, pixels)
		if d.Name() == storeFile && bytes.Contains(content, []byte(p.token)) {
			t.Error("the store holds the token")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	wantNone(t, "the exported audit log", []byte(mustCall(t, 0, "audit", "export", "--data", data)), nil)
}

func TestASecretInABundleIsNotPrinted(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "session.json"), `{"session_id": "run", "workflow": "w"}`)
	event := strings.ReplaceAll(fmt.Sprintf(secretEvent, theSecret, "s1a1", 1, ""), "\n", " ")
	event = strings.Replace(event, `"unknown": "`+theSecret+`"`, `"screenshots": {"before": "b.png", "after": ["a.png"]}`, 1)
	write(t, filepath.Join(dir, "steps.jsonl"), event+"\n")
	write(t, filepath.Join(dir, "b.png"), string(secretShot(t, 10)))
	write(t, filepath.Join(dir, "a.png"), string(secretShot(t, 90)))
	for _, format := range []string{"table", "jsonl"} {
		_, out, errs := call("check", "--no-judge", "--format", format, dir)
		if out == "" {
			t.Errorf("nothing was checked: %s", errs)
		}
		wantNone(t, "vigie check", []byte(out+errs), nil)
	}
}

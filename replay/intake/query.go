package intake

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// MaxWait is the longest wait that a call may ask for.
const MaxWait = 5 * time.Minute

// parseWait reads a wait parameter: a Go duration ("20s", "1m30s") or a number of seconds ("20", "0.5"). Absent is 0.
func parseWait(q url.Values) (time.Duration, error) {
	text := q.Get("wait")
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		d, err = time.ParseDuration(text + "s")
	}
	if err != nil || d < 0 || d > MaxWait {
		return 0, malformed("wait", fmt.Sprintf("wait %q is not a duration from 0s to %s: write it as in wait=30s", clip(text), MaxWait))
	}
	return d, nil
}

// parseAfter reads a decision's number, from 0.
func parseAfter(name, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return 0, malformed(name, fmt.Sprintf("%s %q is not a decision's seq: send the last seq that was received, or 0", name, clip(text)))
	}
	return int(n), nil
}

// streamStart is the seq after which a stream starts: the header that a browser's or library's event source sends on
// reconnecting wins over the query that it was opened with.
func streamStart(r *http.Request, q url.Values) (int, error) {
	if id := r.Header.Get("Last-Event-ID"); id != "" {
		return parseAfter("Last-Event-ID", id)
	}
	return parseAfter("after", q.Get("after"))
}

// parseQuery reads a query that may hold only the known names, each once: a misspelt wait must not be a silent 0.
func parseQuery(r *http.Request, known ...string) (url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, malformed("", "the query cannot be read: escape it as a URL asks")
	}
	for name, values := range q {
		if !slices.Contains(known, name) {
			return nil, malformed(clip(name), fmt.Sprintf("unknown query parameter %q: this call takes %v", clip(name), known))
		}
		if len(values) > 1 {
			return nil, malformed(name, fmt.Sprintf("query parameter %s comes %d times: send it once", name, len(values)))
		}
	}
	return q, nil
}

// clip shortens hostile text for a message.
func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

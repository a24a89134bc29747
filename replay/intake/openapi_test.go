package intake

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"vigie/assets"
)

var description = sync.OnceValues(func() (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromData(assets.OpenAPI)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(openapi3.NewLoader().Context)
})

func loadDescription(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := description()
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	return doc
}

func TestDescriptionAndRoutesAreTheSame(t *testing.T) {
	doc := loadDescription(t)
	var described, served []string
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			described = append(described, method+" "+path)
		}
	}
	for _, r := range NewServer(Params{Log: quiet()}).routes() {
		served = append(served, r.method+" "+r.path)
	}
	slices.Sort(described)
	slices.Sort(served)
	if diff := cmp.Diff(served, described); diff != "" {
		t.Errorf("routes (-served +described):\n%s", diff)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1.") {
		t.Errorf("openapi = %q, want 3.1", doc.OpenAPI)
	}
}

func TestDescriptionIsServed(t *testing.T) {
	_, url := serve(t, &fakeDesk{}, Limits{})
	resp, body := answer(t, request(t, http.MethodGet, url+"/v1/openapi.yaml", "", ""))
	if resp.StatusCode != http.StatusOK || body != string(assets.OpenAPI) {
		t.Errorf("status %d and %d bytes, want 200 and the embedded file", resp.StatusCode, len(body))
	}
}

var sessionInPath = regexp.MustCompile(`^/v1/sessions/[^/]+`)

// checkDescribed fails when the description does not know the answer's status, media type or Retry-After.
func checkDescribed(t *testing.T, r *http.Request, resp *http.Response) {
	t.Helper()
	path := sessionInPath.ReplaceAllString(r.URL.EscapedPath(), "/v1/sessions/{id}")
	item := loadDescription(t).Paths.Value(path)
	if item == nil {
		return // no call of ours: there is nothing to describe
	}
	op := item.GetOperation(r.Method)
	if op == nil {
		op = item.GetOperation(map[bool]string{true: http.MethodPost, false: http.MethodGet}[item.Post != nil])
	}
	declared := op.Responses.Value(strconv.Itoa(resp.StatusCode))
	if declared == nil {
		t.Errorf("%s %s answered %d, which openapi.yaml does not declare", r.Method, path, resp.StatusCode)
		return
	}
	mediaType := resp.Header.Get("Content-Type")
	if mediaType == "" {
		return
	}
	if declared.Value.Content.Get(mediaType) == nil {
		t.Errorf("%s %s answered %d as %s, which openapi.yaml does not declare", r.Method, path, resp.StatusCode, mediaType)
	}
}

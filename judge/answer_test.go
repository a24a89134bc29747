package judge

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"vigie/validation"
)

func TestParseAnswer(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       answer
		bad        string // part of the error
	}{
		{
			name: "yes", text: `{"page_info":"A list","thoughts":"It is open","answer":"yes","failure_category":"none","confidence":0.8}`,
			want: answer{PageInfo: "A list", Thoughts: "It is open", Choice: answerYes, Confidence: .8},
		},
		{
			name: "no", text: `{"answer":"no","failure_category":"wrong_target","confidence":0.5}`,
			want: answer{Choice: answerNo, Category: validation.WrongTarget, Confidence: .5},
		},
		{name: "cannot tell", text: ` {"answer":"cannot_tell","confidence":0} `, want: answer{Choice: answerCannotTell}},
		{
			name: "a category beside a yes", text: `{"answer":"yes","failure_category":"wrong_target","confidence":0.5}`,
			want: answer{Choice: answerYes, Confidence: .5},
		},
		{
			name: "a category of its own", text: `{"answer":"no","failure_category":"ghosts","confidence":0.5}`,
			want: answer{Choice: answerNo, Category: validation.UnknownCategory, Confidence: .5},
		},
		{
			name: "report_missing is not the judge's", text: `{"answer":"no","failure_category":"report_missing","confidence":0.5}`,
			want: answer{Choice: answerNo, Category: validation.UnknownCategory, Confidence: .5},
		},
		{name: "too sure", text: `{"answer":"yes","confidence":12}`, want: answer{Choice: answerYes, Confidence: validation.JudgeCap}},
		{name: "less than unsure", text: `{"answer":"yes","confidence":-3}`, want: answer{Choice: answerYes}},
		{
			name: "control characters", text: "{\"answer\":\"yes\",\"thoughts\":\"a\\u001b[31m\\n b\\u202ec\",\"confidence\":0.5}",
			want: answer{Choice: answerYes, Thoughts: "a[31m bc", Confidence: .5},
		},
		{name: "empty", text: "", bad: "empty"},
		{name: "blank", text: " \n ", bad: "empty"},
		{name: "cut off", text: `{"answer":"yes","confid`, bad: "no JSON"},
		{name: "words before it", text: `Sure! {"answer":"yes","confidence":0.9}`, bad: "no JSON"},
		{name: "words after it", text: `{"answer":"yes","confidence":0.9} ignore`, bad: "no JSON"},
		{name: "two of them", text: `{"answer":"no","confidence":0.9}{"answer":"yes","confidence":0.9}`, bad: "no JSON"},
		{name: "a list", text: `["yes"]`, bad: "no JSON"},
		{name: "a bare word", text: `"yes"`, bad: "no JSON"},
		{name: "null", text: `null`, bad: "lacks"},
		{name: "no answer", text: `{"confidence":0.9}`, bad: "lacks"},
		{name: "no confidence", text: `{"answer":"yes"}`, bad: "lacks"},
		{name: "another word", text: `{"answer":"Yes!","confidence":0.9}`, bad: `"Yes!"`},
		{name: "an answer that is no text", text: `{"answer":true,"confidence":0.9}`, bad: "no JSON"},
		{name: "a confidence in words", text: `{"answer":"yes","confidence":"high"}`, bad: "no JSON"},
		{name: "a confidence beyond numbers", text: `{"answer":"yes","confidence":1e999}`, bad: "no JSON"},
		{name: "far too long", text: `{"answer":"yes","confidence":0.9,"thoughts":"` + strings.Repeat("a", maxAnswer) + `"}`, bad: "more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := parseAnswer(c.text)
			if c.bad != "" {
				if err == nil || !strings.Contains(err.Error(), c.bad) {
					t.Errorf("got %+v, %v; want an error with %q", got, err, c.bad)
				}
				return
			}
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("error %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestVerdictOfAnAnswer(t *testing.T) {
	for _, c := range []struct {
		choice   choice
		category validation.Category
		want     validation.Verdict
	}{
		{answerYes, "", validation.Complete},
		{answerNo, validation.WrongTarget, validation.Terminate},
		{answerNo, "", validation.Terminate},
		{answerNo, validation.UILoading, validation.Continue},
		{answerCannotTell, "", validation.Continue},
		{"", "", validation.Continue},
	} {
		if got := (answer{Choice: c.choice, Category: c.category}).verdict(); got != c.want {
			t.Errorf("%q, %q: %v, want %v", c.choice, c.category, got, c.want)
		}
	}
}

func FuzzParseAnswer(f *testing.F) {
	for _, seed := range []string{
		said("yes", "none", .8), said("no", "wrong_target", 7), `{"answer":"cannot_tell","confidence":-0}`, "", "null", "[]", `{"answer":"yes"`,
		"{\"answer\":\"no\",\"thoughts\":\"\\ud800\",\"confidence\":1e308}", `{"ANSWER":"yes","Confidence":0.1}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := parseAnswer(text)
		if err != nil {
			if diff := cmp.Diff(answer{}, a); diff != "" {
				t.Errorf("an answer beside an error: %s", diff)
			}
			return
		}
		if a.Choice != answerYes && a.Choice != answerNo && a.Choice != answerCannotTell {
			t.Errorf("choice %q", a.Choice)
		}
		if !(a.Confidence >= 0 && a.Confidence <= validation.JudgeCap) {
			t.Errorf("confidence %v", a.Confidence)
		}
		if a.Choice != answerNo && a.Category != validation.None {
			t.Errorf("category %q beside %q", a.Category, a.Choice)
		}
		for _, words := range []string{a.PageInfo, a.Thoughts} {
			if utf8.RuneCountInString(words) > maxWords || !utf8.ValidString(words) || strings.ContainsAny(words, "\n\x00\x1b") {
				t.Errorf("words %q", words)
			}
		}
	})
}

package check

import (
	"strings"

	"vigie/validation"
)

// queryOf returns the query that finds the rows: the step's own, or else that of all rows of its table.
func queryOf(s *validation.Scene) string {
	if s.Context.Query != "" {
		return s.Context.Query
	}
	return `SELECT count(*) FROM "` + strings.ReplaceAll(s.Context.Table, `"`, `""`) + `"`
}

// isSeveral says whether something follows the first semicolon that stands in no text, name or comment.
func isSeveral(query string) bool {
	rest := query
	for rest != "" {
		if rest[0] == ';' {
			return !isBlankSQL(rest)
		}
		rest = rest[tokenLen(rest):]
	}
	return false
}

// isBlankSQL tells text that holds only semicolons, spaces and comments.
func isBlankSQL(text string) bool {
	for text != "" {
		n := tokenLen(text)
		if n == 1 && !strings.ContainsRune("; \t\r\n\f", rune(text[0])) || n > 1 && !strings.HasPrefix(text, "--") && !strings.HasPrefix(text, "/*") {
			return false
		}
		text = text[n:]
	}
	return true
}

// tokenLen returns the length of the text, quoted name or comment that begins a statement's rest, else 1.
func tokenLen(rest string) int {
	ends := []struct{ begin, end string }{{"--", "\n"}, {"/*", "*/"}, {"'", "'"}, {`"`, `"`}, {"`", "`"}, {"[", "]"}}
	for _, e := range ends {
		if !strings.HasPrefix(rest, e.begin) {
			continue
		}
		if i := strings.Index(rest[len(e.begin):], e.end); i >= 0 {
			return len(e.begin) + i + len(e.end)
		}
		return len(rest)
	}
	return 1
}

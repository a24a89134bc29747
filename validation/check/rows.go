package check

import (
	"context"
	"errors"
	"io/fs"
	"strconv"

	"vigie/validation"
)

// Rows counts the rows that a step should have saved, in the database itself where it may be read.
type Rows struct {
	roots Roots
}

// NewRows returns the checker, which reads databases below the roots only.
func NewRows(roots Roots) *Rows { return &Rows{roots: roots} }

// Name is the checker's name in matrix.md.
func (*Rows) Name() string { return validation.CheckRows }

// Check reads the rows of context.database that context.query finds, or counts those of context.table, and holds them
// against context.expected_rows: COMPLETE 0.95, or TERMINATE 0.9. Where no database may be read, the agent's own count
// in result.value takes its place: COMPLETE 0.75 at most.
func (c *Rows) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if s.Context.Database == "" {
		return agentCount(s, validation.Say("rows_nothing")), nil
	}
	path, err := c.roots.Allows(s.Context.Database)
	if err != nil {
		return agentCount(s, refusal(s.Context.Database, err)), nil
	}
	if s.Context.Query == "" && s.Context.Table == "" {
		return agentCount(s, validation.Say("rows_no_query", "path", path)), nil
	}
	limit := 1
	if s.Context.ExpectedRows != nil {
		limit = *s.Context.ExpectedRows
	}
	got, err := countRows(ctx, path, queryOf(s), limit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return invalid(validation.Say("rows_no_database", "path", path)), nil
	case ctx.Err() != nil:
		return validation.Finding{}, ctx.Err()
	case err != nil:
		return doubt(.4, validation.UnknownCategory, validation.Say("rows_unreadable", "path", path, "cause", shorten(err.Error(), 2*maxExcerpt))), nil
	}
	return withAgentCount(s, got, countFinding(s, got)), nil
}

// countFinding holds what the database holds against what was expected.
func countFinding(s *validation.Scene, got rowCount) validation.Finding {
	expected := s.Context.ExpectedRows
	switch {
	case expected != nil && got.n != *expected:
		return invalid(validation.Say("rows_differ", "got", got.String(), "want", strconv.Itoa(*expected)))
	case expected != nil:
		return complete(.95, validation.Say("rows_match", "got", got.String()))
	case got.n == 0:
		return invalid(validation.Say("rows_absent"))
	case s.Context.Query == "":
		return doubt(.5, validation.UnknownCategory, validation.Say("rows_table_only", "table", s.Context.Table, "got", got.String()))
	default:
		return complete(.8, validation.Say("rows_present", "got", got.String()))
	}
}

// countNames are the names under which agents send rows or how many they saved.
var countNames = []string{"rows", "row_count", "rowcount", "count", "inserted", "saved"}

// ownCount returns how many rows the agent says that it saved.
func ownCount(s *validation.Scene) (int, bool) {
	value, fault := decodeValue(s.Result.Value)
	if fault.ID != "" {
		return 0, false
	}
	return countOf(value, countNames...)
}

// withAgentCount notes where the agent counts otherwise than the database.
func withAgentCount(s *validation.Scene, got rowCount, f validation.Finding) validation.Finding {
	n, ok := ownCount(s)
	if ok && s.Context.ExpectedRows != nil && (n == *s.Context.ExpectedRows) != (got.n == *s.Context.ExpectedRows) {
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say("rows_agent_disagrees", "got", strconv.Itoa(n)))
	}
	return f
}

// agentCount is the finding where no database can be read: why says for what reason.
func agentCount(s *validation.Scene, why validation.Sentence) validation.Finding {
	n, ok := ownCount(s)
	expected := s.Context.ExpectedRows
	var f validation.Finding
	switch {
	case ok && expected != nil && n == *expected:
		f = complete(.75, validation.Say("rows_agent_count", "got", strconv.Itoa(n)))
	case ok && expected != nil:
		f = invalid(validation.Say("rows_agent_differs", "got", strconv.Itoa(n), "want", strconv.Itoa(*expected)))
	case ok && n == 0:
		f = invalid(validation.Say("rows_agent_none"))
	default:
		return doubt(.5, validation.UnknownCategory, why)
	}
	f.Evidence.Notes = append(f.Evidence.Notes, why)
	return f
}

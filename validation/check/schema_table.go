package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
)

// dataTable is an extracted table whose cells are folded. Headers are what names its columns apart from its rows.
type dataTable struct {
	headers []string
	rows    [][]string
	named   bool // the headers came apart from the rows, so that no row can be one
}

// tableOf reads a table that fits its schema; rows without any text are left out.
func tableOf(value any) dataTable {
	var t dataTable
	list, _ := value.([]any)
	if object, ok := value.(map[string]any); ok {
		list, _ = object["rows"].([]any)
		headers, _ := object["headers"].([]any)
		t.headers, t.named = cellsOf(headers), len(headers) > 0
	}
	for _, item := range list {
		t.add(item)
	}
	return t
}

func (t *dataTable) add(row any) {
	if hollow(row) {
		return
	}
	switch row := row.(type) {
	case string:
		if cells := splitRow(row); len(cells) > 0 {
			t.rows = append(t.rows, cells)
		}
	case []any:
		t.rows = append(t.rows, cellsOf(row))
	case map[string]any:
		t.named = true
		cells := make([]string, 0, len(row))
		for key, cell := range row {
			if key = ocr.Fold(key); !slices.Contains(t.headers, key) {
				t.headers = append(t.headers, key)
			}
			cells = append(cells, ocr.Fold(fmt.Sprint(cell)))
		}
		t.rows = append(t.rows, cells)
	}
}

func cellsOf(row []any) []string {
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = ocr.Fold(fmt.Sprint(cell))
	}
	return cells
}

// splitRow splits a row that is one text at the first separator that it has; nil when it holds nothing else.
func splitRow(row string) []string {
	if strings.Trim(row, "|;\t -+=_") == "" {
		return nil
	}
	cells := []string{row}
	for _, separator := range []string{"|", "\t", ";"} {
		if strings.Contains(row, separator) {
			cells = strings.Split(row, separator)
			break
		}
	}
	for i := range cells {
		cells[i] = ocr.Fold(cells[i])
	}
	return cells
}

// judgeTable wants the expected headers, and below them the expected number of rows or at least one.
func judgeTable(s *validation.Scene, value any) validation.Finding {
	t := tableOf(value)
	wanted := foldAll(s.Context.ExpectedHeaders)
	if missing := t.missing(wanted); len(missing) > 0 {
		return invalid(validation.Say("data_headers_missing", "want", strings.Join(unfold(missing, s.Context.ExpectedHeaders), ", ")))
	}
	rows := t.rows
	if !t.named && len(wanted) > 0 {
		rows = slices.DeleteFunc(slices.Clone(rows), func(row []string) bool { return len(lacking(row, wanted)) == 0 })
	}
	f := rowsFinding(len(rows), s.Context.ExpectedRows)
	if f.Verdict == validation.Terminate && maybeHeader(t, wanted, s.Context.ExpectedRows) {
		f = rowsFinding(len(rows)-1, s.Context.ExpectedRows)
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say("data_header_row"))
	}
	return f
}

// maybeHeader says whether the rows are as many as expected once the first is taken for the headers.
func maybeHeader(t dataTable, wanted []string, expected *int) bool {
	return expected != nil && !t.named && len(wanted) == 0 && len(t.rows) > 1 && len(t.rows)-1 == *expected
}

// missing returns the wanted headers that the table lacks: as column names, or else in the row that has the most of them.
func (t dataTable) missing(wanted []string) []string {
	least := lacking(t.headers, wanted)
	if t.named {
		return least
	}
	for _, row := range t.rows {
		if l := lacking(row, wanted); len(l) < len(least) {
			least = l
		}
	}
	return least
}

// lacking returns the wanted headers that no cell of a row is. In a row without separators a header is whole words of it.
func lacking(row, wanted []string) []string {
	var lack []string
	for _, header := range wanted {
		if !slices.Contains(row, header) && (len(row) != 1 || !strings.Contains(" "+row[0]+" ", " "+header+" ")) {
			lack = append(lack, header)
		}
	}
	return lack
}

func foldAll(texts []string) []string {
	var folded []string
	for _, t := range texts {
		if f := ocr.Fold(t); f != "" {
			folded = append(folded, f)
		}
	}
	return folded
}

// unfold returns the texts as they were written.
func unfold(folded, texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return !slices.Contains(folded, ocr.Fold(t)) })
}

// judgeRows wants the expected number of rows, or at least one. An object that names no rows is one record.
func judgeRows(s *validation.Scene, value any) validation.Finding {
	n, ok := countOf(value, "rows", "row_count")
	if !ok && !hollow(value) {
		n = 1
	}
	return rowsFinding(n, s.Context.ExpectedRows)
}

func rowsFinding(got int, expected *int) validation.Finding {
	switch {
	case expected != nil && got != *expected:
		return invalid(validation.Say("data_rows_differ", "field", valueField, "got", strconv.Itoa(got), "want", strconv.Itoa(*expected)))
	case expected == nil && got <= 0:
		return invalid(validation.Say("data_no_rows", "field", valueField))
	default:
		return complete(.95, validation.Say("data_rows_valid", "rows", strconv.Itoa(got)))
	}
}

// countOf returns how many rows a value holds or says that there are, an object in a field of one of the names; false
// when it says neither.
func countOf(value any, names ...string) (int, bool) {
	switch v := value.(type) {
	case float64:
		if v < 0 || v > math.MaxInt32 || v != math.Trunc(v) {
			return 0, false
		}
		return int(v), true
	case []any:
		n := 0
		for _, row := range v {
			if !emptyRow(row) {
				n++
			}
		}
		return n, true
	case map[string]any:
		for _, name := range names {
			if inner, ok := v[name]; ok {
				if _, nested := inner.(map[string]any); !nested {
					return countOf(inner)
				}
			}
		}
	}
	return 0, false
}

// emptyRow tells rows that are none: nothing, or no cell. A row of empty cells is a row.
func emptyRow(row any) bool {
	switch v := row.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	default:
		return hollow(row)
	}
}

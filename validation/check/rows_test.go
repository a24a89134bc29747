package check

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/validation"
)

// database makes a SQLite file with three patients, closed cleanly.
func database(t *testing.T, dir string, more ...string) string {
	t.Helper()
	path := filepath.Join(dir, "dossiers 100%?#.db")
	db := openForWriting(t, path)
	for _, statement := range append([]string{
		`CREATE TABLE "patients" (id INTEGER PRIMARY KEY, nom TEXT)`,
		`INSERT INTO patients (nom) VALUES ('Morel'), ('Petit'), ('Roux')`,
	}, more...) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	noError(t, db.Close())
	return path
}

func openForWriting(t *testing.T, path string) *sql.DB {
	t.Helper()
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	db, err := sql.Open("sqlite", "file:"+escaped)
	noError(t, err)
	db.SetMaxOpenConns(1)
	return db
}

func TestRows(t *testing.T) {
	dir := plainFolder(t)
	path := database(t, dir)
	text := writeFile(t, filepath.Join(dir, "notes.db"), strings.Repeat("no database ", 20))
	bad := func(reason string) outcome { return fails(validation.SchemaInvalid, reason) }
	unreadable := staysOpen(.4, validation.UnknownCategory, "rows_unreadable")
	tests := []struct {
		name, database, query, table string
		rows                         *int
		want                         outcome
	}{
		{"as many rows as expected", path, `SELECT nom FROM patients`, "", new(3), fits("rows_match")},
		{"one row with a number of its own", path, `SELECT id FROM patients WHERE id = 3;`, "", new(1), fits("rows_match")},
		{"a counting query", path, `SELECT count(*) FROM patients WHERE nom > 'N'`, "", new(2), fits("rows_match")},
		{"a table", path, "", "patients", new(3), fits("rows_match")},
		{"a semicolon in a text, and one at the end", path, "SELECT 1 FROM patients WHERE nom <> ';' -- ; x\n; /* ; */ ", "", new(3), fits("rows_match")},
		{"no row, as expected", path, `SELECT 1 FROM patients WHERE id > 9`, "", new(0), fits("rows_match")},
		{"no number expected", path, `SELECT * FROM patients WHERE nom = 'Roux'`, "", nil, outcome{validation.Complete, .8, "", "rows_present"}},
		{"a table and no number expected", path, "", "patients", nil, staysOpen(.5, validation.UnknownCategory, "rows_table_only")},
		{"too few", path, `SELECT * FROM patients`, "", new(4), bad("rows_differ")},
		{"too many", path, "", "patients", new(2), bad("rows_differ")},
		{"nothing saved", path, `SELECT * FROM patients WHERE nom = 'Nobody'`, "", nil, bad("rows_absent")},
		{"a counting query that counts none", path, `SELECT count(*) FROM patients WHERE id > 9`, "", nil, bad("rows_absent")},
		{"no such database", filepath.Join(dir, "absent.db"), "", "patients", new(3), bad("rows_no_database")},
		{"no such table", path, "", "patient", new(3), unreadable},
		{"a table's name that tries to break out", path, "", `patients"; DROP TABLE patients; --`, new(3), unreadable},
		{"no query at all", path, "", "", new(3), staysOpen(.5, validation.UnknownCategory, "rows_no_query")},
		{"no database at all", "", "", "", new(3), staysOpen(.5, validation.UnknownCategory, "rows_nothing")},
		{"a file that is none", text, "", "patients", new(3), unreadable},
		{"a folder", dir, "", "patients", new(3), unreadable},
		{"outside the roots", filepath.Join(filepath.Dir(dir), "x.db"), "", "patients", new(3), staysOpen(.5, validation.UnknownCategory, "roots_outside")},
		{"not SQL", path, `patients, please`, "", new(3), unreadable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := validation.Context{Database: tt.database, Query: tt.query, Table: tt.table, ExpectedRows: tt.rows}
			got := verdictOf(t, NewRows(Roots{dir}), dataScene("db_save_data", "", c))
			if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
				t.Errorf("(-want +got)\n%s\n%s", diff, got.Reason)
			}
		})
	}
}

func TestRowsRefuseWhatIsNoRead(t *testing.T) {
	dir := plainFolder(t)
	path := database(t, dir)
	other := filepath.Join(dir, "other.db")
	before, err := os.ReadFile(path)
	noError(t, err)
	for _, query := range []string{
		`DELETE FROM patients`,
		`INSERT INTO patients (nom) VALUES ('x') RETURNING id`,
		`DROP TABLE patients`,
		`CREATE TEMP TABLE t AS SELECT * FROM patients`,
		`ATTACH '` + other + `' AS other`,
		`PRAGMA journal_mode = WAL`,
		`PRAGMA query_only = 0`,
		`SELECT * FROM pragma_database_list`,
		`VACUUM INTO '` + other + `'`,
		`BEGIN IMMEDIATE`,
		`SELECT load_extension('/lib/x.so')`,
		`SELECT 1; DELETE FROM patients`,
		`SELECT 1; SELECT 2`,
		`SELECT zeroblob(1000000000)`,
		`SELECT randomblob(50000000)`,
		``,
		`;;`,
	} {
		if n, err := countRows(t.Context(), path, query, 3); err == nil && query != "" && query != ";;" {
			t.Errorf("%q counted %v rows", query, n)
		}
	}
	after, err := os.ReadFile(path)
	noError(t, err)
	if string(before) != string(after) {
		t.Error("the database was changed")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("files were made: %q", left)
	}
}

func TestRowsQueryWithoutEndIsStopped(t *testing.T) {
	path := database(t, plainFolder(t))
	endless := `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`
	if n, err := countRows(t.Context(), path, endless, 1); err == nil {
		t.Errorf("counted %v", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := validation.Context{Database: path, Query: endless}
	if f, err := NewRows(Roots{"/"}).Check(ctx, dataScene("db_save_data", "", c)); err == nil {
		t.Errorf("a cancelled check said %v", f.Reason)
	}
}

func TestRowsStopCounting(t *testing.T) {
	path := database(t, plainFolder(t))
	many := `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i FROM n`
	got, err := countRows(t.Context(), path, many, 2)
	if err != nil || got.String() != "> 10002" {
		t.Errorf("%v, %v; want > 10002", got, err)
	}
}

func TestRowsWriteAheadLog(t *testing.T) {
	dir := plainFolder(t)
	path := database(t, dir, `PRAGMA journal_mode = WAL`, `INSERT INTO patients (nom) VALUES ('Vidal')`)
	c := validation.Context{Database: path, Table: "patients", ExpectedRows: new(4)}
	if got := verdictOf(t, NewRows(Roots{dir}), dataScene("db_save_data", "", c)); got.Verdict != validation.Complete {
		t.Errorf("closed: %v", got.Reason)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("files were made: %q", left)
	}
	db := openForWriting(t, path)
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO patients (nom) VALUES ('Blanc')`); err != nil {
		t.Fatal(err)
	}
	c.ExpectedRows = new(5) // of which one stands in the log only
	if got := verdictOf(t, NewRows(Roots{dir}), dataScene("db_save_data", "", c)); got.Verdict != validation.Complete {
		t.Errorf("open elsewhere: %v", got.Reason)
	}
}

func TestRowsLockedByAWriter(t *testing.T) {
	dir := plainFolder(t)
	path := database(t, dir)
	db := openForWriting(t, path)
	defer db.Close()
	if _, err := db.Exec(`BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	c := validation.Context{Database: path, Table: "patients", ExpectedRows: new(3)}
	got := verdictOf(t, NewRows(Roots{dir}), dataScene("db_save_data", "", c))
	if diff := cmp.Diff(staysOpen(.4, validation.UnknownCategory, "rows_unreadable"), outcomeOf(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRowsAgentsOwnCount(t *testing.T) {
	dir := plainFolder(t)
	path := database(t, dir)
	tests := []struct {
		name, value, database string
		roots                 Roots
		rows                  *int
		want                  outcome
		notes                 []string
	}{
		{"the number expected", `3`, "", nil, new(3), outcome{validation.Complete, .75, "", "rows_agent_count"}, []string{"rows_nothing"}},
		{"in an object", `{"rows": 3}`, "", nil, new(3), outcome{validation.Complete, .75, "", "rows_agent_count"}, []string{"rows_nothing"}},
		{"a database that may not be read", `{"saved": 3}`, path, nil, new(3), outcome{validation.Complete, .75, "", "rows_agent_count"}, []string{"roots_none"}},
		{"another number", `2`, "", nil, new(3), fails(validation.SchemaInvalid, "rows_agent_differs"), []string{"rows_nothing"}},
		{"none saved", `{"inserted": 0}`, "", nil, nil, fails(validation.SchemaInvalid, "rows_agent_none"), []string{"rows_nothing"}},
		{"some saved, none expected by name", `2`, "", nil, nil, staysOpen(.5, validation.UnknownCategory, "rows_nothing"), nil},
		{"no number", `"done"`, "", nil, new(3), staysOpen(.5, validation.UnknownCategory, "rows_nothing"), nil},
		{"no value", ``, path, nil, new(3), staysOpen(.5, validation.UnknownCategory, "roots_none"), nil},
		{"the database knows better", `7`, path, Roots{dir}, new(3), fits("rows_match"), []string{"rows_agent_disagrees"}},
		{"the database knows worse", `2`, path, Roots{dir}, new(2), fails(validation.SchemaInvalid, "rows_differ"), []string{"rows_agent_disagrees"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := validation.Context{Database: tt.database, ExpectedRows: tt.rows}
			if tt.database != "" {
				c.Query = `SELECT * FROM patients`
			}
			got := verdictOf(t, NewRows(tt.roots), dataScene("db_save_data", tt.value, c))
			var notes []string
			for _, n := range got.Evidence.Notes {
				notes = append(notes, n.ID)
			}
			if diff := cmp.Diff(tt.want, outcomeOf(got)) + cmp.Diff(tt.notes, notes); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestRowsSingleStatement(t *testing.T) {
	tests := []struct {
		query string
		want  bool
	}{
		{``, false},
		{`SELECT 1`, false},
		{`SELECT 1;`, false},
		{"SELECT 1 ; \n -- end", false},
		{`SELECT ';' ;`, false},
		{`SELECT "a;b", [c;d] FROM t`, false},
		{`SELECT 1 /* ; */`, false},
		{`SELECT 'it''s;'`, false},
		{`SELECT 'open ; DROP`, false},
		{`SELECT 1; SELECT 2`, true},
		{`;DROP TABLE t`, true},
		{`SELECT '' ; DROP TABLE t --'`, true},
		{`SELECT 1; 'x'`, true},
	}
	for _, tt := range tests {
		if got := isSeveral(tt.query); got != tt.want {
			t.Errorf("isSeveral(%q) = %v, want %v", tt.query, got, tt.want)
		}
	}
}

// FuzzRowsQuery: no query changes the file or makes another.
func FuzzRowsQuery(f *testing.F) {
	for _, seed := range []string{`SELECT 1`, `DELETE FROM patients`, `SELECT ';`, `PRAGMA x`, `VACUUM`, "\x00", `SELECT 1;;SELECT 2`, `EXPLAIN SELECT 1`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		dir := plainFolder(t)
		path := database(t, dir)
		before, err := os.ReadFile(path)
		noError(t, err)
		if n, err := countRows(t.Context(), path, query, 1); err == nil && n.n < 0 {
			t.Errorf("%q counted %v", query, n)
		}
		after, err := os.ReadFile(path)
		noError(t, err)
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 || string(before) != string(after) {
			t.Errorf("%q changed the folder: %q", query, left)
		}
	})
}

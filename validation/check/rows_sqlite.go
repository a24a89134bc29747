package check

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// queryTime is how long a query may run: the workflow's author wrote it, and the check must not hang on it.
	queryTime = time.Second
	// maxCell is the largest cell, and the largest statement, in bytes.
	maxCell = 16 << 20
	// countBeyond is how many rows are counted past what was expected, so that a sentence can say how many there are.
	countBeyond = 10_000
)

// rowCount is how many rows a query found: all of them, or more than n.
type rowCount struct {
	n    int
	more bool
}

// String writes the number, as "> n" where counting stopped.
func (c rowCount) String() string {
	if c.more {
		return "> " + strconv.Itoa(c.n)
	}
	return strconv.Itoa(c.n)
}

// countRows opens the SQLite file at path for reading and returns how many rows the query finds, or the number that it
// computes where it computes one, as SELECT count(*) does. The query can do nothing but read this file's tables. An
// fs.ErrNotExist says that there is no file.
func countRows(ctx context.Context, path, query string, expected int) (rowCount, error) {
	if isSeveral(query) {
		return rowCount{}, errors.New("count rows: the query should be a single SELECT")
	}
	source, err := sourceOf(path)
	if err != nil {
		return rowCount{}, err
	}
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return rowCount{}, fmt.Errorf("open database: %w", err)
	}
	defer func() { _ = db.Close() }()
	ctx, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	conn, err := confined(ctx, db)
	if err != nil {
		return rowCount{}, err
	}
	defer func() { _ = conn.Close() }()
	return runCount(ctx, conn, query, expected)
}

// sqliteHeader is how each SQLite file begins.
var sqliteHeader = []byte("SQLite format 3\x00")

// sourceOf returns the name by which the driver opens a file for reading only. A file that keeps a write-ahead log and
// was closed cleanly is opened as one that nobody changes: else SQLite would make a log beside it, which is a write.
func sourceOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("open database: %q is no file", path)
	}
	head, err := headOf(path)
	if err != nil {
		return "", err
	}
	if !bytes.HasPrefix(head, sqliteHeader) {
		return "", fmt.Errorf("open database: %q is no SQLite database", path)
	}
	values := url.Values{"mode": {"ro"}, "_query_only": {"1"}, "_defensive": {"1"}, "_busy_timeout": {"300"}}
	const readVersion, writeAhead = 19, 2
	if _, err := os.Stat(path + "-wal"); head[readVersion] == writeAhead && errors.Is(err, os.ErrNotExist) {
		values.Set("immutable", "1")
	}
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive's letter
	}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: slashed, RawQuery: values.Encode()}).String(), nil
}

func headOf(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, 100)
	if _, err := io.ReadFull(file, head); err != nil {
		return nil, fmt.Errorf("open database: %q is no SQLite database: %w", path, err)
	}
	return head, nil
}

// confined returns a connection on which SQLite compiles nothing but reads, and no value grows large.
func confined(ctx context.Context, db *sql.DB) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	err = conn.Raw(func(driverConn any) error {
		registerer, ok := driverConn.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("open database: its driver cannot be confined")
		}
		return registerer.RegisterAuthorizer(readsOnly)
	})
	if err == nil {
		_, err = sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, maxCell)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// readsOnly lets a statement read tables and compute, and nothing else: no change, no PRAGMA, no other file.
func readsOnly(action sqlite.AuthorizerActionCode, _, function, _, _ string) sqlite.AuthorizerReturnCode {
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRead, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthFunction:
		if !strings.EqualFold(function, "load_extension") {
			return sqlite.AuthorizerOK
		}
	}
	return sqlite.AuthorizerDeny
}

func runCount(ctx context.Context, conn *sql.Conn, query string, expected int) (rowCount, error) {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return rowCount{}, fmt.Errorf("count rows: %w", err)
	}
	defer func() { _ = rows.Close() }()
	limit := min(max(expected, 0), 1<<30) + countBeyond
	var first int64
	computed := computesOne(rows)
	count := rowCount{}
	for rows.Next() {
		if count.n == limit {
			count.more = true
			break
		}
		if count.n++; computed && count.n == 1 {
			computed = rows.Scan(&first) == nil
		}
	}
	if err := rows.Err(); err != nil {
		return rowCount{}, fmt.Errorf("count rows: %w", err)
	}
	if computed && count.n == 1 && first >= 0 && int64(int(first)) == first {
		return rowCount{n: int(first)}, nil
	}
	return count, nil
}

// computesOne says whether a query's only column is computed and not a table's own.
func computesOne(rows *sql.Rows) bool {
	columns, err := rows.ColumnTypes()
	return err == nil && len(columns) == 1 && columns[0].DatabaseTypeName() == ""
}

package sqlite

import (
	"strconv"
	"testing"
)

// LimitPages bounds the size of the database, as a full disk would.
func (s *Store) LimitPages(t *testing.T, n int) {
	t.Helper()
	s.db.SetMaxOpenConns(1) // the limit is one of a connection
	s.db.SetMaxIdleConns(1)
	if _, err := s.db.Exec(`PRAGMA max_page_count = ` + strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
}

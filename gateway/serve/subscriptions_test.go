package serve_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/skilllint/skilllint/gateway/serve"
)

// TestSubscriptions asks a file, a service and a database.
func TestSubscriptions(t *testing.T) {
	t.Setenv("BILLING", "s3cret")
	var broken atomic.Bool
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		switch {
		case broken.Load():
			fmt.Fprint(w, `{"ok":true}`)
		case r.Header.Get("X-Key") != "s3cret":
			http.Error(w, "no", http.StatusUnauthorized)
		default:
			fmt.Fprintf(w, `{"subscribed":%t}`, q.Get("org") == "acme" && q.Get("user") == "alice" && q.Get("skill") == "premium")
		}
	}))
	defer service.Close()
	path := filepath.Join(t.TempDir(), "billing.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{"CREATE TABLE subscribed (org TEXT, usr TEXT, skill TEXT)", "INSERT INTO subscribed VALUES ('acme', 'alice', 'premium')"} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for name, source := range map[string]string{
		"file":     "{file: subscribed.yaml}",
		"service":  fmt.Sprintf("{url: %q, headers: {X-Key: \"${BILLING}\"}, remember: 1ms}", service.URL),
		"database": fmt.Sprintf("{database: %q, query: \"SELECT 1 FROM subscribed WHERE org = $1 AND usr = $2 AND skill = $3\"}", "sqlite:"+path),
	} {
		t.Run(name, func(t *testing.T) {
			file := configOf(t, t.TempDir(), "")
			replaceIn(t, file, "{file: subscribed.yaml}", source)
			w := start(t, file, serve.Options{})
			if r := w.call(t, "jungastro", aliceToken, "premium__gold", `{}`); r.Result.IsError {
				t.Errorf("%+v", r)
			}
			if r := w.call(t, "jungastro", bobToken, "premium__gold", `{}`); r.code() != "subscription_required" {
				t.Errorf("%+v", r)
			}
			switch name {
			case "file": // it ends at once
				write(t, filepath.Join(w.dir, "subscribed.yaml"), "[]\n")
				if r := w.call(t, "jungastro", aliceToken, "premium__gold", `{}`); r.code() != "subscription_required" {
					t.Errorf("%+v", r)
				}
				write(t, filepath.Join(w.dir, "subscribed.yaml"), "- {org: acme}\n")
				if r := w.call(t, "jungastro", aliceToken, "premium__gold", `{}`); r.code() != "subscription_unverified" {
					t.Errorf("%+v", r)
				}
			case "service":
				broken.Store(true)
				if r := w.call(t, "jungastro", bobToken, "premium__gold", `{}`); r.code() != "subscription_unverified" {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}

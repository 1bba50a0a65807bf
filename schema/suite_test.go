package schema

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"
)

func readGzip(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func mustValue(t testing.TB, text string) *Value {
	t.Helper()
	v, err := ParseValue([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

var suiteDialects = map[string]Dialect{"draft4": Draft4, "draft6": Draft6, "draft7": Draft7, "draft2019-09": Draft2019, "draft2020-12": Draft2020}

// suite is the required part of the official JSON Schema Test Suite.
func suite(t testing.TB, f func(name string, d Dialect, s *Schema, data *Value, want bool)) {
	v, err := ParseValue(readGzip(t, "suite.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	remotes := map[string]*Value{}
	for i, uri := range v.get("remotes").names {
		remotes[uri] = v.get("remotes").elems[i]
	}
	drafts := v.get("drafts")
	for i, draft := range drafts.names {
		d := suiteDialects[draft]
		for j, file := range drafts.elems[i].names {
			for _, group := range drafts.elems[i].elems[j].elems {
				name := strings.Join([]string{draft, file, group.get("description").str}, "/")
				s, err := (&Parser{Dialect: d, Resources: remotes}).ParseValue(group.get("schema"))
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				for _, test := range group.get("tests").elems {
					f(name+"/"+test.get("description").str, d, s, test.get("data"), test.get("valid").b)
				}
			}
		}
	}
}

func TestOfficialSuite(t *testing.T) {
	n := 0
	suite(t, func(name string, d Dialect, s *Schema, data *Value, want bool) {
		n++
		if got := s.Valid(data); got != want {
			t.Errorf("%s: valid = %v", name, got)
		}
		if got := s.Validate(data) == nil; got != want {
			t.Errorf("%s: Validate disagrees: %v", name, s.Validate(data))
		}
	})
	if n < 4700 {
		t.Errorf("only %d tests ran", n)
	}
}

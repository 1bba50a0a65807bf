package wording

import (
	"strings"
	"testing"
)

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"占星盘", 3, "占星盘"}, {"占星盘盘", 3, "占星盘…"}, {"a\xffbcd", 3, "ab…"}, {"abc", 0, "…"},
	} {
		if got := Cut(test.text, test.most); got != test.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", test.text, test.most, got, test.want)
		}
	}
	if got := CutCounted("占星盘盘", 3); got != "占星盘… (4 characters)" {
		t.Errorf("got %q", got)
	}
	if got := CutCounted("abcd", 4); got != "abcd" {
		t.Errorf("got %q", got)
	}
	if got := Quote(strings.Repeat("a", 81)); got != `"`+strings.Repeat("a", 80)+`…"` {
		t.Errorf("got %s", got)
	}
}

func TestLists(t *testing.T) {
	names := strings.Fields("a b c d e f g h i j")
	for want, got := range map[string]string{
		``:                                       List(nil),
		`"a"`:                                    List(names[:1]),
		`"a", "b", "c", "d", "e", "f", "g", "h"`: List(names[:8]),
		`"a", "b", "c", "d", "e", "f", "g", "h", and 1 more`: List(names[:9]),
		`a`: Or(names[:1]), `a or b`: Or(names[:2]), `a, b or c`: Or(names[:3]),
		`1 place`: Count(1, "place", "places"), `0 places`: Count(0, "place", "places"),
		`an array`: WithArticle("array"), `a map`: WithArticle("map"), `null`: WithArticle("null"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

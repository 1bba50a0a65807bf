package code

import "testing"

func TestMentions(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"target = 1", "get", false},
		{"getter get_x forget", "get", false},
		{"self.get(x)", "get", true},
		{"forget, then get", "get", true},
		{"先调用get函数", "get", true},
		{"fetch-chart", "fetch-chart", true},
		{"prefetch-charts", "fetch-chart", false},
		{"$get", "get", true},
		{"", "get", false},
		{"get", "", false},
	} {
		if got := Mentions([]byte(c.text), c.name); got != c.want {
			t.Errorf("Mentions(%q, %q) = %v", c.text, c.name, got)
		}
	}
}

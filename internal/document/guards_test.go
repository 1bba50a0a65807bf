package document

import "testing"

// TestLineEndsOfYAML says that positions go on to be right after every
// character that ends a line of YAML.
func TestLineEndsOfYAML(t *testing.T) {
	for name, end := range map[string]string{"LF": "\n", "CR LF": "\r\n", "CR": "\r", "NEL": "\u0085", "LS": "\u2028", "PS": "\u2029"} {
		if got := yamlLines([]byte("a" + end + "b")); len(got) != 2 || got[1] != len("a"+end) {
			t.Errorf("%s: lines begin at %v, want 0 and %d", name, got, len("a"+end))
		}
	}
	for _, text := range []string{"\u00a0", "\u2027", "\u202a", "\xc2"} {
		if got := yamlLines([]byte("a" + text + "b")); len(got) != 1 {
			t.Errorf("%q ends a line: %v", text, got)
		}
	}
}

// TestInCode says where a span of code begins and ends.
func TestInCode(t *testing.T) {
	code := Text{Code: make([]Block, 1)}
	code.Code[0].Start, code.Code[0].End = 2, 4
	for at, want := range map[int]bool{1: false, 2: true, 3: true, 4: false} {
		if got := code.InCode(at); got != want {
			t.Errorf("byte %d: got %t", at, got)
		}
	}
}

package code

import "testing"

// TestFoldsTo holds foldsTo to Fold, for words as sources have them.
func TestFoldsTo(t *testing.T) {
	for _, w := range []string{"d", "dir", "Dir", "_DIR_", "dir1", "direct", "DIR_NAME", "dirname", "URL", "u_r_l", "ur", "dír", "$dir", "__"} {
		for _, name := range []string{"dir", "dirname", "url"} {
			if got, want := foldsTo([]byte(w), name), Fold(w) == name; got != want {
				t.Errorf("%q, %q: %v", w, name, got)
			}
		}
	}
}

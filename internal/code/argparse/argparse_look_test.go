package argparse

import (
	"slices"
	"testing"
)

// TestLook holds the look at the bytes of a script to what is parsed.
func TestLook(t *testing.T) {
	const begin = "import argparse\np = argparse.ArgumentParser()\n"
	for _, c := range []struct {
		script string
		want   []string
	}{
		{"p.add_argument('-a', '--all', \"--every\")", []string{"--all", "--every"}},
		{"p.add_argument(\n  '--up'\n)\nif x in ['--old']: pass", []string{"--old", "--up"}},
		{"s = p.add_subparsers()\ns.add_parser('add', aliases=['new'])", []string{"add"}},
		{"# p.add_argument('--all')\np.add_argument('''--long''')", []string{"--long"}},
		{"'''it's (\"--all\")'''\nf('it\\'s (\"--all\")')\n\"(\n('--up')", []string{"--up"}},
		{"p.add_argument('--a' 'b', '--c''d', r'--e', '--f\\n', x + '--g')", nil},
		{"add_parser('x')\nprint('y')", nil},
		{"('--never ends", nil},
	} {
		src := []byte(begin + c.script + "\np.parse_args()")
		s, o := look.Find("x.py", src), part.Find("x.py", src)
		if !slices.Equal(s.Words, c.want) {
			t.Errorf("%q: %q, want %q", c.script, s.Words, c.want)
		}
		for _, word := range s.Words {
			if !o.Takes(word) && !slices.Contains(o.Commands, word) {
				t.Errorf("%q does not take %s", c.script, word)
			}
		}
	}
	if s := look.Find("x.py", []byte("f('--x')")); !s.says("--y") {
		t.Error("a script without a parser refuses an option")
	}
}

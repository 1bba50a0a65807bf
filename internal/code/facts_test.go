package code

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// reader knows the default calls and handlers.
func reader(t testing.TB) *Reader {
	t.Helper()
	var patterns [2][]CallPattern
	for i, list := range [][]string{DefaultCalls, DefaultHandlers} {
		for _, c := range list {
			p, err := ParseCall(c)
			if err != nil {
				t.Fatal(err)
			}
			patterns[i] = append(patterns[i], p)
		}
	}
	return NewReader(patterns[0], patterns[1])
}

// lines writes Facts, one a line. Each name is followed by what stands at its
// place in the source, where that is another text.
func (f *Facts) lines(src string) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	at := func(n Name) string {
		if there := src[n.Start:n.End]; there != n.Text {
			return fmt.Sprintf("%s at %s", n.Text, there)
		}
		return n.Text
	}
	if f.Err != nil {
		add("error at %d: %s", f.Err.Offset, f.Err.Msg)
	}
	for _, imp := range f.Imports {
		line := "import " + at(imp.Name)
		if imp.Local != "" && len(imp.Names) == 0 {
			line += " as " + imp.Local
		}
		for _, n := range imp.Names {
			line += ", " + at(n.Name)
			if n.Local != n.Text && n.Local != "" {
				line += " as " + n.Local
			}
			for _, m := range n.Members {
				line += " ." + at(m)
			}
		}
		if imp.Computed {
			line += fmt.Sprintf(" computed %d %q", imp.Dots, imp.Parts)
		}
		if imp.Cut {
			line += " cut"
		}
		out = append(out, line)
	}
	for _, m := range f.Members {
		line := "member " + at(m.Name)
		for _, n := range m.Chain {
			line += "." + at(n)
		}
		out = append(out, line)
	}
	for _, p := range f.Paths {
		add("path %s", p.line(src))
	}
	for _, c := range f.Commands {
		line := "command " + src[c.Start:c.End]
		for i := range c.Words {
			line += " | " + c.Words[i].line("")
		}
		out = append(out, line)
	}
	for _, n := range f.Runs {
		add("run %s", at(n))
	}
	for _, c := range f.Calls {
		line := fmt.Sprintf("call %s %s ignored=%v", at(c.Name), c.Args.JSON(), c.Ignored)
		for _, path := range c.Fields {
			for i, n := range path {
				line += []string{" reads ", "."}[min(i, 1)] + at(n)
			}
		}
		add("%s", line)
	}
	for _, d := range f.Data {
		add("data %s write=%v partial=%v", at(d.Name), d.Write, d.Partial)
	}
	for _, k := range f.Keys {
		add("key %s", at(k))
	}
	for _, h := range f.Handlers {
		add("handler %s", at(h))
	}
	if f.OpenHandlers {
		add("open handlers")
	}
	for _, e := range f.Exports {
		add("export %s from %q %q type=%v", at(e.Name), e.From, e.Origin, e.Type)
	}
	if f.Execute != nil {
		line := "execute reads"
		for _, n := range f.Execute.Reads {
			line += " " + at(n)
		}
		out = append(out, line)
		for _, r := range f.Execute.Returns {
			line := "execute returns"
			for _, n := range r.Keys {
				line += " " + at(n)
			}
			if r.Open {
				line += " …"
			}
			out = append(out, line+" in "+src[r.Start:r.End])
		}
	}
	if len(f.Binds) > 0 {
		add("binds %s", strings.Join(f.Binds, " "))
	}
	if f.Open {
		add("open")
	}
	return out
}

func (p *Path) line(src string) string {
	anchors := []string{"-", "file", "own", "root", "relative", "skills", "somewhere"}
	uses := []string{"", " file", " module", " import"}
	line := fmt.Sprintf("%s:%s%s", anchors[p.Anchor], strings.ReplaceAll(p.Rel, "\x00", "?"), uses[p.Use])
	if len(p.Named) > 0 {
		line += fmt.Sprintf(" named %v", p.Named)
	}
	if src != "" {
		line += " at " + src[p.Start:p.End]
	}
	return line
}

type factsCase struct {
	title, src string
	want       []string
}

// checkFacts reads each source as a file of that name.
func checkFacts(t *testing.T, name string, cases []factsCase) {
	r := reader(t)
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			f := r.Facts(name, []byte(c.src))
			if got := f.lines(c.src); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s\nis   %s\nwant %s", c.src, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
			}
		})
	}
}

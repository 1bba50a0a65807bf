package shell

import (
	"fmt"
	"strings"
	"testing"
)

// show writes a file's commands, one a line: words in brackets, literals as
// they are, `$NAME` and `$NAME{arg}` for variables, `$()` for substitutions.
func show(f *File) string {
	var b strings.Builder
	for _, c := range f.Commands {
		for i, w := range c.Words {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(showWord(w))
		}
		for _, r := range c.Redirects {
			fmt.Fprintf(&b, " %s%s", r.Op, showWord(r.Target))
			if r.Body != nil {
				fmt.Fprintf(&b, " <%q>", showWord(r.Body))
			}
		}
		b.WriteByte('\n')
	}
	for _, a := range f.Assigns {
		fmt.Fprintf(&b, "%s = ", a.Name)
		if a.Value != nil {
			b.WriteString(showWord(a.Value))
		}
		for _, v := range a.Values {
			b.WriteString(showWord(v))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func showWord(w *Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		switch p.Kind {
		case Literal:
			b.WriteString(p.Text)
		case Variable:
			b.WriteString("$" + p.Text)
			if p.Arg != "" {
				b.WriteString("{" + p.Arg + "}")
			}
		case Substitution:
			b.WriteString("$()")
		}
	}
	return "[" + b.String() + "]"
}

func TestCommands(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"a sibling is run", "python ../zodiac/services.py --x 'a b'\n", "[python] [../zodiac/services.py] [--x] [a b]\n"},
		{"exec by a variable", `exec "$SKILLS_DIR/x/run.sh" "$@"`, "[exec] [$SKILLS_DIR/x/run.sh] [$@]\n"},
		{"source and dot", "source ../x/lib.sh\n. ./y.sh; . x", "[source] [../x/lib.sh]\n[.] [./y.sh]\n[.] [x]\n"},
		{"pipes and lists", "a | b && c || d & e; f |& g", "[a]\n[b]\n[c]\n[d]\n[e]\n[f]\n[g]\n"},
		{"substitution", `cd "$(dirname "$0")/../x" && bash run.sh`, "[cd] [$()/../x]\n[dirname] [$0]\n[bash] [run.sh]\n"},
		{"backticks", "x=`pwd`/../y\nls `echo a`", "[pwd]\n[ls] [$()]\n[echo] [a]\nx = [$()/../y]\n"},
		{"parameters", `D="${SKILLS_DIR:-$HOME/skills}" bash ${D%/*}/x.sh ${#a} ${!b} ${c[0]}`, "[bash] [$D{%/*}/x.sh] [$a] [$b] [$c{[0]}]\nD = [$SKILLS_DIR{:-$HOME/skills}]\n"},
		{"subscripts", "a[\"$(b ../x)\"]=1; c[$(d)]+=2; e['[']=3; f", "[b] [../x]\n[d]\n[f]\na = [1]\nc = [2]\ne = [3]\n"},
		{"export", "export A=../x B\nlocal c=(1 2)", "[export] [A=../x] [B]\n[local] [c=]\nA = [../x]\nc = [1][2]\n"},
		{"compound", "if [ -f x ]; then run a; elif b; then c; else d; fi\nwhile read -r l; do e; done < in\nfor i in a b; do f $i; done\n{ g; }; ( h )\n! k",
			"[[] [-f] [x] []]\n[run] [a]\n[b]\n[c]\n[d]\n[read] [-r] [l]\n[e]\n <[in]\n[for] [i] [in] [a] [b]\n[f] [$i]\n[g]\n[h]\n[k]\n"},
		{"case", "case \"$1\" in\n  a|b) run ../x.sh ;;\n  (c) d; e;;\n  *) f\nesac\ng", "[run] [../x.sh]\n[d]\n[e]\n[f]\n[g]\n"},
		{"case in a substitution", "x=$(case a in a) echo b;; esac)\ny", "[echo] [b]\n[y]\nx = [$()]\n"},
		{"functions", "f() { a; }\nfunction g { b; }\nfunction h() { c; }", "[a]\n[b]\n[c]\n"},
		{"double brackets", "[[ $a == x* && ( -d b ) ]] && c", "[[[] [$a] [==] [x*] [-d] [b] []]]\n[c]\n"},
		{"arithmetic", "((i = (1 + 2) << 3)); a $((1 + (2) << 1)) b\nfor ((i=0; i<3; i++)); do c; done", "[a] [$()] [b]\n[for]\n[c]\n"},
		{"commands in arithmetic", "a $(($(b ../c) - 1)); x[${#x[@]}]=1; time -p d", "[a] [$()]\n[b] [../c]\n[d]\nx = [1]\n"},
		{"two subshells", "((a); b)", "[a]\n[b]\n"},
		{"redirections", "a >b 2>&1 <c &>d 3<<<'e f'", "[a] >[b] >&[1] <[c] &>[d] <<<[e f]\n"},
		{"here-document", "cat <<EOF >x\nhi $USER \"q\" $(id)\nEOF\nnext", "[cat] <<[EOF] <\"[hi $USER \\\"q\\\" $()\\n]\"> >[x]\n[id]\n[next]\n"},
		{"quoted here-document", "python3 - <<-'PY'\n\timport x\n\tPY\nnext\n", "[python3] [-] <<-[PY] <\"[\\timport x\\n]\">\n[next]\n"},
		{"two here-documents", "a <<A <<B\n1\nA\n2\nB\nb", "[a] <<[A] <\"[1\\n]\"> <<[B] <\"[2\\n]\">\n[b]\n"},
		{"process substitution", "diff <(sort a) >(b)", "[diff] [$()] [$()]\n[sort] [a]\n[b]\n"},
		{"escapes", "a\\ b \"c\\\"d\\e\" 'f\\' $'g\\n\\'' h\\\ni", "[a b] [c\"d\\e] [f\\] [g\n'] [hi]\n"},
		{"empty words", "a '' \"\"", "[a] [] []\n"},
		{"comments", "a # b\n#!c\nd#e", "[a]\n[d#e]\n"},
		{"patterns", "ls !(a|b) @(c) {d,e}.sh", "[ls] [!(a|b)] [@(c)] [{d,e}.sh]\n"},
		{"CRLF", "a b\r\nc \\\r\n d\r\n", "[a] [b]\n[c] [d]\n"},
		{"BOM", "\ufeff#!/bin/sh\na", "[a]\n"},
		{"after an error", "a )\nfi\nb; }\nc", "[a]\n[b]\n[c]\n"},
		{"line goes on", "python \\\n  ../x/y.py \\\n  z", "[python] [../x/y.py] [z]\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := Parse([]byte(test.src))
			if got := show(f); got != test.want {
				t.Errorf("%s\n got:\n%s want:\n%s", test.src, got, test.want)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	src := "x=1\nexec \"$SKILLS_DIR/oth\\\"er/run.sh\" 'a'b # note\n"
	f := Parse([]byte(src))
	c := f.Commands[0]
	text := func(s Span) string { return src[s.Start:s.End] }
	if got := text(c.Span); got != `exec "$SKILLS_DIR/oth\"er/run.sh" 'a'b` {
		t.Errorf("command: %s", got)
	}
	if got := text(c.Words[1].Span); got != `"$SKILLS_DIR/oth\"er/run.sh"` {
		t.Errorf("word: %s", got)
	}
	parts := c.Words[1].Parts
	if text(parts[0].Span) != "$SKILLS_DIR" || text(parts[1].Span) != `/oth\"er/run.sh` || parts[1].Text != `/oth"er/run.sh` || !parts[1].Quoted {
		t.Errorf("parts: %+v", parts)
	}
	if got := text(c.Words[2].Parts[0].Span) + text(c.Words[2].Parts[1].Span); got != "ab" {
		t.Errorf("quotes belong to no part: %s", got)
	}
	if got := text(f.Comments[0]); got != "# note" {
		t.Errorf("comment: %s", got)
	}
	if got := text(f.Assigns[0].Span); got != "x=1" {
		t.Errorf("assignment: %s", got)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		src    string
		offset int
		msg    string
	}{
		{"echo 'abc\n", 5, "the quote is never closed"},
		{"echo \"abc", 5, "the quote is never closed"},
		{"a $(b", 5, "the substitution is never closed"},
		{"cat <<E\nx", 4, "the here-document is never closed"},
		{"a; )", 3, "\")\" closes nothing"},
		{"a ${b", 2, "\"${\" is never closed"},
		{"[[ a", 0, "\"[[\" is never closed"},
	} {
		f := Parse([]byte(test.src))
		if f.Err == nil || f.Err.Offset != test.offset || f.Err.Msg != test.msg {
			t.Errorf("%q: %v, want offset %d: %s", test.src, f.Err, test.offset, test.msg)
		}
	}
	if f := Parse([]byte("a\nif b; then c; fi\n")); f.Err != nil {
		t.Errorf("a good script: %v", f.Err)
	}
}

// TestHostile reads what recursive parsers die of.
func TestHostile(t *testing.T) {
	for _, unit := range []string{"(", "((", "$(", "$((", "${a:-", "\"$(", "`", "{ ", "if ", "<(", "a=(", "case a in a) ", "[[ ( ", "cat <<A\n", "'", "\"", "\\", "@(", "a@(", "f() ", "$'", "\x00", "\xff", "# ", "|", "&", "a[ "} {
		Parse([]byte(strings.Repeat(unit, 50_000)))
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a $(b \"${c:-`d`}\") <<E\nx $y\nE\n", "case a in (b) c;; esac", "[[ a ]] && ((1))", "a=(b 'c') d >e 2>&1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file := Parse(src)
		inside := func(s Span) {
			if s.Start < 0 || s.Start > s.End || s.End > len(src) {
				t.Fatalf("span %v leaves the source of %d bytes", s, len(src))
			}
		}
		words := 0
		check := func(w *Word) {
			inside(w.Span)
			for _, p := range w.Parts {
				inside(p.Span)
			}
			words++
		}
		for i, c := range file.Commands {
			inside(c.Span)
			if i > 0 && c.Start < file.Commands[i-1].Start {
				t.Fatal("commands are out of order")
			}
			for _, w := range c.Words {
				check(w)
			}
			for _, r := range c.Redirects {
				inside(r.Span)
				check(r.Target)
			}
		}
		for _, a := range file.Assigns {
			inside(a.Span)
			if a.Value != nil {
				check(a.Value)
			}
		}
		if file.Err != nil {
			inside(Span{file.Err.Offset, len(src)})
		}
	})
}

func BenchmarkParse(b *testing.B) {
	src := []byte(strings.Repeat("#!/bin/bash\nset -euo pipefail\nSKILLS_DIR=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")/..\" && pwd)\"\nif [[ -f \"$SKILLS_DIR/x/run.sh\" ]]; then\n  exec \"$SKILLS_DIR/x/run.sh\" \"$@\" 2>&1 | tee log\nfi\n", 2000))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Parse(src)
	}
}

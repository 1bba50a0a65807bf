package document

import (
	"fmt"
	"go/token"
	"testing"
)

// TestExplained asserts what is said of values that YAML cannot read, and what the fix
// makes of them.
func TestExplained(t *testing.T) {
	for src, want := range map[string][2]string{
		"name: a\nhint: [a] | --b\n": {`14-23 YAML takes "[a]" for the whole value of "hint", but the line goes on: put the value in quotes`, `"[a] | --b"`},
		"name: a\nsay: \"How to do it, thor\nparts:\n  - b\nversion: \"1.0\"\n": {`13-32 the quote before the value of "say" is never closed: close it at its end`, `"`},
		"tools: [a, b],\n":                                                              {`13-14 "," follows the end of the value of "tools": delete it`, ""},
		"say: {A}. Use {B}.\n":                                                          {`5-18 YAML takes "{A}" for the whole value of "say", but the line goes on: put the value in quotes`, `"{A}. Use {B}."`},
		"words: [a, @if, b]\n":                                                          {`11-14 the text "@if" begins with "@", which YAML reserves: put it in quotes`, `"@if"`},
		"agents:\n  - @team\n  - b\n":                                                   {`12-17 this item begins with "@", which YAML reserves: put it in quotes`, `"@team"`},
		"paths:\n- **/*.c\n- b\n":                                                       {`9-15 this item begins with "*", which YAML reads as a reference to an anchor: put it in quotes`, `"**/*.c"`},
		"owner: @team\n":                                                                {`7-12 the value of "owner" begins with "@", which YAML reserves: put the value in quotes`, `"@team"`},
		"globs: **/*.c,**/*.h\nname: b\n":                                               {`7-20 the value of "globs" begins with "*", which YAML reads as a reference to an anchor: put the value in quotes`, `"**/*.c,**/*.h"`},
		"say: \"The A\" - an analyst\n":                                                 {`5-25 YAML takes the part in quotes for the whole value of "say", but the line goes on: put all of it in quotes`, `"\"The A\" - an analyst"`},
		"hint: \"<number>\"\n  - Task\n  - Ask\n":                                       {`19-33 a list stands below the value of "hint": write the key that it belongs to above it, or delete it`, ""},
		"hint: [number]\n  - Task\n":                                                    {`17-23 a list stands below the value of "hint": write the key that it belongs to above it, or delete it`, ""},
		"say: \"[a] for\" or \"[b]\"\n":                                                 {`5-23 YAML takes the part in quotes for the whole value of "say", but the line goes on: put all of it in quotes`, `"\"[a] for\" or \"[b]\""`},
		"words: \"a\", \"b: c\"\nname: d\n":                                             {`7-18 "words" has several texts in quotes, of which YAML takes the first for the whole value: put them in brackets`, `["a", "b: c"]`},
		"name: a\nby-hand:true\nsay: b\n":                                               {`8-20 a space is missing after the colon, without which YAML reads no key: write "by-hand: true"`, " "},
		"name: a\nby-hand:true\n":                                                       {`8-20 a space is missing after the colon, without which YAML reads no key: write "by-hand: true"`, " "},
		"name: a\nmetadata: short-say: Does it\n":                                       {`18-36 the entries of "metadata" are on the same line as their key, since line breaks were lost: put each on its own line below it, indented`, "\n  "},
		"interface: show_name: A b_c: d\n":                                              {`11-30 the entries of "interface" are on the same line as their key, since line breaks were lost: put each on its own line below it, indented`, ""},
		"parts: - name: a say: b - name: c\n":                                           {`7-33 the items of "parts" are on the same line as their key, since line breaks were lost: put each on its own line below it, indented`, ""},
		"say: \"Says \"hi\" to all\"\n":                                                 {`5-23 a quote in the value of "say" ends it too soon: write \" for those in it`, `"Says \"hi\" to all"`},
		"say: \"Says\\t\"hi\"\"\n":                                                      {`5-17 a quote in the value of "say" ends it too soon: write \" for those in it`, `"Says\t\"hi\""`},
		"say: \"Says \\\\\"hi\\\\\" to all\"\n":                                         {`5-27 \\ is a backslash to YAML, so the quote behind it ends the value of "say" too soon: write \" for a quote in it`, `"Says \"hi\" to all"`},
		"say: 'It's mine'\n":                                                            {`5-16 a quote in the value of "say" ends it too soon: put the value in double quotes, and write \" for those in it`, `"It's mine"`},
		"say: Do it. Use: always,\n  ever\n":                                            {`5-31 the value of "say" contains ": ", which YAML reads as a further key: put the value in quotes`, "\"Do it. Use: always,\n  ever\""},
		"say: Do it —\n  CLI: now,\n  or Go: no\n":                                      {`5-38 the value of "say" contains ": ", which YAML reads as a further key: put the value in quotes`, "\"Do it —\n  CLI: now,\n  or Go: no\""},
		"say: \"[a]\"\n  tools: [b]\n  env: [C]\n":                                      {`13-18 "tools" is indented, so YAML reads the line as part of the text of "say": add the key that it belongs to above it, such as metadata, or start it in the column of "say"`, ""},
		"say: Do it.\n  at: Tue, 21:00: x\n":                                            {`14-16 "at" is indented, so YAML reads the line as part of the text of "say": add the key that it belongs to above it, such as metadata, or start it in the column of "say"`, ""},
		"usage:\n  Does it.\n  When: \"a\", \"b\"\n":                                    {`20-25 YAML reads a further key in the text of "usage": write "usage: >", and the lines below are text`, " >"},
		"paths:\n - \"a/**\"\n - \"b/**\n - \"c/**\"\nd: e\n":                           {`20-25 the quote before this item is never closed: close it at its end`, `"`},
		"usage:\n  Make a bundle: owners and\n  churn before a review.\nb: c\n":         {`9-23 YAML reads a further key in the text of "usage": write "usage: >", and the lines below are text`, " >"},
		"usage:\n  Does it.\n  Use when: asked\nb: c\n":                                 {`20-29 YAML reads a further key in the text of "usage": write "usage: >", and the lines below are text`, " >"},
		"say: Do it. Examples:\n\n  <example>\n  user: \"Go\"\nb: c\n":                  {`5-21 the value of "say" contains ": ", which YAML reads as a further key: put the value in quotes; the lines below it belong to it, too: write "say: |", and all of it below that, indented`, ""},
		"say: Do it: now.\n\n<example>\nGo: no\n":                                       {`5-16 the value of "say" contains ": ", which YAML reads as a further key: put the value in quotes; the lines below it that have no key belong inside the quotes, too`, ""},
		"say: Do it: now.\n\n<example>\n   Go: no\n   user: \"Go\"\n</example>\nb: c\n": {`5-16 the value of "say" contains ": ", which YAML reads as a further key: put the value in quotes; the lines below it that have no key belong inside the quotes, too`, ""},
		"say: Do it: now.\nb:\n  c: d: e\n":                                             {`5-16 the value of "say" contains ": ", which YAML reads as a further key: put the value in quotes`, `"Do it: now."`},
		"say: a\n<example>\nContext: b\nc: d\n":                                         {`7-16 the line has no key: expected "key: value", or, where it goes on with the text above, an indented line`, ""},
		"say: a\n<example>\nx\n":                                                        {`7-16 the line has no key: expected "key: value", or, where it goes on with the text above, an indented line`, ""},
		"say: a\n-------\n\nSo\nc: d\n":                                                 {`7-14 the line has no key: expected "key: value", or, where it goes on with the text above, an indented line`, ""},
		"a:\n\tb: c\n":                                                                  {`3-8 a tab indents the line, expected spaces`, ""},
		"a: [b, c\n":                                                                    {`3-8 did not find expected ',' or ']'`, ""},
		"a: {b: [c}, d: @e\n":                                                           {`9-17 did not find expected ',' or ']'`, ""},
	} {
		fset := token.NewFileSet()
		problems := New(fset, "x.yaml", "x.yaml", []byte(src)).Read().Problems
		if len(problems) != 1 {
			t.Errorf("%q: %d problems, want one", src, len(problems))
			continue
		}
		d := problems[0].Diagnostic
		at := func(pos token.Pos) int { return fset.Position(pos).Offset }
		if got := fmt.Sprintf("%d-%d %s", at(d.Pos), at(d.End), d.Message); got != want[0] {
			t.Errorf("%q:\n got %s\nwant %s", src, got, want[0])
		}
		fix := ""
		if len(d.SuggestedFixes) > 0 {
			fix = string(d.SuggestedFixes[0].TextEdits[0].NewText)
		}
		if fix != want[1] {
			t.Errorf("%q: the fix writes %q, want %q", src, fix, want[1])
		}
	}
}

package rules_test

import (
	"go/token"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// toldOnce tells that a finding stands for several skills: what the first of them
// says is known when all are judged.
var toldOnce = regexp.MustCompile(`\b[0-9]+ more\b|^none of these`)

// TestParts edits files in the folders of skills, in the workspaces of the archives: what
// local rules find in the folder by itself, joined with what was found before, is what
// they find in the whole.
func TestParts(t *testing.T) {
	edits := 0
	for _, rule := range rules.All {
		for _, a := range archives(t, rule.Name) {
			if !slices.ContainsFunc(a.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "base/") }) {
				edits += a.editParts(t)
			}
		}
	}
	if edits < 800 {
		t.Errorf("%d edits", edits)
	}
}

// editParts edits each file of a skill's folder, and returns how many edits it made.
func (a archive) editParts(t *testing.T) (edits int) {
	files := archiveFS(a.Archive).(fstest.MapFS)
	config, err := lint.LoadConfig(files, rules.All)
	if err != nil {
		t.Fatal(err)
	}
	judge := func(ws *skill.Workspace) lint.Judged { // of the other rules nothing is asked
		return lint.Judged{Workspace: ws, Findings: lint.RunPart(lint.Input{Workspace: ws, Config: config, Now: a.now(t)}, rules.All)}
	}
	whole := judge(load(t, token.NewFileSet(), files, config.LoadOptions()))
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range slices.Sorted(maps.Keys(files)) {
		folder := whole.PartAt(p)
		if folder == "" {
			continue
		}
		in := func(p string) bool { return strings.HasPrefix(p, folder+"/") }
		old := lint.Judged{Workspace: whole.Workspace, Findings: slices.DeleteFunc(slices.Clone(whole.Findings), func(f lint.Finding) bool {
			file := whole.FileAt(f.Pos)
			return file == nil || !in(file.Path)
		})}
		before := judge(skill.LoadPart(token.NewFileSet(), files, whole.Workspace, folder))
		for range 2 {
			edited := maps.Clone(files)
			edited[p] = &fstest.MapFile{Data: []byte(scrambled(r, string(files[p].Data))), Mode: 0o644}
			after := judge(skill.LoadPart(token.NewFileSet(), edited, whole.Workspace, folder))
			anew := judge(load(t, token.NewFileSet(), edited, config.LoadOptions()))
			if !slices.Equal(anew.Inert(), whole.Inert()) || anew.Workspace.IsFetched(folder) != whole.IsFetched(folder) {
				continue // who loads it, and where it is from, is taken from before the edit
			}
			once := map[*lint.Rule]bool{}
			for _, f := range slices.Concat(whole.Findings, anew.Findings) {
				once[f.Rule] = once[f.Rule] || toldOnce.MatchString(f.Message)
			}
			local := func(j lint.Judged, findings []lint.Finding) (list []string) {
				for _, f := range findings {
					if file := j.FileAt(f.Pos); !once[f.Rule] && file != nil && in(file.Path) {
						list = append(list, f.Rule.Name+" "+file.Path+": "+f.Message)
					}
				}
				slices.Sort(list)
				return list
			}
			kept, renewed := lint.Renew(old, before, after)
			got := slices.Sorted(slices.Values(slices.Concat(local(whole, kept), local(after, renewed))))
			if want := local(anew, anew.Findings); !slices.Equal(got, want) {
				t.Errorf("%s: %s as\n%s\ngot  %q\nwant %q", a.path, p, edited[p].Data, got, want)
			}
			edits++
		}
	}
	return edits
}

// scrambled is a text after an edit that somebody may make.
func scrambled(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	at := r.IntN(len(lines))
	words := strings.Fields(text)
	switch r.IntN(6) {
	case 0:
		lines = slices.Delete(lines, at, at+1)
	case 1:
		lines = slices.Insert(lines, at, lines[r.IntN(len(lines))])
	case 2:
		lines[at] += "See [it](references/gone.md), run `scripts/gone.py`.\n"
	case 3:
		lines[at] += "```\n/Users/fred/x \u200b\n"
	case 4:
		return text[:r.IntN(len(text)+1)]
	default:
		if len(words) > 0 {
			return strings.Replace(text, words[r.IntN(len(words))], words[r.IntN(len(words))], 1)
		}
	}
	return strings.Join(lines, "")
}

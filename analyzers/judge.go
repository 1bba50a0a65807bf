package analyzers

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

// findings judges the files of one package that lie in skills.
func findings(pass *analysis.Pass) []found {
	if len(pass.Files) == 0 {
		return nil
	}
	first := pass.Files[0].FileStart
	dir, err := filepath.Abs(filepath.Dir(pass.Fset.File(first).Name()))
	if err != nil {
		return failure(pass.Files[0].Package, err)
	}
	root := Root(dir)
	if !inSkill(root, dir) {
		return nil
	}
	w, err := open(root)
	if err != nil {
		return failure(pass.Files[0].Package, err)
	}
	m := &mapper{pass: pass, root: root, files: map[string]*token.File{}, edited: map[string]bool{}}
	sources := m.sources(w)
	if len(sources) == 0 {
		return nil
	}
	view := w.Workspace.WithSources(sources)
	in := lint.Input{Workspace: view, Now: time.Time{}, Config: w.config}
	var out []found
	for _, f := range lint.Run(in, codeRules) {
		if file := view.FileAt(f.Pos); file != nil && m.files[file.Path] != nil {
			out = append(out, found{f.Rule, m.diagnostic(view, f)})
		}
	}
	return out
}

// inSkill reports whether a folder or one above it, up to the root, has a
// file that may be a manifest: all else need not be looked at.
func inSkill(root, dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			name := e.Name()
			if !e.IsDir() && (!strings.EqualFold(filepath.Ext(name), ".md") || strings.EqualFold(name, "SKILL.md")) && manifest.IsCandidate(name) {
				return true
			}
		}
		if dir == root || dir == filepath.Dir(dir) {
			return false
		}
	}
}

// A mapper turns places of the workspace into those of the pass.
type mapper struct {
	pass  *analysis.Pass
	root  string
	files map[string]*token.File // by path in the workspace
	// edited are the manifests that a fix mends: one at a time, since all of
	// them are applied at once.
	edited map[string]bool
}

// sources reads the pass's files that lie in skills, with their types.
func (m *mapper) sources(w *workspace) []*skill.Source {
	var sources []*skill.Source
	for _, file := range m.pass.Files {
		tok := m.pass.Fset.File(file.FileStart)
		abs, err := filepath.Abs(tok.Name())
		if err != nil {
			continue
		}
		rel, err := filepath.Rel(m.root, abs)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue // made by cgo, in the cache
		}
		src, err := m.pass.ReadFile(tok.Name())
		if err != nil || len(src) != tok.Size() {
			continue
		}
		p := filepath.ToSlash(rel)
		offset := func(pos token.Pos) int {
			return max(0, min(int(pos)-tok.Base(), tok.Size()))
		}
		if s := w.Workspace.GoSource(p, src, file, offset, m.types()); s != nil {
			m.files[p] = tok
			sources = append(sources, s)
		}
	}
	return sources
}

// types tells what is called, and the values of constants.
func (m *mapper) types() *code.GoTypes {
	info := m.pass.TypesInfo
	return &code.GoTypes{
		Callee: func(call *ast.CallExpr) []string {
			fn, ok := typeutil.Callee(info, call).(*types.Func)
			if !ok || fn.Pkg() == nil {
				return nil
			}
			recv := fn.Signature().Recv()
			if recv == nil {
				return []string{fn.Pkg().Name(), fn.Name()}
			}
			t := recv.Type()
			if p, ok := types.Unalias(t).(*types.Pointer); ok {
				t = p.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok {
				return []string{fn.Pkg().Name(), named.Obj().Name(), fn.Name()}
			}
			return []string{fn.Pkg().Name(), "", fn.Name()}
		},
		Constant: func(e ast.Expr) constant.Value { return info.Types[e].Value },
	}
}

// diagnostic moves a finding to the pass's FileSet.
func (m *mapper) diagnostic(view *skill.Workspace, f lint.Finding) analysis.Diagnostic {
	d := f.Diagnostic
	d.Message = fmt.Sprintf("%s [%s]", d.Message, f.Rule.Name)
	d.Pos, d.End = m.span(view, d.Pos, d.End)
	related := d.Related
	d.Related = nil
	for _, r := range related {
		if r.Pos, r.End = m.span(view, r.Pos, r.End); r.Pos.IsValid() {
			d.Related = append(d.Related, r)
		}
	}
	fixes := d.SuggestedFixes
	d.SuggestedFixes = nil
	for _, fix := range fixes {
		edits := fix.TextEdits
		fix.TextEdits = nil
		free := true
		for _, e := range edits {
			file := view.FileAt(e.Pos)
			manifest := view.ManifestAt(file.Path) != nil
			free = free && !(manifest && m.edited[file.Path])
			if e.Pos, e.End = m.span(view, e.Pos, e.End); manifest {
				m.edited[file.Path] = true
			}
			fix.TextEdits = append(fix.TextEdits, e)
		}
		if free {
			d.SuggestedFixes = append(d.SuggestedFixes, fix)
		}
	}
	return d
}

// span moves a place; a file that the pass does not have, as a manifest, is
// added to its FileSet.
func (m *mapper) span(view *skill.Workspace, pos, end token.Pos) (token.Pos, token.Pos) {
	file := view.FileAt(pos)
	if file == nil {
		return token.NoPos, token.NoPos
	}
	tok := m.files[file.Path]
	if tok == nil {
		tok = file.Copy(m.pass.Fset, filepath.Join(m.root, filepath.FromSlash(path.Clean(file.Path))))
		m.files[file.Path] = tok
	}
	from := tok.Pos(min(file.Offset(pos), tok.Size()))
	if !end.IsValid() {
		return from, from
	}
	return from, tok.Pos(min(file.Offset(end), tok.Size()))
}

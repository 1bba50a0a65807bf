package skill

import (
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/Masterminds/semver/v3"
)

// TestWithSources holds that a view with other sources has all that the
// workspace has.
func TestWithSources(t *testing.T) {
	ws := loadTree(t, fstest.MapFS{
		"skills/a/SKILL.md": {Data: []byte("---\nid: a\nversion: 1.0.0\ndescription: Does a\n---\n")},
		"skills/a/a.py":     {Data: []byte("from ..b import x\n")},
		"skills/b/SKILL.md": {Data: []byte("---\nid: b\nversion: 1.0.0\ndescription: Does b\n---\n")},
		"skills/b/b.py":     {Data: []byte("x = 1\n")},
		"services/run.py":   {Data: []byte("from skills.a import a\n")},
	})
	own := map[string]bool{"files": true, "sources": true, "memos": true}
	// What this workspace has not, another has.
	ws.Remote, ws.Problems, ws.ToolRegistry = make([]*Skill, 1), make([]Problem, 1), &ToolRegistry{}
	ws.Tools, ws.part = &Skill{}, &part{}
	ws.roots, ws.docs, ws.components, ws.passedOver, ws.marketplaces, ws.locked = make([]string, 1), make([]*File, 1), make([]*Component, 1), make([]*Component, 1), make([]*Marketplace, 1), make([]LockedSkill, 1)
	ws.installed = map[string][]installation{}
	ws.packages, ws.versions, ws.definitions, ws.releases = map[string]*Package{}, map[string][]*Package{}, map[string]*Manifest{}, map[string][]*semver.Version{}
	v := reflect.ValueOf(ws).Elem()
	view := reflect.ValueOf(ws.WithSources(nil)).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if own[name] {
			continue
		}
		a, b := v.Field(i), view.Field(i)
		switch a.Kind() {
		case reflect.Map, reflect.Pointer, reflect.Slice, reflect.Func:
			if a.Pointer() != b.Pointer() {
				t.Errorf("the view has another %s", name)
			}
		case reflect.Struct:
			if a.IsZero() != b.IsZero() {
				t.Errorf("the view has another %s", name)
			}
		default:
			t.Errorf("%s is a %s, which this test does not compare", name, a.Kind())
		}
		if a.IsZero() && a.Kind() != reflect.Struct {
			t.Errorf("%s is empty: the test says nothing of it", name)
		}
	}
	if got := ws.WithSources(nil); len(got.Sources()) != 0 || len(ws.Sources()) != 1 || len(got.files.All()) != len(ws.files.All()) {
		t.Errorf("%d sources, %d files", len(got.Sources()), len(got.files.All()))
	}
}

package functions

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/prompts"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// LockDrift reports locks that differ from what is installed.
var LockDrift = &lint.Rule{
	Name: "lock-drift", Group: "E", Severity: lint.Error,
	Doc: `A lock file differs from what is installed.

` + "`skill.lock.json`" + ` records the source and the inputs of an installation: it belongs to the manifest beside it, holds a
value of the declared type for every input that is required or has a default, none for others, and pins the source to
a commit or a tag. A branch is no pin: what it installs changes; a package's ` + "`sourceRef`" + ` that is one is a warning. So is
a source that no registry of the workspace gives for the skill.

` + "`skills-lock.json`" + ` records a hash of every skill that was installed. Where the folder is there and differs, a note says so, if of that
source fewer differ than agree: else the hashes were made in another way, such as before an installer left files out, or somebody keeps the skills in a form of their own. A skill that was taken from this repository itself (` + "`sourceType: local`" + `), and one of which a patch lies beside the lock (` + "`patches/<name>/`, `<name>.patch`" + `) are meant to differ. A name
that leads out of the folder of skills is a warning.`,
	Sources: []lint.Source{sources.DialectsPage, sources.NpmSkillsLock},
	Run: func(p *lint.Pass) {
		installedDrift(p)
		for _, m := range p.Manifests {
			if ref := m.Root.Get("sourceRef"); m.Dialect == skill.PackageManifest && m.Root.Get("sourceType").Str() == "git" && slices.Contains(branches, ref.Str()) {
				p.ReportAs(lint.Warning, lint.Span(ref.Pos, ref.End, "the source is not pinned: %q moves; name a commit or a tag", ref.Text))
			}
			if m.Dialect == skill.Lock && m.Root.Is(skill.Map) {
				unpinned(p, m)
				if s := dialects.CLIBeside(p, m); s != nil {
					lockOf(p, m, s)
					otherSource(p, m, s)
				}
			}
		}
	},
}

// lockOf compares a lock with the manifest beside it.
func lockOf(p *lint.Pass, m *skill.Manifest, s *skill.Skill) {
	if name := m.Root.Get("skill"); name.Is(skill.String) && s.ID.Text != "" && name.Text != s.ID.Text {
		d := lint.Span(name.Pos, name.End, "the lock is for %q, but the skill in this folder is %q", name.Text, s.ID.Text)
		d.Related = []analysis.RelatedInformation{lint.Related(s.ID, "its name")}
		p.Report(d)
		return // nothing else can fit
	}
	key, resolved := m.Root.Entry("resolved_inputs")
	if !resolved.Is(skill.Map) {
		return
	}
	declared := map[string]*skill.Node{}
	var names []string
	for _, input := range dialects.ManifestOf(s, skill.CLI).Root.All("inputs", "*") {
		if name := input.Get("name"); name.Is(skill.String) {
			declared[name.Text] = input
			names = append(names, name.Text)
		}
	}
	spell := lint.NewSpeller(names)
	misspelt := map[string]bool{}
	for _, e := range resolved.Entries() {
		input := declared[e.Key.Text]
		if input == nil {
			if near, ok := spell.Nearest(e.Key.Text); ok {
				misspelt[near] = true
			}
			p.Report(lint.Span(e.Key.Pos, e.Key.End, "resolved_inputs has %q, which the skill does not declare%s", e.Key.Text, spell.DidYouMean(e.Key.Text)))
			continue
		}
		if e.Value.Is(skill.Null) && !input.Get("required").True() {
			continue // no value
		}
		if expected := prompts.InputFault(input, e.Value); expected != "" {
			d := lint.Span(e.Value.Pos, e.Value.End, "input %q is %s, expected %s", e.Key.Text, messages.Quoted(e.Value), expected)
			d.Related = []analysis.RelatedInformation{lint.Related(skill.NameOf(input.Get("name")), "the input")}
			p.Report(d)
		}
	}
	for _, name := range names {
		input := declared[name]
		if resolved.Get(name) == nil && !misspelt[name] && (input.Get("required").True() || input.Get("default") != nil) {
			d := lint.Span(key.Pos, key.End, "resolved_inputs has no value for input %q", name)
			d.Related = []analysis.RelatedInformation{lint.Related(skill.NameOf(input.Get("name")), "the input")}
			p.Report(d)
		}
	}
}

// branches are names that move: no pin.
var branches = []string{"main", "master", "HEAD", "develop", "latest"}

// unpinned reports a source that names neither a commit nor a tag.
func unpinned(p *lint.Pass, m *skill.Manifest) {
	key, source := m.Root.Entry("resolved_source")
	if !source.Is(skill.Map) || source.Get("type").Str() == "local" {
		return
	}
	var at *skill.Node
	for _, k := range []string{"hash", "commit", "tag", "ref"} {
		v := source.Get(k)
		if !v.Is(skill.String) || v.Text == "" {
			continue
		}
		if pins(k, v.Text) {
			return
		}
		at = v
	}
	if at == nil {
		p.Report(lint.Span(key.Pos, key.End, "resolved_source is not pinned: it names neither a commit nor a tag"))
		return
	}
	p.Reportf(contract.Name{Pos: at.Pos, End: at.End}, "resolved_source is not pinned: %q is neither a commit (7 to 40 hexadecimal digits) nor a tag", at.Text)
}

// pins reports whether a value of resolved_source stands for one state.
func pins(key, text string) bool {
	commit := len(text) >= 7 && len(text) <= 40 && strings.Trim(strings.ToLower(text), "0123456789abcdef") == ""
	branch := slices.Contains(branches, path.Base(text))
	switch key {
	case "hash", "commit":
		_, err := contract.ParseVersion(strings.TrimPrefix(text, "v"))
		return commit || err == nil
	}
	return commit || !branch
}

// otherSource reports a source that is not the one that the workspace's
// registries give for the skill.
func otherSource(p *lint.Pass, lock *skill.Manifest, s *skill.Skill) {
	url := lock.Root.Get("resolved_source").Get("url")
	if !url.Is(skill.String) || lock.Root.Get("resolved_source").Get("type").Str() == "local" {
		return
	}
	var given *skill.Node
	for _, m := range p.Manifests {
		if m.Dialect != skill.Registry {
			continue
		}
		for _, e := range m.RegistryEntries() {
			at := e.Get("source_url")
			if registered, _ := p.Registered(m, e); !at.Is(skill.String) || registered != s {
				continue
			}
			if sameSource(at.Text, url.Text) {
				return
			}
			given = at
		}
	}
	if given != nil {
		d := lint.Span(url.Pos, url.End, "the skill was installed from %q, but the registry has it at %q: install it again, or correct one of the two", messages.Shorten(url.Text), messages.Shorten(given.Text))
		d.Related = []analysis.RelatedInformation{lint.Related(skill.NameOf(given), "what the registry says")}
		p.ReportAs(lint.Warning, d)
	}
}

// sameSource reports whether two addresses may be of one repository: one
// begins as the other, whatever the way to get there.
func sameSource(a, b string) bool {
	x, y := sourceParts(a), sourceParts(b)
	n := min(len(x), len(y))
	return n > 0 && slices.Equal(x[:n], y[:n])
}

// sourceParts returns the host and the path of a repository's address.
func sourceParts(address string) []string {
	address = strings.ToLower(address)
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	} else {
		address = strings.Replace(address, ":", "/", 1) // git@host:path
	}
	if _, rest, ok := strings.Cut(address, "@"); ok {
		address = rest
	}
	parts := strings.FieldsFunc(address, func(r rune) bool { return r == '/' })
	for i := range parts {
		parts[i] = strings.TrimSuffix(parts[i], ".git")
	}
	if len(parts) > 0 {
		parts[0] = strings.TrimPrefix(parts[0], "www.")
	}
	return parts
}

package remarks

import (
	"slices"
	"strings"
	"testing"
)

// TestExcuses shows sentences with a path, x.md, that need not be there, and others.
func TestExcuses(t *testing.T) {
	for _, text := range []string{
		"Deleted: `x.md`, which nobody read.", "deleted: `a.md`, `x.md`", "The old table was removed from `x.md`; it was replaced.",
		"If you have the chart skill, use its page `x.md`.", "There is no `x.md` here.", "- Upstream reference: `x.md`",
		"The examples become\nthe `x.md` of the team.", "Details land in M8 at `x.md`.", "See `x.md` (not bundled).", "- `x.md` — planned",
		"`x.md` was split in the spring.", "`x.md` lives in the chart repo.", "Read `x.md`\n(from the chart workspace).", "旧路径 `x.md` 已删除", "各 publish スキルの `x.md` を参照。",
		"`x.md` (the limits, not yet written)", "Your profile was saved to [a page](x.md).", "Renamed `x.md` to `y.md`.",
		"- `x.md` - the limits of options (future)", "- `x.md` .  Seven tickets (TODO: take them from this page)",
	} {
		if at := strings.Index(text, "x.md"); !Excuses([]byte(text), at, at+len("x.md")) {
			t.Errorf("%q says nothing of the path", text)
		}
	}
	for _, text := range []string{
		"Read `x.md` first.", "If you use AWS, read `x.md`.", "When the user has a table, see `x.md`.", "Files were deleted. See `x.md`.",
		"- `x.md` — when to draw a chart", "- `x.md`: the limits of the API", "Deleted:\n\n`x.md` has the limits.", "# Removed files: none\nSee `x.md`.",
		"The page `x.md` of this skill has the limits. It was written in spring.", "- Deleted: none\n- `x.md`",
		"- `x.md` - dates (past and future)", "It is saved to a folder, see [the form](x.md).", "- `x.md` - the limits. More to come (future)",
	} {
		if at := strings.Index(text, "x.md"); Excuses([]byte(text), at, at+len("x.md")) {
			t.Errorf("%q excuses the path", text)
		}
	}
}

// TestParts shows headings and lines above a list that speak of all below them.
func TestParts(t *testing.T) {
	for text, want := range map[string]struct{ path, command bool }{
		"## Deleted files\n\n- `x.md`\n":                      {true, true},
		"## Deleted files\n\nNone.\n\n## Pages\n\n- `x.md`\n": {false, false},
		"## Output structure\n\n- `x.md`\n":                   {true, false},
		"## Output\n### Charts\n`x.md`\n":                     {true, false},
		"Planned:\n\n| a | b |\n|---|---|\n| c | `x.md` |\n":  {true, true},
		"The run creates these files:\n\n```\nx.md\n```\n":    {true, false},
		"To create a chart:\n\n1. Read `x.md`\n":              {false, false},
		"Example:\n\n- `x.md`\n":                              {true, true},
		"Examples:\n\n- `x.md`\n":                             {false, false},
		"- Removed:\n  - `y.md`\n- Kept:\n  - `x.md`\n":       {false, false},
		"- Removed:\n  - `x.md`\n":                            {true, true},
		"Removed:\n\n- `y.md`\n\nRead `x.md`.\n":              {false, false},
		"```\n# Deleted\n```\n\n- `x.md`\n":                   {false, false},
	} {
		at, parts := strings.Index(text, "x.md"), Parts([]byte(text))
		if Holds(parts, at, false) != want.path || Holds(parts, at, true) != want.command {
			t.Errorf("%q: %v", text, parts)
		}
	}
}

// TestElsewhere shows words that place something in another repository.
func TestElsewhere(t *testing.T) {
	for words, want := range map[string]bool{
		"It lives in the chart repo, not this skill bundle:": true, "The scripts are kept in your project.": true, "Not part of this skill.": true,
		"Requirements and caveats from upstream:": true, "The scripts of this skill:": false, "It comes with three scripts:": false, "Run it in the project:": false,
	} {
		if Elsewhere([]byte(words)) != want {
			t.Errorf("%q: %v", words, !want)
		}
	}
}

// TestLeftOut shows words on what a copy lacks.
func TestLeftOut(t *testing.T) {
	for text, want := range map[string][]string{
		"> Bundled (not included in this repo copy): lib/, run.js, API.md — fetch the rest from a/b.": {"lib", "run.js", "API.md"},
		"`references/` and `assets/` are not included here.":                                          {"references", "assets"},
		"Not bundled here: see docs.":                                                                 nil,
		"The keys are not included. See: references/keys.md":                                          nil,
		"Included: references/":                                                                       nil,
	} {
		if got := LeftOut([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

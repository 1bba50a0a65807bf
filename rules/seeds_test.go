package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// seedsIntro stands above the blocks in docs/seeds.md, seedsRest below them.
const (
	seedsIntro = `# The design documents' own examples

Written by ` + "`go test ./rules -update`" + `; the tests run every block. skilllint grew out of five design documents: S0 contracts
between skills, S1 functions (skill.json), S2 cli skills (skill.yaml), S3 procedures with a tool registry in Python, S4 versioned packages.
These are all code blocks in them that are manifests, as they are printed there, and what skilllint says of each; below them is every other statement, and what keeps it.
`
	seedsRest = `
## Every statement, and what keeps it

A rule's name stands for the linter, a code of the gateway ([gateway.md](gateway.md)) for the gateway. "No" means that a checker could and skilllint does not; "not a checker's" gives the reason.

| S0 | statement | kept by |
|---|---|---|
| §1.1 | a text tells the model to call a tool that the skill does not import | ` + "`undeclared-call`" + ` |
| §1.2, §4.2 | no import of another skill's services | ` + "`direct-import`" + `, a module that is not there included; of services and routes outside of skills what ` + "`platform_code`" + ` says: a note, an error, nothing |
| §3.1 | exports: tools, schemas, access, deprecations | ` + "`manifest-schema`" + `, ` + "`missing-tool-schema`" + `, ` + "`invalid-tool-schema`" + `, ` + "`input-default`" + `, ` + "`invalid-access`" + ` |
| §3.1 | an exported tool has an implementation, a handler an export | ` + "`missing-handler`" + `, ` + "`unexported-handler`" + ` where code registers tools by literal names |
| §3.2 | tool names are unique, core tools' included | ` + "`duplicate-tool`" + ` |
| §3.2 | a breaking change raises the major | ` + "`breaking-change`" + `, ` + "`version-not-raised`" + ` against a base |
| §3.2, §8 | deprecated for 30 days or more | ` + "`short-deprecation`" + `, ` + "`tool-removed`" + `, ` + "`overdue-removal`" + `; ` + "`tool_removed`" + ` |
| §4.1, §5.1 | imports ⊆ exports, the provider exists, versions fit | ` + "`unknown-provider`" + `, ` + "`import-not-exported`" + `, ` + "`incompatible-version`" + ` |
| §8 | ` + "`api_version`" + ` and ` + "`min_version`" + ` are obligatory | ` + "`invalid-version`" + ` (warning, with a fix) |
| §4.2 | writes stay below ` + "`skills.<self>`" + `, data is read by accessors | ` + "`foreign-write`" + `, ` + "`foreign-read`" + `, ` + "`private-data-path`" + `; ` + "`namespace_violation`" + ` |
| §4.3 | calls: declared, their arguments and results, the documented denials | ` + "`undeclared-call`" + `, ` + "`unknown-tool`" + `, ` + "`call-arguments`" + `, ` + "`call-result`" + `, ` + "`unhandled-denial`" + ` |
| §4.3 | ` + "`data.skill_id`" + ` of a subscription card that code shows names a skill | ` + "`unknown-provider`" + ` |
| §5.1, §8 | no cycles, or only through read-only accessors | ` + "`dependency-cycle`" + `, ` + "`self-import`" + `; ` + "`call_cycle`" + ` |
| §5.2 | import, subscription, quota, audit at each call | ` + "`tool_not_imported`" + `, ` + "`subscription_required`" + `, ` + "`rate_limited`" + `, the audit log |
| §5.3, §9 | the model has core tools, its own and authorised imports | ` + "`skilllint toolset SKILL`" + `, ` + "`tools/list`" + ` |
| §6 | phases, legacy keys | ` + "`phase`" + `, ` + "`legacy-external-tools`" + `, ` + "`legacy-skill-data`" + ` |
| §8 | "performance: caches" | the gateway's cache; whether an accessor is light: not a checker's, it is measured |

| S1 | statement | kept by |
|---|---|---|
| §2, §4, §8 | the form, names, types, closed | ` + "`manifest-schema`" + `, ` + "`duplicate-skill`" + ` |
| §2 | ` + "`default`" + `, ` + "`examples`" + `, ` + "`required`" + ` fit the schema | ` + "`input-default`" + `, ` + "`invalid-tool-schema`" + `; ` + "`invalid_arguments`" + ` |
| §3 | each mode has its body, a pipeline only in composite | ` + "`missing-body`" + ` |
| §3.1 | ` + "`execute`" + ` reads declared inputs and returns the declared output | ` + "`undeclared-input`, `pipeline-output`" + `, of literal names and objects; what runs behind the gateway is held to its output schema (` + "`invalid_result`" + `) |
| §3.2 | the prompt makes the model return the output's form | not a checker's: no text proves what a model answers; ` + "`invalid_result`" + ` |
| §3.3 | pipelines, ` + "`depends`" + `, ` + "`foreach`" + `, the tries of a step, templates and their types | ` + "`pipeline-syntax`" + `, ` + "`pipeline-reference`" + `, ` + "`pipeline-type`" + `, ` + "`pipeline-input`" + `, ` + "`pipeline-output`" + `, ` + "`dependency-cycle`" + `; the gateway runs the same |
| §3.3, §4 | ` + "`calls`" + ` and what is called agree, ` + "`ctx.call`" + ` too | ` + "`unknown-provider`" + `, ` + "`undeclared-call`" + `, ` + "`unused-import`" + ` |
| §4 | ` + "`timeout`" + `, ` + "`retry`" + ` | ` + "`timeout-budget`" + ` over the longest chain; the gateway keeps both |
| §5, §7 | one folder, one skill.json | ` + "`manifest-schema`" + `, ` + "`duplicate-skill`" + `; how folders are grouped: not a checker's, it is taste |
| §6 | the agent's ` + "`ctx`" + `, the model's choice of a function | not a checker's: it is the runtime |

| S2 | statement | kept by |
|---|---|---|
| §2.1, §3.3 | capabilities of each target | ` + "`unsupported-capability`" + `, ` + "`skilllint emit SKILL --target T`" + `; without a target, near misses of known ones |
| §3.0–3.2 | ` + "`schema_version`" + `, names, fields that are no author's | ` + "`manifest-schema`" + `, ` + "`invalid-version`" + `, ` + "`reserved-field`" + ` |
| §3.0, §3.4 | the lock: source, pin, inputs | ` + "`lock-drift`" + ` |
| §3.1, §3.4 | inputs are declared and used, defaults have their type | ` + "`undeclared-input`" + `, ` + "`unused-input`" + `, ` + "`input-default`" + `; other forms in a prompt, such as ` + "`{{target}}`" + `, are ` + "`undeclared-input`" + ` |
| §3.1 | the prompt names the tools of ` + "`mcp_deps`" + ` | ` + "`undeclared-call`" + ` for one that is not listed, ` + "`unmentioned-tool`" + ` for one that is never named |
| §4.2 | ` + "`mcp_deps`" + ` are there | ` + "`missing-mcp-tool`" + ` against recorded tools; against a hub that runs: ` + "`skilllint mcp check`" + ` |
| §4.1 | installing, updating, searching | ` + "`skilllint.lock`" + `, ` + "`outdated`" + `, ` + "`update`" + ` for sources; installing skills for users: not a checker's, hosts do it |
| §5.1 | registry entries agree with manifests | ` + "`registry-drift`" + `; a lock's address against the registry's: ` + "`lock-drift`" + ` |
| §5.2, M5 | the order of registries, nothing private in a public one | ` + "`registry-leak`" + ` |
| §7 | adapters' output | ` + "`skilllint emit SKILL --target T`" + `, ` + "`unsupported-by-vendor`" + ` |
| §8.1 | states of an installation | not a checker's: they are on users' machines |
| §8.2 | evolution.json | ` + "`manifest-schema`" + ` |

| S3 | statement | kept by |
|---|---|---|
| §1.1 | business logic is in the text, not in code | not a checker's: what is logic is a judgement |
| §1.2, §9 | a procedure has exactly the tools that it lists | ` + "`undeclared-call`" + `; ` + "`tool_not_imported`" + `: the registry is a provider in the contracts |
| §4.2 | the registry: keys, functions, descriptions, classes of arguments | ` + "`unknown-tool`" + `, ` + "`unused-tool`" + `, ` + "`tool-definition`" + `, ` + "`duplicate-key`" + `, ` + "`duplicate-tool`" + `; ` + "`toolset`" + ` and the contracts have the description and the schema of the class |
| §4.3 | the loader opens ` + "`{name}.md`" + `: the file has the skill's name | ` + "`skill-name`" + ` |
| §4.3, §5 | frontmatter, tools listed once, named in the text | ` + "`manifest-schema`" + `, ` + "`duplicate-import`" + `, ` + "`unmentioned-tool`" + ` |
| §5 | deleting asks before | ` + "`unconfirmed-destruction`" + ` |
| §6.1 | UI commands: their type and payload | ` + "`ui-command`" + `, the payload of toasts and refreshes, too; of the others: not a checker's, the document gives no form of it |
| §4.4, §6.2, §6.3, §7 | the graph, events, the front end | not a checker's: it is the runtime |
| §7 | the skill that ` + "`activate_skill(…)`" + ` or ` + "`load_skill(…)`" + ` names is there | ` + "`unknown-provider`" + `, in code and procedures |

| S4 | statement | kept by |
|---|---|---|
| definition | form, ` + "`currentVersion`" + `, ` + "`isActive`" + ` | ` + "`manifest-schema`" + `, ` + "`inactive-current-version`" + `, ` + "`unsatisfied-lock`" + ` |
| definition | who may create and see it | not a checker's: it is the platform's database |
| package | folders, entry, nothing outside | ` + "`package-layout`" + `, ` + "`path-escape`" + `; a folder that is named after a version is a package with a ` + "`SKILL.md`" + ` or a ` + "`skillId`" + ` |
| package | digest, source | ` + "`checksum-mismatch`" + `, ` + "`released-version-changed`" + `, ` + "`lock-drift`" + `; ` + "`fileSizeBytes`" + ` is held to the files of the digest, ` + "`checksum-mismatch`" + ` |
| package | status, its reason and date | ` + "`inactive-current-version`" + `; a step that was left out between two revisions is a note, since it can have been taken between them |
| versions | side by side, by semver | ` + "`breaking-change`" + ` |
| bindings | locks, updates | ` + "`unsatisfied-lock`" + `, ` + "`deprecated-import`" + `, ` + "`duplicate-import`" + `; ` + "`version_mismatch`" + ` |
| installing | the machine's states, logs, roll-back | not a checker's; a roll-back is a ` + "`Reload`" + ` of the gateway |
| isolation | cache keys and temporary folders by organisation | ` + "`shared-cache-key`" + ` in skills' code, with ` + "`platform_code: deny`" + ` in the platform's own; ` + "`CacheKey`" + `, ` + "`TempDir`" + ` of the gateway |
| security | path traversal | ` + "`path-escape`" + `, in manifests, symbolic links and the texts of a package |
| security | sandbox, limits of memory | not a checker's: the host isolates |
| security | permissions against what code does | ` + "`undeclared-permission`" + `, of literals and well-known functions |
| migration | SQL | not a checker's |

## Blocks that are no manifests

| blocks | what they are |
|---|---|
| S0 §2.1; S1 §3.1–3.3 (layouts), §6, §7; S2 §2, §4.2, §6; S3 §3, §7; S4 "目录结构", state machines | drawings and lists of folders; the layouts are what the examples above are laid out as |
| S0 §4.3, §7.3 | calls in Python; the rules about code read them |
| S0 §5.1–5.3 | what a checker and a gateway have to do, in Python: the rules of group B, and the gateway |
| S1 §1, §3.1 | TypeScript of the runtime |
| S1 §8 | the JSON Schema of skill.json; manifest/schema/function.schema.json says the same, but leaves the schemas in it to rule invalid-tool-schema and versions to invalid-version |
| S2 §2, §4.1 | commands of another tool |
| S2 §6.2, §7.1 | that tool's configuration and adapter interface |
| S3 §4.1, §4.3, §4.4, §6.1–6.3 | the runtime in Python and TypeScript; of §6.1 the form of UI commands |
| S4, all others | interfaces, API calls and SQL of the platform; their fields are what definition, package and bindings have |
`
)

// TestSeeds runs the examples of the design documents and writes docs/seeds.md.
func TestSeeds(t *testing.T) {
	list := archives(t, "seeds")
	if len(list) < 12 {
		t.Fatalf("only %d archives", len(list))
	}
	var b strings.Builder
	b.WriteString(seedsIntro)
	for _, a := range list {
		got := a.run(t)
		if *update {
			a.setWant(t, got)
		} else if want := a.want(); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", a.path, got, want)
		}
		title, why, _ := strings.Cut(strings.TrimSpace(string(a.Comment)), "\n")
		name := filepath.Base(a.path)
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%s\n\n", strings.TrimSuffix(name, ".txtar"), title, why)
		for _, f := range a.Files {
			if f.Name != "want" {
				fmt.Fprintf(&b, "- `%s`\n", f.Name)
			}
		}
		fmt.Fprintf(&b, "\n````text\n%s````\n", got)
	}
	b.WriteString(seedsRest)
	path := filepath.Join("..", "docs", "seeds.md")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != b.String() {
		t.Errorf("docs/seeds.md is not up to date; run go test ./rules -update (%v)", err)
	}
}

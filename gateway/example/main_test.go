package main

import (
	"bytes"
	"go/token"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// TestRun: what the documentation shows is what happens.
func TestRun(t *testing.T) {
	defer goleak.VerifyNone(t)
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"name":"zodiac__calculate_zodiac"`, `→ {"archetype":"the ruler"}`, `→ {"saved": true}`,
		`"error":"tool_not_found"`, `"error":"tool_not_imported"`,
		`→ {"error":"subscription_required","skill_id":"zodiac","action":"show_subscribe_card"}`,
		`"error":"invalid_arguments"`, `"error":"namespace_violation"`, `"error":"rate_limited","retry_after":`,
		`"error":"definition_changed"`, `"error":"version_mismatch"`, `"error":"tool_removed"`, `"error":"unauthenticated"`,
		` rows, 0 faults, 0 calls without an outcome.`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is not in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "rebuild_ephemeris\"") && strings.Contains(out.String(), "zodiac__rebuild") {
		t.Error("the model is given what is not authorised")
	}
}

// TestContractsAreCurrent: the manifests pass, and say what is embedded.
func TestContractsAreCurrent(t *testing.T) {
	config := lint.DefaultConfig()
	ws, err := skill.Load(token.NewFileSet(), os.DirFS("."), config.LoadOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range lint.Run(lint.Input{Workspace: ws, Config: config}, rules.All) {
		if f.Severity >= lint.Warning {
			t.Errorf("%v: %s", ws.Fset.Position(f.Pos), f.Message)
		}
	}
	var want bytes.Buffer
	if err := report.Contracts(&want, ws, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want.Bytes(), contracts) {
		t.Error("contracts.json is not what the manifests say: run go generate")
	}
}

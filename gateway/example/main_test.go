package main

import (
	"bytes"
	"flag"
	"go/token"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

var update = flag.Bool("update", false, "write testdata/output.txt")

// TestRun: the example prints the same each time, and what testdata holds.
func TestRun(t *testing.T) {
	defer goleak.VerifyNone(t)
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if *update {
		if err := os.WriteFile("testdata/output.txt", out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/output.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, code := range []gateway.Code{
		gateway.PayloadTooLarge, gateway.Unauthenticated, gateway.ToolNotFound, gateway.DepthExceeded, gateway.CallCycle, gateway.ToolNotImported,
		gateway.ToolRemoved, gateway.VersionMismatch, gateway.DefinitionChanged, gateway.PolicyDenied, gateway.SubscriptionRequired,
		gateway.SubscriptionUnverified, gateway.InvalidArguments, gateway.NamespaceViolation, gateway.IdempotencyConflict, gateway.RateLimited,
		gateway.QuotaUnavailable, gateway.AuditUnavailable, gateway.ProviderError, gateway.Timeout, gateway.Cancelled, gateway.InvalidResult, gateway.Internal,
	} {
		if !strings.Contains(out.String(), `"error":"`+string(code)+`"`) {
			t.Errorf("%s is not shown", code)
		}
	}
	if strings.Contains(out.String(), "zodiac__rebuild") {
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

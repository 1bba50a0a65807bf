// Command example is a host with two skills, zodiac and jungastro, a pipeline and a procedure, and
// shows what a gateway answers: calls that are allowed, one denial of each code, contracts that
// change while it runs, the audit trail, and the tools that a model is given.
//
//	go run ./gateway/example
//
// The contracts are what `skilllint check -f contracts` wrote of the manifests in skills/, functions/ and procedures/.
// It prints the same on each run; testdata/output.txt is what it prints.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

//go:generate sh -c "go run ../../cmd/skilllint check -f contracts . > contracts.json"

//go:embed contracts.json
var contracts []byte

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "example:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	dir, err := os.MkdirTemp("", "skilllint-example-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	h, err := newHost(dir)
	if err != nil {
		return err
	}
	s := &show{host: h, out: out}
	s.everything()
	if err := h.log.Close(); err != nil {
		return err
	}
	s.trail(dir)
	return s.err
}

// A host is what embeds a gateway.
type host struct {
	gateway *gateway.Gateway
	log     *audit.Writer
	faults  faults
}

func newHost(dir string) (*host, error) {
	h := &host{}
	var catalog contract.Catalog
	if err := json.Unmarshal(contracts, &catalog); err != nil {
		return nil, err
	}
	store, err := audit.OpenFiles(dir)
	if err != nil {
		return nil, err
	}
	if h.log, err = audit.New(context.Background(), store, audit.Options{}); err != nil {
		return nil, err
	}
	h.gateway, err = gateway.New(catalog, gateway.Options{
		Audit:         fragileLog{h.log, &h.faults},
		Quota:         frozenQuota{quota.NewMemory(), &h.faults}, // one process; quota/sqlite and quota/redis are for more
		Subscriptions: billing{map[string]bool{"alice": true, "eve": true}, &h.faults},
		Policy:        policy,
		Core:          core(),
		Cache:         gateway.Cache{TTL: time.Minute},
		Limits:        gateway.Limits{Depth: 2, RetryDelay: time.Millisecond},
	})
	if err != nil {
		return nil, err
	}
	all, err := functions()
	if err != nil {
		return nil, err
	}
	all["zodiac"], all["jungastro"], all[contract.Core] = newZodiac().tools(), jungastro(), coreTools()
	for skill, tools := range all {
		if err := h.gateway.Register(skill, "", tools); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// policy is what the contracts can't know: eve's organisation has not agreed to share charts.
func policy(_ context.Context, call gateway.PolicyCall) (gateway.Verdict, error) {
	if call.Org == "elsewhere" && call.Provider == "zodiac" {
		return gateway.Deny, nil
	}
	return gateway.Abstain, nil
}

// core are the tools that every skill may call.
func core() *contract.Contract {
	return &contract.Contract{Exports: []contract.Tool{{
		Name: contract.Name{Text: "save"}, Description: "Keep data of the skill",
		Input: contract.JSON(`{"type": "object", "required": ["path", "data"], "properties": {"path": {"type": "string"}, "data": true}}`),
	}}}
}

func coreTools() map[string]gateway.Handler {
	return map[string]gateway.Handler{"save": func(context.Context, json.RawMessage) (json.RawMessage, error) {
		return json.RawMessage(`{"saved": true}`), nil
	}}
}

// reload loads the contracts with some texts replaced.
func (h *host) reload(replace ...string) error {
	var changed contract.Catalog
	if err := json.Unmarshal([]byte(strings.NewReplacer(replace...).Replace(string(contracts))), &changed); err != nil {
		return err
	}
	return h.gateway.Reload(changed)
}

package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

// What `skilllint check -o contracts=contracts.json` writes; a host reads or embeds the file.
const contracts = `{"version": 1, "contracts": [
	{"id": "zodiac", "version": "1.0", "provides": "1.0.0",
	 "exports": [{"name": "calculate_zodiac", "read_only": true, "input_schema": {"type": "object", "required": ["birth_date"]}}],
	 "access": {"rate_limit": [{"tool": "calculate_zodiac", "rate": "1/month"}]}},
	{"id": "jungastro", "imports": [{"from": "zodiac", "tools": ["calculate_zodiac"], "version": "1.0", "range": ">=1.0.0 <2.0.0"}]}]}`

// A host: contracts, a log, a quota store, the functions that are the tools, and a skill
// that is entered for a user.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "audit-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	store, err := audit.OpenFiles(dir)
	if err != nil {
		log.Fatal(err)
	}
	records, err := audit.New(ctx, store, audit.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer records.Close() // last, when no call is under way

	var catalog contract.Catalog
	if err := json.Unmarshal([]byte(contracts), &catalog); err != nil {
		log.Fatal(err)
	}
	g, err := gateway.New(catalog, gateway.Options{Audit: records, Quota: quota.NewMemory()})
	if err != nil {
		log.Fatal(err)
	}
	type birth struct {
		Date string `json:"birth_date"`
	}
	type chart struct {
		SunSign string `json:"sun_sign"`
	}
	err = g.Register("zodiac", "", map[string]gateway.Handler{
		"calculate_zodiac": gateway.Func(func(context.Context, birth) (chart, error) { return chart{"Leo"}, nil }),
	})
	if err != nil {
		log.Fatal(err)
	}

	ctx, leave, err := g.Enter(ctx, gateway.Identity{Org: "acme", User: "alice"}, "jungastro")
	if err != nil {
		log.Fatal(err)
	}
	defer leave()
	for _, args := range []string{`{"birth_date": "1990-08-01"}`, `{}`, `{"birth_date": "1990-08-01"}`} {
		result, err := gateway.Call(ctx, "calculate_zodiac", json.RawMessage(args)) // as the skill does, which holds no Gateway
		if err != nil {
			fmt.Println(err.(*gateway.Error).Code) // json.Marshal(err) is what models are told
			continue
		}
		fmt.Println(string(result.Value))
	}
	// Output:
	// {"sun_sign":"Leo"}
	// invalid_arguments
	// rate_limited
}

// Contracts are taken as a whole or not at all. What has to survive a restart are the
// definitions that are trusted.
func ExampleGateway_Reload() {
	var catalog contract.Catalog
	if err := json.Unmarshal([]byte(contracts), &catalog); err != nil {
		log.Fatal(err)
	}
	g, err := gateway.New(catalog, gateway.Options{Audit: &memoryLog{}, Quota: quota.NewMemory()})
	if err != nil {
		log.Fatal(err)
	}

	reload := func(text string) {
		var next contract.Catalog // a new one: a Gateway keeps what it was given
		err := json.Unmarshal([]byte(text), &next)
		if err == nil {
			err = g.Reload(next)
		}
		fmt.Println("reload:", err)
	}
	reload(strings.Replace(contracts, `"1/month"`, `"60/d"`, 1))
	reload(strings.Replace(contracts, `"1/month"`, `"60/day"`, 1))

	pins, err := json.Marshal(g.Pins()) // Options.Pins of the next start
	fmt.Println(len(pins) > 0, err)
	// Output:
	// reload: gateway: rate "60/d" of "zodiac": expected "N/second", "N/minute", "N/hour", "N/day", "N/month", "N/24h" or "unlimited"
	// reload: <nil>
	// true <nil>
}

// Subscriptions are asked of the host's billing; positive answers are kept for a minute.
func ExampleRememberSubscriptions() {
	billing := gateway.SubscriptionFunc(func(_ context.Context, who gateway.Identity, skill string) (bool, error) {
		fmt.Println("asked for", who.User, skill)
		return who.User == "alice", nil
	})
	source := gateway.RememberSubscriptions(billing, time.Minute)
	for range 2 {
		fmt.Println(source.Subscribed(context.Background(), gateway.Identity{Org: "acme", User: "alice"}, "zodiac"))
	}
	// Output:
	// asked for alice zodiac
	// true <nil>
	// true <nil>
}

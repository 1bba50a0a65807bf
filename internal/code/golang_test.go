package code

import "testing"

func TestGo(t *testing.T) {
	checkFacts(t, "a.go", []factsCase{
		{"imports", "package a\nimport (\n\t\"os\"\n\tz \"example.com/skills/zodiac\"\n)\n", []string{
			`import os at "os"`,
			`import example.com/skills/zodiac at "example.com/skills/zodiac"`,
		}},
		{"calls", "package a\nconst tool = \"chart\"\nfunc f() {\n\tgateway.Call(ctx, tool, map[string]any{\"a\": 1, \"b\": []any{x, nil}})\n\tr, err := s.gateway.Do(ctx, gateway.Request{Name: \"other\"})\n\tr, err = gateway.Call(ctx, \"third\", json.RawMessage(`{\"a\": 1}`))\n\t_ = err\n}\n", []string{
			`call chart at tool {"a":1,"b":[null,null]} ignored=true`,
			`call other at "other" null ignored=true`,
			`call third at "third" {"a":1} ignored=false`,
		}},
		{"requests", "package a\nfunc f() {\n\treq := mcp.CallToolRequest{}\n\treq.Params.Name = \"pay\"\n\treq.Params.Arguments = map[string]any{\"a\": 1}\n\tres, err := c.CallTool(ctx, req)\n}\nfunc g() {\n\tvar req mcp.CallToolRequest\n\treq.Params.Name = \"ask\"\n\tif _, err := c.CallTool(ctx, req); err != nil {\n\t}\n\tc.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: \"list\", Arguments: map[string]any{\"b\": 2}}})\n}\n", []string{
			`call pay at "pay" {"a":1} ignored=false`,
			`call ask at "ask" null ignored=false`,
			`call list at "list" {"b":2} ignored=true`,
		}},
		{"requests that are not known", "package a\nfunc f() {\n\treq := mcp.CallToolRequest{}\n\treq.Params.Name = \"pay\"\n\tfill(&req)\n\tc.CallTool(ctx, req)\n\tvar other mcp.CallToolRequest\n\tother.Params.Name = \"ask\"\n\tif more {\n\t\tother.Params.Arguments = x\n\t}\n\tc.CallTool(ctx, other)\n\tthird := mcp.CallToolRequest{}\n\tc.CallTool(ctx, third)\n}\n", nil},
		{"paths", "package a\nfunc f() {\n\tos.Open(\"../zodiac/x\")\n\tos.Open(filepath.Join(skillsDir, \"zodiac\", name))\n\tfmt.Println(\"../zodiac/x\")\n\texec.Command(\"sh\", \"-c\", \"cat ../zodiac/x\")\n}\n", []string{
			`path relative:../zodiac/x file at "../zodiac/x"`,
			`path skills:/zodiac/? at filepath.Join(skillsDir, "zodiac", name)`,
			`command "cat ../zodiac/x" | relative:../zodiac/x file`,
		}},
		{"keys", "package a\nfunc f() {\n\tcacheKey := fmt.Sprintf(\"chart:%s\", skillID)\n\tcacheKey = \"chart:\" + orgID + skillID\n}\n", []string{
			`key chart:{skillID} at fmt.Sprintf("chart:%s", skillID)`,
		}},
		{"handlers in tables", "package a\nvar handlers = map[string]Handler{\"chart\": draw, Other: draw}\nconst Other = \"other\"\n", []string{
			`handler chart at "chart"`,
			`handler other at Other`,
		}},
		{"handlers", "package a\nfunc f() { registry.Register(\"chart\", g); r.Register(name, g) }\n", []string{
			`handler chart at "chart"`,
		}},
		{"an error", "package a\nimport \"x\"\nfunc {\n", []string{
			`error at 26: expected 'IDENT', found '{'`,
			`import x at "x"`,
		}},
	})
}

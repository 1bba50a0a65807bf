package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/schema"
)

// Bounds of what a server may list.
const (
	mostPages = 100
	mostTools = 10_000
	listWait  = 20 * time.Second
)

// A listed tool is one of a server, with the bytes of its schemas.
type listed struct {
	Name   string          `json:"name"`
	Input  json.RawMessage `json:"inputSchema"`
	Output json.RawMessage `json:"outputSchema"`
}

// list asks a server for all its tools.
func list(ctx context.Context, session *mcp.ClientSession) (map[string]listed, error) {
	ctx, cancel := context.WithTimeout(ctx, listWait)
	defer cancel()
	tools, cursor := map[string]listed{}, ""
	for range mostPages {
		asked, keep := capturing(ctx)
		result, err := session.ListTools(asked, &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			return nil, err
		}
		text := keep.get()
		if text == nil { // the SDK had it
			if text, err = json.Marshal(result); err != nil {
				return nil, err
			}
		}
		var page struct {
			Tools []listed `json:"tools"`
		}
		if err := json.Unmarshal(text, &page); err != nil {
			return nil, fmt.Errorf("its list of tools can't be read: %w", err)
		}
		for _, t := range page.Tools {
			tools[t.Name] = t
		}
		switch {
		case len(tools) > mostTools:
			return nil, fmt.Errorf("it lists more than %d tools", mostTools)
		case result.NextCursor == "":
			return tools, nil
		case result.NextCursor == cursor:
			return nil, errors.New("its list of tools never ends")
		}
		cursor = result.NextCursor
	}
	return nil, fmt.Errorf("it lists its tools on more than %d pages", mostPages)
}

// compare holds what the server lists against the contracts. A tool that does not keep its
// contract is suspended, the others go on.
func (u *mcpUpstream) compare(ctx context.Context, session *mcp.ClientSession) error {
	there, err := list(ctx, session)
	if err != nil {
		return err
	}
	u.mu.Lock()
	tools := u.tools
	u.mu.Unlock()
	for _, t := range tools {
		reason := "the server has no such tool"
		if has, ok := there[t.upstream]; ok {
			var unknown string
			if reason, unknown = breaks(ctx, t.Tool, has); unknown != "" {
				u.server.log.Info("a definition could not be compared whole", "provider", u.id, "tool", t.Name.Text, "reason", unknown)
			}
		}
		if reason != "" {
			u.server.log.Error("definition changed: the tool is suspended", "provider", u.id, "tool", t.Name.Text, "reason", reason)
		}
		if err := u.server.gateway.Suspend(u.id, u.config.Version, t.Name.Text, reason != ""); err != nil {
			u.server.log.Error("a tool can not be suspended", "provider", u.id, "tool", t.Name.Text, "error", err.Error())
		}
	}
	return nil
}

// breaks tells how a server's definition breaks the contract, with a value that proves it,
// or what was not proved.
func breaks(ctx context.Context, promised *contract.Tool, has listed) (reason, unknown string) {
	for _, side := range []struct {
		name     string
		contract contract.Document
		server   json.RawMessage
		side     schema.Side
	}{
		{"arguments", promised.Input, has.Input, schema.Input},
		{"result", promised.Output, has.Output, schema.Output},
	} {
		if side.contract == nil || side.server == nil && side.side == schema.Output {
			continue // one of both promises nothing; each result is checked
		}
		old, err := parsed(side.contract)
		if err != nil {
			return "", fmt.Sprintf("%s: %v", side.name, err)
		}
		now, err := parsed(contract.JSON(side.server))
		if err != nil {
			return fmt.Sprintf("the schema of its %s can't be used: %v", side.name, err), ""
		}
		switch c := schema.Compare(ctx, old, now, side.side, schema.Options{Model: schema.Declared}); {
		case c.Verdict == schema.Not && len(c.Breaks) > 0:
			b := c.Breaks[0]
			return fmt.Sprintf("%s: %s, such as %.200s", side.name, b.Message, b.Witness), ""
		case c.Verdict == schema.Unknown:
			unknown = fmt.Sprintf("%s: %s", side.name, c.Detail)
		}
	}
	return "", unknown
}

func parsed(d contract.Document) (*schema.Schema, error) {
	if d == nil || len(d.JSON()) == 0 {
		return schema.Parse([]byte("{}"))
	}
	return schema.Parse(d.JSON())
}

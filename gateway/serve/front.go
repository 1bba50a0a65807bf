package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/toolset"
	models "github.com/skilllint/skilllint/toolset"
)

// Members of _meta that are ours.
const (
	metaCall = "dev.skilllint/call"            // of results: gateway.Meta
	metaKey  = "dev.skilllint/idempotency-key" // of calls
)

// listTTL is how long, in milliseconds, a client may go by a list: a tool's removal date or
// a policy may change it without a reload.
const listTTL = 30_000

// An endpoint is one skill, as MCP sees it. All callers share it, and each list and call is
// decided for the one who asks.
type endpoint struct {
	server *Server
	skill  string
	mcp    *mcp.Server
	single *Caller // over stdio; nil where each request has its own

	listeners listeners
}

// endpoints are made when they are first asked for, and kept: clients listen to them for changes.
type endpoints struct {
	mu  sync.Mutex
	all map[string]*endpoint
}

// endpoint is that of a skill, or nil when there is none.
func (s *Server) endpoint(skill string) *endpoint {
	s.endpoints.mu.Lock()
	defer s.endpoints.mu.Unlock()
	state := s.state.Load()
	if !state.skills[skill] {
		return nil
	}
	e := s.endpoints.all[skill]
	if e == nil {
		e = s.newEndpoint(skill, nil)
		s.endpoints.all[skill] = e
	}
	return e
}

func (s *Server) newEndpoint(skill string, single *Caller) *endpoint {
	e := &endpoint{server: s, skill: skill, single: single}
	capabilities := &mcp.ServerCapabilities{
		Tools:   &mcp.ToolCapabilities{ListChanged: true},
		Prompts: &mcp.PromptCapabilities{}, // none: the SDK answers for them, so they are declared
	}
	if s.texts != nil {
		capabilities.Resources = &mcp.ResourceCapabilities{}
		capabilities.AddExtension(skillsExtension, map[string]any{"directoryRead": true})
	}
	e.mcp = mcp.NewServer(&mcp.Implementation{Name: "skillgw", Title: skill, Version: Version}, &mcp.ServerOptions{
		Capabilities: capabilities,
		PageSize:     1 << 20, // a skill's list is one page
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			c.CacheScope, c.TTLMs = "private", listTTL
		},
	})
	e.mcp.AddReceivingMiddleware(e.receive)
	e.mcp.AddTool(&mcp.Tool{Name: anyTool, InputSchema: json.RawMessage(`{"type":"object"}`)}, e.call)
	s.addSkillMethods(e)
	e.refresh()
	return e
}

// anyTool is what the SDK knows of tools: one that every call is made of. What is listed, and
// what a name means, is decided for each caller.
const anyTool = "any_tool"

type calledKey struct{}

// refresh tells the SDK which tools there are, for its checks of headers, and clients that
// listen that their lists may have changed.
func (e *endpoint) refresh() {
	const none = "tool_set_of_another_time"
	e.mcp.AddTool(&mcp.Tool{Name: none, InputSchema: json.RawMessage(`{"type":"object"}`)}, nil)
	for _, t := range e.server.state.Load().headers[e.skill] {
		e.mcp.AddTool(t, nil)
	}
	e.mcp.RemoveTools(none)
	e.listeners.tell()
}

// receive is between the protocol and the gateway.
func (e *endpoint) receive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		c := e.single
		if extra := req.GetExtra(); c == nil && extra != nil && extra.TokenInfo != nil {
			c, _ = extra.TokenInfo.Extra["caller"].(*Caller)
		}
		if c == nil || !c.may(e.skill) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "nobody is authenticated"}
		}
		ctx = context.WithValue(ctx, callerKey{}, c)
		switch method {
		case "tools/list":
			result, err := next(ctx, method, req)
			if err != nil {
				return nil, err
			}
			return e.list(ctx, c, result)
		case "tools/call":
			if call, ok := req.(*mcp.CallToolRequest); ok {
				params := *call.Params
				params.Name = anyTool
				ctx = context.WithValue(ctx, calledKey{}, call.Params.Name)
				return next(ctx, method, &mcp.CallToolRequest{Session: call.Session, Params: &params, Extra: call.Extra})
			}
		case "resources/list":
			if e.server.texts != nil {
				return e.resources(ctx, c, method, req, next)
			}
		}
		return next(ctx, method, req)
	}
}

// resources are the texts and files of the skills that the caller may enter.
func (e *endpoint) resources(ctx context.Context, c *Caller, method string, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	result, err := next(ctx, method, req)
	if list, ok := result.(*mcp.ListResourcesResult); ok && err == nil {
		list.Resources = e.server.resources(c)
	}
	return result, err
}

// enter begins an invocation of the skill for the caller, or takes up the one that he works on.
func (e *endpoint) enter(ctx context.Context, c *Caller) (context.Context, func(), error) {
	var leave func()
	var err error
	if c.call != nil {
		ctx, leave, err = e.server.gateway.Resume(ctx, *c.call)
	} else {
		ctx, leave, err = e.server.gateway.Enter(ctx, c.Identity, e.skill)
	}
	if err != nil {
		return nil, nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the skill is not served in a version that this agent may use"}
	}
	if c.call == nil {
		return ctx, leave, nil
	}
	ctx, cancel := context.WithDeadline(ctx, c.Expires)
	return ctx, func() { cancel(); leave() }, nil
}

// list puts the tools that this caller may call into the result.
func (e *endpoint) list(ctx context.Context, c *Caller, result mcp.Result) (mcp.Result, error) {
	ctx, leave, err := e.enter(ctx, c)
	if err != nil {
		return nil, err
	}
	defer leave()
	set, err := toolset.For(ctx, e.server.gateway)
	if err != nil {
		e.server.log.Error("tools can not be listed", "skill", e.skill, "error", err.Error())
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the tools can not be listed"}
	}
	list, ok := result.(*mcp.ListToolsResult)
	if !ok {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the tools can not be listed"}
	}
	list.Tools = []*mcp.Tool{}
	for i := range set.Tools {
		list.Tools = append(list.Tools, e.server.toolOf(&set.Tools[i]))
	}
	return list, nil
}

// toolOf is a tool as MCP describes it; schemas are the contract's bytes.
func (s *Server) toolOf(t *models.Tool) *mcp.Tool {
	m := &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: t.Input}
	if s.config.Names == "plain" {
		m.Name = t.Tool
	}
	if m.Description == "" {
		m.Description = t.Tool + " of " + t.Skill // clients and models want one
	}
	if output := t.MCPOutput(); output != nil {
		m.OutputSchema = output
	}
	if t.ReadOnly || t.Idempotent {
		m.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: t.ReadOnly, IdempotentHint: t.Idempotent}
	}
	return m
}

// call makes a call. Names are found in a table; one that is not there goes to the gateway
// as it is, which refuses it and puts that on record.
func (e *endpoint) call(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, _ := ctx.Value(calledKey{}).(string)
	ctx, leave, err := e.enter(ctx, callerIn(ctx))
	if err != nil {
		return nil, err
	}
	defer leave()
	if e.server.config.Names != "plain" {
		name = e.server.state.Load().names.tool(name)
	}
	relay := &relay{request: req, notify: func(p *mcp.ProgressNotificationParams) error { return req.Session.NotifyProgress(ctx, p) }}
	result, err := e.server.gateway.Do(withRelay(traced(ctx, req), relay), gateway.Request{
		Tool: name, Args: req.Params.Arguments, IdempotencyKey: keyOf(req),
	})
	var failure *gateway.Error
	switch {
	case err == nil:
		return resultOf(result, relay.content(result)), nil
	case errors.As(err, &failure):
		return denialOf(failure)
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the gateway failed"}
}

// keyOf is the idempotency key of a call: it names a call, and says nothing of who makes it.
func keyOf(req *mcp.CallToolRequest) string {
	if key, ok := req.Params.Meta[metaKey].(string); ok {
		return key
	}
	if req.Extra != nil && req.Extra.Header != nil {
		return req.Extra.Header.Get("Idempotency-Key")
	}
	return ""
}

// resultOf is the result of a call: the value's bytes, as text and, where it is an object,
// as structured content.
func resultOf(r *gateway.Result, content []mcp.Content) *mcp.CallToolResult {
	result := &mcp.CallToolResult{Meta: mcp.Meta{metaCall: r.Meta}, Content: content}
	if content == nil {
		result.Content = []mcp.Content{&mcp.TextContent{Text: textOf(r.Value)}}
	}
	if value := bytes.TrimSpace(r.Value); len(value) > 0 && value[0] == '{' {
		result.StructuredContent = r.Value
	}
	return result
}

// textOf is a value as text: a string is what it says, all else its JSON.
func textOf(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

// denialOf is how a call that was refused, or failed, is told: as a result that a model can
// act on, but for what the protocol has errors for.
func denialOf(e *gateway.Error) (*mcp.CallToolResult, error) {
	told, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("tell %s: %w", e.Code, err)
	}
	if code := gateway.SurfaceOf(e.Code).JSONRPC; code != 0 {
		return nil, &jsonrpc.Error{Code: int64(code), Message: e.Error(), Data: told}
	}
	return &mcp.CallToolResult{
		Meta:              mcp.Meta{metaCall: map[string]string{"call_id": e.CallID}},
		Content:           []mcp.Content{&mcp.TextContent{Text: string(told)}},
		StructuredContent: json.RawMessage(told),
		IsError:           true,
	}, nil
}

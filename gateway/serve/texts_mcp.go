package serve

import (
	"context"
	"mime"
	"path"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type (
	skillsParams struct {
		mcp.ParamsBase
		Cursor string `json:"cursor,omitempty"`
		URI    string `json:"uri,omitempty"`
	}
	skillsList struct {
		mcp.ResultBase
		mcp.Cacheable
		Type   string        `json:"resultType"`
		Skills []*skillEntry `json:"skills"`
	}
	skillsOne struct {
		mcp.ResultBase
		mcp.Cacheable
		Type  string      `json:"resultType"`
		Skill *skillEntry `json:"skill"`
	}
)

var privately = mcp.Cacheable{CacheScope: "private", TTLMs: listTTL}

// addSkillMethods serves skills/list and skills/get.
func (s *Server) addSkillMethods(e *endpoint) {
	if s.texts == nil {
		return
	}
	e.mcp.AddResourceTemplate(&mcp.ResourceTemplate{Name: "skills", Description: "The files of a skill", URITemplate: "skill://{+path}"}, s.resource)
	_ = mcp.AddReceivingCustomMethod(e.mcp, "skills/list", func(ctx context.Context, _ *mcp.ServerSession, _ *skillsParams) (*skillsList, error) {
		list := s.texts.of(s, callerIn(ctx))
		if list == nil {
			list = []*skillEntry{}
		}
		return &skillsList{Cacheable: privately, Type: "complete", Skills: list}, nil
	})
	_ = mcp.AddReceivingCustomMethod(e.mcp, "skills/get", func(ctx context.Context, _ *mcp.ServerSession, p *skillsParams) (*skillsOne, error) {
		for _, entry := range s.texts.of(s, callerIn(ctx)) {
			if p != nil && entry.URI == p.URI {
				return &skillsOne{Cacheable: privately, Type: "complete", Skill: entry}, nil
			}
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no such skill"}
	})
}

// resources lists the manifests of the skills.
func (s *Server) resources(c *Caller) []*mcp.Resource {
	list := []*mcp.Resource{}
	for _, e := range s.texts.of(s, c) {
		list = append(list, &mcp.Resource{URI: e.URI, Name: e.name, Description: e.description, MIMEType: "text/markdown"})
	}
	return list
}

// resource reads a file of a skill.
func (s *Server) resource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	for _, e := range s.texts.of(s, callerIn(ctx)) {
		for _, f := range e.Resources {
			if f.URI != uri {
				continue
			}
			data, err := s.texts.read(f.path)
			if err != nil || digestOf(data) != f.Digest {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the file has changed since the skill was listed; it is served after a reload"}
			}
			content := &mcp.ResourceContents{URI: uri, MIMEType: mimeOf(f.path)}
			if utf8.Valid(data) {
				content.Text = string(data)
			} else {
				content.Blob = data
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{content}}, nil
		}
	}
	return nil, mcp.ResourceNotFoundError(uri)
}

func mimeOf(p string) string {
	switch path.Ext(p) {
	case ".md":
		return "text/markdown"
	case ".py", ".ts", ".js", ".sh", ".go", ".yaml", ".yml":
		return "text/plain"
	}
	if t := mime.TypeByExtension(path.Ext(p)); t != "" {
		return t
	}
	return "application/octet-stream"
}

package serve

import (
	"context"
	"mime"
	"net/url"
	"path"
	"strings"
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
	directory struct {
		mcp.ResultBase
		mcp.Cacheable
		Type      string          `json:"resultType"`
		Resources []*mcp.Resource `json:"resources"`
	}
)

var privately = mcp.Cacheable{CacheScope: "private", TTLMs: listTTL}

// addSkillMethods serves skills/list, skills/get and resources/directory/read. Their lists are
// short enough to be one page, so there are no cursors.
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
	_ = mcp.AddReceivingCustomMethod(e.mcp, "resources/directory/read", func(ctx context.Context, _ *mcp.ServerSession, p *skillsParams) (*directory, error) {
		for _, entry := range s.texts.of(s, callerIn(ctx)) {
			if p == nil || p.Cursor != "" {
				break
			}
			if children := entry.below(p.URI); len(children) > 0 {
				return &directory{Cacheable: privately, Type: "complete", Resources: children}, nil
			}
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no such directory"}
	})
}

// below are the files and folders that stand in a folder of the skill, itself skill://NAME;
// none when the URI is no folder's.
func (e *skillEntry) below(uri string) (list []*mcp.Resource) {
	if root := "skill://" + e.name; uri != root && !strings.HasPrefix(uri, root+"/") {
		return nil
	}
	seen := map[string]bool{}
	for _, f := range e.Resources {
		rest, ok := strings.CutPrefix(f.URI, uri+"/")
		if !ok {
			continue
		}
		child, _, deeper := strings.Cut(rest, "/")
		name, err := url.PathUnescape(child)
		switch {
		case err != nil || seen[child]:
		case deeper:
			seen[child] = true
			list = append(list, &mcp.Resource{URI: uri + "/" + child, Name: name, MIMEType: "inode/directory"})
		default:
			list = append(list, &mcp.Resource{URI: f.URI, Name: name, MIMEType: mimeOf(f.path), Size: f.Size})
		}
	}
	return list
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

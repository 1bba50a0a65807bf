package serve

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	models "github.com/skilllint/skilllint/toolset"
)

// source is the version of the source tree, which scripts/bump.sh raises.
//
//go:embed VERSION
var source string

// release is set by the linker in released programs.
var release string

// Version is what the server says of itself.
var Version = cmp.Or(release, strings.TrimSpace(source))

// Options are what a program of one's own adds to the configuration.
type Options struct {
	// Functions are tools that are Go functions, by skill and tool.
	Functions map[string]map[string]gateway.Handler
	// Authenticator takes the place of the configuration's auth.
	Authenticator Authenticator
	// Policy may refuse what the contracts allow.
	Policy gateway.Policy
	// Log takes messages; nil is JSON on stderr.
	Log *slog.Logger
	// File is where the configuration was read from; [Server.Reload] reads it again.
	File string
}

// A Server is a gateway behind MCP.
type Server struct {
	config    *Config // of the start: addresses, stores and limits stay
	options   Options
	log       *slog.Logger
	level     *slog.LevelVar
	gateway   *gateway.Gateway
	stores    *stores
	metrics   *metrics
	traces    func(context.Context) error // ends them
	texts     *texts                      // nil without the skills' folder
	seal      seal                        // of tokens of calls
	state     atomic.Pointer[state]
	endpoints endpoints
	draining  atomic.Bool

	reloading sync.Mutex
	upstreams upstreams
}

// A state is what a reload replaces, as a whole.
type state struct {
	config  *Config
	auth    Authenticator
	skills  map[string]bool        // that may be entered
	imports map[string]bool        // that import tools
	names   names                  // of tools, as models write them
	headers map[string][]*mcp.Tool // of each skill, for the SDK's checks of headers
	catalog contract.Catalog
	pace    *pace
	mark    string // of the files that it was read from
}

// New builds a server: it opens the stores and begins to reach the providers, and opens no
// port. It fails for whatever could not work.
func New(ctx context.Context, config *Config, options Options) (_ *Server, err error) {
	s := &Server{config: config, options: options, level: new(slog.LevelVar)}
	s.endpoints.all = map[string]*endpoint{}
	if s.log = options.Log; s.log == nil {
		s.log = slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: s.level}))
	}
	_ = s.level.UnmarshalText([]byte(config.Log)) // Load has checked it
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	next, core, err := s.read(config)
	if err != nil {
		return nil, err
	}
	if s.metrics, err = newMetrics(s); err != nil {
		return nil, err
	}
	if s.stores, err = openStores(ctx, config, s.log); err != nil {
		return nil, err
	}
	if s.texts, err = openTexts(config.Skills); err != nil {
		return nil, err
	}
	telemetry, err := s.telemetry(ctx)
	if err != nil {
		return nil, err
	}
	var key audit.Key
	if _, err := hex.Decode(key[:], []byte(config.AuditKey)); err != nil {
		return nil, fmt.Errorf("audit_key: %w", err)
	}
	s.seal = newSeal(key[:])
	s.gateway, err = gateway.New(next.catalog, gateway.Options{
		Audit: s.stores.log, AuditKey: key, Quota: s.stores.quota, Subscriptions: s.stores.subscriptions,
		Policy: options.Policy, Telemetry: telemetry, Core: core, Shared: s.stores.shared,
		AllowOnQuotaOutage: config.AllowOnQuotaOutage, AllowOnAuditOutage: config.AllowOnAuditOutage,
		Cache:  gateway.Cache{TTL: config.CacheTTL},
		Limits: gateway.Limits{Arguments: config.Limits.Arguments, Result: config.Limits.Result, Timeout: config.Limits.Timeout},
	})
	if err != nil {
		return nil, err
	}
	for skill, tools := range options.Functions {
		if err := s.gateway.Register(skill, "", tools); err != nil {
			return nil, err
		}
	}
	s.state.Store(next)
	return s, s.upstreams.follow(s, config.Providers, next.catalog)
}

// read makes the state of a configuration: all that can be wrong is found before anything changes.
func (s *Server) read(config *Config) (*state, *contract.Contract, error) {
	next := &state{config: config, skills: map[string]bool{}, imports: map[string]bool{}, headers: map[string][]*mcp.Tool{}, pace: newPace(config.Limits), mark: s.fingerprint(config)}
	if err := readJSON(config.Contracts, &next.catalog); err != nil {
		return nil, nil, err
	}
	var core *contract.Contract
	if config.Core != "" {
		var catalog contract.Catalog
		if err := readJSON(config.Core, &catalog); err != nil {
			return nil, nil, err
		}
		if len(catalog.Contracts) != 1 {
			return nil, nil, fmt.Errorf("%s: %d contracts, expected one", config.Core, len(catalog.Contracts))
		}
		core = catalog.Contracts[0]
	}
	for _, c := range next.catalog.Contracts {
		next.skills[c.ID.Text] = true
		next.imports[c.ID.Text] = next.imports[c.ID.Text] || len(c.Imports) > 0
	}
	for id := range config.Providers {
		if !next.skills[id] && (core == nil || id != contract.Core) {
			return nil, nil, fmt.Errorf("providers: no contract of a skill %q in %s", id, config.Contracts)
		}
	}
	next.names = namesOf(next.catalog, core)
	for id := range next.skills {
		tools, err := annotated(s, next.catalog, id)
		if err != nil {
			return nil, nil, err
		}
		next.headers[id] = tools
	}
	next.auth = s.options.Authenticator
	if old := s.state.Load(); old != nil && reflect.DeepEqual(old.config.Auth, config.Auth) {
		next.auth = old.auth // with the issuer's keys, which may not be had just now
	}
	if next.auth == nil {
		var err error
		if next.auth, err = authenticatorOf(config.Auth); err != nil {
			return nil, nil, err
		}
	}
	return next, core, nil
}

// annotated are a skill's tools whose schemas ask for headers (x-mcp-header), which the SDK
// compares with the arguments.
func annotated(s *Server, catalog contract.Catalog, skill string) (list []*mcp.Tool, err error) {
	for _, c := range catalog.Versions(skill) {
		for i := range c.Exports {
			t := &c.Exports[i]
			if t.Input == nil || !hasHeader(t.Input.JSON()) {
				continue
			}
			set, err := models.New([]models.Entry{{Skill: skill, Tool: t}})
			if err != nil {
				return nil, err
			}
			tool := s.toolOf(&set.Tools[0])
			if err := tried(tool); err != nil {
				return nil, fmt.Errorf("tool %q of %q: %w", t.Name.Text, skill, err)
			}
			list = append(list, tool)
		}
	}
	return list, nil
}

// tried adds a tool to a server of its own: the SDK panics for what it can't use.
func tried(t *mcp.Tool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	mcp.NewServer(&mcp.Implementation{Name: "trial"}, nil).AddTool(t, nil)
	return nil
}

// Gateway is the gateway behind the server, for programs that enter skills themselves.
func (s *Server) Gateway() *gateway.Gateway { return s.gateway }

// Reload reads the configuration and the contracts again, and takes them as a whole, or
// not at all. What is opened at the start stays as it is: addresses, stores, core tools.
func (s *Server) Reload(context.Context) error {
	s.reloading.Lock()
	defer s.reloading.Unlock()
	config := s.state.Load().config
	if s.options.File != "" {
		var err error
		if config, err = Load(s.options.File); err != nil {
			return err
		}
	}
	next, _, err := s.read(config)
	if err != nil {
		return err
	}
	texts, err := openTexts(s.config.Skills)
	if err != nil {
		return err
	}
	if err := s.gateway.Reload(next.catalog); err != nil {
		return err
	}
	if s.texts != nil {
		s.texts.replace(texts)
	}
	s.state.Store(next)
	err = s.upstreams.follow(s, config.Providers, next.catalog)
	s.endpoints.mu.Lock()
	defer s.endpoints.mu.Unlock()
	for _, e := range s.endpoints.all {
		e.refresh()
	}
	s.log.Info("reloaded", "skills", len(next.skills))
	return err
}

// Close ends what New began: providers, then the stores, which are the last to be needed.
func (s *Server) Close() error {
	s.upstreams.close()
	var errs []error
	if s.stores != nil {
		errs = append(errs, s.stores.close())
	}
	if s.traces != nil {
		ctx, cancel := context.WithTimeout(context.Background(), tracesWait)
		defer cancel()
		errs = append(errs, s.traces(ctx))
	}
	return errors.Join(errs...)
}

func readJSON(file string, v any) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

func hasHeader(schema []byte) bool { return bytes.Contains(schema, []byte(`"x-mcp-header"`)) }

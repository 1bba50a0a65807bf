package serve

import "time"

// A Config is what the operator decides, in one YAML file. Every string may hold ${NAME},
// which is replaced by the environment's variable.
type Config struct {
	Listen    string   `yaml:"listen" doc:"Address to serve MCP on, as host:port." default:"127.0.0.1:8080"`
	Admin     string   `yaml:"admin" doc:"Address of /healthz, /readyz and /metrics, which ask nobody who he is. Empty: /healthz and /readyz are served at listen, without names of parts, and /metrics is not."`
	PublicURL string   `yaml:"public_url" doc:"URL at which clients reach the gateway, without a path. Its host is the one that requests may name."`
	Origins   []string `yaml:"origins" doc:"Origins of browser pages that may call, such as https://chat.example.com. Others are refused."`

	Contracts string `yaml:"contracts" required:"true" doc:"File of checked contracts: skilllint check -o contracts=FILE."`
	Core      string `yaml:"core" doc:"File with one contract in the same form: the tools that every skill may call."`
	Skills    string `yaml:"skills" doc:"Folder of the skills themselves. With it, their text and files are served as resources to who may enter them."`
	Names     string `yaml:"names" enum:"qualified,plain" default:"qualified" doc:"How tools are called in tools/list: skill__tool, or the tool's name alone."`

	Auth      Auth                `yaml:"auth" doc:"Who may call over HTTP. Without it, nobody may."`
	Providers map[string]Provider `yaml:"providers" doc:"Who serves the tools of a skill, by the skill's id."`

	Quota         DSN            `yaml:"quota" default:"memory" doc:"Where calls are counted: memory (one process), sqlite:PATH (one host), redis://HOST:PORT/DB or rediss://… (many)."`
	Audit         DSN            `yaml:"audit" required:"true" doc:"Where calls are recorded: files:FOLDER, sqlite:PATH, or postgres://…."`
	AuditKey      Secret         `yaml:"audit_key" required:"true" doc:"32 bytes in hexadecimal, which make the digests of arguments and results."`
	AuditSign     Secret         `yaml:"audit_sign" doc:"Ed25519 seed, 32 bytes in hexadecimal, which signs the audit log. skillgw audit public prints the public half."`
	Shared        DSN            `yaml:"shared" doc:"Where gateways share outcomes of calls with idempotency keys and first definitions: sqlite:PATH or redis://…. Default: as quota."`
	Subscriptions *Subscriptions `yaml:"subscriptions" doc:"Who has subscribed. Required if a contract asks for subscriptions."`

	Limits Limits `yaml:"limits" doc:"Bounds."`

	AllowOnQuotaOutage []string `yaml:"allow_on_quota_outage" doc:"Providers whose tools may be called, uncounted, while the quota store does not answer."`
	AllowOnAuditOutage bool     `yaml:"allow_on_audit_outage" doc:"Make calls that are not on record while the audit log does not answer."`

	CacheTTL time.Duration `yaml:"cache_ttl" doc:"How long results of read-only tools are kept. 0: not at all."`
	Log      string        `yaml:"log" enum:"debug,info,warn,error" default:"info" doc:"The least severe messages of the log on stderr, which is JSON."`
	Traces   string        `yaml:"traces" doc:"URL of an OTLP receiver over HTTP, such as http://collector:4318. Empty: no traces."`
}

// Auth says who may call. Tokens are bearer tokens (RFC 6750).
type Auth struct {
	JWT    *JWT    `yaml:"jwt" doc:"Tokens of an authorisation server."`
	Tokens []Token `yaml:"tokens" doc:"Fixed tokens, for small installations."`
}

// JWT says which signed tokens are believed.
type JWT struct {
	Issuer     string   `yaml:"issuer" required:"true" doc:"The iss that tokens have."`
	Audience   string   `yaml:"audience" doc:"The aud that tokens have. Default: public_url."`
	JWKSURL    string   `yaml:"jwks_url" doc:"Where the issuer's keys are. They are fetched again when a token names one that is not known, and every ten minutes."`
	JWKSFile   string   `yaml:"jwks_file" doc:"File with the keys, in place of jwks_url. It is read again when it changes."`
	Algorithms []string `yaml:"algorithms" doc:"Signatures that are believed. HMAC and none never are. Default: RS256, ES256, EdDSA."`
	Claims     Claims   `yaml:"claims" doc:"Which claims say who calls."`
}

// Claims are names of claims.
type Claims struct {
	Org     string `yaml:"org" default:"org" doc:"The organisation. Required in the token."`
	User    string `yaml:"user" default:"sub" doc:"The user. Required in the token."`
	Session string `yaml:"session" default:"sid" doc:"The session, if there is one."`
	Agent   string `yaml:"agent" default:"azp" doc:"The agent, if there is one."`
	Skills  string `yaml:"skills" default:"scope" doc:"The skills that may be entered: a list of ids, or words of which those that are skill:ID count; * for all."`
}

// A Token is a fixed token, of which only the hash is stored.
type Token struct {
	Hash    string   `yaml:"hash" required:"true" doc:"sha256: and the SHA-256 of the token in hexadecimal. Take a random token of 32 bytes."`
	Org     string   `yaml:"org" required:"true" doc:"The organisation that it stands for."`
	User    string   `yaml:"user" required:"true" doc:"The user that it stands for."`
	Session string   `yaml:"session" doc:"The session."`
	Agent   string   `yaml:"agent" doc:"The agent."`
	Skills  []string `yaml:"skills" required:"true" doc:"The skills that may be entered; * for all."`
}

// A Provider serves the tools of a skill: one of mcp and http.
type Provider struct {
	Version string            `yaml:"version" doc:"The version of the skill that it serves. Default: every version."`
	MCP     *MCPProvider      `yaml:"mcp" doc:"An MCP server."`
	HTTP    *HTTPProvider     `yaml:"http" doc:"An HTTP endpoint, called with POST, the arguments as JSON body; the answer's body is the result."`
	Tools   map[string]string `yaml:"tools" doc:"What the provider calls tools that it names differently, by the contract's names."`
}

// An MCPProvider is an MCP server: a command to run, or the URL of one that runs.
type MCPProvider struct {
	Command []string          `yaml:"command" doc:"Program and arguments of a server over stdio. It is started, supervised and stopped."`
	Dir     string            `yaml:"dir" doc:"The program's working directory."`
	Env     map[string]string `yaml:"env" doc:"The program's environment, besides PATH and HOME."`
	URL     string            `yaml:"url" doc:"Endpoint of a server over streamable HTTP."`
	Headers map[string]Secret `yaml:"headers" doc:"Headers of requests to the URL."`
}

// An HTTPProvider is an HTTP endpoint.
type HTTPProvider struct {
	URL     string            `yaml:"url" required:"true" doc:"Where calls go; {tool} stands for the tool's name."`
	Headers map[string]Secret `yaml:"headers" doc:"Headers of requests."`
}

// Subscriptions says who has subscribed to what: one of file, url and query.
type Subscriptions struct {
	File     string            `yaml:"file" doc:"YAML or JSON file: a list of {org, user, skill}; * stands for all. It is read again when it changes."`
	URL      string            `yaml:"url" doc:"Asked by GET with org, user and skill as query. 200 with {\"subscribed\": true|false}."`
	Headers  map[string]Secret `yaml:"headers" doc:"Headers of requests to the URL."`
	Database DSN               `yaml:"database" doc:"sqlite:PATH or postgres://… that query is asked of."`
	Query    string            `yaml:"query" doc:"SQL with $1 org, $2 user, $3 skill: a row means subscribed."`
	Remember time.Duration     `yaml:"remember" default:"1m" doc:"How long a positive answer is gone by."`
}

// Limits bound what callers may take.
type Limits struct {
	Body        int           `yaml:"body" default:"2097152" doc:"Bytes of a request."`
	Arguments   int           `yaml:"arguments" default:"1048576" doc:"Bytes of a call's arguments."`
	Result      int           `yaml:"result" default:"8388608" doc:"Bytes of a result."`
	Concurrency int           `yaml:"concurrency" default:"32" doc:"Requests under way of one user."`
	Rate        int           `yaml:"rate" default:"200" doc:"Requests a second of one user, with twice as many at once."`
	Total       int           `yaml:"total" default:"1024" doc:"Requests under way of all users."`
	Listeners   int           `yaml:"listeners" default:"4096" doc:"Clients of all users that listen for changed lists; of one user, as many as concurrency says."`
	Timeout     time.Duration `yaml:"timeout" default:"30s" doc:"Time of a call whose tool says none."`
	Drain       time.Duration `yaml:"drain" default:"30s" doc:"How long a stop waits for calls under way."`
}

// A Secret is a value that is not written into the file: ${NAME}, or file:PATH.
type Secret string

// A DSN says where a store is. A password in it is written as ${NAME}.
type DSN string

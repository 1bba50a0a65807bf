package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"log"
	"log/slog"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/otel"
)

// metrics are what Prometheus is told, besides the durations of calls.
type metrics struct {
	registry *prometheus.Registry
	meters   *sdkmetric.MeterProvider
	calls    *prometheus.CounterVec
	refused  *prometheus.CounterVec
	restarts *prometheus.CounterVec
}

func newMetrics(s *Server) (*metrics, error) {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "skillgw_calls_total", Help: "Calls of tools by what became of them; code is empty for success."},
			[]string{"provider", "tool", "code"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "skillgw_refused_requests_total", Help: "HTTP requests that were refused before a call was made of them."},
			[]string{"reason"}),
		restarts: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "skillgw_provider_disconnects_total", Help: "Connections to MCP servers that ended or failed."},
			[]string{"provider"}),
	}
	ready := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "skillgw_ready", Help: "1 while stores and providers are reached."}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if len(s.faults(ctx)) > 0 {
			return 0
		}
		return 1
	})
	m.registry.MustRegister(m.calls, m.refused, m.restarts, ready, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	exporter, err := otelprom.New(otelprom.WithRegisterer(m.registry))
	if err != nil {
		return nil, err
	}
	m.meters = sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter))
	return m, nil
}

// telemetry counts, times, traces and logs each call.
func (s *Server) telemetry(ctx context.Context) (gateway.Telemetry, error) {
	all := telemetry{metrics: s.metrics, logged: gateway.Slog(s.log)}
	var err error
	if s.config.Traces == "" {
		all.traced, err = otel.New(noop.NewTracerProvider(), s.metrics.meters)
		return all, err
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(s.config.Traces+"/v1/traces"))
	if err != nil {
		return nil, err
	}
	tracers := trace.NewTracerProvider(trace.WithBatcher(exporter),
		trace.WithResource(resource.NewSchemaless(attribute.String("service.name", "skillgw"), attribute.String("service.version", Version))))
	s.traces = tracers.Shutdown
	all.traced, err = otel.New(tracers, s.metrics.meters)
	return all, err
}

type telemetry struct {
	metrics        *metrics
	traced, logged gateway.Telemetry
}

func (t telemetry) Start(ctx context.Context, tool string) (context.Context, gateway.Span) {
	ctx, traced := t.traced.Start(ctx, tool)
	_, logged := t.logged.Start(ctx, tool)
	return ctx, span{t.metrics, traced, logged}
}

type span struct {
	metrics        *metrics
	traced, logged gateway.Span
}

func (s span) TraceID() string { return s.traced.TraceID() }

func (s span) End(e gateway.CallEnd) {
	tool := e.Tool
	if e.Provider == "" {
		tool = "" // a name that a caller made up
	}
	s.metrics.calls.WithLabelValues(e.Provider, tool, string(e.Code)).Inc()
	s.traced.End(e)
	s.logged.End(e)
}

// admin is what an operator looks at.
func (s *Server) admin() http.Handler {
	mux := s.probes(true)
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	return mux
}

// probes is what a load balancer asks: does it run, is it ready, and if told, what is not.
func (s *Server) probes(told bool) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		faults := s.faults(ctx)
		if len(faults) > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		for what := range faults {
			s.log.Debug("not ready", "what", what, "error", faults[what].Error())
		}
		names := []string{}
		for what := range faults {
			names = append(names, what)
		}
		answer := map[string]any{"ready": len(faults) == 0}
		if told {
			answer["not_ready"] = names
		}
		_ = json.NewEncoder(w).Encode(answer)
	})
	return mux
}

// metadata tells clients where tokens come from (RFC 9728).
func (s *Server) metadata(w http.ResponseWriter, r *http.Request) {
	if !s.ownHost(r) {
		http.Error(w, "this host is not served here", http.StatusMisdirectedRequest)
		return
	}
	skill, c := r.PathValue("skill"), s.config.Auth.JWT
	m := &oauthex.ProtectedResourceMetadata{
		Resource: s.base(r), AuthorizationServers: []string{c.Issuer},
		BearerMethodsSupported: []string{"header"}, ResourceName: "skillgw",
	}
	if skill != "" {
		m.Resource += "/mcp/" + skill
		m.ScopesSupported = []string{"skill:" + skill}
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(m)
}

// faults are the parts that can't be reached.
func (s *Server) faults(ctx context.Context) map[string]error {
	faults := s.upstreams.ready(ctx)
	for what, ask := range s.stores.asks {
		if err := ask(ctx); err != nil {
			faults[what] = err
		}
	}
	if s.draining.Load() {
		faults["draining"] = context.Canceled
	}
	return faults
}

// quiet is a log for what net/http has to say of connections.
func quiet(to *slog.Logger) *log.Logger { return log.New(debugWriter{to}, "", 0) }

type debugWriter struct{ log *slog.Logger }

func (w debugWriter) Write(p []byte) (int, error) {
	w.log.Debug("http", "message", string(bytes.TrimSpace(p)))
	return len(p), nil
}

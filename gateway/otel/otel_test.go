package otel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/otel"
)

type log struct{ traces []string }

func (l *log) Intent(context.Context, audit.Record) error { return nil }
func (l *log) Outcome(_ context.Context, r audit.Record) error {
	l.traces = append(l.traces, r.TraceID)
	return nil
}
func (l *log) Denial(_ context.Context, r audit.Record) error {
	l.traces = append(l.traces, r.TraceID)
	return nil
}

// TestSpans: calls below calls are spans below spans, and what is refused has one too.
func TestSpans(t *testing.T) {
	var catalog contract.Catalog
	if err := json.Unmarshal([]byte(`{"version": 1, "contracts": [{"id": "p", "exports": [{"name": "inner"}, {"name": "private"}]},
		{"id": "c", "exports": [{"name": "outer"}], "imports": [{"from": "p", "tools": ["inner"]}]}]}`), &catalog); err != nil {
		t.Fatal(err)
	}
	spans := tracetest.NewSpanRecorder()
	reader := metric.NewManualReader()
	telemetry, err := otel.New(trace.NewTracerProvider(trace.WithSpanProcessor(spans)), metric.NewMeterProvider(metric.WithReader(reader)))
	if err != nil {
		t.Fatal(err)
	}
	l := &log{}
	g, err := gateway.New(catalog, gateway.Options{Audit: l, Telemetry: telemetry})
	if err != nil {
		t.Fatal(err)
	}
	handlers := map[string]map[string]gateway.Handler{
		"p": {"inner": func(context.Context, json.RawMessage) (json.RawMessage, error) { return nil, nil }},
		"c": {"outer": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			_, err := gateway.Call(ctx, "inner", nil)
			return nil, err
		}},
	}
	for skill, tools := range handlers {
		if err := g.Register(skill, "", tools); err != nil {
			t.Fatal(err)
		}
	}
	ctx, leave, err := g.Enter(t.Context(), gateway.Identity{Org: "secret-org", User: "alice"}, "c")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	g.Call(ctx, "outer", nil)
	g.Call(ctx, "private", nil)
	g.Call(ctx, "made-up-by-a-caller", nil)

	var got []string
	for _, s := range spans.Ended() {
		code := ""
		for _, a := range s.Attributes() {
			if a.Key == "error.type" {
				code = a.Value.AsString()
			}
		}
		got = append(got, strings.TrimSpace(fmt.Sprint(s.Name(), " ", s.SpanKind(), " ", code)))
		if !slices.Contains(l.traces, s.SpanContext().TraceID().String()) {
			t.Errorf("no record refers to the trace of %s", s.Name())
		}
		if all := fmt.Sprint(s.Name(), s.Attributes(), s.Events()); strings.Contains(all, "secret") || strings.Contains(all, "made-up") {
			t.Errorf("the span tells %s", all)
		}
	}
	want := []string{"tools/call inner server", "tools/call outer server", "tools/call private server tool_not_imported", "tools/call server tool_not_found"}
	if !slices.Equal(got, want) {
		t.Errorf("spans are %q", got)
	}
	if ended := spans.Ended(); ended[0].Parent().SpanID() != ended[1].SpanContext().SpanID() {
		t.Error("the inner call is not below the outer one")
	}
	var data metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	m := data.ScopeMetrics[0].Metrics[0]
	if points := m.Data.(metricdata.Histogram[float64]).DataPoints; m.Name != "mcp.server.operation.duration" || len(points) != 4 {
		t.Errorf("%s has %d points", m.Name, len(points))
	}
}

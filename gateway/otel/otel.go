// Package otel is a gateway's Telemetry for OpenTelemetry: a span and a duration for each
// call, named by the semantic conventions for generative AI and MCP (status: development,
// read 2026-11-21). It is a module of its own, so that only who imports it depends on
// OpenTelemetry.
//
// Arguments, results, organisations and users are not in it, and no name that a caller
// made up: spans of tools that do not exist are all called alike. It sets up no exporter.
package otel

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/skilllint/skilllint/gateway"
)

const (
	scope  = "github.com/skilllint/skilllint/gateway/otel"
	method = "tools/call"
)

// New makes a Telemetry. It fails only if the meter does.
func New(tracers trace.TracerProvider, meters metric.MeterProvider) (gateway.Telemetry, error) {
	duration, err := meters.Meter(scope).Float64Histogram("mcp.server.operation.duration",
		metric.WithUnit("s"), metric.WithDescription("Duration of tool calls, refused ones too"),
		metric.WithExplicitBucketBoundaries(0.0001, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300))
	if err != nil {
		return nil, err
	}
	return &telemetry{tracers.Tracer(scope), duration}, nil
}

type telemetry struct {
	tracer   trace.Tracer
	duration metric.Float64Histogram
}

// Start implements gateway.Telemetry. The tool's name is added when the call ends, once it
// is known to be one.
func (t *telemetry) Start(ctx context.Context, _ string) (context.Context, gateway.Span) {
	ctx, s := t.tracer.Start(ctx, method, trace.WithSpanKind(trace.SpanKindServer))
	return ctx, &span{ctx, s, t.duration}
}

type span struct {
	ctx context.Context
	trace.Span
	duration metric.Float64Histogram
}

// TraceID implements gateway.Span.
func (s *span) TraceID() string {
	if c := s.SpanContext(); c.HasTraceID() {
		return c.TraceID().String()
	}
	return ""
}

// End implements gateway.Span.
func (s *span) End(e gateway.CallEnd) {
	attributes := []attribute.KeyValue{
		attribute.String("mcp.method.name", method),
		attribute.String("gen_ai.operation.name", "execute_tool"),
	}
	if e.Provider != "" {
		s.SetName(method + " " + e.Tool)
		attributes = append(attributes, attribute.String("gen_ai.tool.name", e.Tool), attribute.String("skilllint.provider", e.Provider))
	}
	if e.Consumer != "" {
		attributes = append(attributes, attribute.String("skilllint.consumer", e.Consumer))
	}
	if e.Code != "" {
		attributes = append(attributes, attribute.String("error.type", string(e.Code)))
		s.SetStatus(codes.Error, string(e.Code))
	}
	if e.Cause != nil {
		s.RecordError(e.Cause)
	}
	s.duration.Record(s.ctx, e.Duration.Seconds(), metric.WithAttributes(attributes...))
	s.SetAttributes(append(attributes,
		attribute.String("gen_ai.tool.call.id", e.CallID), attribute.String("skilllint.provider.version", e.ProviderVersion),
		attribute.Int("skilllint.depth", e.Depth), attribute.Int("skilllint.attempts", e.Attempts), attribute.Bool("skilllint.cached", e.Cached))...)
	s.Span.End()
}

package gateway

import (
	"context"
	"log/slog"
	"time"
)

// Telemetry observes calls. Spans begin before anything is decided, so that denials are
// seen too. Arguments and results are not shown to it. Package gateway/otel is one for
// OpenTelemetry.
type Telemetry interface {
	// Start begins the span of a call; what runs below it gets the context.
	Start(ctx context.Context, tool string) (context.Context, Span)
}

// A Span is one call under observation.
type Span interface {
	// TraceID is what the audit record refers to, or "".
	TraceID() string
	// End ends the span. It is called once.
	End(CallEnd)
}

// A CallEnd is what became of a call.
type CallEnd struct {
	Identity
	CallID, ParentCallID string
	Consumer, Provider   string // "" where they are not known
	ProviderVersion      string
	Tool                 string
	Depth                int
	Code                 Code // "" for a call that succeeded
	// Cause is why a provider, a store or a policy failed. Callers are not told.
	Cause    error
	Attempts int // 0 for a call that was not dispatched
	Cached   bool
	Duration time.Duration
}

// Slog logs each call when it ends: refusals as warnings, failures of providers and
// stores as errors, the rest as information.
func Slog(logger *slog.Logger) Telemetry { return slogTelemetry{logger} }

type slogTelemetry struct{ logger *slog.Logger }

func (t slogTelemetry) Start(ctx context.Context, _ string) (context.Context, Span) {
	return ctx, slogSpan{ctx, t.logger}
}

type slogSpan struct {
	ctx    context.Context
	logger *slog.Logger
}

func (slogSpan) TraceID() string { return "" }

func (s slogSpan) End(e CallEnd) {
	level := slog.LevelInfo
	switch surface := SurfaceOf(e.Code); {
	case e.Code == "":
	case surface.HTTP >= 500:
		level = slog.LevelError
	default:
		level = slog.LevelWarn
	}
	if !s.logger.Enabled(s.ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("tool", e.Tool), slog.String("consumer", e.Consumer), slog.String("provider", e.Provider),
		slog.String("call_id", e.CallID), slog.String("org", e.Org), slog.Duration("duration", e.Duration),
	}
	if e.Code != "" {
		attrs = append(attrs, slog.String("error", string(e.Code)))
	}
	if e.Cause != nil {
		attrs = append(attrs, slog.String("cause", e.Cause.Error()))
	}
	if e.Attempts > 1 {
		attrs = append(attrs, slog.Int("attempts", e.Attempts))
	}
	s.logger.LogAttrs(s.ctx, level, "tool call", attrs...)
}

// noSpan is the span where nobody observes.
type noSpan struct{}

func (noSpan) TraceID() string { return "" }
func (noSpan) End(CallEnd)     {}

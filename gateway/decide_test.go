package gateway

import (
	"testing"
	"time"
)

// TestDecideAllocatesNothing: neither what is allowed nor what is refused.
func TestDecideAllocatesNothing(t *testing.T) {
	s := benchGateway(t, 50).snapshot.Load()
	consumer, now := s.skills["skill_1"].current, time.Now()
	for tool, want := range map[string]Code{"skill_2_tool_0": "", "skill_2_tool_4": ToolNotImported, "skill_1_tool_4": "", "nothing": ToolNotFound} {
		if d := s.decide(consumer, "agent", tool, now); d.code != want {
			t.Errorf("%s: %q, want %q", tool, d.code, want)
		}
		if n := testing.AllocsPerRun(100, func() { s.decide(consumer, "agent", tool, now) }); n != 0 {
			t.Errorf("%s: %v allocations", tool, n)
		}
	}
}

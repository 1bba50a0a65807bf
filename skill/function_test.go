package skill

import (
	"fmt"
	"go/token"
	"testing"
	"testing/fstest"
	"time"
)

// TestTimeouts: what the gateway goes by is what the manifest says, however it is written.
func TestTimeouts(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1500": 1500 * time.Millisecond, "3600000": time.Hour, "3.6e6": time.Hour, "0.5": 500 * time.Microsecond,
		"1e999": 1e9 * time.Millisecond, "-1": 30 * time.Second, "0": 30 * time.Second, `"1500"`: 30 * time.Second,
	} {
		manifest := fmt.Sprintf(`{"name": "f", "mode": "code", "input": {}, "output": {}, "timeout": %s, "retry": 2}`, text)
		ws, err := Load(token.NewFileSet(), fstest.MapFS{"f/skill.json": &fstest.MapFile{Data: []byte(manifest)}}, Options{})
		if err != nil || len(ws.Skills) != 1 {
			t.Fatal(err, len(ws.Skills))
		}
		if tool := ws.Skills[0].Export("f"); tool.Timeout != want || tool.Retries != 2 {
			t.Errorf("timeout %s is %v, want %v; %d retries", text, tool.Timeout, want, tool.Retries)
		}
	}
}

package gateway

import (
	"context"
	"encoding/json"
	"testing"
	"time"
)

type place struct {
	City string `json:"city"`
}

type trip struct {
	place
	From   string           `json:"from"`
	To     *place           `json:"to"`
	Stops  []place          `json:"stops"`
	ByName map[string]place `json:"byName"`
	Notes  map[string]string
	Day    time.Time       `json:"day"`
	Raw    json.RawMessage `json:"raw"`
	Hidden string          `json:"-"`
}

// TestFunc: a field with a tag takes the member of that name, and no other spelling of it,
// which no schema has looked at.
func TestFunc(t *testing.T) {
	var got trip
	f := Func(func(_ context.Context, args trip) (string, error) { got = args; return "done", nil })
	for args, want := range map[string]string{
		`{"from": "a", "FROM": "b"}`:                                 `{"from": "a"}`,
		`{"From": "b", "from": "a"}`:                                 `{"from": "a"}`,
		`{"FROM": "b"}`:                                              `{}`,
		`{"\u0066rom": "a", "\u0046rom": "b"}`:                       `{"from": "a"}`,
		`{"city": "a", "City": "b"}`:                                 `{"city": "a"}`,
		`{"to": {"city": "a", "CITY": "b"}, "tO": {"city": "c"}}`:    `{"to": {"city": "a"}}`,
		`{"stops": [{"city": "a"}, {"city": "b", "ciTy": "c"}]}`:     `{"stops": [{"city": "a"}, {"city": "b"}]}`,
		`{"byName": {"City": {"city": "a", "CITY": "b"}}}`:           `{"byName": {"City": {"city": "a"}}}`,
		`{"byname": {"x": {"city": "a"}}}`:                           `{}`,
		`{"notes": {"CITY": "a", "city": "b"}}`:                      `{"Notes": {"CITY": "a", "city": "b"}}`,
		`{"raw": {"CITY": "a"}, "day": "2026-11-22T00:00:00Z"}`:      `{"raw": {"CITY":"a"}, "day": "2026-11-22T00:00:00Z"}`,
		`{"from": "FROM: \"CITY\":", "to": null, "Hidden": "x"}`:     `{"from": "FROM: \"CITY\":"}`,
		`{"other": {"FROM": 1}, "from": "\u00e9", "\u017ftops": []}`: `{"from": "é"}`, // ſ is a small s
	} {
		got = trip{}
		if _, err := f(t.Context(), json.RawMessage(args)); err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		var expected trip
		if err := json.Unmarshal([]byte(want), &expected); err != nil {
			t.Fatal(err)
		}
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(expected)
		if string(a) != string(b) {
			t.Errorf("%s\n got %s\nwant %s", args, a, b)
		}
	}
	for _, broken := range []string{`{"from": 1}`, `[]`, `{"FROM": 1, "to": 7}`} {
		if _, err := f(t.Context(), json.RawMessage(broken)); err == nil {
			t.Errorf("%s is taken", broken)
		}
	}
}

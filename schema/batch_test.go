package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

func TestBatch(t *testing.T) {
	in := `{"id":1,"a":{"type":"integer"},"b":{"type":"number"}}
{"id":"two","a":{"type":"object","properties":{"status":{"enum":["json","csv"]}},"required":["status"]},"b":{"properties":{"status":{"enum":["json"]}}}}

{"id":null,"a":true,"b":{"type":["string","number","boolean","array","object"]}}
{"id":4,"a":{"type":"strin"},"b":true}
{"id":5,"a":true}
{"id":6,
{"id":7,"a":{"$ref":"https://example.com/x"},"b":false}
`
	want := `{"id":1,"verdict":"subschema"}
{"id":"two","verdict":"not","witness":{"status":"csv"},"path":"/status","a":"/properties/status","b":"/properties/status/enum","detail":"\"csv\" is not one of \"json\""}
{"id":null,"verdict":"not","witness":null,"path":"","a":"","b":"/type","detail":"null is not a boolean or a number or a string or an array or an object"}
{"id":4,"verdict":"unknown","reason":"invalid-schema","detail":"A: \"strin\" is not the name of a type at \"/type\""}
{"id":5,"verdict":"unknown","reason":"invalid-schema","detail":"the line has no \"a\" and \"b\""}
{"verdict":"unknown","reason":"invalid-schema","detail":"the line is no JSON: expected a member's name at byte 8"}
{"id":7,"verdict":"unknown","reason":"remote-ref","detail":"a reference leads out of the given documents"}
`
	var out bytes.Buffer
	if _, err := Batch(context.Background(), strings.NewReader(in), &out, Options{}); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}

// TestBatchStreams: an answer comes out before the next question goes in.
func TestBatchStreams(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := Batch(context.Background(), inR, outW, Options{})
		done <- err
		outW.Close()
	}()
	for i := range 20 {
		fmt.Fprintf(inW, `{"id":%d,"a":{"const":%d},"b":{"type":"integer"}}`+"\n", i, i)
		line := make([]byte, 200)
		n, err := outR.Read(line)
		if want := fmt.Sprintf(`{"id":%d,"verdict":"subschema"}`+"\n", i); err != nil || string(line[:n]) != want {
			t.Fatalf("%q, %v", line[:n], err)
		}
	}
	inW.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBatchErrors(t *testing.T) {
	in := strings.Repeat(`{"id":1,"a":true,"b":true}`+"\n", 1000)
	if _, err := Batch(context.Background(), strings.NewReader(in), brokenWriter{}, Options{}); err != io.ErrClosedPipe {
		t.Errorf("broken output: %v", err)
	}
	var answers strings.Builder
	long := `{"id":1,"a":{},"b":{}}` + "\n" + strings.Repeat("x", maxLine+1) + "\n" + `{"id":3,"a":true,"b":false}`
	tally, err := Batch(context.Background(), strings.NewReader(long), &answers, Options{})
	lines := strings.Split(answers.String(), "\n")
	if err != nil || len(lines) != 4 || !strings.Contains(lines[1], "the line is longer than") || !strings.Contains(lines[2], `"id":3`) {
		t.Errorf("%v\n%s", err, answers.String())
	}
	if want := (Tally{Subschema: 1, Not: 1, Unreadable: 1}); tally != want {
		t.Errorf("%+v, want %+v", tally, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Batch(ctx, strings.NewReader(in), io.Discard, Options{}); err != nil && err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// FuzzBatch answers every line that is not blank, whatever it holds.
func FuzzBatch(f *testing.F) {
	f.Add([]byte("{\"id\":1,\"a\":{\"type\":\"integer\"},\"b\":true}\n\n{\n\ufeff{\"a\":1,\"b\":{}}\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		want := 0
		for line := range bytes.Lines(in) {
			if len(bytes.TrimSpace(line)) > 0 {
				want++
			}
		}
		var out bytes.Buffer
		if _, err := Batch(t.Context(), bytes.NewReader(in), &out, Options{Fuel: 20_000, Deadline: time.Minute}); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(out.Bytes()) {
			want--
			if !json.Valid(line) {
				t.Fatalf("%q", line)
			}
		}
		if want != 0 {
			t.Fatalf("%d answers are missing: %s", want, out.Bytes())
		}
	})
}

// TestWrongLines says of each line that is no question what it is.
func TestWrongLines(t *testing.T) {
	const no = `the line holds %s, expected an object with "a" and "b"`
	for line, want := range map[string]string{
		`[{"a":true,"b":true}]`:           fmt.Sprintf(no, "an array"),
		`1`:                               fmt.Sprintf(no, "a number"),
		`"x"`:                             fmt.Sprintf(no, "a string"),
		`null`:                            fmt.Sprintf(no, "null"),
		`true`:                            fmt.Sprintf(no, "a boolean"),
		`{}`:                              `the line has no "a" and "b"`,
		`{"A":true,"B":true}`:             `the line has no "a" and "b"`,
		`{"a":true,"b":tru`:               "the line is no JSON: unexpected character at byte 14",
		`{"a":true,"b":true`:              "the line is no JSON: expected ',' or '}' at byte 18",
		`{"a":true,"b":true} x`:           "the line is no JSON: text after the value at byte 20",
		`{'a':1}`:                         "the line is no JSON: expected a member's name at byte 1",
		"\x00":                            "the line is no JSON: unexpected character at byte 0",
		`{"a":NaN,"b":{}}`:                "the line is no JSON: unexpected character at byte 5",
		strings.Repeat(`{"a":`, 20_000):   "the line is no JSON: nesting deeper than 1000 at byte 5005",
		strings.Repeat(`[`, 1_000_000):    "the line is no JSON: nesting deeper than 1000 at byte 1001",
		`"` + strings.Repeat(`x`, 10_000): "the line is no JSON: unterminated string at byte 10001",
	} {
		var out bytes.Buffer
		if _, err := Batch(context.Background(), strings.NewReader(line+"\n"), &out, Options{}); err != nil {
			t.Fatal(err)
		}
		var a Answer
		if err := json.Unmarshal(out.Bytes(), &a); err != nil || a.Detail != want {
			t.Errorf("%.40q: %v, got %q, want %q", line, err, a.Detail, want)
		}
	}
}

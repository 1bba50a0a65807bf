package visible

import "testing"

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"plain 占星": "plain 占星", "a\nb\tc\rd": `a\nb\tc\rd`, "\x1b[31m": `\x1b[31m`, "a\u2028b": `a\u{2028}b`, "a\u2029b": `a\u{2029}b`,
		"\u202e": `\u{202e}`, "\ufeff": `\u{feff}`, "a\xffb": `a\xffb`, "\ufffd": `\u{fffd}`, "\u200d": "\u200d", "\U000E0041": `\u{e0041}`,
	} {
		if got := Text(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

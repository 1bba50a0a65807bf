package ecmascript

import "testing"

// TestQuestionDotDigit says that ?. before a digit is a condition and a
// fraction: a?.5:1 is a ? .5 : 1.
func TestQuestionDotDigit(t *testing.T) {
	for src, valid := range map[string]bool{"x = a?.5:1": true, "x = a?.b": true, "x = a?.[0]": true, "x = a?.5": false} {
		if f := Parse(JavaScript, []byte(src)); (f.Err == nil) != valid {
			t.Errorf("%s: %v", src, f.Err)
		}
	}
}

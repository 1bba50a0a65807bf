package pack_test

import (
	"go/token"
	"reflect"
	"testing"

	"github.com/skilllint/skilllint/internal/pack"
)

type node struct {
	Kind     uint8
	Plain    bool
	Text     string
	Pos, End token.Pos
	Members  []member
	Runes    []rune
	Raw      []byte
	Sum      [4]byte
	Next     *node
}

type member struct{ Key, Value *node }

var sample = node{
	Kind: 3, Plain: true, Text: "ä\x00b", Pos: 107, End: 120, Runes: []rune{-1, 0x10FFFF}, Raw: []byte{}, Sum: [4]byte{1, 0, 255, 7},
	Members: []member{{nil, &node{Text: "x", Pos: 110}}, {&node{}, nil}},
}

func TestRoundTrip(t *testing.T) {
	b := pack.Append(nil, &sample, 100)
	var got node
	if err := pack.Read(b, &got, 100); err != nil || !reflect.DeepEqual(got, sample) {
		t.Errorf("%+v, %v, expected %+v", got, err, sample)
	}
	var moved node
	if err := pack.Read(b, &moved, 1); err != nil || moved.Pos != 8 || moved.Members[0].Value.Pos != 11 || moved.Members[0].Value.End != token.NoPos {
		t.Errorf("at another base: %+v, %v, expected places 8 and 11, and none where there was none", moved, err)
	}
}

func TestBroken(t *testing.T) {
	b := pack.Append(nil, &sample, 100)
	for cut := range len(b) {
		var n node
		if pack.Read(b[:cut], &n, 100) == nil {
			t.Errorf("%d of %d bytes were read as a whole", cut, len(b))
		}
	}
	var n node
	if pack.Read(append(b, 0), &n, 100) == nil {
		t.Error("bytes behind the value were not noticed")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pack.Append(nil, &sample, 100))
	f.Fuzz(func(t *testing.T, b []byte) {
		var n node
		if pack.Read(b, &n, 1) == nil {
			var again node
			if err := pack.Read(pack.Append(nil, &n, 1), &again, 1); err != nil || !reflect.DeepEqual(n, again) {
				t.Errorf("%+v became %+v, %v", n, again, err)
			}
		}
	})
}

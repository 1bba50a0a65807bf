package rare_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/internal/rare"
)

// FuzzText holds a search by a rare byte to that by the first.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "/", "xscripts/scripts/y", "scripts", "KKK", "SKILL.mdSKILL.md", "../../", "..x/"} {
		f.Add([]byte(text), 0)
	}
	f.Fuzz(func(t *testing.T, src []byte, from int) {
		if from < 0 || from > len(src) {
			return
		}
		for _, word := range []string{"scripts/", "SKILL.md", "../", "KK", "!`", "e", ""} {
			text := rare.Of(word)
			want := bytes.Index(src[from:], []byte(word))
			if want >= 0 {
				want += from
			}
			if got := text.Index(src, from); got != want {
				t.Errorf("%q in %q from %d: %d, expected %d", word, src, from, got, want)
			}
			if word == "" {
				continue
			}
			if got, want := text.Count(src), bytes.Count(src, []byte(word)); got != want {
				t.Errorf("%q in %q: %d, expected %d", word, src, got, want)
			}
		}
	})
}

// FuzzWord holds that a word is found in the texts that hold it in any case, and their lines.
func FuzzWord(f *testing.F) {
	for _, text := range []string{"", "skil", "a SkILl", "skillskill", "skskill\nSKILL\n", "toool", "totool", "self_test Self_Test", "ELF\x7fT", "elf_t\nelf_T elf_t\n\nelf_t"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		small := bytes.Clone(src)
		for i, c := range small {
			if c >= 'A' && c <= 'Z' {
				small[i] = c | 0x20
			}
		}
		for _, text := range []string{"skill", "tool", "elf_t", "is not"} {
			word := rare.WordOf(text)
			if got, want := word.Index(src, 0), bytes.Index(small, []byte(text)); got != want {
				t.Errorf("%q in %q: %d, expected %d", text, src, got, want)
			}
			var want []string
			for i, line := range bytes.Split(small, []byte("\n")) {
				if bytes.Contains(line, []byte(text)) {
					want = append(want, string(bytes.Split(src, []byte("\n"))[i]))
				}
			}
			var got []string
			for line := range word.Lines(src) {
				got = append(got, string(line))
			}
			if !slices.Equal(got, want) {
				t.Errorf("lines of %q with %q: %q, expected %q", src, text, got, want)
			}
		}
	})
}

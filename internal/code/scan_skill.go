package code

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/internal/rare"
)

// A skillFeature is what words say of skills' data, keys and folders.
type skillFeature uint8

const (
	skillsName  skillFeature = 1 << iota // the member or key "skills"
	skillsStep                           // a step of a path that is called skills
	skillsDir                            // a variable that is named after the folder of skills
	skillIDName                          // a variable that holds a skill's id
)

var (
	dirWord = regexp.MustCompile(`skills_?(dir|path|root|home|base|folder)$`)
)

// skillWord looks at a word that has "skill" in it. at is its place.
func (l *look) skillWord(w []byte, at int) {
	lower := strings.ToLower(string(w[max(0, len(w)-100):]))
	if strings.HasSuffix(lower, "skills") {
		l.skillsAt(w, at)
	}
	if dirWord.MatchString(lower) {
		l.features |= skillsDir
	}
	if skillID.MatchString(lower) && !(lower == "skill" && l.inText && !l.inField(at)) {
		l.features |= skillIDName
	}
}

// inField reports whether a word of a text may be a variable that is put into
// it.
func (l *look) inField(at int) bool {
	before := bytes.TrimRight(l.src[max(0, at-20):at], " ")
	return len(before) > 0 && strings.IndexByte("{.+(,", before[len(before)-1]) >= 0
}

// skillsAt looks at a word that ends with "skills".
func (l *look) skillsAt(w []byte, at int) {
	end := at + len(w)
	escaped := at > 0 && l.src[at-1] == '\\' // as in "\nskills/…"
	if !bytes.HasSuffix(w, []byte("skills")) || len(w) > len("skills") && !escaped {
		return
	}
	l.features |= skillsName
	before, after := byte('"'), byte('"')
	if at > 0 && !escaped {
		before = l.src[at-1]
	}
	if end < len(l.src) {
		after = l.src[end]
	}
	switch {
	case before == '.' || before == '-':
	case after == '/' || after == '\\':
		l.features |= skillsStep
	case after != '"' && after != '\'' && after != '`':
	case before != ' ' && before != '\t':
		l.features |= skillsStep
	default: // the last word of a text, unless another is put behind it
		rest := bytes.TrimLeft(l.src[min(end+1, len(l.src)):], " \t\r\n\\)")
		if len(rest) > 0 && strings.IndexByte("+\"'`fr", rest[0]) >= 0 {
			l.features |= skillsStep
		}
	}
}

// escaped matches an escape that stands for a letter, digit, '.' or '/', so
// that a text may be another than it looks.
var escaped = regexp.MustCompile(`\\(x[2-7]|u00[2-7]|u\{0*[2-7][0-9A-Fa-f]\}|U000000[2-7]|N\{|0?[4-7][0-7]|1[0-7][0-7])`)

// dataOrKey reports whether a source that names skills may have a path of
// data, a key, or a path through the folder of skills.
func (l *look) dataOrKey(lang Language) bool {
	has := func(f skillFeature) bool { return l.features&f == f }
	return has(skillsDir) || has(skillsStep) || lang != Shell && (has(skillsName) && namesProfile(l.src) || has(skillIDName) && namesKey(l.src))
}

var skillFold, toolFold, handlersFold = rare.WordOf("skill"), rare.WordOf("tool"), rare.WordOf("handlers")

// namesProfile reports whether a source holds the word profile, in any case and
// however its letters are parted.
func namesProfile(src []byte) bool {
	const word = "profile"
	for at, c := range src {
		if c|0x20 != word[0] {
			continue
		}
		n := 1
		for _, c := range src[at+1:] {
			if c == '-' || c == '_' {
				continue
			}
			if c|0x20 != word[n] {
				break
			}
			if n++; n == len(word) {
				return true
			}
		}
	}
	return false
}

// keyWords are what the words of sources hold that keep data under keys, by their
// first letters.
var keyWords = func() (t [256][]string) {
	for _, word := range []string{"cache", "redis", "kv", "temp", "tmp", "lockkey", "lock_key", "/dev/shm"} {
		t[word[0]] = append(t[word[0]], word)
	}
	return t
}()

// namesKey reports whether a source holds one of them, in any case.
func namesKey(src []byte) bool {
	for at, c := range src {
		for _, word := range keyWords[c|0x20] {
			if len(src)-at >= len(word) && strings.EqualFold(string(src[at:at+len(word)]), word) {
				return true
			}
		}
	}
	return false
}

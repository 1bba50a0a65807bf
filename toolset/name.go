package toolset

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/contract"
)

// maxName is what OpenAI, Anthropic and Gemini all allow, in bytes.
const maxName = 64

// Name is how a model calls a tool of a skill: "zodiac__calculate_zodiac". Where that is
// too long, has characters that a vendor refuses, or could be read as another pair, a
// hash of the pair is appended, so that different pairs have different names. A tool of
// no skill, or of a registry, whose tools a procedure's text names as they are, has its own name.
func Name(skill, tool string) string {
	if skill == contract.Registry {
		skill = ""
	}
	name := skill + "__" + tool
	if skill == "" {
		name = tool
	}
	clean := strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' {
			return c
		}
		return '_'
	}, name)
	plain := name != "" && clean == name && len(name) <= maxName && !begins(name) &&
		!strings.Contains(skill+" "+tool, "__") && !strings.HasSuffix(skill, "_") && !strings.HasPrefix(tool, "_")
	if plain && !hashed(tool) {
		return name
	}
	sum := sha256.Sum256([]byte(strconv.Itoa(len(skill)) + ":" + skill + tool))
	suffix := "__" + hex.EncodeToString(sum[:6])
	if begins(clean) {
		clean = "_" + clean
	}
	if len(clean) > maxName-len(suffix) {
		clean = clean[:maxName-len(suffix)]
	}
	return clean + suffix
}

// begins reports a first character that Gemini refuses.
func begins(name string) bool {
	return name == "" || name[0] == '-' || '0' <= name[0] && name[0] <= '9'
}

// hashed reports a tool whose own name has the form of a name with a hash: such a name
// must not be had without one.
func hashed(tool string) bool {
	return len(tool) >= 12 && strings.Trim(tool[len(tool)-12:], "0123456789abcdef") == ""
}

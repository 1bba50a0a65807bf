package mcp

import (
	"net/url"
	"regexp"
	"strings"
)

// URLSecrets are the parts of an address that let its caller in: the user, and
// the values of the query.
func URLSecrets(address string) []string {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	var values []string
	if u.User != nil {
		values = append(values, u.User.Username(), u.User.String())
		if p, ok := u.User.Password(); ok {
			values = append(values, p)
		}
	}
	for _, list := range u.Query() {
		values = append(values, list...)
	}
	return values
}

// secretName matches names of what is kept secret.
var secretName = regexp.MustCompile(`(?i)token|secret|passw|credential|auth|api_?-?key|_key$|^key$|private|cookie|session`)

// IsSecret reports whether a variable, header or flag of that name holds a secret.
func IsSecret(name string) bool { return secretName.MatchString(name) }

// CommandLine is how a server is started, for a person, without secrets: the
// values of flags and assignments that are called so, and those of addresses.
func CommandLine(command string, args []string) string {
	words := []string{quote(Masked(command, ArgSecrets("", command)))}
	for i, arg := range args {
		before := ""
		if i > 0 {
			before = args[i-1]
		}
		words = append(words, quote(Masked(arg, ArgSecrets(before, arg))))
	}
	return strings.Join(words, " ")
}

// ArgSecrets are the parts of an argument that are secret, behind the one before
// it ("" for the first).
func ArgSecrets(before, arg string) []string {
	name, value, assigned := strings.Cut(arg, "=")
	if flag := strings.TrimLeft(before, "-"); flag != before && !strings.Contains(flag, "=") && IsSecret(flag) && !strings.HasPrefix(arg, "-") {
		return []string{arg}
	}
	switch {
	case strings.Contains(name, "://"):
		return AddressSecrets(arg)
	case !assigned:
		return nil
	case IsSecret(strings.TrimLeft(name, "-")):
		return []string{value}
	}
	return AddressSecrets(value)
}

// AddressSecrets are the parts of an address as it is written that let its
// caller in, each with the character before it, by which it is told from other
// text: the user and the password, and the values of the query.
func AddressSecrets(address string) []string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return nil
	}
	var parts []string
	rest, _, _ = strings.Cut(rest, "#")
	authority, query, _ := strings.Cut(rest, "?")
	authority, _, _ = strings.Cut(authority, "/")
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, password, has := strings.Cut(authority[:at], ":")
		parts = append(parts, "/"+user)
		if has {
			parts = append(parts, ":"+password)
		}
	}
	for pair := range strings.SplitSeq(query, "&") {
		if _, value, _ := strings.Cut(pair, "="); value != "" {
			parts = append(parts, "="+value)
		}
	}
	return parts
}

// Hidden reports whether a value under the name of a secret is hidden: yes and no
// and the like protect nothing.
func Hidden(value string) bool { return len(value) >= 3 && value != "true" && value != "false" }

// Short reports whether a secret is so short that it stands in other words, too.
func Short(secret string) bool { return len(secret) < 6 }

// Masked is a text with *** in place of secrets: of short ones where they stand
// as a word. One that begins with /, : or = keeps that character.
func Masked(text string, secrets []string) string {
	for _, s := range secrets {
		if s == "" {
			continue
		}
		hidden := "***"
		if strings.IndexByte("/:=", s[0]) >= 0 && len(s) > 1 {
			hidden = s[:1] + hidden
		}
		if Short(s) {
			text = replaceWord(text, s, hidden)
		} else {
			text = strings.ReplaceAll(text, s, hidden)
		}
	}
	return text
}

// replaceWord puts another text in place of a word.
func replaceWord(text, word, to string) string {
	var b strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return b.String() + text[at:]
		}
		start, end := at+i, at+i+len(word)
		b.WriteString(text[at:start])
		if start > 0 && inWord(word[0]) && inWord(text[start-1]) || end < len(text) && inWord(text[end]) {
			b.WriteString(word)
		} else {
			b.WriteString(to)
		}
		at = end
	}
}

func inWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

func quote(word string) string {
	if word == "" || strings.ContainsAny(word, " \t\n'\"$&|;<>()`\\") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

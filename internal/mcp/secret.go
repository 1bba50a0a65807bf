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
	var words []string
	hide := false
	for _, arg := range append([]string{command}, args...) {
		name, value, assigned := strings.Cut(arg, "=")
		switch {
		case hide && !strings.HasPrefix(arg, "-"):
			arg = "***"
		case assigned && value != "" && IsSecret(strings.TrimLeft(name, "-")):
			arg = name + "=***"
		case strings.Contains(arg, "://"):
			for _, v := range URLSecrets(arg) {
				if v != "" {
					arg = strings.ReplaceAll(arg, v, "***")
				}
			}
		}
		hide = strings.HasPrefix(arg, "-") && !assigned && IsSecret(strings.TrimLeft(arg, "-"))
		words = append(words, quote(arg))
	}
	return strings.Join(words, " ")
}

func quote(word string) string {
	if word == "" || strings.ContainsAny(word, " \t\n'\"$&|;<>()`\\") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

package contract

import "strings"

// A partial is a version of which numbers may be missing or be wildcards:
// 1, 1.x, *, 1.2.3-beta.
type partial struct {
	version         // numbers that are any are 0
	any     [3]bool // major, minor, patch: missing, x, X or *
	prefix  string  // what stood before: v, =, spaces
}

func (p partial) wildcard() bool { return p.any[0] || p.any[1] || p.any[2] }

// ordered reports that no number follows a wildcard.
func (p partial) ordered() bool {
	return (!p.any[0] || p.any[1]) && (!p.any[1] || p.any[2])
}

// low is the lowest release that p covers, or p itself if it is complete.
func (p partial) low() version {
	switch {
	case p.any[1]:
		return version{major: p.major}
	case p.any[2]:
		return version{major: p.major, minor: p.minor}
	}
	return p.version
}

// beyond is the release after all that a wildcard p covers.
func (p partial) beyond() version {
	if p.any[1] {
		return version{major: p.major + 1}
	}
	return version{major: p.major, minor: p.minor + 1}
}

// parsePartial reads all of s. The prerelease may stand only behind a patch.
func parsePartial(s string) (p partial, ok bool) {
	rest := strings.TrimLeft(s, "v= ")
	p.prefix = s[:len(s)-len(rest)]
	p.any = [3]bool{true, true, true}
	numbers := [3]*uint64{&p.major, &p.minor, &p.patch}
	for i := range numbers {
		n := numberEnd(rest, 0)
		if n == 0 {
			return p, false
		}
		if isDigit(rest[0]) {
			p.any[i] = false
			*numbers[i] = saturated(rest[:n])
		}
		rest = rest[n:]
		if rest == "" {
			return p, true
		}
		if i < 2 {
			if rest[0] != '.' {
				return p, false
			}
			rest = rest[1:]
		}
	}
	n := prereleaseEnd(rest, 0)
	if n == 0 || n != len(rest) {
		return p, false
	}
	p.pre = rest[1:]
	return p, true
}

// numberEnd is the end of the number or wildcard that begins at i, or i.
func numberEnd(s string, i int) int {
	switch {
	case i == len(s):
		return i
	case s[i] == 'x', s[i] == 'X', s[i] == '*', s[i] == '0':
		return i + 1
	}
	return i + len(leadingDigits(s[i:]))
}

// prereleaseEnd is the end of the prerelease, hyphen included, that begins at
// i, or i. A numeric identifier has no leading zero.
func prereleaseEnd(s string, i int) int {
	end, separator := i, byte('-')
	for end < len(s) && s[end] == separator {
		start, n, digits := end+1, end+1, true
		for n < len(s) && isIdentifier(s[n]) {
			digits = digits && isDigit(s[n])
			n++
		}
		if digits && n > start && s[start] == '0' {
			n = start + 1
		}
		if n == start {
			break
		}
		end, separator = n, '.'
	}
	return end
}

// saturated is the value of digits, or one that is too large for a version.
func saturated(digits string) uint64 {
	if len(digits) > 16 {
		return maxNumber + 1
	}
	n := uint64(0)
	for i := range len(digits) {
		n = n*10 + uint64(digits[i]-'0')
	}
	return n
}

func isIdentifier(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-'
}

// collapseSpace trims s and makes one space of each run of white space, which
// is ECMAScript's.
func collapseSpace(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(c rune) bool {
		switch c {
		case '\t', '\n', '\v', '\f', '\r', ' ', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
			return true
		}
		return 0x2000 <= c && c <= 0x200a
	}), " ")
}

// stripBuild removes build metadata, +a.b.c, wherever it stands.
func stripBuild(s string) string {
	if strings.IndexByte(s, '+') < 0 {
		return s
	}
	kept := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		end := i
		if s[i] == '+' {
			for separator := byte('+'); end < len(s) && s[end] == separator; separator = '.' {
				n := end + 1
				for n < len(s) && isIdentifier(s[n]) {
					n++
				}
				if n == end+1 {
					break
				}
				end = n
			}
		}
		if end == i {
			kept = append(kept, s[i])
			end++
		}
		i = end
	}
	return string(kept)
}

// trimOperators removes the space between an operator (<, >, =, <=, >=) and
// the version after it, as in "> 1.2 <= v2".
func trimOperators(s string) string {
	if !strings.Contains(s, "< ") && !strings.Contains(s, "> ") && !strings.Contains(s, "= ") {
		return s
	}
	kept := make([]byte, 0, len(s))
	copied := 0
	for i := 0; i < len(s); {
		start := i
		if s[i] == '<' || s[i] == '>' {
			i++
		}
		for i < len(s) && strings.IndexByte("v= ", s[i]) >= 0 {
			i++
		}
		end := numberEnd(s, i)
		if end == i { // no version follows
			i = max(i, start+1)
			continue
		}
		gap := start
		if s[gap] == ' ' || s[gap] == '<' || s[gap] == '>' {
			gap++
		}
		if s[gap] == '=' {
			gap++
		}
		if s[gap] == ' ' {
			kept = append(kept, s[copied:gap]...)
			copied = gap + 1
		}
		i = partialEnd(s, end)
	}
	return string(append(kept, s[copied:]...))
}

// partialEnd is the end of the partial whose first number ends at i.
func partialEnd(s string, i int) int {
	for range 2 {
		if i == len(s) || s[i] != '.' {
			return i
		}
		end := numberEnd(s, i+1)
		if end == i+1 {
			return i
		}
		i = end
	}
	return prereleaseEnd(s, i)
}

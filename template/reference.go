package template

import (
	"net/url"
	"strconv"
	"strings"
)

// resolve follows a local reference: "#" and JSON Pointers.
func (d *document) resolve(ref string) (any, bool) {
	if ref == "#" {
		return d.root, true
	}
	if !strings.HasPrefix(ref, "#/") {
		return nil, false
	}
	node := d.root
	for _, part := range strings.Split(ref[2:], "/") {
		if p, err := url.PathUnescape(part); err == nil {
			part = p
		}
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		switch n := node.(type) {
		case map[string]any:
			next, ok := n[part]
			if !ok {
				return nil, false
			}
			node = next
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(n) {
				return nil, false
			}
			node = n[i]
		default:
			return nil, false
		}
	}
	return node, true
}

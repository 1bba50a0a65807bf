package sources

import (
	"strings"

	"github.com/Masterminds/semver/v3"
)

// version reads a tag: "v1.2.0", "1.2.0", "plugin@1.2.0", "plugin--v1.2.0". prefix is what
// stands before the version; nil for a tag that is none.
func version(tag string) (v *semver.Version, prefix string) {
	start := len(tag)
	for i := len(tag) - 1; i >= 0; i-- {
		if c := tag[i]; '0' <= c && c <= '9' && (i == 0 || strings.IndexByte("v@-/_", tag[i-1]) >= 0) && strings.Count(tag[i:], ".") >= 2 {
			start = i
		}
	}
	v, err := semver.StrictNewVersion(tag[start:])
	if err != nil {
		return nil, ""
	}
	return v, tag[:start]
}

package versions

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ChecksumMismatch reports packages whose checksum differs from the digest of their files.
var ChecksumMismatch = &lint.Rule{
	Name: "checksum-mismatch", Group: "G", Severity: lint.Error,
	Doc: `A package's checksum differs from the digest of its files.

` + "`checksumSha256`" + ` in manifest.json is the digest of all other files of the package. Files that changed after it was written
are another package: raise the version, or write what ` + "`skilllint digest`" + ` prints. How it is computed, and how to do so with
sha256sum, is in docs/packages.md. A ` + "`fileSizeBytes`" + ` that is not the sum of the same files' sizes is a warning.`,
	Sources: []lint.Source{sources.PackagesPage},
	Run: func(p *lint.Pass) {
		for _, root := range p.PackageRoots("") {
			for _, pkg := range p.Versions(root) {
				if pkg.Manifest == nil || changedRelease(p, pkg) { // released-version-changed says it alone
					continue
				}
				sum := pkg.Manifest.Root.Get("checksumSha256")
				switch {
				case !sum.Is(skill.String):
				case len(sum.Text) != 64 || strings.Trim(sum.Text, "0123456789abcdefABCDEF") != "":
					p.Report(lint.Span(sum.Pos, sum.End, "checksumSha256 is %q, expected 64 hexadecimal digits without a prefix, as skilllint digest prints them: %s…", wording.Cut(sum.Text, 20), pkg.Digest[:12]))
				case pkg.DigestErr != nil:
					p.Report(lint.Span(sum.Pos, sum.End, "checksumSha256 cannot be checked: %v", pkg.DigestErr))
				case !strings.EqualFold(sum.Text, pkg.Digest):
					p.Report(lint.Span(sum.Pos, sum.End, "checksumSha256 differs from the digest of the files, %s…: put them back, or write the digest that skilllint digest prints", pkg.Digest[:12]))
				}
				wrongSize(p, pkg)
			}
		}
	},
}

// wrongSize reports a size that the files of the digest do not have.
func wrongSize(p *lint.Pass, pkg *skill.Package) {
	size := pkg.Manifest.Root.Get("fileSizeBytes")
	if !size.Is(skill.Number) || pkg.DigestErr != nil {
		return
	}
	if n, err := strconv.ParseFloat(size.Text, 64); err == nil && n != float64(pkg.Size) {
		p.ReportAs(lint.Warning, lint.Span(size.Pos, size.End, "fileSizeBytes is %s, but the files that the digest is made of have %d bytes: put them back, or write that", size.Text, pkg.Size))
	}
}

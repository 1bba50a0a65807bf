package report

// Formats returns every format by its name.
func Formats(o Options) map[string]Format {
	return map[string]Format{
		"text":       o.Text.Write,
		"concise":    o.Text.Concise,
		"json":       JSON,
		"sarif":      SARIF(o),
		"github":     GitHub(o),
		"gitlab":     GitLab(o),
		"junit":      JUnit(o),
		"checkstyle": Checkstyle(o),
		"rdjson":     RDJSON(o),
		"markdown":   Markdown(o),
		"html":       HTML(o),
		"contracts":  Contracts,
	}
}

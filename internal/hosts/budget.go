package hosts

// A Budget is the room that a host gives to what its skills say of themselves.
type Budget struct {
	Total  int    `json:"total,omitempty"`  // characters for all descriptions together
	Varies bool   `json:"varies,omitempty"` // Total is that of the newest models, or where the model is not known: it is a share of the context window
	Each   int    `json:"each,omitempty"`   // characters for one description
	Count  int    `json:"count,omitempty"`  // skills
	Over   Effect `json:"over"`
	Says   string `json:"says"`
	// Settings are the keys of the host's settings by which a project changes it, if there are any.
	Settings *BudgetSettings `json:"settings,omitempty"`
	Source   []string        `json:"source"`
}

// BudgetSettings are keys of settings that change a budget.
type BudgetSettings struct {
	Share  string   `json:"share"`  // the share of the context window that Total is
	Usual  float64  `json:"usual"`  // the share without that key
	Each   string   `json:"each"`   // characters for one description
	Skills string   `json:"skills"` // what becomes of each skill, by its name
	Off    []string `json:"off"`    // the words there that take its description away
}

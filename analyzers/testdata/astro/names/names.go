package names

const (
	Chart    = "calculate" + "_zodiac"
	Snapshot = "get_chart_snapshot"
)

package report

// LineHashes is tested against published values.
var LineHashes = lineHashes

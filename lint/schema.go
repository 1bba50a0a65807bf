package lint

import _ "embed"

// ConfigSchema is the published JSON Schema of .skilllint.yaml.
//
//go:embed config.schema.json
var ConfigSchema []byte

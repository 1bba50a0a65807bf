package serve

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

// Schema is the JSON Schema of the configuration, for editors.
func Schema() []byte {
	root := schemaOf(reflect.TypeFor[Config]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "Configuration of skillgw"
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(root) // maps of strings can be encoded
	return b.Bytes()
}

func schemaOf(t reflect.Type) map[string]any {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return map[string]any{"type": "string", "pattern": `^([0-9.]+(ns|us|µs|ms|s|m|h))+$`}
	case reflect.TypeFor[Secret]():
		return map[string]any{"type": "string", "pattern": `^file:|\$\{[A-Za-z_][A-Za-z0-9_]*\}`}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Struct:
		properties, required := map[string]any{}, []string{}
		for i := range t.NumField() {
			f := t.Field(i)
			s := schemaOf(f.Type)
			s["description"] = f.Tag.Get("doc")
			if d := f.Tag.Get("default"); d != "" {
				s["default"] = d
				if f.Type.Kind() == reflect.Int {
					s["default"] = json.RawMessage(d)
				}
			}
			if words := f.Tag.Get("enum"); words != "" {
				s["enum"] = strings.Split(words, ",")
			}
			if f.Tag.Get("required") != "" {
				required = append(required, f.Tag.Get("yaml"))
			}
			properties[f.Tag.Get("yaml")] = s
		}
		s := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
		if len(required) > 0 {
			s["required"] = required
		}
		return s
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int:
		return map[string]any{"type": "integer", "minimum": 1}
	}
	return map[string]any{"type": "string"}
}

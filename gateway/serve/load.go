package serve

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// A ConfigError is a fault in the configuration, with its place.
type ConfigError struct {
	File         string
	Line, Column int
	Msg          string
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// Load reads a configuration. Relative paths in it are meant from its folder. What is wrong
// with it is a *ConfigError, of which errors.Join may have several.
func Load(file string) (*Config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parse(file, data)
}

func parse(file string, data []byte) (*Config, error) {
	if len(data) > 1<<20 {
		return nil, &ConfigError{file, 1, 1, "the file takes more than 1 MiB"}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, syntaxError(file, err)
	}
	var config Config
	d := decoder{file: file}
	root := &yaml.Node{Kind: yaml.MappingNode, Line: 1, Column: 1}
	if len(doc.Content) > 0 {
		root = doc.Content[0]
	}
	d.decode(root, reflect.ValueOf(&config).Elem(), "the configuration")
	if len(d.errs) == 0 {
		d.check(root, &config)
	}
	if len(d.errs) > 0 {
		return nil, errors.Join(d.errs...)
	}
	return &config, nil
}

var lineOf = regexp.MustCompile(`line (\d+)(?:, column (\d+))?`)

func syntaxError(file string, err error) error {
	e := &ConfigError{file, 1, 1, "it is no YAML: " + err.Error()}
	if m := lineOf.FindStringSubmatch(err.Error()); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		if m[2] != "" {
			e.Column, _ = strconv.Atoi(m[2])
		}
	}
	return e
}

// A decoder reads nodes into Go values, and says where one does not fit.
type decoder struct {
	file string
	errs []error
}

func (d *decoder) fault(n *yaml.Node, format string, args ...any) {
	if len(d.errs) < 20 {
		d.errs = append(d.errs, &ConfigError{d.file, n.Line, n.Column, fmt.Sprintf(format, args...)})
	}
}

func (d *decoder) decode(n *yaml.Node, v reflect.Value, what string) {
	if n.Kind == yaml.AliasNode {
		d.fault(n, "%s is an alias; write the value", what)
		return
	}
	switch v.Interface().(type) {
	case Secret:
		v.SetString(d.secret(n, what))
		return
	case DSN:
		v.SetString(d.dsn(n, what))
		return
	case time.Duration:
		t, err := time.ParseDuration(n.Value)
		if n.Kind != yaml.ScalarNode || err != nil || t < 0 {
			d.fault(n, "%s is %q, expected a duration such as 30s", what, n.Value)
		}
		v.SetInt(int64(t))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.decode(n, v.Elem(), what)
	case reflect.Struct:
		d.object(n, v, what)
	case reflect.String:
		if s, ok := d.text(n, what); ok {
			v.SetString(s)
		}
	case reflect.Bool:
		b, err := strconv.ParseBool(n.Value)
		if n.Kind != yaml.ScalarNode || err != nil {
			d.fault(n, "%s is %q, expected true or false", what, n.Value)
		}
		v.SetBool(b)
	case reflect.Int:
		i, err := strconv.Atoi(n.Value)
		if n.Kind != yaml.ScalarNode || err != nil || i < 1 {
			d.fault(n, "%s is %q, expected a number from 1", what, n.Value)
		}
		v.SetInt(int64(i))
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			d.fault(n, "%s is no list", what)
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
		for i, item := range n.Content {
			d.decode(item, v.Index(i), fmt.Sprintf("%s[%d]", what, i))
		}
	case reflect.Map:
		d.table(n, v, what)
	}
}

// table reads a map whose keys are the operator's.
func (d *decoder) table(n *yaml.Node, v reflect.Value, what string) {
	if n.Kind != yaml.MappingNode {
		d.fault(n, "%s is no map", what)
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if v.MapIndex(reflect.ValueOf(key.Value)).IsValid() {
			d.fault(key, "%q stands in %s twice", key.Value, what)
		}
		item := reflect.New(v.Type().Elem()).Elem()
		d.decode(n.Content[i+1], item, what+"."+key.Value)
		v.SetMapIndex(reflect.ValueOf(key.Value), item)
	}
}

// object reads a struct: its keys and no others, with defaults for those that are not there.
func (d *decoder) object(n *yaml.Node, v reflect.Value, what string) {
	if n.Kind != yaml.MappingNode && n.Tag != "!!null" {
		d.fault(n, "%s is no map", what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		field, ok := fieldOf(v.Type(), key.Value)
		switch {
		case !ok:
			d.fault(key, "%s has no key %q%s", what, key.Value, nearest(key.Value, keys(v.Type())))
			continue
		case seen[key.Value]:
			d.fault(key, "%q stands there twice", key.Value)
			continue
		}
		seen[key.Value] = true
		d.decode(n.Content[i+1], v.FieldByIndex(field.Index), key.Value)
		if words := field.Tag.Get("enum"); words != "" && v.FieldByIndex(field.Index).String() != "" {
			if value := v.FieldByIndex(field.Index).String(); !slices.Contains(strings.Split(words, ","), value) {
				d.fault(n.Content[i+1], "%s is %q, expected one of %s%s", key.Value, value, words, nearest(value, strings.Split(words, ",")))
			}
		}
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name := field.Tag.Get("yaml")
		switch value := field.Tag.Get("default"); {
		case seen[name]:
		case field.Tag.Get("required") != "":
			d.fault(n, "%s has no %q: %s", what, name, field.Tag.Get("doc"))
		case value != "":
			d.decode(&yaml.Node{Kind: yaml.ScalarNode, Value: value}, v.Field(i), name)
		case field.Type.Kind() == reflect.Struct:
			d.object(&yaml.Node{Kind: yaml.MappingNode, Line: n.Line, Column: n.Column}, v.Field(i), name)
		}
	}
}

var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// text is a string with the environment's variables in place of their names.
func (d *decoder) text(n *yaml.Node, what string) (string, bool) {
	if n.Kind != yaml.ScalarNode {
		d.fault(n, "%s is no text", what)
		return "", false
	}
	missing := ""
	s := variable.ReplaceAllStringFunc(n.Value, func(m string) string {
		value, ok := os.LookupEnv(m[2 : len(m)-1])
		if !ok && missing == "" {
			missing = m[2 : len(m)-1]
		}
		return value
	})
	if missing != "" {
		d.fault(n, "%s needs the environment's variable %s, which is not set", what, missing)
		return "", false
	}
	return s, true
}

func (d *decoder) secret(n *yaml.Node, what string) string {
	if path, ok := strings.CutPrefix(n.Value, "file:"); ok && n.Kind == yaml.ScalarNode {
		data, err := os.ReadFile(d.path(path))
		if err != nil {
			d.fault(n, "%s: %v", what, err)
		}
		return strings.TrimRight(string(data), "\r\n")
	}
	if n.Kind != yaml.ScalarNode || !variable.MatchString(n.Value) {
		d.fault(n, "%s is a secret and stands in the file: write ${NAME} for a variable of the environment, or file:PATH", what)
		return ""
	}
	s, _ := d.text(n, what)
	return s
}

func (d *decoder) dsn(n *yaml.Node, what string) string {
	if u, err := url.Parse(variable.ReplaceAllString(n.Value, "")); err == nil && u.User != nil {
		if password, _ := u.User.Password(); password != "" {
			d.fault(n, "%s has a password in the file: write ${NAME} for a variable of the environment", what)
			return ""
		}
	}
	s, _ := d.text(n, what)
	return s
}

// path is one that is meant from the configuration's folder.
func (d *decoder) path(p string) string {
	if p == "" || filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(filepath.Dir(d.file), p)
}

package schema

// bounds are two patterns of a format: every validator takes what under matches, and none what over does not.
type bounds struct{ under, over *pattern }

// Of days and seconds, leaps lie between the two; of addresses, what is quoted, in brackets or long.
var formatBounds = map[string]bounds{
	"date":      newBounds(`^`+plainDay+`$`, `^`+day+`$`),
	"time":      newBounds(`^`+plainClock+`$`, `^`+clock+`$`),
	"date-time": newBounds(`^`+plainDay+`T`+plainClock+`$`, `^`+day+`[Tt]`+clock+`$`),
	"uuid":      newBounds(uuid, uuid),
	"ipv4":      newBounds(ipv4, ipv4),
	"email": newBounds(`^(?=.{1,64}@)`+word+`(?:\.`+word+`)*@(?=.{1,189}$)`+label+`(?:\.`+label+`)*$`,
		`^(?:[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~.-]{1,64}|"[^"\\]{0,62}")@(?:\[[^\]]+\]|[A-Za-z0-9.-]{1,254})$`),
}

const (
	day        = `\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
	plainDay   = `\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`
	minutes    = `(?:[01]\d|2[0-3]):[0-5]\d`
	clock      = minutes + `:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-]` + minutes + `)`
	plainClock = minutes + `:[0-5]\d(?:\.\d+)?(?:Z|[+-]` + minutes + `)`
	uuid       = `^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`
	octet      = `(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
	ipv4       = `^` + octet + `(?:\.` + octet + `){3}$`
	word       = `[A-Za-z0-9_%+-]+`
	label      = `[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
)

func newBounds(under, over string) bounds {
	u, err := compilePattern(under)
	if err != nil {
		panic(err)
	}
	o, err := compilePattern(over)
	if err != nil {
		panic(err)
	}
	return bounds{u, o}
}

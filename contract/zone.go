package contract

import (
	"errors"
	"time"
	_ "time/tzdata" // what a zone is does not depend on the host
)

// ParseZone reads the name of a time zone in the IANA database, such as
// "Europe/Berlin", or "UTC". The host's own zone is none: it differs from host
// to host. The error says what was expected.
func ParseZone(name string) (*time.Location, error) {
	if name != "" && name != "Local" {
		if loc, err := time.LoadLocation(name); err == nil {
			return loc, nil
		}
	}
	return nil, errors.New(`expected a name of the IANA time zone database, such as "Europe/Berlin", or "UTC"`)
}

package code

import (
	"regexp"
)

// What an expression's name says that it is (cache keys and temporary
// files are kept apart by organisation).
var (
	keyName  = regexp.MustCompile(`(?i)(cache_?key|^cache_?(path|dir|file)|redis_?key|^te?mp_?(dir|path|file|folder)|temp_?(dir|path|file|folder)$|lock_?key)`)
	keyStore = regexp.MustCompile(`(?i)(cache|redis|memcached?|kv)$`)
	skillID  = regexp.MustCompile(`(?i)^(skill_?(definition_?|package_?)?(id|name|key)|skill)$`)
	// Whose name may hold the organisation, or a prefix that does.
	tenant     = regexp.MustCompile(`(?i)(org|tenant|team|account|company|customer|user|session|owner)`)
	tenantName = regexp.MustCompile(`(?i)(org|tenant|team|account|company|customer|workspace|user|session|owner|scope|prefix|namespace|^ns$|root|base|dir|ctx|context|key|hash|digest|uuid|random|nonce|run)`)
	tempPrefix = regexp.MustCompile(`^(/tmp|/var/tmp|/dev/shm)(/|$)`)
)

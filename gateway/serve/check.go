package serve

import (
	"fmt"
	"log/slog"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

// Check finds what is wrong with a configuration and its contracts, and opens no store and
// no port. It returns how many skills are served.
func Check(config *Config, options Options) (skills int, err error) {
	s := &Server{config: config, options: options, log: slog.New(slog.DiscardHandler)}
	next, core, err := s.read(config)
	if err != nil {
		return 0, err
	}
	trial := gateway.Options{Audit: &audit.Writer{}, Core: core, Quota: quota.NewMemory()}
	if config.Subscriptions != nil {
		trial.Subscriptions = gateway.SubscriptionFunc(nil)
	}
	if _, err := gateway.New(next.catalog, trial); err != nil {
		return 0, err
	}
	if _, err := openTexts(config.Skills); err != nil {
		return 0, err
	}
	served := map[string]bool{}
	for id := range config.Providers {
		served[id] = true
	}
	for id := range options.Functions {
		served[id] = true
	}
	for _, c := range next.catalog.Contracts {
		if len(c.Exports) > 0 && !served[c.ID.Text] {
			return len(next.skills), fmt.Errorf("%s: nobody serves the tools of %q: add providers.%s", config.Contracts, c.ID.Text, c.ID.Text)
		}
	}
	return len(next.skills), nil
}

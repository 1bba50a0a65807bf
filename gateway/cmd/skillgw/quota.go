package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/quota"
	"github.com/skilllint/skilllint/gateway/serve"
)

func quotaCommand() *cobra.Command {
	c := &cobra.Command{Use: "quota", Short: "Look at what was counted, or forget it"}
	c.AddCommand(quotaDo("show", "Print what a user has left"), quotaDo("reset", "Forget what was counted for a user"))
	return c
}

func quotaDo(name, short string) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: cobra.NoArgs}
	file := configFlag(c)
	org := c.Flags().String("org", "", "the organisation")
	user := c.Flags().String("user", "", "the user")
	skill := c.Flags().String("skill", "", "of this skill's tools alone")
	tool := c.Flags().String("tool", "", "of this tool alone")
	_, _ = c.MarkFlagRequired("org"), c.MarkFlagRequired("user")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx, cancel := context.WithTimeout(cmd.Context(), 10*time.Second)
		defer cancel()
		store, limits, err := openCounted(ctx, *file)
		if err != nil {
			return err
		}
		defer store.Close()
		inspector, ok := store.(quota.Inspector)
		if !ok {
			return errors.New("calls are counted in the memory of the server; it forgets them when it ends")
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		defer out.Flush()
		for _, l := range limits {
			if *skill != "" && l.Key.Provider != *skill || *tool != "" && l.Key.Tool != *tool {
				continue
			}
			key := l.Key
			key.Org, key.User = *org, *user
			if name == "reset" {
				if err := inspector.Reset(ctx, key, l.Limit); err != nil {
					return err
				}
				fmt.Fprintf(out, "%s\t%s\t%s\tforgotten\n", key.Provider, key.Tool, l.Rate)
				continue
			}
			d, err := inspector.Used(ctx, key, l.Limit, time.Now())
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%d left\tuntil %s\n", key.Provider, key.Tool, l.Rate, d.Remaining, d.ResetAt.Format(time.RFC3339))
		}
		return nil
	}
	return c
}

// openCounted opens the store of a configuration, and lists the tools that have a rate.
func openCounted(ctx context.Context, file string) (quota.Store, []gateway.Counted, error) {
	config, err := serve.Load(file)
	if err != nil {
		return nil, nil, err
	}
	var catalog contract.Catalog
	data, err := os.ReadFile(config.Contracts)
	if err == nil {
		err = json.Unmarshal(data, &catalog)
	}
	if err != nil {
		return nil, nil, err
	}
	limits, err := gateway.CountedTools(catalog)
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(limits, func(a, b gateway.Counted) int {
		return slices.Compare([]string{a.Key.Provider, a.Key.Tool}, []string{b.Key.Provider, b.Key.Tool})
	})
	store, err := serve.OpenQuota(ctx, config.Quota)
	return store, limits, err
}

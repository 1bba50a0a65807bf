package main

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/serve"
)

func auditCommand() *cobra.Command {
	c := &cobra.Command{Use: "audit", Short: "Verify and read the audit log"}
	c.AddCommand(verifyCommand(), rowsCommand("export", "Print all rows as lines of JSON"),
		rowsCommand("tail", "Print the last rows, and then those that are written"), publicCommand())
	return c
}

// A log is one that a command reads.
type auditLog struct{ config, dsn, public *string }

func logFlags(c *cobra.Command) auditLog {
	return auditLog{
		configFlag(c),
		c.Flags().String("log", "", "the log itself, in place of the configuration's: files:FOLDER, sqlite:PATH or postgres://…"),
		c.Flags().String("public", "", "public key of the signatures, in hexadecimal; default: of the configuration's audit_sign"),
	}
}

func (l auditLog) open(ctx context.Context) (audit.Store, ed25519.PublicKey, error) {
	dsn, public := serve.DSN(*l.dsn), ed25519.PublicKey(nil)
	if dsn == "" {
		config, err := serve.Load(*l.config)
		if err != nil {
			return nil, nil, err
		}
		key, err := config.SigningKey()
		if err != nil {
			return nil, nil, err
		}
		if key != nil {
			public = key.Public().(ed25519.PublicKey)
		}
		dsn = config.Audit
	}
	if *l.public != "" {
		key, err := hex.DecodeString(*l.public)
		if err != nil || len(key) != ed25519.PublicKeySize {
			return nil, nil, errors.New("--public is not 32 bytes in hexadecimal")
		}
		public = key
	}
	store, err := serve.OpenAudit(ctx, dsn)
	return store, public, err
}

func verifyCommand() *cobra.Command {
	c := &cobra.Command{Use: "verify", Short: "Say whether the log is as it was written, and since when", Args: cobra.NoArgs}
	log := logFlags(c)
	known := c.Flags().String("known", "", "report of an earlier verify --json, which is held against the log")
	asJSON := c.Flags().Bool("json", false, "print the report as JSON, to be kept elsewhere")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		store, public, err := log.open(cmd.Context())
		if err != nil {
			return err
		}
		defer store.Close()
		var before audit.Report
		if *known != "" {
			data, err := os.ReadFile(*known)
			if err == nil {
				err = json.Unmarshal(data, &before)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", *known, err)
			}
		}
		report, err := audit.CheckSigned(cmd.Context(), store, public, before.Segments...)
		if err != nil {
			return err
		}
		if *asJSON {
			enc := json.NewEncoder(os.Stdout)
			enc.SetIndent("", "  ")
			if err := enc.Encode(report); err != nil {
				return err
			}
		} else {
			tell(report, public != nil)
		}
		if len(report.Faults) > 0 {
			return errFound
		}
		return nil
	}
	return c
}

// tell writes a report for people.
func tell(r audit.Report, signed bool) {
	var rows, vouched uint64
	for _, s := range r.Segments {
		rows += s.Rows
		vouched += s.Signed
	}
	for _, f := range r.Faults {
		fmt.Println(f)
	}
	for _, id := range r.Missing {
		fmt.Printf("segment %s is not there, nor is one that is older\n", id)
	}
	fmt.Printf("%d segments, %d rows, %d calls open, %d faults\n", len(r.Segments), rows, len(r.Open), len(r.Faults))
	if signed {
		fmt.Printf("%d rows are signed for\n", vouched)
	}
	if r.Since.IsZero() {
		fmt.Println("nothing of it can be trusted")
	} else {
		fmt.Printf("trusted since %s\n", r.Since.Format(time.RFC3339))
	}
}

func rowsCommand(name, short string) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: cobra.NoArgs}
	log := logFlags(c)
	last := 0
	if name == "tail" {
		c.Flags().IntVarP(&last, "lines", "n", 10, "how many of the rows that are there")
	}
	follow := name == "tail"
	if follow {
		c.Flags().BoolVar(&follow, "follow", true, "go on with the rows that are written")
	}
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
		defer stop()
		store, _, err := log.open(ctx)
		if err != nil {
			return err
		}
		defer store.Close()
		seen := map[string]uint64{}
		lines, err := newLines(ctx, store, seen)
		if err != nil {
			return err
		}
		if name == "tail" && len(lines) > last {
			lines = lines[len(lines)-last:]
		}
		for {
			for _, line := range lines {
				fmt.Printf("%s\n", line)
			}
			if !follow {
				return nil
			}
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(time.Second):
			}
			if lines, err = newLines(ctx, store, seen); err != nil {
				return err
			}
		}
	}
	return c
}

// newLines gives the rows after those that were seen.
func newLines(ctx context.Context, r audit.Reader, seen map[string]uint64) (lines [][]byte, err error) {
	segments, err := r.Segments(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range segments {
		n := uint64(0)
		for line, err := range r.Lines(ctx, id) {
			if err != nil {
				return nil, err
			}
			if n++; n > seen[id] {
				lines = append(lines, append([]byte(nil), line...))
			}
		}
		seen[id] = n
	}
	return lines, nil
}

func publicCommand() *cobra.Command {
	c := &cobra.Command{Use: "public", Short: "Print the public half of audit_sign, for who verifies", Args: cobra.NoArgs}
	file := configFlag(c)
	c.RunE = func(*cobra.Command, []string) error {
		config, err := serve.Load(*file)
		if err != nil {
			return err
		}
		key, err := config.SigningKey()
		if err != nil {
			return err
		}
		if key == nil {
			return errors.New("there is no audit_sign")
		}
		fmt.Println(hex.EncodeToString(key.Public().(ed25519.PublicKey)))
		return nil
	}
	return c
}

// Command skillgw is the gateway as a server: skills in any language call each other's
// tools through it, over the Model Context Protocol.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/serve"
)

// errFound says that something was found, and told already.
var errFound = errors.New("found")

func main() { os.Exit(run(os.Args[1:])) }

// run is the command. It exits with 1 for what was found, and 2 for what could not be done.
func run(args []string) int {
	root := &cobra.Command{
		Use: "skillgw", Short: "Serve skills' tools to each other over MCP", SilenceErrors: true, SilenceUsage: true,
	}
	root.SetArgs(args)
	root.AddCommand(serveCommand(), checkCommand(), auditCommand(), quotaCommand(), versionCommand())
	switch err := root.Execute(); {
	case err == nil:
		return 0
	case errors.Is(err, errFound):
		return 1
	default:
		fmt.Fprintln(os.Stderr, "skillgw:", err)
		return 2
	}
}

func configFlag(c *cobra.Command) *string {
	return c.Flags().StringP("config", "c", "skillgw.yaml", "the configuration")
}

func serveCommand() *cobra.Command {
	c := &cobra.Command{Use: "serve", Short: "Serve until SIGTERM; SIGHUP or a changed file reloads", Args: cobra.NoArgs}
	file := configFlag(c)
	stdio := c.Flags().String("stdio", "", "serve this skill over stdin and stdout, in place of HTTP, to the one whom --org and --user name")
	var who gateway.Identity
	c.Flags().StringVar(&who.Org, "org", "", "with --stdio: the organisation that calls")
	c.Flags().StringVar(&who.User, "user", "", "with --stdio: the user that calls")
	c.Flags().StringVar(&who.Session, "session", "", "with --stdio: the session")
	c.Flags().StringVar(&who.Agent, "agent", "", "with --stdio: the agent")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if *stdio != "" && (who.Org == "" || who.User == "") {
			return errors.New("--stdio wants --org and --user: who calls")
		}
		config, err := serve.Load(*file)
		if err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
		defer stop()
		s, err := serve.New(ctx, config, serve.Options{File: *file})
		if err != nil {
			return err
		}
		told := make(chan os.Signal, 1)
		signal.Notify(told, syscall.SIGHUP)
		watching, end := context.WithCancel(ctx)
		go s.Watch(watching, told)
		if *stdio != "" {
			err = s.Stdio(ctx, *stdio, &serve.Caller{Identity: who, Skills: []string{*stdio}})
			if errors.Is(err, context.Canceled) {
				err = nil
			}
		} else {
			err = s.Run(ctx)
		}
		end()
		return errors.Join(err, s.Close())
	}
	return c
}

func checkCommand() *cobra.Command {
	c := &cobra.Command{Use: "check", Short: "Say what is wrong with the configuration and its contracts", Args: cobra.NoArgs}
	file := configFlag(c)
	schema := c.Flags().Bool("schema", false, "print the JSON Schema of the configuration")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if *schema {
			_, err := os.Stdout.Write(serve.Schema())
			return err
		}
		config, err := serve.Load(*file)
		if err == nil {
			var skills int
			if skills, err = serve.Check(config, serve.Options{}); err == nil {
				fmt.Printf("%s: %d skills\n", *file, skills)
				return nil
			}
		}
		fmt.Fprintln(os.Stderr, err)
		return errFound
	}
	return c
}

func versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		revision := ""
		if info, ok := debug.ReadBuildInfo(); ok {
			for _, s := range info.Settings {
				if s.Key == "vcs.revision" {
					revision = " " + s.Value
				}
			}
		}
		fmt.Printf("skillgw %s%s\n", serve.Version, revision)
		return nil
	}}
}

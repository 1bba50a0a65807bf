package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/skill"
)

func newDigest() *cobra.Command {
	return &cobra.Command{
		Use:   "digest DIR",
		Short: "Print the digest of a package's folder, for checksumSha256",
		Long: `Print the SHA-256 digest of a package's folder, {skillId}/{version}/: what
checksumSha256 in its manifest.json has to be. How it is computed, and how to do so
with sha256sum, is described in docs/packages.md.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := limit.OpenRoot(args[0])
			if err != nil {
				return err
			}
			defer root.Close()
			digest, _, err := skill.Digest(root.FS(), ".")
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), digest)
			return nil
		},
	}
}

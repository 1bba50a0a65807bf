package code

import "testing"

func TestShell(t *testing.T) {
	checkFacts(t, "a.sh", []factsCase{
		{"relative", "sh ../zodiac/run.sh --x=../zodiac/y data/x ./own.sh\necho ../zodiac/x\n# sh ../zodiac/x\n", []string{
			`path relative:../zodiac/run.sh file at ../zodiac/run.sh`,
			`path relative:../zodiac/y file at --x=../zodiac/y`,
			`path relative:./own.sh file at ./own.sh`,
		}},
		{"own place", "D=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")/..\" && pwd)\"\n. \"$D/../zodiac/lib.sh\"\ncat \"$(dirname \"$0\")/own\" ${BASH_SOURCE[0]%/*}/../x/$NAME\n", []string{
			`path file:../../../zodiac/lib.sh file at "$D/../zodiac/lib.sh"`,
			`path file:../own file at "$(dirname "$0")/own"`,
			`path file:../../x/? file at ${BASH_SOURCE[0]%/*}/../x/$NAME`,
		}},
		{"folders", "cat $SKILLS_DIR/zodiac/x $SKILL_DIR/../zodiac/x ~/.claude/skills/zodiac/x\ncat $(git rev-parse --show-toplevel)/skills/zodiac/x\n", []string{
			`path skills:/zodiac/x file at $SKILLS_DIR/zodiac/x`,
			`path own:/../zodiac/x file at $SKILL_DIR/../zodiac/x`,
			`path somewhere:~/.claude/skills/zodiac/x file at ~/.claude/skills/zodiac/x`,
			`path root:./skills/zodiac/x file at $(git rev-parse --show-toplevel)/skills/zodiac/x`,
		}},
		{"scripts in words", "bash -c 'cat ../zodiac/x'\neval 'cat ../zodiac/y'\n", []string{
			`path relative:../zodiac/x file at ../zodiac/x`,
			`path relative:../zodiac/y file at ../zodiac/y`,
		}},
		{"modules", "python3 -m skills.zodiac.main x\ngit commit -m skills.zodiac\n", []string{
			`run skills.zodiac.main`,
		}},
		{"redirects and heredocs", "cat > ../zodiac/x <<EOF\n../zodiac/y\nEOF\n", []string{
			`path relative:../zodiac/x file at ../zodiac/x`,
		}},
		{"in a subscript", "declare -A a\na[\"$(cat ../zodiac/x)\"]=1\na[$(cat ../zodiac/y)]+=2\n", []string{
			`path relative:../zodiac/x file at ../zodiac/x`,
			`path relative:../zodiac/y file at ../zodiac/y`,
		}},
		{"an error", "cat <<EOF\nnever closed\n", []string{
			`error at 4: the here-document is never closed`,
		}},
	})
}

#!/usr/bin/env bash
# Records what users see, to be looked at, into a folder: the terminal's first screens at 80
# and 120 columns, Neovim with findings and a hover, and pictures of the HTML report.
# Usage: scripts/screens.sh folder. Needs Go, tmux, nvim and chromium.
set -euo pipefail
[ $# = 1 ] || { sed -n '2,4s/^# //p' "$0"; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
repo=$PWD

work=$(mktemp -d)
export TMUX_TMPDIR=$work SKILLLINT_CACHE_DIR=$work/cache
screen() { tmux -f /dev/null -L screens "$@"; }
trap 'screen kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/bin"
go build -o "$work/bin/skilllint" ./cmd/skilllint
export PATH=$work/bin:$PATH

# The workspaces, with faults as people make them.
skill() { # folder, description, text, further keys
	mkdir -p "$1"
	printf -- '---\nname: %s\ndescription: %s\n%s---\n%s\n' "${1##*/}" "$2" "${4:-}" "$3" >"$1/SKILL.md"
}
skill "$work/skill/draw-cards" "Draws tarot cards and says what they mean. Use when the user asks for a reading." \
	$'# Draw cards\n\nRead [the meanings](references/meanings.md), then run `python scripts/draw.py`.\n' $'licence: MIT\n'
cp -r examples/plugins "$work/marketplace"
sed -i 's/"name": "deploy"/"name": "Deploy"/' "$work/marketplace/plugins/deploy/.claude-plugin/plugin.json"
mv "$work/marketplace/plugins/deploy/skills/rollout/references/checklist.md" "$work/marketplace/plugins/deploy/skills/rollout/references/list.md"
cp -r examples/sop "$work/platform"
sed -i 's/^def /def my_/' "$work/platform/backend/app/tools/notes.py"
for i in $(seq 900); do
	text="Look up card $i in the deck and say what it stands for."
	[ $((i % 3)) != 0 ] || text="$text See [the picture](assets/card-$i.png)."
	[ $((i % 9)) != 0 ] || text="$text Run \`python scripts/show-$i.py\`."
	skill "$work/many/skills/card-$i" "Explains card $i of the deck. Use when somebody has drawn number $i." "$text"
done
cp -r examples/contract "$work/contract"
sed -i 's/tools: \[get_forecast\]/tools: [get_forcast]/' "$work/contract/skills/trip/SKILL.md"
go run ./testdata/bench "$work/graph" 300
for dir in skill marketplace platform many contract graph; do
	git -C "$work/$dir" init -q
done

export XDG_STATE_HOME=$work XDG_CACHE_HOME=$work
screen new-session -d -s stays # else the server ends with each session

# shows runs a command on a screen of some columns in a workspace until a text is on it, and
# keeps the screen and what has scrolled off it.
shows() { # name, columns, workspace, text, command
	screen new-session -d -s show -x "$2" -y 40 -c "$work/$3" "env PS1= bash --norc"
	screen send-keys -t show "clear; $5" Enter
	wait_for "$4"
	keep "$1"
	screen kill-session -t show
}
wait_for() {
	for _ in $(seq 150); do
		! screen capture-pane -p -t show -S - | grep -qF -- "$1" || return 0
		sleep 0.2
	done
	screen capture-pane -p -t show >&2
	echo "$1 did not come" >&2
	exit 1
}
keep() {
	screen capture-pane -p -t show -S - >"$out/$1.txt"
	screen capture-pane -ep -t show -S - >"$out/$1.ansi" # with its colours, for cat
}
for columns in 80 120; do
	for workspace in skill marketplace platform many; do
		shows "terminal-$workspace-$columns" $columns $workspace "exit status" 'skilllint; echo "exit status $?"'
	done
done

nvim="nvim -u NONE -n -c 'filetype on' -c 'set nowrap' -c 'source $repo/editors/neovim.lua' -c 'set signcolumn=yes' -c 'edit skills/trip/SKILL.md'"
screen new-session -d -s show -x 120 -y 40 -c "$work/contract" "$nvim"
wait_for "does not export"
keep neovim-findings
screen send-keys -t show ":call cursor(7, 13)" Enter ":lua vim.diagnostic.open_float()" Enter
wait_for Diagnostics:
keep neovim-finding
screen send-keys -t show ":%s/get_forcast/get_forecast/" Enter
sleep 2 # the edit is judged
screen send-keys -t show ":call cursor(7, 13)" Enter ":lua vim.lsp.buf.hover()" Enter
wait_for "of weather"
keep neovim-hover
screen kill-session -t show

picture() { # name, mode, width and height, page
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" "$2" --virtual-time-budget=10000 \
		--window-size="$3" --screenshot="$out/$1.png" "file://$4" 2>/dev/null
}
for workspace in marketplace many contract graph; do
	skilllint --quiet --output html="$work/$workspace.html" "$work/$workspace" || [ $? = 1 ]
	picture "report-$workspace-light" --no-first-run 1280,1800 "$work/$workspace.html"
	picture "report-$workspace-dark" --force-dark-mode 1280,1800 "$work/$workspace.html"
done
picture report-marketplace-narrow --no-first-run 500,1600 "$work/marketplace.html"
ls "$out"

#!/usr/bin/env bash
# Records npm's reference servers over stdio and streamable HTTP: as many tools as they
# are known to have, the same bytes the second time, and what an older version of one
# lacks. Needs npm and its registry, Go and the skilllint of this tree.
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null; rm -rf "$tmp"' EXIT
go build -o "$tmp/skilllint" ./cmd/skilllint
new="$tmp/new/node_modules/@modelcontextprotocol" old="$tmp/old/node_modules/@modelcontextprotocol"
npm install --silent --no-audit --no-fund --prefix "$tmp/new" @modelcontextprotocol/server-everything @modelcontextprotocol/server-filesystem @modelcontextprotocol/server-memory
npm install --silent --no-audit --no-fund --prefix "$tmp/old" @modelcontextprotocol/server-filesystem@2025.11.25
mkdir "$tmp/ws" "$tmp/data" && cd "$tmp/ws"

# record NAME TOOLS ARGS...: records a server twice.
record() {
	local name=$1 tools=$2
	shift 2
	"$tmp/skilllint" mcp snapshot "$name" "$@"
	"$tmp/skilllint" mcp snapshot "$name" "$@" | grep -q unchanged || { echo "$name: the second recording differs"; exit 1; }
	local have
	have=$("$tmp/skilllint" mcp list | awk -v name="$name" '$0 == name { on = 1 } on && $1 == "recorded" { print $3; exit }')
	[ "$have" = "$tools" ] || { echo "$name: $have tools, expected $tools"; exit 1; }
}
record everything 14 -- node "$new/server-everything/dist/index.js" stdio
record filesystem 14 -- node "$new/server-filesystem/dist/index.js" "$tmp/data"
record memory 9 -- node "$new/server-memory/dist/index.js"

PORT=18437 node "$new/server-everything/dist/index.js" streamableHttp >"$tmp/http.log" 2>&1 &
pid=$!
for _ in $(seq 50); do
	(exec 3<>/dev/tcp/127.0.0.1/18437) 2>/dev/null && break
	sleep 0.2
done
record everything-http 14 --url http://127.0.0.1:18437/mcp
cmp .mcp-tools/everything.json .mcp-tools/everything-http.json

status=0
"$tmp/skilllint" mcp diff filesystem -- node "$old/server-filesystem/dist/index.js" "$tmp/data" || status=$?
[ "$status" -le 1 ] || { echo "diff: exit status $status"; exit 1; }
"$tmp/skilllint" mcp diff filesystem -- node "$new/server-filesystem/dist/index.js" "$tmp/data" | grep -q "no tool changed"

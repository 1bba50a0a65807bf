#!/usr/bin/env bash
# Runs skillgw by its unit under a systemd of its own: a container over this
# machine's files, of which it changes none, without a network but its loopback.
# Started, called, reloaded, killed, drained and stopped, as an operator would.
# Needs root, systemd-nspawn (Debian: systemd-container), curl and Debian's python3.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'umount "$work/root"; umount "$work"; rmdir "$work"' EXIT
mount -t tmpfs skillgw "$work"
mkdir "$work/etc" "$work/root" "$work/upper" "$work/temporary"
mount -t overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/temporary" skillgw "$work/root"
CGO_ENABLED=0 go build -trimpath -o "$work/skillgw" ./gateway/cmd/skillgw
cat >"$work/etc/skillgw.yaml" <<'END'
listen: 127.0.0.1:8080
admin: 127.0.0.1:9090
public_url: http://localhost:8080
contracts: contracts.json
audit: files:/var/lib/skillgw/audit
quota: sqlite:/var/lib/skillgw/quota.db
audit_key: ${AUDIT_KEY}
auth:
  tokens: # example-token-of-alice
    - { hash: "sha256:a17c5130605735b2a5612d765ac36b5a6e8d81e8c570c38ca398e9033101b907", org: acme, user: alice, skills: ["*"] }
providers:
  clock: { mcp: { command: [/usr/bin/python3, /etc/skillgw/clock.py] } }
END
cat >"$work/etc/contracts.json" <<'END'
{"version": 1, "contracts": [{"id": "clock", "version": "1.0", "provides": "1.0.0",
  "exports": [{"name": "wait", "description": "Wait some seconds", "input_schema": {"type": "object", "properties": {"seconds": {"type": "number"}}}}],
  "access": {"rate_limit": [{"tool": "wait", "rate": "5/day"}]}}]}
END
cat >"$work/etc/clock.py" <<'END'
import json, sys, time

TOOL = {"name": "wait", "description": "Wait some seconds", "inputSchema": {"type": "object", "properties": {"seconds": {"type": "number"}}}}
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    said = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] == "initialize":
        said["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "clock", "version": "1"}}
    elif asked["method"] == "tools/list":
        said["result"] = {"tools": [TOOL]}
    elif asked["method"] == "tools/call":
        time.sleep(asked["params"].get("arguments", {}).get("seconds", 0))
        said["result"] = {"content": [{"type": "text", "text": "waited"}]}
    else:
        said["error"] = {"code": -32601, "message": "no such method"}
    print(json.dumps(said), flush=True)
END
printf 'AUDIT_KEY=%064d\n' 7 >"$work/etc/secrets"
chmod 600 "$work/etc/secrets"

cat >"$work/try.sh" <<'END'
#!/usr/bin/env bash
set -eEuo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND"; systemctl status skillgw; journalctl --no-pager -u skillgw' ERR
call() { # SECONDS
  curl -sS --max-time 20 http://127.0.0.1:8080/mcp/clock -H 'Authorization: Bearer example-token-of-alice' -H 'Host: localhost:8080' \
    -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -H 'MCP-Protocol-Version: 2025-11-25' \
    -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"clock__wait","arguments":{"seconds":'"$1"'}}}'
}
ready() { for _ in $(seq 100); do if curl -sf http://127.0.0.1:9090/readyz >/dev/null; then return; fi; sleep 0.2; done; false; }
rows() { (set -a && . /etc/skillgw/secrets && skillgw audit export --config /etc/skillgw/skillgw.yaml) >/tmp/rows && [ "$(grep -c '"kind":"outcome"' /tmp/rows)" = "$1" ]; }
pid() { systemctl show -P MainPID skillgw; }
step() { echo "== $*"; }

step start
systemctl start skillgw
ready
call 0 | grep waited
first=$(pid)
grep -E '^(Uid|NoNewPrivs|CapEff|Seccomp):' "/proc/$first/status"
ls -ld /var/lib/private/skillgw /var/lib/private/skillgw/*

step reload: a changed file and SIGHUP keep the process
sed -i 's|5/day|4/day|' /etc/skillgw/contracts.json
systemctl reload skillgw
sleep 1
[ "$(pid)" = "$first" ]
call 0 | grep waited

step killed: systemd starts it again, the counts and rows are what they were
kill -9 "$first"
sleep 3
ready
[ "$(pid)" != "$first" ]
call 0 | grep waited
rows 3

step stop: a call under way is answered, and recorded
call 5 >/tmp/answer &
sleep 1
systemctl stop skillgw
wait $!
grep waited /tmp/answer
[ "$(systemctl show -P Result skillgw)" = success ]
rows 4

step a fifth call, after a start: the counts outlive the process
systemctl start skillgw
ready
call 0 | grep rate_limited
systemctl stop skillgw

step a wrong file: it does not start, and says where
sed -i 's/^listen:/lisen:/' /etc/skillgw/skillgw.yaml
if systemctl start skillgw; then false; fi
journalctl --no-pager -u skillgw -n 5
systemd-analyze security --no-pager skillgw.service | grep Overall
END
cat >"$work/try.service" <<'END'
[Unit]
Description=The trial
SuccessAction=exit-force
FailureAction=exit-force

[Service]
Type=oneshot
ExecStart=/usr/bin/bash /mnt/try.sh
StandardOutput=journal+console
StandardError=journal+console
END
systemd-nspawn --quiet --register=no --keep-unit --private-network --directory="$work/root" --hostname=unit --machine=unit \
  --bind-ro="$work/skillgw:/usr/local/bin/skillgw" --bind-ro="$PWD/gateway/cmd/skillgw/deploy/skillgw.service:/etc/systemd/system/skillgw.service" \
  --bind-ro="$work/try.sh:/mnt/try.sh" --bind-ro="$work/try.service:/etc/systemd/system/try.service" --bind="$work/etc:/etc/skillgw" \
  --boot -- --unit=try.service

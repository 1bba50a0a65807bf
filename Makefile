.PHONY: test hosts servers screens bench bench-base release-dry conformance soak gateway-cost unit

test:
	go test ./...

# Holds the model of hosts (internal/hosts) to the hosts themselves, which npm installs
# into a temporary folder. Needs npm and its registry, no account; no part of the tests.
hosts:
	scripts/hosts.sh

# Records npm's reference servers of the Model Context Protocol, twice, and compares an
# older one with the newest. Needs npm and its registry; no part of the tests.
servers:
	scripts/servers.sh

# Terminal, Neovim and pictures of the HTML report, to be looked at, in SCREENS. Needs
# tmux, nvim and chromium; no part of the tests.
SCREENS ?= bin/screens
screens:
	scripts/screens.sh $(SCREENS)

# Whole-process figures over generated workspaces of 1k, 10k, 20k and 100k skills:
# cold without the cache, cold with it, and warm.
bench:
	go build -o bin/skilllint ./cmd/skilllint
	@for n in 1000 10000 20000 100000; do \
		rm -rf bin/bench && go run ./testdata/bench bin/bench $$n && touch bin/bench/.skilllint.yaml && \
		for flag in --no-cache --quiet --quiet; do \
			SKILLLINT_CACHE_DIR=bin/bench.cache /usr/bin/time -f "$$n skills, $$flag: %e s, %U s user, %S s system, %M KB" bin/skilllint $$flag bin/bench; \
		done; \
	done; rm -rf bin/bench bin/bench.cache

# The same in a repository of 10,000 commits with 500 deprecations and 200
# changed skills: without git, with the history of the deprecations, and
# compared with a base.
bench-base:
	go build -o bin/skilllint ./cmd/skilllint
	@rm -rf bin/bench bin/bench.git && go run ./testdata/bench bin/bench 20000 && touch bin/bench/.skilllint.yaml && \
	go run ./testdata/bench/history bin/bench 10000 200 500 && mv bin/bench/.git bin/bench.git && \
	measure() { /usr/bin/time -f "$$1: %e s, %U s user, %M KB" bin/skilllint --quiet --no-cache $$2 bin/bench; } && \
	measure "no git"; mv bin/bench.git bin/bench/.git; measure "git"; \
	measure "--base HEAD" "--base HEAD"; measure "--base HEAD~100" "--base HEAD~100"; rm -rf bin/bench

# All that a release holds, in dist/, unpublished. With goreleaser at hand it
# is goreleaser's own dry run, and the packages of its archives.
release-dry:
	@if command -v goreleaser >/dev/null; then goreleaser release --snapshot --clean --skip=sign && \
		scripts/packages.sh dist "$$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' dist/metadata.json)"; else scripts/release.sh; fi

# The suite of the Model Context Protocol against skillgw, in front of the SDK's own server, then npm's
# servers behind it and the TypeScript SDK in front of it. Needs npm; the suite needs Node 22, which comes as a package, too.
conformance: bin/npm/installed
	PATH=$$PWD/bin/npm/node_modules/node/bin:$$PATH SKILLGW_NPM=$$PWD/bin/npm SKILLGW_CONFORMANCE=$$PWD/bin/npm/node_modules/.bin/conformance \
		go test ./gateway/serve -run 'TestConformance|TestPublishedServers|TestTypeScriptClient' -count=1 -v

bin/npm/installed: Makefile
	npm install --no-save --prefix bin/npm node@22 @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/sdk@1 \
		@modelcontextprotocol/server-everything @modelcontextprotocol/server-filesystem @modelcontextprotocol/server-memory
	touch $@

# Ten minutes of good and hostile requests, and whether memory or goroutines grow.
soak:
	SKILLGW_SOAK=10m go test ./gateway/serve -run TestSoak -count=1 -v -timeout 15m

# What skillgw adds to a call, in one run with the SDK's server called directly and npm's bridges.
# Needs npm and wrk.
gateway-cost:
	npm install --no-save --prefix bin/cost node@22 mcp-proxy supergateway
	PATH=$$PWD/bin/cost/node_modules/node/bin:$$PATH SKILLGW_COST=$$PWD/bin/cost go test ./gateway/serve -run TestCost -count=1 -v

# skillgw by its unit under a systemd of its own, in a container that leaves this machine as it is.
# Needs root and systemd-nspawn.
unit:
	scripts/unit.sh

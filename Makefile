.PHONY: test bench release-dry

test:
	go test ./...

# Whole-process figures over generated workspaces of 1k, 10k, 20k and 100k skills.
bench:
	go build -o bin/skilllint ./cmd/skilllint
	@for n in 1000 10000 20000 100000; do \
		rm -rf bin/bench && go run ./testdata/bench bin/bench $$n && touch bin/bench/.skilllint.yaml && \
		/usr/bin/time -f "$$n skills: %e s, %U s user, %M KB" bin/skilllint bin/bench; \
	done; rm -rf bin/bench

# All that a release holds, in dist/, unpublished. With goreleaser at hand it
# is goreleaser's own dry run.
release-dry:
	@if command -v goreleaser >/dev/null; then goreleaser release --snapshot --clean; else scripts/release.sh; fi

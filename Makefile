.PHONY: test bench

test:
	go test ./...

# Whole-process figures over generated workspaces of 1k, 10k, 20k and 100k skills.
bench:
	go build -o bin/skilllint ./cmd/skilllint
	@for n in 1000 10000 20000 100000; do \
		rm -rf bin/bench && go run ./testdata/bench bin/bench $$n && touch bin/bench/.skilllint.yaml && \
		/usr/bin/time -f "$$n skills: %e s, %U s user, %M KB" bin/skilllint bin/bench; \
	done; rm -rf bin/bench

# The logic is in scripts/; this is the list of what one can do.

.PHONY: help run test check bench fuzz clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build and start the server; ARGS="--listen 127.0.0.1:9000" is handed to `pegboard serve`
	@scripts/run.sh $(ARGS)

test: ## install what the tests need, then run every test
	@scripts/test.sh

check: ## quick checks: format, lints, house rules, the fast tests
	@scripts/check.sh

bench: ## run the benches and write docs/BENCHMARKS.md; ARGS=--quick only tries them
	@scripts/bench.sh $(ARGS)

fuzz: ## let a fuzzer look for what the parsers of hostile input stumble over; ARGS="formats 60" is one target for a minute
	@scripts/fuzz.sh $(ARGS)

clean: ## remove everything that was built; the data folder stays
	@scripts/clean.sh

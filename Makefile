SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo 0.1.0)
LINT_VERSION := v2.12.2
STAMP := -X main.version=$(VERSION)
PROGRAM := bin/vigie$(shell go env GOEXE 2>/dev/null)
PLATFORM := $(shell go env GOOS 2>/dev/null)-$(shell go env GOARCH 2>/dev/null)
# A locale of C has no language, which the window's toolkit logs as an error.
ifneq (,$(filter C C.% POSIX,$(or $(LC_ALL),$(LANG),C)))
export LANG := en_US.UTF-8
export LC_ALL :=
endif
TEST_ENV := LANG=en_US.UTF-8 LC_ALL= OMP_THREAD_LIMIT=1

.PHONY: help
help: ## Show what there is to make
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

.PHONY: deps
deps: ## Install the system packages that are missing (Debian; elsewhere it says what is needed)
	@.ci/deps run

.PHONY: run
run: deps build ## Build, open the window and play the demo replay into it (without a display: under Xvfb)
	@.ci/demo $(PROGRAM)

.PHONY: build
build: ## Build the program to bin/
	@.ci/deps build
	@mkdir -p bin
	go build -ldflags "$(STAMP)" -o $(PROGRAM) .

.PHONY: test
test: ## Run everything with the race detector: real Tesseract, store, HTTP, window, browser and model server
	@.ci/deps test
	go vet ./...
	go vet -tags tour,no_metadata ./ui
	@.ci/ollama build >/dev/null
	VIGIE_OLLAMA=$$(.ci/ollama build) $(TEST_ENV) .ci/display go test -race -shuffle=on -timeout 30m ./...

.PHONY: lint
lint: ## Check style, sizes and the direction of imports
	@.ci/deps build
	@.ci/lint $(LINT_VERSION)

.PHONY: score
score: build ## Score the validator against what really happened; fails when worse than the baseline
	@OMP_THREAD_LIMIT=1 .ci/score $(PROGRAM)

.PHONY: fuzz
fuzz: ## Fuzz every decoder for FUZZTIME each (30s)
	@.ci/deps build
	@$(TEST_ENV) .ci/fuzz

.PHONY: torture
torture: ## Kill the program KILLS times (200) while robots report, and hold the store against what they were told
	@.ci/deps test
	$(TEST_ENV) VIGIE_KILLS=$(or $(KILLS),200) go test -count=1 -timeout 60m -v -run 'Killed|Killing' . ./storage

.PHONY: load
load: ## AGENTS (20) agents at two steps a second for LOAD (10m), and a session of 10,000 steps; says how it went
	@.ci/deps test
	$(TEST_ENV) VIGIE_LOAD=$(or $(LOAD),10m) VIGIE_AGENTS=$(or $(AGENTS),20) VIGIE_STEPS=10000 \
		go test -count=1 -timeout 60m -v -run 'ManyAgentsAtOnce|LongSession' .

.PHONY: soak
soak: ## Four agents for SOAK (30m): memory and goroutines must stay flat
	@.ci/deps test
	$(TEST_ENV) VIGIE_SOAK=$(or $(SOAK),30m) go test -count=1 -timeout 90m -v -run 'MemoryStaysFlat' .

.PHONY: bench
bench: build ## Measure the validator beside the reference: times, allocations, share of OCR, memory
	@OMP_THREAD_LIMIT=1 .ci/bench $(PROGRAM)

.PHONY: tour
tour: ## Visit every screen of the window in both languages and themes, with a picture of each, under Xvfb
	@.ci/deps test
	@.ci/tour

.PHONY: golden
golden: ## Make the reference values of structural similarity again, with scikit-image
	@.ci/deps golden
	/usr/bin/python3 testdata/ssim/generate.py > testdata/ssim/golden.json.new
	mv testdata/ssim/golden.json.new testdata/ssim/golden.json

.PHONY: package
package: ## Pack the program for this platform to dist/
	@.ci/deps build
	@mkdir -p bin
	go build -trimpath -ldflags "-s -w $(STAMP)" -o $(PROGRAM) .
	@.ci/package $(PROGRAM) $(VERSION) $(PLATFORM)

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin dist

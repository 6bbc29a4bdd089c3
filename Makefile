# make run [ARGS="gyroscope --integrator rk4"]   open the laboratory
# make test [ARGS="-k video"]                    everything that continuous integration checks
# make test-all                                  that and the long campaigns that it samples
# make near NAME=foucault                        the tests near a system, a preset or an integrator, in seconds
# make release-check                             what a release needs of every system, preset and integrator
# make soak                                      random input at the window for an hour
# make golden [ARGS="coin book"]                 golden pictures that are missing or look different
# make gallery [ARGS="coin book"]                pictures of all presets, build/gallery; ARGS=--list: docs/gallery.md
# make mutants [ARGS="--area events --seed 2"]   changes of physics that no test notices, docs/reliability.md
# make test-web                                  exported pages in Chromium and Firefox; needs Node.js
# make page                                      the script of exported pages, from web/, after a change there
# make site [ARGS="--no-pages"]                   guide, systems, gallery, reference in one folder, build/site
# make coverage [ARGS="tests/physics"]           branches of physics and game that no test takes, there too
#
# All make their own Python environment in .venv first; see tools/prepare.sh.

.PHONY: run test test-all test-web tests near release-check soak bench long-run card gallery golden mutants coverage page site lint style types format clean
ARGS =
# Tests start a hundred processes, each of which would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

run:
	@tools/prepare.sh run
	@.venv/bin/polhode run $(ARGS)

# The types are checked beside the tests, by one more process.
test: style
	@$(MAKE) --no-print-directory -j 2 types tests CHOICE='-m "not long and not unsampled"'

test-all: style
	@$(MAKE) --no-print-directory -j 2 types tests

tests:
	.venv/bin/python -m pytest -n auto --dist worksteal $(CHOICE) $(ARGS)

test-web:
	@tools/prepare.sh test
	cd web && npm install --no-package-lock --no-audit --no-fund
	.venv/bin/python -m pytest -n 0 tests/game/export/test_pages.py tests/game/export/test_page_life.py \
	  tests/game/export/test_web_folder.py $(ARGS)

near:
	@tools/prepare.sh test
	@.venv/bin/python -m tools.near_tests $(NAME) $(ARGS)

release-check:
	@tools/prepare.sh test
	POLHODE_RELEASE=1 .venv/bin/python -m pytest -n auto -m release $(ARGS)

soak:
	@tools/prepare.sh test
	SOAK_SECONDS=3600 .venv/bin/python -m pytest -n 0 -s -m long tests/e2e/test_soak.py $(ARGS)

bench:
	@tools/prepare.sh bench
	.venv/bin/python -m bench -o docs/bench.md $(ARGS)

long-run:
	@tools/prepare.sh bench
	.venv/bin/python -m bench --long-run docs

card:
	@tools/prepare.sh run
	.venv/bin/python -m bench --card docs/card.md $(ARGS)

gallery:
	@tools/prepare.sh run
	.venv/bin/python -m tools.make_gallery $(ARGS)

site:
	@tools/prepare.sh site
	.venv/bin/python -m tools.make_site $(ARGS)

golden:
	@tools/prepare.sh test
	.venv/bin/python -m tests.game.golden $(ARGS)

mutants:
	@tools/prepare.sh audit
	.venv/bin/python -m tools.mutate $(ARGS)

coverage:
	@tools/prepare.sh audit
	rm -rf build/coverage
	.venv/bin/coverage run -m pytest -n auto --dist worksteal -m "not long" $(ARGS)
	.venv/bin/coverage combine
	.venv/bin/coverage report --include="physics/*" --fail-under=95
	.venv/bin/coverage report --include="game/*" --fail-under=85

page:
	cd web && npm install --no-package-lock --no-audit --no-fund && npm run check && npm run build

lint: style types

style:
	@tools/prepare.sh test
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .

types:
	.venv/bin/mypy

format:
	@tools/prepare.sh test
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

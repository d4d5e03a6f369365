# Set-up, build, images, tests, installation. `make help` lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=

binary := .build/release/staticmap
sources := Package.swift $(shell find Sources -type f)
# A module of tools/ that needs no package of PyPI.
tool := PYTHONPATH=tools PYTHONDONTWRITEBYTECODE=1 python3 -m staticmap_tools
# What is installed below PREFIX: the program without the toolchain, man pages, completions.
staged := build/install
completions := share/bash-completion/completions/staticmap share/zsh/site-functions/_staticmap \
    share/fish/vendor_completions.d/staticmap.fish
prefix := $(DESTDIR)$(PREFIX)
share := $(prefix)/share/staticmap

# Warnings of our code are errors with the compiler that the project is developed with; newer ones may know more of them.
ifneq (,$(findstring Swift version 6.3,$(shell swift --version 2>/dev/null)))
export STATICMAP_STRICT = 1
endif

# Commands start quicker: see Package.swift.
export STATICMAP_QUICK_START = 1

.PHONY: all help setup demo descriptions docs docs-tables sample basemap cartography lint test fuzz fuzz-more mutants soak faults compare-gdal sanitize conformance bench bench-peers \
    check-server check-tiles check-playground check-python bench-server load-server deb tarball wheel install uninstall clean
.NOTPARALLEL:

all: $(binary) $(staged)/bin/staticmap

help:
	@echo 'make             set up and build; make what "make install" copies'
	@echo 'make setup       install the missing packages of scripts/packages.txt, check the Swift toolchain'
	@echo 'make demo        build, then draw every scene of examples/ to build/examples/'
	@echo 'make sample      build examples/swift-package, a package that uses the library, and draw its map'
	@echo 'make descriptions writes docs/descriptions.md: thirty examples in words, in eight languages'
	@echo 'make docs        write the documentation of the library to build/docs/'
	@echo 'make basemap     build the bundled archives anew from packages; BASEMAP="FOLDER 8" for a finer world elsewhere'
	@echo 'make styles      derive the other styles from styles/streets; "make sprites" draws the icons, "make pictograms" those of markers'
	@echo 'make schemas     write the table of the OpenMapTiles schema into the program, from schemas/openmaptiles.yml'
	@echo 'make compare-import  compare an import with an archive of tilemaker, class by class; REFERENCE=city.mbtiles OTHER=city.pmtiles'
	@echo 'make bench-import measures imports beside those of tilemaker; IMPORTS="city.osm.pbf"'
	@echo 'make bench-adapter counts what maps of Protomaps and Shortbread tiles cost more than those of OpenMapTiles ones, from ../shared'
	@echo 'make import-sheet draws imports, Shortbread and Protomaps beside the bundled Helsinki, from ../shared; SHEET="--styles dark"'
	@echo 'make cartography measure names, contrast, bytes and time of the styles; CARTOGRAPHY="--styles streets"'
	@echo 'make label-sheet draws twenty views with both placements of labels to build/labels/, and counts; LABELS="--views italy,japan"'
	@echo 'make lint        check the sources without building them'
	@echo 'make test        lint, build, run every test'
	@echo 'make lint-tools  check the Python of tools/ and scripts/ with ruff and mypy of PyPI; "make test-tools" runs its tests'
	@echo 'make fuzz        makes up inputs for each decoder, SECONDS=600 for all of them; FUZZ="scene svg" for some'
	@echo 'make fuzz-more   the same several times as fast, with less of a guide, from what make fuzz has found'
	@echo 'make mutants     compares decoder and schema on 100,000 scenes that are changed at random; MUTANTS=1000000 SEED=2 for others'
	@echo 'make sanitize    runs maps and tests under the address and thread sanitizers; SANITIZE="thread stress"'
	@echo 'make soak        draws 50,000 maps in one process, and fails if memory grows; SOAK="--maps 5000"'
	@echo 'make compare-gdal  draws GeoTIFF files of all kinds, and compares their pixels with those of gdalwarp'
	@echo 'make faults      breaks archives, disk, memory and descriptors while maps are drawn; FAULTS="signals --rounds 99"'
	@echo 'make conformance print the scores of the public test suites in ../shared, write build/conformance/index.html'
	@echo 'make bench       measure the phases of drawing, and whole maps; BENCH="--json new.json --compare old.json"'
	@echo 'make bench SCALING=1 predicts the time of maps on 2 to 64 processors; BENCH="w2 w6 --runs 20"'
	@echo 'make account     where the instructions of a map go, and what it looks at beside what is seen; VIEW=w3'
	@echo 'make bench-start what each way to start quicker gains over a small map'
	@echo 'make bench-peers the same maps side by side with other programs, fetched into a virtual environment; PEERS="many --kills 3", PEERS=pyramid'
	@echo 'make check-server runs real clients against the server: googlemaps, mapbox, mcp, OWSLib, GDAL, schemathesis, MapLibre GL JS, Leaflet, nginx, Varnish'
	@echo 'make check-tiles reads archives of "staticmap tiles" with pmtiles of PyPI, GDAL, MapLibre GL JS and Leaflet'
	@echo 'make check-playground tests the page of the server in headless Chromium; PLAYGROUND="--sessions 100"'
	@echo 'make check-python tests the Python package, its types and its notebooks, with packages of PyPI; PYTHON=--engines for Spark and Ray'
	@echo 'make bench-engines maps a second of batch, Spark and Ray on this machine; ENGINES="--rows 5000"'
	@echo 'make bench-server measures requests per second of the server with wrk, beside the bare framework; BENCH_SERVER="--rounds 9"'
	@echo 'make load-server overload, idle connections, stampedes, 200,000 requests, faults: twenty minutes; LOAD_SERVER="soak --requests 10000"'
	@echo 'make docs-tables write the tables of docs/ again, from the schema and from the options of the program'
	@echo 'make bombs       draws inputs that ask for far more than they look like, with time and memory; BOMBS="svg-many --limits strict"'
	@echo 'make sweep       draws 20,000 scenes made from the schema: each key changes something or is told of, PNG and SVG agree; SWEEP="--scenes 500"'
	@echo 'make check-formats draws the styles of the render suites in ../shared as PNG, SVG and PDF, and compares them; FORMATS="--only line-"'
	@echo 'make site        make one site of docs/, gallery and the reference of "make docs": build/site/html'
	@echo 'make install     put program, man pages, completions, styles and maps into PREFIX ($(PREFIX)), below DESTDIR if given'
	@echo 'make deb         make a Debian package of what is installed: build/package/*.deb'
	@echo 'make tarball     make a folder that runs without anything installed, and pack it: build/package/*.tar.xz'
	@echo 'make wheel       make a wheel of the Python package with everything inside: build/package/*.whl'
	@echo 'make check-packages ROOT=FOLDER tries wheel and tarball in a bare system that debootstrap made; PACKAGES=deb'
	@echo 'make release     tarball, deb, wheel, checksums and notes for a release: build/release; RELEASE=--draft to try it'
	@echo 'make version     write the text of VERSION to the sources that repeat it'
	@echo 'make uninstall   take it out again'
	@echo 'make clean       remove what was built; fetched packages stay'

setup:
	@scripts/setup.sh

# Installing with sudo must not build, so make and not SwiftPM says whether there is something to build, and everything to be
# installed is made before.
$(binary): $(sources)
	@scripts/setup.sh
	swift build -c release --product staticmap
	@touch $@

$(staged)/bin/staticmap: $(binary) scripts/link-static.sh tools/staticmap_tools/docs/man.py tools/staticmap_tools/docs/command_help.py
	rm -rf $(staged)
	scripts/link-static.sh $@
	$(tool).docs.man $@ $(staged)/share/man/man1
	@mkdir -p $(foreach file,$(completions),$(dir $(staged)/$(file)))
	$@ --generate-completion-script bash > $(staged)/$(word 1,$(completions))
	$@ --generate-completion-script zsh > $(staged)/$(word 2,$(completions))
	$@ --generate-completion-script fish > $(staged)/$(word 3,$(completions))

demo: setup $(binary) $(staged)/bin/staticmap
	@scripts/demo.sh $(binary)

sample: setup
	@mkdir -p build
	swift run --package-path examples/swift-package CityMap build/sample.png

docs: setup
	@scripts/docs.sh

docs-tables: $(binary)
	@$(tool).docs.write $(binary)

descriptions: $(binary)
	@scripts/descriptions.sh $(binary)

basemap:
	@scripts/basemap.sh $(BASEMAP)

# REFERENCE: an archive that tilemaker made of an extract; OTHER: what `staticmap tiles import` made of it.
.PHONY: compare-import
compare-import:
	@$$(scripts/venv.sh basemap) -m staticmap_tools.extracts.compare $(REFERENCE) $(OTHER)

IMPORTS ?= ../shared/data/osm/sf-downtown.osm.pbf

.PHONY: bench-import bench-adapter import-sheet
bench-import: $(binary)
	@$(tool).extracts.bench $(IMPORTS)

bench-adapter: $(binary)
	@$(tool).extracts.adapter

import-sheet: $(binary)
	@$$(scripts/venv.sh cartography) -m staticmap_tools.extracts.sheets $(SHEET)

# LABELS: options of tools/staticmap_tools/cartography/label_sheet.py.
.PHONY: label-sheet
label-sheet: $(binary)
	@$$(scripts/venv.sh cartography) -m staticmap_tools.cartography.label_sheet $(LABELS)

cartography: $(binary)
	@$$(scripts/venv.sh cartography) -m staticmap_tools.cartography.measure $(CARTOGRAPHY)

lint: setup
	@scripts/lint.sh

test: setup
	@scripts/test.sh

SECONDS ?= 600

fuzz: setup
	@$(tool).robustness.fuzz $(FUZZ) --seconds $(SECONDS)

fuzz-more: setup
	@$(tool).robustness.fuzz $(FUZZ) --seconds $(SECONDS) --more

MUTANTS ?= 100000
SEED ?= 28

mutants: setup
	STATICMAP_MUTANTS=$(MUTANTS) STATICMAP_FUZZ_SEED=$(SEED) swift test -c release --disable-xctest --filter SchemaMutationTests

sanitize: setup
	@scripts/sanitize.sh $(SANITIZE)

soak: setup
	swift build -c release --product Benchmarks
	.build/release/Benchmarks soak $(SOAK)

compare-gdal: $(binary)
	@$(tool).robustness.gdal $(binary)

faults: $(binary)
	@$(tool).robustness.program_faults $(FAULTS)

conformance: setup
	@scripts/conformance.sh

bench: $(binary)
	swift build -c release --product Benchmarks
	.build/release/Benchmarks $(if $(SCALING),scaling) $(BENCH)

# VIEW: a map of `make bench`.
VIEW ?= w2

.PHONY: bench-start account
account: $(binary)
	@command -v valgrind >/dev/null || scripts/setup.sh valgrind
	swift build -c release --product Benchmarks
	@$(tool).account $(VIEW)

bench-start: $(binary)
	@$(tool).startup

bench-peers: $(binary) $(staged)/bin/staticmap
	swift build -c release --product Benchmarks
	@Benchmarks/peers/run.sh $(PEERS)

check-server: $(binary)
	@scripts/check-server.sh

check-tiles: $(binary)
	@scripts/check-tiles.sh $(binary)

check-playground: $(binary)
	@scripts/check-playground.sh $(binary) $(PLAYGROUND)

check-python: $(binary)
	@scripts/python.sh $(binary) $(PYTHON)

.PHONY: bench-engines
bench-engines: $(binary)
	@scripts/python.sh $(binary) --rates $(ENGINES)

bench-server: $(binary)
	swift build -c release --package-path Benchmarks/BareServer
	swift build -c release --product Benchmarks
	@$(tool).server.bench $(BENCH_SERVER)

load-server: $(binary)
	@$(tool).server.load $(LOAD_SERVER)
	@$(tool).robustness.server_faults

.PHONY: styles schemas sprites pictograms lint-tools test-tools
schemas:
	@$(tool).schemas

styles:
	@$(tool).styles.derive

sprites:
	@$$(scripts/venv.sh sprites) -m staticmap_tools.sprites.draw

pictograms:
	@$$(scripts/venv.sh pictograms) -m staticmap_tools.pictograms.build

lint-tools:
	@python=$$(scripts/venv.sh lint) && cd tools && $$python -m ruff check --config pyproject.toml . ../scripts && $$python -m mypy

test-tools:
	@python=$$(scripts/venv.sh test) && cd tools && $$python -m pytest -q $(TESTS)

SUITES ?= ../shared/conformance/render ../shared/conformance/render-3d

.PHONY: check-formats
check-formats: $(binary)
	@$$(scripts/venv.sh sweep) -m staticmap_tools.sweep.formats $(SUITES) $(FORMATS)

.PHONY: sweep
sweep: $(binary)
	@$$(scripts/venv.sh sweep) -m staticmap_tools.sweep.run $(SWEEP)

.PHONY: bombs
bombs: $(binary)
	@$(tool).robustness.bombs $(BOMBS)

install: $(staged)/bin/staticmap
	install -D -m 755 $(staged)/bin/staticmap $(prefix)/bin/staticmap
	cd $(staged) && find share -type f -exec install -D -m 644 {} $(abspath $(prefix))/{} ';'
	install -d $(share)/styles $(share)/basemap $(share)/playground $(share)/schemas
	cp -R schemas/. $(share)/schemas
	cp -R styles/. $(share)/styles
	cp -R playground/. $(share)/playground
	install -m 644 basemap/*.pmtiles basemap/country-names.tsv basemap/worldviews.geojson basemap/README.md $(share)/basemap
	scripts/install-examples.sh $(share)/examples
	install -m 644 LICENSE NOTICE Sources/MapScene/scene.schema.json Sources/StaticMapServer/openapi.json \
	    Sources/StaticMapServer/mcp.json Sources/StaticMapServer/problems.json $(share)

deb: $(staged)/bin/staticmap
	@scripts/package/deb.sh

tarball: $(staged)/bin/staticmap
	@scripts/package/tarball.sh

wheel: $(staged)/bin/staticmap
	@scripts/package/wheel.sh

.PHONY: check-packages
check-packages:
	@scripts/package/check.sh $(ROOT) $(PACKAGES)

uninstall:
	rm -f $(prefix)/bin/staticmap $(addprefix $(prefix)/,$(completions)) $(prefix)/share/man/man1/staticmap*.1
	rm -rf $(share)

clean:
	rm -rf build
	swift package clean

# VERSION is the one place of the version; sources that repeat it are checked with them, and before packages are made.
.PHONY: version check-version release site
version:
	@scripts/package/version.sh --write

check-version:
	@scripts/package/version.sh >/dev/null

lint test: check-version

release: $(staged)/bin/staticmap
	@scripts/release.sh $(RELEASE)

site:
	@scripts/site.sh

# Set-up, build, pictures, tests, installation. `make help` lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=

binary := .build/release/staticmap
sources := Package.swift $(shell find Sources -type f)
share := $(DESTDIR)$(PREFIX)/share/staticmap

# Warnings of our code are errors with the compiler that the project is developed with; newer ones may know more of them.
ifneq (,$(findstring Swift version 6.3,$(shell swift --version 2>/dev/null)))
export STATICMAP_STRICT = 1
endif

.PHONY: all help setup demo docs test conformance bench bench-peers install uninstall clean
.NOTPARALLEL:

all: $(binary)

help:
	@echo 'make             set up and build .build/release/staticmap'
	@echo 'make setup       install the missing packages of scripts/packages.txt, check the Swift toolchain'
	@echo 'make demo        build, then draw every scene of examples/ to build/examples/'
	@echo 'make docs        write the documentation of the library to build/docs/'
	@echo 'make test        build, lint, run every test'
	@echo 'make conformance print the scores of the public test suites in ../shared, write build/conformance/index.html'
	@echo 'make bench       measure the phases of drawing, and whole maps; BENCH="--json new.json --compare old.json"'
	@echo 'make bench-peers the same maps side by side with other programs, fetched into a virtual environment'
	@echo 'make install     put the program into PREFIX ($(PREFIX)), below DESTDIR if given'
	@echo 'make uninstall   take it out again'
	@echo 'make clean       remove what was built; fetched packages stay'

setup:
	@scripts/setup.sh

# Installing with sudo must not build, so make and not SwiftPM says whether there is something to build.
$(binary): $(sources)
	@scripts/setup.sh
	swift build -c release --product staticmap
	@touch $@

demo: setup $(binary)
	@scripts/demo.sh $(binary)

docs: setup
	@scripts/docs.sh

test: setup
	@scripts/test.sh

conformance: setup
	@scripts/conformance.sh

bench: $(binary)
	swift build -c release --product Benchmarks
	.build/release/Benchmarks $(BENCH)

bench-peers: $(binary)
	swift build -c release --product Benchmarks
	@Benchmarks/peers/run.sh $(PEERS)

install: $(binary)
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/styles $(share)/basemap
	install -m 755 $(binary) $(DESTDIR)$(PREFIX)/bin/staticmap
	cp -R styles/. $(share)/styles
	install -m 644 basemap/*.pmtiles basemap/README.md $(share)/basemap
	install -m 644 LICENSE NOTICE $(shell find Sources -name scene.schema.json) $(share)

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/staticmap
	rm -rf $(share)

clean:
	rm -rf build
	swift package clean

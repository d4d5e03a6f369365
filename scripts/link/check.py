#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the late loading of libraries: scripts/link/check.py [OBJECTS].

A small program is linked as scripts/link-static.sh links the real one. It passes arguments of every kind, from several threads at once;
a library that is missing, and one that lacks a function, must end it with a message that names them. With the list of a program's
objects (by default that of staticmap, if it is built), all functions that it would load late must be in their libraries.
"""
import ctypes
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
objects = here.parent.parent / ".build/release/staticmap.product/Objects.LinkFileList"
# As in scripts/link-static.sh.
libraries = re.findall(r"[\w.:+-]+", re.search(r"^delayed='([^']*)'", (here.parent / "link-static.sh").read_text(), re.M)[1])

program = r"""
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef struct { double xx, yx, xy, yy, x0, y0; } Matrix;
void cairo_matrix_init(Matrix *, double, double, double, double, double, double);
unsigned libdeflate_crc32(unsigned, const void *, unsigned long);
char *sqlite3_mprintf(const char *, ...);

static pthread_barrier_t start;
static int wrong;

// Numbers in registers of both kinds, and more arguments than there are registers.
static void *call(void *unused) {
    pthread_barrier_wait(&start);
    Matrix m;
    cairo_matrix_init(&m, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5);
    char text[99];
    snprintf(text, sizeof text, "%.1f %.1f %.1f %.1f %.1f %.1f", m.xx, m.yx, m.xy, m.yy, m.x0, m.y0);
    const char *many = sqlite3_mprintf("%d %d %d %d %d %d %d %d %.1f %.1f %s", 1, 2, 3, 4, 5, 6, 7, 8, 9.5, 10.5, "end");
    if (strcmp(text, "1.5 2.5 3.5 4.5 5.5 6.5") || strcmp(many, "1 2 3 4 5 6 7 8 9.5 10.5 end") ||
        libdeflate_crc32(0, "123456789", 9) != 0xCBF43926)
        wrong = 1;
    return unused;
}

int main(int argc, char **argv) {
    enum { count = 8 };
    pthread_t threads[count];
    pthread_barrier_init(&start, NULL, count);
    for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, call, NULL);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    puts(wrong ? "wrong" : "right");
    return wrong;
}
"""


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def expect(condition, message):
    if not condition:
        sys.exit(f"late loading: {message}")


def outcome(folder):
    """What the small program, linked with the tables of a folder, ends with: code, output and errors."""
    run("clang", "-O2", "-c", f"-I{folder}", "-o", folder / "delayed.o", here / "delayed.c")
    run("clang", "-o", folder / "program", folder / "program.o", folder / "delayed.o", "-lpthread")
    done = subprocess.run([folder / "program"], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def changed(folder, name, pattern, replacement):
    """Writes a table again with one thing changed; returns its former text."""
    file = folder / name
    text = file.read_text()
    file.write_text(re.sub(pattern, replacement, text, count=1))
    expect(file.read_text() != text, f"{name} has no {pattern}")
    return text


def check_small_program(folder):
    (folder / "program.c").write_text(program)
    (folder / "objects").write_text(str(folder / "program.o") + "\n")
    run("clang", "-O2", "-c", "-o", folder / "program.o", folder / "program.c")
    run(here / "delayed.py", folder, folder / "objects", "cairo", "deflate", "sqlite3", "png16")
    names = (folder / "libraries.txt").read_text().split()
    expect(names == ["libcairo.so.2", "libdeflate.so.0", "libsqlite3.so.0"], f"the program does not need {names}")

    result = outcome(folder)
    expect(result == (0, "right\n", ""), f"the program ends with {result}")
    dynamic = subprocess.run(["readelf", "--dynamic", folder / "program"], check=True, capture_output=True, text=True).stdout
    expect("libcairo" not in dynamic, "the program is linked with libcairo")

    text = changed(folder, "libraries.h", "libcairo[^\"]*", "libabsent.so.9")
    code, _, errors = outcome(folder)
    (folder / "libraries.h").write_text(text)
    expect(code == 127 and "libabsent.so.9" in errors, f"a missing library ends it with {code}: {errors}")

    # A function that is looked for in another library.
    changed(folder, "functions.h", r", 2, sqlite3_mprintf", ", 1, sqlite3_mprintf")
    code, _, errors = outcome(folder)
    expect(code == 127 and "sqlite3_mprintf" in errors, f"a missing function ends it with {code}: {errors}")


def check_functions(folder, objects):
    """All functions that a program loads late are in their libraries."""
    run(here / "delayed.py", folder, objects, *libraries)
    names = (folder / "libraries.txt").read_text().split()
    loaded = [ctypes.CDLL(name) for name in names]
    functions = re.findall(r"^FUNCTION\((\d+), (\d+), (\w+)\)$", (folder / "functions.h").read_text(), re.M)
    expect(len(functions) > 100, f"only {len(functions)} functions are loaded late")
    for position, (index, library, name) in enumerate(functions):
        expect(int(index) == position, f"{name} has the number {index}, not {position}")
        expect(hasattr(loaded[int(library)], name), f"{names[int(library)]} has no {name}")
    print(f"late loading: {len(functions)} functions of {len(names)} libraries")


if platform.machine() != "x86_64":
    print("late loading is for x86-64: skipped.")
    sys.exit()
with tempfile.TemporaryDirectory() as folder:
    check_small_program(pathlib.Path(folder))
with tempfile.TemporaryDirectory() as folder:
    given = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else objects
    if given.exists():
        check_functions(pathlib.Path(folder), given)
    else:
        print(f"{given} is not built: its functions are not looked up.")

// SPDX-License-Identifier: MIT

/// Writes lines to standard error.
func complain(_ lines: some Sequence<some CustomStringConvertible>) {
    writeAll(Array(lines.map { "\($0)\n" }.joined().utf8), to: 2)
}

// SPDX-License-Identifier: MIT
import Libc

switch CommandLine.arguments.dropFirst().first {
case "mvt": exit(mvtCommand(path: CommandLine.arguments.dropFirst(2).first ?? ""))
case "expressions": exit(expressionsCommand())
default: exit(64)
}

// SPDX-License-Identifier: MIT
import Foundation
import FuzzCounters
import FuzzDoors

/// The door that the environment variable `STATICMAP_DOOR` names.
private let door: Door = {
    let name = ProcessInfo.processInfo.environment["STATICMAP_DOOR"] ?? ""
    guard let door = Door.named(name) else {
        fatalError("STATICMAP_DOOR must be one of: \(Door.all.map(\.name).joined(separator: " "))")
    }
    return door
}()

/// Done before the first input, when libFuzzer has set its signal handlers.
private let hideUntouchedCounters: Void = hide_untouched_counters()

/// Called with each input.
private func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = hideUntouchedCounters
    defer { show_touched_counters() }
    if let problem = door.problem(with: Array(UnsafeBufferPointer(start: start, count: count))) {
        fatalError("\(door.name): \(problem)")
    }
    return 0
}

/// libFuzzer's own loop.
///
/// - SeeAlso: llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library".
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
    _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main enum Fuzzer {
    static func main() {
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(runDriver(&count, &arguments) { takeInput($0, $1) })
    }
}

// SPDX-License-Identifier: MIT
import Foundation
import FuzzCounters
import FuzzTargets

/// The target that the environment variable `STATICMAP_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["STATICMAP_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.named(name) else {
        fatalError("STATICMAP_FUZZ_TARGET must be one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    }
    return target
}()

/// Done before the first input, when libFuzzer has set its signal handlers.
private let hideUntouchedCounters: Void = hide_untouched_counters()

/// Called with each input.
private func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = hideUntouchedCounters
    defer { show_touched_counters() }
    if let problem = target.problem(with: Array(UnsafeBufferPointer(start: start, count: count))) {
        fatalError("\(target.name): \(problem)")
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

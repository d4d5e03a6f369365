// SPDX-License-Identifier: MIT
import FuzzDoors

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The door that the environment variable `STATICMAP_DOOR` names.
private let door: Door = {
    let name = getenv("STATICMAP_DOOR").map { String(cString: $0) } ?? ""
    guard let door = Door.named(name) else {
        fputs("STATICMAP_DOOR must be one of: \(Door.all.map(\.name).joined(separator: " "))\n", stderr)
        exit(2)
    }
    return door
}()

/// Called by libFuzzer with each input.
///
/// - SeeAlso: llvm.org/docs/LibFuzzer.html.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let problem = door.problem(with: Array(UnsafeBufferPointer(start: start, count: count))) {
        fatalError("\(door.name): \(problem)")
    }
    return 0
}

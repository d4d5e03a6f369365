// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime
import StaticMap

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The output cannot be written.
struct WriteError: Error {
    let path: String
    let reason: String

    var diagnostic: Diagnostic {
        Diagnostic(code: CommandCode.cannotWrite, file: path, "cannot be written: \(reason)")
    }
}

/// Writes all bytes to standard output.
func writeToStandardOutput(_ bytes: [UInt8]) throws(WriteError) {
    let code = writeAll(bytes, to: 1)
    guard code == 0 else { throw WriteError(path: "standard output", reason: String(cString: strerror(code))) }
}

/// Writes a whole file or nothing; devices and pipes are written as they are.
func writeAtomically(_ bytes: [UInt8], to path: String) throws(WriteError) {
    do throws(Diagnostic) {
        try writeFile(bytes, to: path)
    } catch {
        throw WriteError(path: path, reason: error.message)
    }
}

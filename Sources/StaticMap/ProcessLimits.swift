// SPDX-License-Identifier: MIT
import Libc

/// What the system lets the process do, for programs that use the library.
package enum ProcessLimits {
    /// Below that, libraries end the process when they cannot open a file: libdispatch, for one, which counts its threads
    /// in `/proc`.
    package static let fewestFiles = 32

    /// Makes a file that grows beyond the limit of the process an error of its writer, where it would be a signal.
    package static func reportLargeFiles() { signal(SIGXFSZ, SIG_IGN) }

    /// Raises the limit of open files as far as the process may.
    ///
    /// - Returns: how many files may be open.
    package static func raiseOpenFiles() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return fewestFiles }
        if limit.rlim_cur < limit.rlim_max {
            let given = limit.rlim_cur
            limit.rlim_cur = min(limit.rlim_max, 1 << 20)
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = given }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many connections a server may hold so that its archives, fonts and threads still find files to open.
    ///
    /// - Parameter files: how many files may be open.
    /// - Returns: at least one.
    package static func connections(ofFiles files: Int) -> Int { max(1, files - min(256, max(files / 2, fewestFiles))) }
}

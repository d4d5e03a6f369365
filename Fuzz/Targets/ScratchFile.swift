// SPDX-License-Identifier: MIT
import Libc
import Synchronization

/// In memory where the system has such a folder: the disk must not say how fast inputs are tried.
private let scratchPath = "\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/staticmap-target-\(getpid())"

private let fileCount = Atomic(0)

/// Calls a function with the path of a file that holds an input.
func withScratchFile(_ bytes: [UInt8], _ ending: String, _ use: (String) throws(BrokenPromise) -> Void)
    throws(BrokenPromise)
{
    let path = "\(scratchPath)-\(fileCount.add(1, ordering: .relaxed).newValue).\(ending)"
    let file = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw BrokenPromise("\(path) cannot be written") }
    defer { unlink(path) }
    let written = write(file, bytes, bytes.count)
    close(file)
    try promise(written == bytes.count, "\(path) cannot be written")
    try use(path)
}

// SPDX-License-Identifier: MIT
import Foundation

/// Calls a function with the path of a file that holds an input; the file is written over by the next one.
///
/// In memory where the system has such a folder: the disk must not say how fast inputs are tried.
func withScratchFile(_ bytes: [UInt8], _ ending: String, _ use: (String) throws(BrokenPromise) -> Void)
    throws(BrokenPromise)
{
    let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let path = "\(folder)/staticmap-door-\(ProcessInfo.processInfo.processIdentifier).\(ending)"
    let file = FileManager.default
    defer { for end in ["", "-wal", "-shm", "-journal"] { try? file.removeItem(atPath: path + end) } }
    guard file.createFile(atPath: path, contents: Data(bytes)) else { return }
    try use(path)
}

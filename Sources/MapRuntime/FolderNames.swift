// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Names in a folder, sorted; none when it cannot be read.
package func fileNames(in folder: String) -> [String] {
    guard !folder.utf8.contains(0), let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                String(cString: $0)
            }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import Testing

@Suite("Processors and folders") struct ProcessorCountTests {
    @Test(
        "a container's quota counts in whole processors",
        arguments: [
            ("max 100000", nil), ("-1 100000", nil), ("150000 100000", 2), ("200000 100000", 2), ("5000 100000\n", 1),
            ("400000 50000", 8), ("", nil), ("1", nil), ("100000 0", nil),
        ] as [(String, Int?)])
    func quota(text: String, count: Int?) {
        #expect(processors(quota: text) == count)
    }

    @Test(
        "those that a process may run on are counted",
        arguments: [
            ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2),
            ("Cpus_allowed:\tff,ffffffff,80000000\n", 41), ("Name:\tx\n", nil), ("Cpus_allowed:\t0\n", nil),
        ] as [(String, Int?)])
    func allowed(status: String, count: Int?) {
        #expect(processors(status: status) == count)
    }

    @Test("there are as many as the machine has, at most") func count() {
        #expect((1...ProcessInfo.processInfo.processorCount).contains(processorCount()))
    }

    @Test("names are sorted, and there are none where there is no folder") func names() throws {
        let folder = NSTemporaryDirectory() + "/names-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/b", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["ä", "a", ".c"] { try Data().write(to: URL(fileURLWithPath: folder + "/" + name)) }
        #expect(fileNames(in: folder) == [".c", "a", "b", "ä"])
        #expect(fileNames(in: folder + "/none").isEmpty)
        #expect(fileNames(in: folder + "/a").isEmpty)
        #expect(fileNames(in: folder + "\0").isEmpty)
    }
}

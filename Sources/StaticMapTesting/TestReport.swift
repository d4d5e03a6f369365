// SPDX-License-Identifier: MIT
import Testing
import XCTest

/// Where a test calls from.
package struct TestLocation: Sendable {
    package var fileID: StaticString
    package var filePath: StaticString
    package var line: UInt
    package var column: UInt

    package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    fileprivate var source: SourceLocation {
        SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}

extension Mismatch {
    /// Fails the test that runs: of Swift Testing with files attached, of XCTest with a message that says where they are.
    func report(at location: TestLocation) {
        guard Test.current != nil else {
            XCTFail(message, file: location.filePath, line: location.line)
            return
        }
        for file in attachments {
            Testing.Attachment.record(file.bytes, named: file.name, sourceLocation: location.source)
        }
        Issue.record(Comment(rawValue: message), sourceLocation: location.source)
    }
}

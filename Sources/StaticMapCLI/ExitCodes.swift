// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

/// What the program says to the shell (BSD `sysexits.h`).
extension ExitCode {
    static let badData = ExitCode(65)
    static let missingInput = ExitCode(66)
    static let cannotDraw = ExitCode(69)
    static let cannotWrite = ExitCode(73)
}

extension RenderError {
    var exitCode: ExitCode {
        switch kind {
        case .badData: .badData
        case .missingInput: .missingInput
        case .unsupported, .pastLimit: .cannotDraw
        case .cannotWrite: .cannotWrite
        }
    }
}

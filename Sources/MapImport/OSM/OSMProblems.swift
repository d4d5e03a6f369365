// SPDX-License-Identifier: MIT
import COSM
import Libc
import MapCore

extension Diagnostic {
    /// Why a file, or a part of it, cannot be read.
    init(_ failure: COSMFailure, _ path: String) {
        var failure = failure
        let message = withUnsafePointer(to: &failure.message) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                String(cString: $0)
            }
        }
        let code: Diagnostic.Code =
            switch failure.status {
            case COSM_FOREIGN: .importUnknownFormat
            case COSM_UNSUPPORTED: .importUnsupported
            case COSM_SYSTEM: .fileUnreadable
            default: .importDamagedFile
            }
        self.init(code: code, file: path, message)
    }

    /// What is wrong with an object.
    init(_ problem: COSMProblem, _ path: String) {
        let kind = problem.origin == COSM_NODE ? "node" : problem.origin == COSM_WAY ? "way" : "relation"
        let place =
            problem.longitude.isNaN ? "" : " at \(text(problem.latitude)), \(text(problem.longitude))"
        let (code, message): (Diagnostic.Code, String) =
            switch problem.kind {
            case COSM_PROBLEM_COORDINATE: (.importDamagedFile, "its coordinate is outside of the world")
            case COSM_PROBLEM_MISSING_NODES: (.importIncomplete, "\(problem.count) of its nodes are not in the file")
            case COSM_PROBLEM_MISSING_MEMBERS: (.importIncomplete, "\(problem.count) of its ways are not in the file")
            case COSM_PROBLEM_CROSSING: (.importBrokenArea, "the edge of the area crosses itself\(place)")
            case COSM_PROBLEM_OPEN_RING: (.importBrokenArea, "the edge of the area is not closed\(place)")
            case COSM_PROBLEM_TOO_COMPLEX: (.importBrokenArea, "the area would take too long to assemble")
            default: (.importBrokenArea, "it does not describe an area")
            }
        self.init(.warning, code: code, file: path, path: "\(kind) \(problem.id)", message)
    }
}

/// Degrees as OpenStreetMap has them, with seven decimals at most.
private func text(_ degrees: Double) -> String { "\((degrees * 1e7).rounded() / 1e7)" }

// SPDX-License-Identifier: MIT
public import Foundation
public import MapImages
public import StaticMap

/// Expects that a scene is drawn as its reference image shows it.
///
/// ```swift
/// @Test func hotel() async {
///     await expectMap(Scene.hotel, matches: "hotel")
/// }
/// ```
///
/// It works in tests of Swift Testing and of XCTest alike. References are PNG files in the folder `ReferenceMaps` beside the
/// test's file (name it in `exclude:` of the test target), each with a JSON file that says what scene it was drawn from.
/// Run tests with `STATICMAP_RECORD=missing`, `failed` or `all` to write them: such a test fails, so that no image is
/// committed unseen. A test that does not match says what changed in the scene, attaches the expected image, the actual
/// one and their difference (Swift Testing), and leaves them in `.build/golden/index.html`.
///
/// - Parameters:
///   - scene: what to draw; relative paths begin in the working folder.
///   - name: the reference's file name without `.png`; may have folders, as `hotels/grand`.
///   - renderer: draws the map. Fonts differ between machines: name your own for labels that are the same on all.
///   - tolerance: how much may differ.
///   - folder: where references are, if not in `ReferenceMaps` beside the test's file.
///   - record: which references to write, if `STATICMAP_RECORD` does not say it.
///   - fileID: the test's file, for messages.
///   - filePath: the test's file, for messages and to find references.
///   - line: the call's line, for messages.
///   - column: the call's column, for messages.
public func expectMap(
    _ scene: Scene, matches name: String, renderer: MapRenderer = .forTests, tolerance: ImageTolerance = .standard,
    in folder: URL? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
    await expectMap(
        SceneDocument(scene: scene), matches: name, renderer: renderer, tolerance: tolerance, in: folder,
        record: record, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Expects that a scene that was read from a file is drawn as its reference image shows it; all else is as for a scene.
public func expectMap(
    _ document: SceneDocument, matches name: String, renderer: MapRenderer = .forTests,
    tolerance: ImageTolerance = .standard, in folder: URL? = nil, record: RecordMode? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let golden = MapReference(name, in: folder, tolerance: tolerance, record: record, at: location)
    do {
        try await golden.mismatch(of: renderer.render(document), drawnFrom: document)?.report(at: location)
    } catch {
        Mismatch(message: "\(name): \(error)").report(at: location)
    }
}

/// Expects that a map that was drawn already, as PNG, JPEG or WebP, looks as its reference image shows it; all else is as
/// for a scene.
public func expectMap(
    _ map: MapSnapshot, matches name: String, tolerance: ImageTolerance = .standard, in folder: URL? = nil,
    record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let golden = MapReference(name, in: folder, tolerance: tolerance, record: record, at: location)
    do {
        try golden.mismatch(of: map)?.report(at: location)
    } catch {
        Mismatch(message: "\(name): \(error)").report(at: location)
    }
}

/// Which reference images are written. A test that writes one fails, so that no image is committed unseen.
public enum RecordMode: String, CaseIterable, Sendable {
    /// Those that do not exist yet.
    case missing
    /// Those too that the map does not match.
    case failed
    /// Every one.
    case all

    /// The mode that the environment asks for with `STATICMAP_RECORD`; nil when it does not.
    static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> RecordMode? {
        guard let text = environment["STATICMAP_RECORD"], !text.isEmpty else { return nil }
        guard let mode = RecordMode(rawValue: text) else { throw Unknown(text: text) }
        return mode
    }

    struct Unknown: Error, CustomStringConvertible {
        let text: String
        var description: String {
            "STATICMAP_RECORD: expected \(RecordMode.allCases.map(\.rawValue).joined(separator: ", ")), found \"\(text)\""
        }
    }
}

extension MapRenderer {
    /// The renderer of tests that name none: the installed styles and base map, see `Home.installed`, and the fonts of the
    /// machine.
    public static let forTests = MapRenderer()
}

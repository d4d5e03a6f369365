// SPDX-License-Identifier: MIT

extension RenderLimits {
    /// Why a text does not say limits.
    package struct TextError: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads limits as options have them: `strict`, `generous`, and changes such as `vertices=100000`, separated by commas.
    ///
    /// - Parameters:
    ///   - text: a later part changes what earlier ones say.
    ///   - base: what changes alone are made to.
    /// - Throws: for unknown names, and values that are not whole numbers above 0.
    package init(_ text: String, base: RenderLimits = .generous) throws(TextError) {
        var limits = base
        for part in text.split(separator: ",") {
            switch part {
            case "strict": limits = .strict
            case "generous": limits = .generous
            default:
                let pair = part.split(separator: "=", maxSplits: 1)
                guard let limit = Self.names.first(where: { $0.name == pair[0] }) else {
                    let names = Self.names.map(\.name).joined(separator: ", ")
                    throw TextError(
                        description: "expected strict, generous, or a limit and its value (\(names)), found \"\(part)\""
                    )
                }
                guard pair.count == 2, let value = Int(pair[1]), value > 0 else {
                    throw TextError(
                        description: "expected \(limit.name)= and a whole number above 0, found \"\(part)\"")
                }
                limits[keyPath: limit.path] = value
            }
        }
        self = limits
    }
}

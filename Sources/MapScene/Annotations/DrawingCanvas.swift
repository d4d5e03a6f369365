// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo
public import MapPlane

/// Takes down a drawing of one's own for an annotation; points from its upper left corner, y downwards.
public struct DrawingCanvas: Sendable {
    /// The room there is; what lies outside is not seen.
    public let size: Size
    private var elements = ""

    fileprivate init(size: Size) {
        self.size = size
    }

    /// Fills a path; what it goes round in both directions is left out by the even-odd rule where that is asked for.
    public mutating func fill(_ path: Path, with color: Color, evenOdd: Bool = false) {
        let rule = evenOdd ? #" fill-rule="evenodd""# : ""
        add(path, #"fill="\#(color.hexText)" fill-opacity="\#(color.alpha)"\#(rule)"#)
    }

    /// Draws along a path, with round ends and corners; the width is in points.
    public mutating func stroke(_ path: Path, with color: Color, lineWidth width: Double = 1) {
        guard width > 0, width.isFinite else { return }
        add(
            path,
            #"fill="none" stroke="\#(color.hexText)" stroke-opacity="\#(color.alpha)" stroke-width="\#(width)""#
                + #" stroke-linecap="round" stroke-linejoin="round""#)
    }

    private mutating func add(_ path: Path, _ attributes: String) {
        guard path.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        elements += #"<path d="\#(path.vectorText)" \#(attributes)/>"#
    }

    /// The drawing as an SVG picture.
    fileprivate var text: String {
        let (width, height) = (size.width, size.height)
        return #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)""#
            + #" viewBox="0 0 \#(width) \#(height)">\#(elements)</svg>"#
    }
}

extension Annotation {
    /// Makes an annotation that looks as it is drawn here, its middle on the coordinate.
    ///
    /// ```swift
    /// let ring = Annotation(at: place, drawing: Size(width: 20, height: 20)) { canvas in
    ///     canvas.fill(.circle(center: Point(10, 10), radius: 9), with: .systemRed)
    /// }
    /// ```
    public init(
        id: String? = nil, at coordinate: Coordinate, drawing size: Size, title: String? = nil,
        _ draw: (inout DrawingCanvas) -> Void
    ) {
        self.init(id: id, at: coordinate, view: .image, title: title)
        var canvas = DrawingCanvas(size: size)
        draw(&canvas)
        image = canvas.text
    }
}

extension Path {
    /// As an SVG path.
    fileprivate var vectorText: String {
        var (text, at) = ("", points.startIndex)
        func next(_ count: Int) -> String {
            defer { at += count }
            return points[at..<at + count].map { "\($0.x) \($0.y)" }.joined(separator: " ")
        }
        for verb in verbs {
            switch verb {
            case .move: text += "M" + next(1)
            case .line: text += "L" + next(1)
            case .curve: text += "C" + next(3)
            case .close: text += "Z"
            }
        }
        return text
    }
}

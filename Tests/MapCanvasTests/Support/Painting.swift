// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport

/// Paints marks on a small image.
func paint(_ marks: [Mark], width: Int = 20, height: Int = 20, threads: Int = 1) throws -> Bitmap {
    var drawing = Drawing(width: width, height: height, scale: 1)
    drawing.items = marks.map { DrawingItem(id: "test", role: .layer, bounds: drawing.rect, mark: $0) }
    return try RasterPainter().paint(drawing, threads: threads)
}

extension Bitmap {
    subscript(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }
}

func polygon(_ points: (Double, Double)...) -> Path {
    var path = Path()
    path.addLines(points.map { Point($0.0, $0.1) }, closed: true)
    return path
}

func line(_ points: (Double, Double)...) -> Path {
    var path = Path()
    path.addLines(points.map { Point($0.0, $0.1) }, closed: false)
    return path
}

func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
    .rectangle(Rect(x: x, y: y, width: width, height: height))
}

/// Marks of all kinds all over an image, the same for the same seed.
struct RandomMarks {
    var generator: SplitMix
    let width: Double
    let height: Double

    init(seed: UInt64, width: Double, height: Double) {
        generator = SplitMix(seed: seed)
        (self.width, self.height) = (width, height)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }

    mutating func point() -> Point { Point(number(-0.2 * width...1.2 * width), number(-0.2 * height...1.2 * height)) }

    mutating func color() -> Color {
        Color(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0.2...1.3))
    }

    mutating func path() -> Path {
        var path = Path()
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let center = point()
            let near = { (p: Point, random: inout RandomMarks) in
                p + Point(random.number(-40...40), random.number(-40...40))
            }
            switch Int.random(in: 0...3, using: &generator) {
            case 0:
                path.append(.rectangle(Rect(x: center.x, y: center.y, width: number(1...60), height: number(1...60))))
            case 1: path.append(.circle(center: center, radius: number(1...50)))
            case 2:
                path.addLines(
                    (0..<Int.random(in: 2...12, using: &generator)).map { _ in near(center, &self) }, closed: true)
            default:
                path.move(to: center)
                for _ in 0..<4 { path.curve(near(center, &self), near(center, &self), to: near(center, &self)) }
            }
        }
        return path
    }

    mutating func stroke() -> StrokeStyle {
        StrokeStyle(
            width: number(0.3...14), cap: .allCases.randomElement(using: &generator) ?? .butt,
            join: .allCases.randomElement(using: &generator) ?? .miter, miterLimit: number(1...6),
            dash: Bool.random(using: &generator) ? [] : [number(1...20), number(0...9)], dashPhase: number(-9...30))
    }

    mutating func transform() -> Transform {
        let move = Transform.translation(point())
        switch Int.random(in: 0...3, using: &generator) {
        case 0: return Transform.translation(Point(number(0...width).rounded(), number(0...height).rounded()))
        case 1: return Transform.scale(number(0.2...4), number(0.2...4)).then(move)
        case 2: return Transform.rotation(number(0...6)).then(move)
        default: return move
        }
    }

    mutating func bitmap() -> Bitmap {
        randomBitmap(
            width: Int.random(in: 1...50, using: &generator), height: Int.random(in: 1...50, using: &generator),
            seed: generator.next(), opaque: Bool.random(using: &generator))
    }

    mutating func ribbon() -> Ribbon {
        let paint: Ribbon.Paint
        switch Int.random(in: 0...2, using: &generator) {
        case 0: paint = .color(color())
        case 1: paint = .ramp([color(), color(), color()], opacity: number(0.2...1))
        default: paint = .image(bitmap(), period: number(1...40), opacity: number(0.2...1))
        }
        var ribbon = Ribbon(paint: paint)
        for _ in 0..<4 {
            let dashes = DashPattern([number(0...12), number(1...9)], radius: Bool.random(using: &generator) ? 0 : 3)
            let outline = RibbonOutline(
                cap: .allCases.randomElement(using: &generator) ?? .butt,
                join: .allCases.randomElement(using: &generator) ?? .miter, offset: number(-9...9))
            let shape = Ribbon.Shape(
                width: number(0.2...20), gap: max(0, number(-9...9)), blur: max(0, number(-9...9)), dashes: dashes)
            let clip = [point(), point(), point()]
            ribbon.add(
                (0..<5).map { _ in point() }, isRing: false, outline: outline, shape: shape,
                progress: Ribbon.Progress(start: 0, rate: 0.01), clip: Bool.random(using: &generator) ? clip : nil)
        }
        return ribbon
    }

    mutating func circles() -> Circles {
        var circles = Circles()
        for _ in 0..<9 {
            circles.add(
                point(),
                Circles.Style(
                    radius: number(0...20), strokeWidth: max(0, number(-4...4)), blur: number(-1...1), fill: color(),
                    stroke: color()))
        }
        return circles
    }

    mutating func mark(depth: Int = 0) -> Mark {
        switch Int.random(in: 0...(depth < 2 ? 14 : 12), using: &generator) {
        case 0, 1: return .fill(path(), Bool.random(using: &generator) ? .evenOdd : .nonZero, .color(color()))
        case 2, 3: return .stroke(path(), stroke(), color())
        case 4:
            let stops = [GradientStop(0, color()), GradientStop(number(0...1), color()), GradientStop(1, color())]
            return .fill(path(), .nonZero, .linearGradient(LinearGradient(from: point(), to: point(), stops: stops)))
        case 5:
            let stops = [GradientStop(0, color()), GradientStop(1, color())]
            let gradient = RadialGradient(center: point(), radius: number(1...90), stops: stops)
            return .fill(path(), .nonZero, .radialGradient(gradient))
        case 6: return .fill(path(), .nonZero, .pattern(bitmap(), transform(), opacity: number(0.3...1.2)))
        case 7:
            let opacity = Bool.random(using: &generator) ? 1 : number(0.2...1)
            return .image(ImageMark(bitmap(), transform: transform(), opacity: opacity))
        case 8: return .ribbon(ribbon())
        case 9: return .circles(circles())
        case 10: return .edge(path(), .color(color()))
        case 11: return .edge(path(), .pattern(bitmap(), transform(), opacity: number(0.3...1)))
        case 12: return .aliasedFill(path(), .color(color()))
        default:
            let clip = Bool.random(using: &generator) ? path() : nil
            let marks = (0..<4).map { _ in mark(depth: depth + 1) }
            return .group(Group(clip: clip, opacity: Bool.random(using: &generator) ? 1 : 0.5, marks: marks))
        }
    }
}

// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import Testing

@Suite("Colors along a line") struct LineGradientTests {
    /// A line from left to right, 80 pixels long and 10 wide, as SVG.
    private func svg(
        _ paint: Ribbon.Paint, cap: StrokeStyle.Cap = .butt, dashes: DashPattern? = nil, blur: Double = 0
    ) throws -> String {
        var ribbon = Ribbon(paint: paint)
        ribbon.add(
            [Point(10, 50), Point(50, 50), Point(90, 50)], isRing: false, outline: RibbonOutline(cap: cap),
            shape: Ribbon.Shape(width: 10, blur: blur, dashes: dashes),
            progress: Ribbon.Progress(start: 0, rate: 1.0 / 80))
        var drawing = Drawing(width: 100, height: 100, scale: 1)
        drawing.items = [DrawingItem(id: "layer/x", role: .layer, bounds: drawing.rect, mark: .ribbon(ribbon))]
        return String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self)
    }

    private let colors = (0...255).map { Color(red: Double($0) / 255, green: 0, blue: 0, alpha: 1) }

    @Test("opaque ones are strokes that overlap, with straight ends within the line") func opaque() throws {
        let text = try svg(.ramp(colors, opacity: 1), cap: .round)
        let parts = text.components(of: "<path stroke=")
        #expect(parts > 20)
        #expect(text.components(of: "stroke-linecap=\"butt\"") == parts)
        // The caps are areas.
        #expect(text.components(of: "<path fill=") == 2)
    }

    @Test("those that show through each other have no seam within a segment") func translucent() throws {
        let text = try svg(.ramp(colors, opacity: 0.5), cap: .round)
        #expect(!text.contains("<path stroke="))
        #expect(text.components(of: "<linearGradient") == 2)
        #expect(text.contains("M10 55h40v-10h-40z"))
        #expect(text.contains("M50 55h40v-10h-40z"))
    }

    @Test("dashes stay dashes", arguments: [1, 0.5]) func dashes(opacity: Double) throws {
        let dashes = try #require(DashPattern([5, 15], radius: 0))
        let text = try svg(.ramp(colors, opacity: opacity), dashes: dashes)
        #expect(!text.contains("dasharray"))
        for start in ["M10 ", "M30 ", "M50 ", "M70 "] { #expect(text.contains(start), "\(start)") }
        for gap in ["M20 ", "M40 ", "M60 ", "M80 "] { #expect(!text.contains(gap), "\(gap)") }
    }

    @Test("those that are equally translucent have one opacity where caps of dashes meet") func meetingDashes() throws {
        let meeting = try #require(DashPattern([20, 5], radius: 5))
        let text = try svg(.ramp(colors, opacity: 0.5), dashes: meeting)
        #expect(text.components(of: #"<g opacity=".5">"#) == 1)
        #expect(text.components(of: "opacity") == 1)
        #expect(try svg(.ramp(colors.map { $0.opacity(0.5) }, opacity: 1), dashes: meeting) == text)
        let unequal = colors.map { $0.opacity($0.red) }
        #expect(try !svg(.ramp(unequal, opacity: 1), dashes: meeting).contains("<g opacity"))
        #expect(try !svg(.ramp(colors, opacity: 1), dashes: meeting).contains("opacity"))
        let apart = try #require(DashPattern([20, 10], radius: 5))
        #expect(try !svg(.ramp(colors, opacity: 0.5), dashes: apart).contains("<g opacity"))
    }

    @Test("blurred ones that show through are one layer") func blurred() throws {
        let text = try svg(.ramp(colors, opacity: 0.5), cap: .round, blur: 4)
        #expect(text.components(of: #"<g opacity=".5">"#) == 1)
        let opaque = try svg(.ramp(colors, opacity: 1), cap: .round, blur: 4)
        #expect(text.components(of: "<use") == opaque.components(of: "<use"))
    }

    @Test("dashes without length and with straight ends are not drawn") func nothing() throws {
        let dashes = try #require(DashPattern([0, 6], radius: 0))
        #expect(!(try svg(.color(.black), dashes: dashes)).contains("<path"))
        #expect(!(try svg(.ramp(colors, opacity: 1), dashes: dashes)).contains("<path"))
    }
}

// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import Testing

@Suite("Hit shapes") struct HitShapeTests {
    private func square(_ side: Double) -> [Point] {
        Rect(x: -side / 2, y: -side / 2, width: side, height: side).corners
    }

    @Test("a box holds its edges") func box() {
        let shape = HitShape.box(Rect(x: 10, y: 10, width: 20, height: 5))
        #expect(shape.contains(Point(10, 10)))
        #expect(shape.contains(Point(30, 15)))
        #expect(!shape.contains(Point(30.1, 15)))
    }

    @Test("a hole is outside under the even-odd rule, and inside under the other") func hole() {
        var path = Path()
        path.addLines(square(10), closed: true)
        path.addLines(square(4), closed: true)
        #expect(!HitShape.area(path, .evenOdd).contains(.zero))
        #expect(HitShape.area(path, .nonZero).contains(.zero))
        #expect(HitShape.area(path, .evenOdd).contains(Point(3, 0)))
        #expect(!HitShape.area(path, .nonZero).contains(Point(6, 0)))
    }

    @Test("an area that is not closed counts as closed, as in a fill") func open() {
        var path = Path()
        path.addLines([Point(0, 0), Point(10, 0), Point(10, 10)], closed: false)
        #expect(HitShape.area(path, .nonZero).contains(Point(7, 3)))
        #expect(!HitShape.area(path, .nonZero).contains(Point(3, 7)))
    }

    @Test("curves are followed") func circle() {
        let shape = HitShape.area(.circle(center: Point(50, 50), radius: 40), .nonZero)
        for angle in stride(from: 0, to: 6.2, by: 0.1) {
            let toward = Transform.rotation(angle).apply(Point(1, 0))
            #expect(shape.contains(Point(50, 50) + toward * 39.8))
            #expect(!shape.contains(Point(50, 50) + toward * 40.2))
        }
    }

    @Test("a line is hit beside it and around its ends, and a closed one along its last side") func line() {
        var path = Path()
        path.addLines([Point(0, 0), Point(10, 0), Point(10, 10)], closed: false)
        let open = HitShape.line(path, tolerance: 2)
        #expect(open.contains(Point(5, 2)))
        #expect(open.contains(Point(-1.4, -1.4)))
        #expect(!open.contains(Point(-1.5, -1.5)))
        #expect(!open.contains(Point(5, 5)))
        path.close()
        #expect(HitShape.line(path, tolerance: 2).contains(Point(5, 5)))
    }

    @Test("what holds nothing is hit nowhere") func empty() {
        for shape in [HitShape.area(Path(), .nonZero), .line(Path(), tolerance: 5), .any([]), .box(.null)] {
            #expect(!shape.contains(.zero))
            #expect(shape.bounds.isNull)
        }
    }

    @Test("a turned box stays hit where it is") func turned() {
        let turn = Transform.rotation(.pi / 4)
        let shape = HitShape.box(Rect(x: -10, y: -1, width: 20, height: 2)).mapped(by: turn, scale: 1)
        #expect(shape.contains(Point(6, 6)))
        #expect(!shape.contains(Point(6, -6)))
    }
}

@Suite("Link addresses") struct LinkAddressTests {
    @Test(
        "addresses that run something, or lead to other programs or hosts, are found out, however they are written",
        arguments: [
            ("javascript:alert(1)", "javascript"), ("JavaScript:alert(1)", "javascript"),
            (" \u{1}\n javascript:alert(1)", "javascript"), ("java\tscr\nipt:alert(1)", "javascript"),
            ("vbscript:x", "vbscript"), ("data:text/html,<script>", "data"), ("javascript://%0aalert(1)", "javascript"),
            ("file:///etc/passwd", "file"), ("blob:x", "blob"), ("intent://x#Intent;end", "intent"),
            ("feed:https://example.com", "feed"), ("myapp://pin/3", "myapp"), ("//example.com/a", "//"),
            (#"\\example.com"#, "//"), ("/\t/example.com", "//"), (#" /\example.com"#, "//"),
            ("a.very+long-scheme.of.many.letters:x", "a.very+long-scheme.of.many.letters"),
        ])
    func refused(address: String, scheme: String) { #expect(refusedScheme(of: address) == scheme) }

    @Test(
        "addresses that lead somewhere stay",
        arguments: [
            "https://example.com/javascript:x", "hotel.html", "#javascript:", "?data:x", "/data:x", "mailto:a@b.c",
            "tel:+49123", "HTTP://example.com", "a/b//c:d", "1:2", "", ":", "javascript", "javascript%3Aalert(1)",
            "./file:x",
        ])
    func followed(address: String) { #expect(refusedScheme(of: address) == nil) }

    @Test("a target has no address that runs something") func target() {
        let target = Target(path: "annotation/a", href: "javascript:alert(1)", shape: .any([]))
        #expect(target.href == nil)
    }

    @Test("no two names have one path") func paths() {
        #expect(targetPath("annotation", "a/callout") == "annotation/a%2Fcallout")
        #expect(targetPath("annotation", "a%2Fcallout") == "annotation/a%252Fcallout")
        #expect(targetPath("annotation", "a", "callout") == "annotation/a/callout")
    }
}

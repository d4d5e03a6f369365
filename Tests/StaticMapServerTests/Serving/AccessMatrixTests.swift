// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import Testing

/// What each kind of credential opens on each route.
@Suite("The access matrix") struct AccessMatrixTests {
    /// In the order of the columns below.
    private enum Credential: CaseIterable {
        case none, key, wrongKey, signature, wrongSignature, vendor
    }

    private struct Rules {
        var name: String
        var change: @Sendable (inout ServerConfiguration) -> Void
        /// For each kind of route, a sign for each credential; "other" for those that are not named.
        var answers: [String: String]
    }

    private static let google = "vNIXE0xscrmjlyV-12Nj_BvUPaw="
    private static let everything = "++++++"
    private static let rules: [Rules] = [
        Rules(name: "nothing", change: { _ in }, answers: ["other": everything]),
        Rules(name: "keys", change: { $0.apiKeys = ["k"] }, answers: ["other": "-+----"]),
        Rules(
            name: "signing keys", change: { $0.signingKeys = ["a": "secret"] },
            answers: ["other": "++++--", "amap": "++++-+"]),
        Rules(
            name: "required signatures",
            change: {
                $0.signingKeys = ["a": "secret"]
                $0.requiresSignature = true
            }, answers: ["other": "---+--"]),
        Rules(
            name: "keys, signing keys",
            change: {
                $0.apiKeys = ["k"]
                $0.signingKeys = ["a": "secret"]
            }, answers: ["other": "-+-+--"]),
        Rules(
            name: "keys, required signatures",
            change: {
                $0.apiKeys = ["k"]
                $0.signingKeys = ["a": "secret"]
                $0.requiresSignature = true
            }, answers: ["other": "---+--"]),
        Rules(
            name: "Google", change: { $0.googleSecret = google }, answers: ["google": "-----+", "other": everything]),
        Rules(
            name: "Apple", change: { $0.appleKeys = ["K1": AccessTests.privateKey] },
            answers: ["apple": "-----+", "other": everything]),
        Rules(name: "AMap", change: { $0.amapSecret = "s" }, answers: ["amap": "-----+", "other": everything]),
        Rules(
            name: "required signatures, Google, Apple, AMap",
            change: {
                $0.signingKeys = ["a": "secret"]
                $0.requiresSignature = true
                ($0.googleSecret, $0.amapSecret) = (google, "s")
                $0.appleKeys = ["K1": AccessTests.privateKey]
            },
            answers: ["google": "-----+", "apple": "-----+", "amap": "-----+", "other": "---+--"]),
        Rules(
            name: "keys, AMap",
            change: {
                $0.apiKeys = ["k"]
                $0.amapSecret = "s"
            }, answers: ["amap": "-----+", "other": "-+----"]),
    ]

    private static func kind(_ route: Route) -> String {
        ["health", "ready", "page", "playground"].contains(route.name) ? "open" : route.name
    }

    /// An address of the route, which need not name anything that is served.
    private static func target(_ route: Route) -> String {
        let path = route.pattern.replacing(#/\{[^}]*\}/#, with: "1")
        return switch route.name {
        case "apple": path + "?" + AccessTests.appleQuery
        default: path + "?size=60*60"
        }
    }

    private static func request(_ route: Route, _ method: HTTPRequest.Method, _ credential: Credential) -> ServerRequest
    {
        var target = target(route)
        let body = method == .post ? Array("{}".utf8) : []
        func base64URL(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        }
        switch credential {
        case .none: break
        case .key: target += "&key=k"
        case .wrongKey: target += "&key=K"
        case .signature, .wrongSignature:
            target += "&key_id=a&body_sha256=" + base64URL(Digest.sha256.hash(body)).replacing("=", with: "")
            let secret = credential == .signature ? "secret" : "Secret"
            let code = Digest.sha256.authenticationCode(for: Array(target.utf8), key: Array(secret.utf8))
            target += "&signature=" + base64URL(code)
        case .vendor where route.name == "apple": target += "&signature=" + AccessTests.appleSignature
        case .vendor where route.name == "amap": target += "&sig=" + Digest.md5.hexadecimal("size=60*60s")
        case .vendor:
            let key = Data(base64Encoded: google.replacing("-", with: "+").replacing("_", with: "/")) ?? Data()
            let code = Digest.sha1.authenticationCode(for: Array(target.utf8), key: Array(key))
            target += "&signature=" + base64URL(code)
        }
        return ServerRequest(method, target, body: body)
    }

    @Test("each route asks for what the configuration says, whatever a client brings")
    func matrix() throws {
        var count = 0
        for rules in Self.rules {
            var configuration = ServerConfiguration(home: ServerFixture.home, processors: 1)
            rules.change(&configuration)
            let access = try AccessControl(configuration)
            for route in Route.all {
                let kind = Self.kind(route)
                let signs = kind == "open" ? Self.everything : rules.answers[kind] ?? rules.answers["other"] ?? ""
                for method in route.methods + (route.methods.contains(.get) ? [.head] : []) {
                    for (credential, sign) in zip(Credential.allCases, signs) {
                        var request = Self.request(route, method, credential)
                        let isAdmitted = (try? access.admit(&request)) != nil
                        #expect(
                            isAdmitted == (sign == "+"),
                            "\(rules.name): \(method) \(route.pattern) with \(credential)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 4000)
    }

    @Test(
        "a configuration that would let everybody in is refused",
        arguments: [
            { $0.requiresSignature = true },
            {
                $0.requiresSignature = true
                $0.googleSecret = google
            },
            { $0.googleSecret = "not base64!" }, { $0.googleSecret = "" }, { $0.amapSecret = "" },
            { $0.apiKeys = [""] }, { $0.signingKeys = ["a": ""] },
        ] as [@Sendable (inout ServerConfiguration) -> Void])
    func refuses(_ change: @Sendable (inout ServerConfiguration) -> Void) {
        #expect(throws: RequestError.self) { try ServerFixture.service(change) }
    }

    @Test("a signature holds for the body that it was made for")
    func coversBodies() async throws {
        let service = try ServerFixture.service {
            $0.signingKeys = ["a": "secret"]
            $0.requiresSignature = true
        }
        defer { service.end() }
        let scene = #"{"version": 1, "size": [20, 10], "camera": {"center": [1, 2], "zoom": 3}}"#
        func signed(_ address: String) -> String {
            let code = Digest.sha256.authenticationCode(for: Array(address.utf8), key: Array("secret".utf8))
            return address + "&signature="
                + Data(code).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_")
        }
        let digest = Data(Digest.sha256.hash(Array(scene.utf8))).base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
        let address = signed("/render?format=png&body_sha256=" + digest)
        #expect(await service.post(address, scene).status == .ok)
        #expect(await service.post(address, scene + " ").status == .forbidden)
        #expect(await service.post(signed("/render?format=png"), scene).status == .forbidden)
    }
}

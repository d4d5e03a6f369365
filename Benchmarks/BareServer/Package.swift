// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that staticmap itself does not fetch the framework.
let package = Package(
    name: "bare-server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "bare-server",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
            ], path: ".", sources: ["BareServer.swift"])
    ]
)

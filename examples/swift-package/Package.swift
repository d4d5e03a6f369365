// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CityMap",
    platforms: [.macOS(.v15)],
    // In a package of your own: .package(url: "…", from: "…", traits: []), or the path of your checkout. Without traits nothing is
    // fetched or compiled that only the program staticmap needs, such as its HTTP server.
    dependencies: [.package(name: "staticmap", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "CityMap", dependencies: [.product(name: "StaticMap", package: "staticmap")])
    ]
)

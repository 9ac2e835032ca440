// swift-tools-version: 6.0
import PackageDescription

// A product team's package, as far as the SDK can tell: plain imports, the two products, nothing else from here.

// Targets with names that the SDK's own targets had once: a host may have any of them.
let neighbours = [
    "CNcurses", "CZlib", "CursesTerminal", "Dashboard", "IngestServer", "SampleApp", "TerminalKit", "Victim",
]

let package = Package(
    name: "shop",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "Shop", targets: ["Shop"])],
    dependencies: [.package(name: "analytics", path: "../..")],
    targets: [
        .target(name: "Shop", dependencies: [.product(name: "Analytics", package: "analytics")]),
        .testTarget(
            name: "ShopTests",
            dependencies: ["Shop", .product(name: "AnalyticsTesting", package: "analytics")]),
        // Named like a test target of the SDK, which SwiftPM leaves out of a host's graph.
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                .product(name: "Analytics", package: "analytics"),
                .product(name: "AnalyticsTesting", package: "analytics"),
            ] + neighbours.map { .target(name: $0) }),
    ] + neighbours.map { .target(name: $0, path: "Neighbours/\($0)") },
    swiftLanguageModes: [.v6]
)

import Foundation
import Testing

/// The privacy manifest that Xcode puts into every adopter's privacy report.
@Suite("The privacy manifest")
struct PrivacyManifestTests {
    /// Its keys, with the shapes that Apple's tools read.
    private struct Manifest: Decodable {
        struct Collected: Decodable {
            var NSPrivacyCollectedDataType: String
            var NSPrivacyCollectedDataTypeLinked: Bool
            var NSPrivacyCollectedDataTypeTracking: Bool
            var NSPrivacyCollectedDataTypePurposes: [String]
        }

        struct Accessed: Decodable {
            var NSPrivacyAccessedAPIType: String
            var NSPrivacyAccessedAPITypeReasons: [String]
        }

        var NSPrivacyTracking: Bool
        var NSPrivacyTrackingDomains: [String]
        var NSPrivacyCollectedDataTypes: [Collected]
        var NSPrivacyAccessedAPITypes: [Accessed]
    }

    private static let path = "Sources/Analytics/Resources/PrivacyInfo.xcprivacy"

    private func manifest() throws -> Manifest {
        let data = try Data(contentsOf: Repository.root.appending(path: Self.path))
        return try PropertyListDecoder().decode(Manifest.self, from: data)
    }

    private func sdk() throws -> [SourceFile] {
        try Repository.sources().filter { file in
            ["Sources/Analytics/", "Sources/CAnalyticsZlib/"].contains(where: file.path.hasPrefix)
        }
    }

    @Test("says that nobody is tracked")
    func tracking() throws {
        let manifest = try manifest()
        #expect(!manifest.NSPrivacyTracking)
        #expect(manifest.NSPrivacyTrackingDomains.isEmpty)
        #expect(manifest.NSPrivacyCollectedDataTypes.allSatisfy { !$0.NSPrivacyCollectedDataTypeTracking })
    }

    @Test(
        "names product interaction and the user ID, each for analytics alone, linked to the user once there is one"
    )
    func collected() throws {
        let collected = try manifest().NSPrivacyCollectedDataTypes
        #expect(
            collected.map(\.NSPrivacyCollectedDataType).sorted() == [
                "NSPrivacyCollectedDataTypeProductInteraction", "NSPrivacyCollectedDataTypeUserID",
            ])
        for type in collected {
            #expect(type.NSPrivacyCollectedDataTypePurposes == ["NSPrivacyCollectedDataTypePurposeAnalytics"])
            #expect(type.NSPrivacyCollectedDataTypeLinked)
        }
    }

    @Test("holds no key that Apple's tools do not know")
    func keys() throws {
        let data = try Data(contentsOf: Repository.root.appending(path: Self.path))
        let parsed = try PropertyListSerialization.propertyList(from: data, format: nil)
        let keys = try #require(parsed as? [String: Any]).keys.sorted()
        #expect(
            keys == [
                "NSPrivacyAccessedAPITypes", "NSPrivacyCollectedDataTypes", "NSPrivacyTracking",
                "NSPrivacyTrackingDomains",
            ])
    }

    @Test(
        "gives a reason for each required-reason API that the sources use, and for no other",
        arguments: RequiredReason.table)
    func reasons(_ entry: RequiredReason) throws {
        let users = try sdk().filter(entry.isUsed).map(\.path)
        let declared = try manifest().NSPrivacyAccessedAPITypes.filter {
            $0.NSPrivacyAccessedAPIType == entry.category
        }
        #expect(declared.count == (users.isEmpty ? 0 : 1), "\(entry.category) is used in \(users)")
        for type in declared {
            #expect(!type.NSPrivacyAccessedAPITypeReasons.isEmpty)
            #expect(entry.reasons.isSuperset(of: type.NSPrivacyAccessedAPITypeReasons))
        }
    }

    @Test("declares only categories that exist")
    func categories() throws {
        let declared = try manifest().NSPrivacyAccessedAPITypes.map(\.NSPrivacyAccessedAPIType)
        #expect(Set(RequiredReason.table.map(\.category)).isSuperset(of: declared))
        #expect(Set(declared).count == declared.count)
    }

    @Test("would be found wanting for every use", arguments: RequiredReason.table)
    func bites(_ entry: RequiredReason) {
        for code in entry.used {
            #expect(entry.isUsed(in: SourceFile(path: "Sources/Analytics/X.swift", text: code)), "\(code)")
        }
        for code in entry.unused + ["// \(entry.used[0])"] {
            #expect(!entry.isUsed(in: SourceFile(path: "Sources/Analytics/X.swift", text: code)), "\(code)")
        }
    }

    @Test("travels with the product, and nothing looks for it at run time")
    func resource() throws {
        let package = try Repository.file("Package.swift").text
        #expect(package.contains(#".copy("Resources/PrivacyInfo.xcprivacy")"#))
        let readers = try sdk().filter { !$0.matches(of: #"\bBundle\.module\b"#).isEmpty }.map(\.path)
        #expect(readers.isEmpty)
    }
}

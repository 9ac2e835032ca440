/// Apple's required-reason APIs: what counts as a use, and the reasons that may be given for it.
///
/// From Apple's "Describing use of required reason API". A new entry there is a new line here.
struct RequiredReason: Sendable {
    let category: String
    /// What a use looks like in code; comments and string literals are blank.
    let uses: String
    let reasons: Set<String>
    /// Code that uses it, and code close by that does not.
    let used: [String]
    let unused: [String]

    static let table: [RequiredReason] = [
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryFileTimestamp",
            uses: #"(?<![\w.])(f|l)?stat(at|x)?\(|\bf?getattrlist(at|bulk)?\(|\b\w*[mM]odificationDate\w*\b"#
                + #"|\b(NSFileC|c)reationDate(Key)?\b|\bcontentAccessDate(Key)?\b"#,
            reasons: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"],
            used: [
                "fstat(file, &info)", "lstat(path, &info)", "getattrlist(path)", "[.modificationDate]",
                "values.contentModificationDate", ".creationDateKey",
            ],
            unused: ["FileInfo(result)", "queue.stat(1)", "status(of: batch)", "let created = 1"]),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategorySystemBootTime",
            uses: #"\bsystemUptime\b|\bmach_absolute_time\b"#,
            reasons: ["35F9.1", "8FFB.1", "3D61.1"],
            used: ["ProcessInfo.processInfo.systemUptime", "mach_absolute_time()"],
            unused: ["clock_gettime(CLOCK_MONOTONIC_RAW, &time)", "ContinuousClock.now"]),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryDiskSpace",
            uses: #"\bvolume(Available|Total)Capacity\w*\b|\bsystem(Free)?Size\b|(?<![\w.])f?statv?fs\("#,
            reasons: ["85F4.1", "E174.1", "7D9E.1", "B728.1"],
            used: [
                "statvfs(path, &info)", "fstatfs(file, &info)", ".volumeAvailableCapacityKey",
                "[.systemFreeSize]",
            ],
            unused: ["limits.maxBytes", "fileSize"]),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryActiveKeyboards",
            uses: #"\bactiveInputModes\b"#,
            reasons: ["3EC4.1", "54BD.1"],
            used: ["UITextInputMode.activeInputModes"], unused: ["activeModes"]),
        RequiredReason(
            category: "NSPrivacyAccessedAPICategoryUserDefaults",
            uses: #"\b(NS)?UserDefaults\b|@AppStorage\b"#,
            reasons: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"],
            used: ["UserDefaults.standard", "@AppStorage(\"a\") var a = 1"], unused: ["userDefault = 1"]),
    ]

    func isUsed(in file: SourceFile) -> Bool { !file.matches(of: uses).isEmpty }
}

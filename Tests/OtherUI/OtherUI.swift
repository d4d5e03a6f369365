// SPDX-License-Identifier: MIT

// Names of SwiftUI, which Linux does not have.

/// A name that the library has too.
public enum Scene {}
/// A name that the library has too.
public enum Color {}
/// A name that the library has too.
public enum Path {}
/// A name that the library has too.
public enum Point {}
/// A name that the library has too.
public enum Size {}
/// A name that the library has too.
public enum Circle {}
/// A name that the library has too.
public enum EdgeInsets {}

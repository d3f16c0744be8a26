// SPDX-License-Identifier: GPL-3.0-or-later
// As much of an ELF file (x86-64 program or shared library) as finding its libraries and shortening
// it needs.
#pragma once

#include <optional>

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

struct ElfFile {
  QByteArray interpreter;     // the loader's path; empty: a library or a static program
  QByteArrayList needed;      // names of libraries
  QByteArrayList searchPath;  // DT_RPATH or DT_RUNPATH, as written
  std::optional<qint64> searchPathOffset;  // of that text in the file
  qint64 loadedBytes = 0;                  // what is behind it is for debuggers and linkers only
};

// Errors: "elf.unreadable" (not there, damaged, for another processor).
Result<ElfFile> readElf(const QString& path);

// The file without what debuggers and linkers need, and without its search path: it runs elsewhere.
Result<QByteArray> shortElf(const QString& path);

}  // namespace trainyard

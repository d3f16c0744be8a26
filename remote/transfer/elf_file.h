// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of an ELF file (x86-64 program or shared library) needed to find its libraries and to
// strip it.
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
  qint64 loadedBytes = 0;                  // what follows is only for debuggers and linkers
};

// Errors: "elf.unreadable" (missing, damaged, for another CPU).
Result<ElfFile> readElf(const QString& path);

// Returns the file without what only debuggers and linkers need, and without its search path, so
// that it runs elsewhere.
Result<QByteArray> shortElf(const QString& path);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the libraries that a program needs on this computer, like its loader would. Done when the
// engine is sent and not at build time (CMake's GET_RUNTIME_DEPENDENCIES): torch is part of a
// Python installation whose location varies, and may be replaced without a build.
#pragma once

#include <map>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

struct FoundLibrary {
  enum class Origin {
    own,
    searchPath,
    system
  };  // next to the programs, through a search path in a program or library, the system's
  QString path;
  Origin origin = Origin::system;
};
using Libraries = std::map<QByteArray, FoundLibrary>;  // by the name under which others need it

// All direct and indirect libraries of `files`, including the loader. `ownFolder` contains our
// programs. Libraries in `known` are not followed again; those of the GPU driver are skipped.
// `names`: further ones, by the names under which others need them. Errors: "engine.no_library",
// "elf.unreadable".
Result<Libraries> findLibraries(const QStringList& files, const QString& ownFolder,
                                const Libraries& known = {}, const QStringList& names = {});

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Which libraries a program needs and where this computer has them, as its loader would find them.
// Asked when the engine is sent and not at build time (CMake's GET_RUNTIME_DEPENDENCIES): torch
// comes from a Python that each computer has elsewhere, and may be exchanged without a build.
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
  };  // beside the programs, by a search path written in a program or library, the system's
  QString path;
  Origin origin = Origin::system;
};
using Libraries = std::map<QByteArray, FoundLibrary>;  // by the name that others need it by

// All libraries that `files` need, directly or not, with the loader itself. `ownFolder` holds our
// programs. Libraries in `known` are not followed again; those of the GPU driver are left out.
// Errors: "engine.missing" names a library that is nowhere, "elf.unreadable".
Result<Libraries> findLibraries(const QStringList& files, const QString& ownFolder,
                                const Libraries& known = {});

}  // namespace trainyard

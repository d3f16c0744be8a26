// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program keeps its things on this computer, and where its programs are.
#pragma once

#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

QString dataFolder();    // $XDG_DATA_HOME/trainyard
QString cacheFolder();   // $XDG_CACHE_HOME/trainyard
QString configFolder();  // $XDG_CONFIG_HOME/trainyard
QString runsFolder();    // <data>/runs: the base of this computer

// A folder of mode 0700 that belongs to this user: $XDG_RUNTIME_DIR/trainyard,
// /run/user/<uid>/trainyard, or /tmp/trainyard-<uid>. Makes it; one that others own or may enter is
// refused.
Result<QString> runtimeFolder();

// Where the service of this data folder listens: service-<hash of the data folder>.socket in the
// runtime folder.
Result<QString> serviceSocket();

// Makes the folder with its parents, those that are missing for this user only (0700).
Result<void> ensureFolder(const QString& path);

// A program of ours, beside this one: programPath("yard-agent").
QString programPath(const QString& name);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The program's folders on this computer, and the location of its programs.
#pragma once

#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

QString dataFolder();    // $XDG_DATA_HOME/trainyard
QString cacheFolder();   // $XDG_CACHE_HOME/trainyard
QString configFolder();  // $XDG_CONFIG_HOME/trainyard
QString runsFolder();    // <data>/runs: the base on this computer

// Returns a folder of mode 0700 that belongs to this user: $XDG_RUNTIME_DIR/trainyard,
// /run/user/<uid>/trainyard, or /tmp/trainyard-<uid>. Creates it; one that others own or can access
// is refused.
Result<QString> runtimeFolder();

// The socket of the service for this data folder: service-<hash of the data folder>.socket in the
// runtime folder.
Result<QString> serviceSocket();

// Creates the folder and missing parents, accessible only to this user (0700).
Result<void> ensureFolder(const QString& path);

// Path of one of our programs, next to this one: programPath("yard-agent").
QString programPath(const QString& name);

// The file that is one of our programs in `folder`, where `name` itself may start it only.
QString programFile(const QString& folder, const QString& name);

// Whether the programs in `folder` can train on this computer: packages take torch from elsewhere.
bool hasEngine(const QString& folder);

// What to start instead of a program of the system that is missing here: its name, or our own copy.
QString systemProgram(const QString& name);

}  // namespace trainyard

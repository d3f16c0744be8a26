// SPDX-License-Identifier: GPL-3.0-or-later
// A process of this computer as a job's identifier, by which it can be found and signalled.
#pragma once

#include <optional>

#include <QByteArray>
#include <QList>
#include <QString>

#include "engine/system/process_identity.h"

namespace trainyard {

QString toText(const ProcessIdentity& process);  // "4711-98765-<boot id>"
std::optional<ProcessIdentity> processFromText(const QString& text);

// Sends the signal to exactly this process; false if it has ended.
bool sendSignal(const ProcessIdentity& process, int signal);

// Returns this user's processes that were started with one of these assignments ("NAME=value") in
// their environment.
QList<ProcessIdentity> processesWithVariable(const QList<QByteArray>& assignments);

}  // namespace trainyard

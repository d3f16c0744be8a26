// SPDX-License-Identifier: GPL-3.0-or-later
// A process of this computer as a job's name, found again and signalled by it.
#pragma once

#include <optional>

#include <QByteArray>
#include <QList>
#include <QString>

#include "engine/system/process_identity.h"

namespace trainyard {

QString toText(const ProcessIdentity& process);  // "4711-98765-<boot id>"
std::optional<ProcessIdentity> processFromText(const QString& text);

// Sends the signal to exactly this process; false when it is gone.
bool sendSignal(const ProcessIdentity& process, int signal);

// This user's processes that carry one of these assignments ("NAME=value") in the environment they
// were started with.
QList<ProcessIdentity> processesWithVariable(const QList<QByteArray>& assignments);

}  // namespace trainyard

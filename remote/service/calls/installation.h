// SPDX-License-Identifier: GPL-3.0-or-later
// What this installation can train on this computer.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/service/protocol/installation_values.h"

namespace trainyard {

// `programs`: the folder of this program. What cannot be asked is left as not there.
QCoro::Task<InstallationFacts> installationFacts(QString programs, std::stop_token stop);

}  // namespace trainyard

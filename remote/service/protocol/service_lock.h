// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds the lock of this data folder's service. A home folder may be shared by several
// computers, but a service can only be reached on its own.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

QString serviceLockFile();

// Error "service.elsewhere" if a service on another computer is using the data folder.
std::optional<Error> serviceElsewhere();

}  // namespace trainyard

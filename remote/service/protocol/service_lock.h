// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds the lock of this data folder's service. A home folder may be that of several computers,
// and a service is reached on its own alone.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

QString serviceLockFile();

// Error "service.elsewhere" when a service of another computer has the data folder.
std::optional<Error> serviceElsewhere();

}  // namespace trainyard

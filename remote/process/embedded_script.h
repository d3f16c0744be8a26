// SPDX-License-Identifier: GPL-3.0-or-later
// The scripts of resources/target, which travel inside the program and run on targets.
#pragma once

#include <QString>

namespace trainyard {

// `name`: the file's. Empty in a damaged program.
QString embeddedScript(const char* name);

}  // namespace trainyard

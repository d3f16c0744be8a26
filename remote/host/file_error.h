// SPDX-License-Identifier: GPL-3.0-or-later
// The format of all errors about files on a host.
#pragma once

#include <QString>

#include "engine/contract/messages.h"

namespace trainyard {

// `problem`: the reason as reported by whoever tried. Exit code 3.
inline Error fileError(const char* code, const QString& path, const QString& problem = {}) {
  return make_error(code, {{"path", path.toStdString()}, {"problem", problem.toStdString()}},
                    ExitCode::environment);
}

}  // namespace trainyard

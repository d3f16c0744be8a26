// SPDX-License-Identifier: GPL-3.0-or-later
// The form of every error about a file of a host.
#pragma once

#include <QString>

#include "engine/contract/messages.h"

namespace trainyard {

// `problem`: in the words of who tried. Exit code 3.
inline Error fileError(const char* code, const QString& path, const QString& problem = {}) {
  return make_error(code, {{"path", path.toStdString()}, {"problem", problem.toStdString()}},
                    ExitCode::environment);
}

}  // namespace trainyard

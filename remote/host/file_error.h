// The form of every error about a file of a host.
#pragma once

#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

// "<path>: <what>", with exit code 3.
inline Error fileError(const char* code, const QString& path, const QString& what) {
  return Error{code,
               {{"path", path.toStdString()}},
               (path + QStringLiteral(": ") + what).toStdString(),
               ExitCode::environment};
}

}  // namespace trainyard

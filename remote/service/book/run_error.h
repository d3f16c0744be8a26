// An error about one run: its name and short id, then what is wrong.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

inline Error runError(const char* code, const RunRecord& run, const QString& what) {
  return Error{
      code,
      {{"run", run.run.toStdString()}},
      (run.name + QLatin1Char(' ') + run.run.left(8) + QLatin1Char(' ') + what).toStdString(),
      ExitCode::invalid_input};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What a tracker has kept of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/history/curve_collection.h"
#include "remote/store/records.h"

namespace trainyard {

struct RecordedRun {
  QString title, note;
  QStringList tags;
  QList<RunSetting> settings;
  CurveCollection curves;
  std::optional<double> started, ended;  // Unix seconds
  RunState state = RunState::completed;
  std::string endCode;  // of the message that says why it did not complete
  std::optional<std::int64_t> exitCode;
  // Set: it is a trial of this study, whose runs all have the study's name. It is kept even without
  // a value, as a trial that has failed.
  QString studyName;
  QStringList studyValues;  // "path=value"
  qint64 damagedFiles = 0;  // which could not be read to their end

  void endAs(RunState how, const char* code) {
    state = how;
    endCode = code;
  }
};

}  // namespace trainyard

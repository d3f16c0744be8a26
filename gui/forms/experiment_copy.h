// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment of a run or a study, to be opened as a new one.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <utility>

#include "engine/contract/value.h"

namespace trainyard {

struct ExperimentCopy {
  QString path;  // of its file on this computer
  // Settings that the new one shall have instead, by path.
  QList<std::pair<QString, QString>> values{};
  QString run{};   // whose experiment it is; a run that is submitted from it is its duplicate
  QString text{};  // its text, if it is not that of the file
  // The same as `values` with their kinds; entries of mappings, too.
  Map settings{};
  QStringList withoutSections{};  // that it shall not have any more
  // What is typed into fields, by path: several values make a study.
  QList<std::pair<QString, QString>> entries{};
};

}  // namespace trainyard

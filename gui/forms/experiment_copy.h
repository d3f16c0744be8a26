// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment of a run, to be opened as a new one.
#pragma once

#include <QList>
#include <QString>
#include <utility>

namespace trainyard {

struct ExperimentCopy {
  QString path;  // of its file on this computer
  // Settings that the new one shall have instead, by path.
  QList<std::pair<QString, QString>> values{};
  QString run{};  // whose experiment it is; a run that is submitted from it is its duplicate
};

}  // namespace trainyard

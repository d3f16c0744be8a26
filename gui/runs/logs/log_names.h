// SPDX-License-Identifier: GPL-3.0-or-later
// The output files of a run by their names: what they are called, how they belong together, and
// which of them a person looks for.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

// Where a file belongs, from the outside to the inside: the task of an array, the node, the rank.
struct LogPlace {
  QString task, node;  // empty: none
  std::optional<int> rank;
  bool isError = false;  // standard error

  bool isOfJob() const { return task.isEmpty() && node.isEmpty(); }
};

class LogNames {
  Q_DECLARE_TR_FUNCTIONS(trainyard::LogNames)
 public:
  static LogPlace place(const QString& file);
  // "Rank 0 on n1, standard error"; an unknown file is called by its name.
  static QString title(const QString& file);

  // Prefers the program's output or, for a run that failed, its standard error; an empty file is
  // skipped. Empty if there are no files.
  static QString preferred(const QList<LogFile>& files, const RunRecord& run);
  // Where the reason of a failure should be: what the rank that failed first wrote, else the job's
  // standard error, else the preferred file.
  static QString withCause(const QList<LogFile>& files, const RunRecord& run);
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Finds runs that trackers have left on this computer, where people keep them: in folders with the
// trackers' usual names, a few levels below the home folder.
#pragma once

#include <QList>
#include <QSet>
#include <QString>
#include <stop_token>

namespace trainyard {

// The runs of one tracker in one folder.
struct FoundHistoryPlace {
  QString title;       // of the tracker; or the name of a file of many runs
  QString folder;      // which is imported
  QSet<QString> runs;  // the identifiers under which the store has them once they are imported
};

// Looks at names only, and into small databases; may wait for a file system. What was found before
// `stop` is returned.
QList<FoundHistoryPlace> findHistoryPlaces(const QString& home, const std::stop_token& stop);

}  // namespace trainyard

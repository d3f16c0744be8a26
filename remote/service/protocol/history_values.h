// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked and answered when runs of other trackers are taken into the store.
#pragma once

#include <QStringList>

#include "remote/values/records.h"

namespace trainyard {

struct ImportHistoryArguments {
  QStringList folders;  // absolute, of this computer
};
inline void describe(Section<ImportHistoryArguments>& section) {
  section.field("folders", &ImportHistoryArguments::folders).required();
}
struct ImportedHistory {
  qint64 added = 0, updated = 0;  // runs that were new, or have grown since the last time
  qint64 known = 0;               // runs of which nothing is new
  qint64 points = 0;              // of those that were added or updated
  QStringList empty;              // folders of runs without a value
  QStringList damaged;            // folders with a file that could not be read to its end
  bool isComplete = true;         // false: there are more folders than are looked at
};
inline void describe(Section<ImportedHistory>& section) {
  section.field("added", &ImportedHistory::added);
  section.field("updated", &ImportedHistory::updated);
  section.field("known", &ImportedHistory::known);
  section.field("points", &ImportedHistory::points);
  section.field("empty", &ImportedHistory::empty);
  section.field("damaged", &ImportedHistory::damaged);
  section.field("is_complete", &ImportedHistory::isComplete);
}

}  // namespace trainyard

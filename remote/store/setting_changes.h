// SPDX-License-Identifier: GPL-3.0-or-later
// The changes of settings with which a run that ended may go on, from what is known of its end.
#pragma once

#include <optional>

#include <QList>
#include <QMap>
#include <QString>
#include <QVariant>

#include "remote/store/records.h"

namespace trainyard {

struct HelpfulChange {
  QString path, from, to;
  // A setting that has to change with it so that the training stays the same; empty: none.
  QString alsoPath{}, alsoTo{};
};

// By path, as RunStore::settings() gives them.
using SettingValues = QMap<QString, QVariant>;

// Nothing if it has no number.
std::optional<double> settingNumber(const SettingValues& settings, const char* path);
// Without the quotes that a document has around a text that could be something else.
QString settingText(const SettingValues& settings, const char* path);
// As `resources.time_limit` has it: "36:00:00", "2-12:00:00".
QString timeLimitText(qint64 seconds);

bool isOutOfMemory(const RunRecord& run);
// Whether the memory of the node was too small for the job, not a GPU's.
bool isMemoryOfNode(const RunRecord& run);

// What makes a run fit, best first.
QList<HelpfulChange> changesForMemory(const QString& workload, bool isOfNode,
                                      const SettingValues& settings);
// For one that reached its time limit, and for one whose loss was not finite.
QList<HelpfulChange> changesForTime(const SettingValues& settings);
QList<HelpfulChange> changesForLoss(const QString& workload, const SettingValues& settings);

// Whether the end of the run is one that a change may cure, so that its settings are worth reading.
bool mayChangeHelp(const RunRecord& run);
// Those of the run's end; empty: none is known to help.
QList<HelpfulChange> changesFor(const RunRecord& run, const SettingValues& settings);

}  // namespace trainyard

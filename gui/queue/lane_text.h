// SPDX-License-Identifier: GPL-3.0-or-later
// What lanes of nodes and the start of a job say in words. Pure.
#pragma once

#include <QCoreApplication>
#include <QHash>

#include "gui/queue/lane_plan.h"
#include "gui/queue/queue_row.h"

namespace trainyard {

class LaneText {
  Q_DECLARE_TR_FUNCTIONS(LaneText)
 public:
  using Names = QHash<QString, QString>;  // of one's own jobs, by job

  static QString node(const Lane& lane);
  // What stands in the bar.
  static QString bar(const LaneBar& bar, const Names& names, double now);
  // The whole of it, for a tip and for who hears it.
  static QString details(const Lane& lane, const LaneBar& bar, const Names& names,
                         const LanePlan& plan);
  static QString kind(LaneBar::Kind kind);  // in the legend
  static QString scale(const LanePlan& plan);

  static QString title(const QueueRow& row);
  // What the job requests, what is before it, and when it starts, as far as that is known.
  static QString start(const QueueRow& row, const LanePlan& plan);

 private:
  static QString request(const QueueRow& row);
  static QString before(const QueueRow& row, const LanePlan& plan);
  static QString expected(const QueueRow& row, const LanePlan& plan);
};

}  // namespace trainyard

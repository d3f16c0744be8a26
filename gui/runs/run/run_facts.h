// SPDX-License-Identifier: GPL-3.0-or-later
// A run in numbers: one line for the head of its page.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace trainyard {

class RunModel;

class RunFacts {
  Q_DECLARE_TR_FUNCTIONS(RunFacts)
 public:
  // "step 120 of 240  ·  2 min left  ·  loss 2.31". `now` in Unix seconds.
  static QString line(const RunModel& run, double now);
};

}  // namespace trainyard

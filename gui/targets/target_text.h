// SPDX-License-Identifier: GPL-3.0-or-later
// Targets and their links as text.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

class TargetText {
  Q_DECLARE_TR_FUNCTIONS(TargetText)
 public:
  static QString name(const QString& target);  // "This computer", "practice"
  static QString link(TargetLink link);        // "Connected"
  static QString link(const TargetRecord& target);
  static bool isLost(const TargetRecord& target);
  // One sentence about the link: its state, why, and what to do. Times are relative to `now`, Unix
  // seconds.
  static QString summary(const TargetRecord& target, double now);
  // What a run's page says while its cluster cannot be reached: since when, and how old the shown
  // state is; empty if it is reachable.
  static QString reach(const TargetRecord& target, double now);
};

}  // namespace trainyard

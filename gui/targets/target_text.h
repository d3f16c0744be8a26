// SPDX-License-Identifier: GPL-3.0-or-later
// Targets and their links in words.
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
  // One sentence on the link: what it is, why, and what to do. Times count from `now`, Unix
  // seconds.
  static QString sentence(const TargetRecord& target, double now);
  // What a run's page says while its cluster is out of reach: since when, and of when the picture
  // is; empty when it is reached.
  static QString reach(const TargetRecord& target, double now);
};

}  // namespace trainyard

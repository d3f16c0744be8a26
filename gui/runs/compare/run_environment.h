// SPDX-License-Identifier: GPL-3.0-or-later
// What a run was computed with besides its settings and code, as it stands beside that of others.
#pragma once

#include <QCoreApplication>
#include <QMap>
#include <QVariant>

#include "gui/runs/records/comparison.h"

namespace trainyard {

class RunEnvironment {
  Q_DECLARE_TR_FUNCTIONS(RunEnvironment)
 public:
  // By what it is, in the language of the window: target, nodes, GPUs, system, modules, Python,
  // versions; packages, which stand behind these, by their names. Only what is known.
  static QMap<QString, QVariant> of(const ComparedRun& run);
  // The runs with their environment in the place of their settings.
  static Comparison compared(const Comparison& comparison);
  // Whether its packages, versions or system are known: older versions did not keep them.
  static bool isKnown(const ComparedRun& run);
};

}  // namespace trainyard

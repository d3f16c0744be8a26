// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of steps as tables and sentences.
#pragma once

#include <QCoreApplication>

#include "gui/runs/records/step_profile.h"

namespace trainyard {

class ProfileText {
  Q_DECLARE_TR_FUNCTIONS(ProfileText)
 public:
  // "Steps 6 to 8 on cuda:0, 12 ms each".
  static QString title(const StepProfile& profile);
  // Rich text: a table each. That of waits is empty where nothing waited.
  static QString phases(const StepProfile& profile);
  static QString longest(const StepProfile& profile);
  static QString waits(const StepProfile& profile);
  // How many kernels a step starts and how long the GPU was idle; empty without one.
  static QString gpu(const StepProfile& profile);
};

}  // namespace trainyard

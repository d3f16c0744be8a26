// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a run of a study of several values the same run when it is asked for again.
#pragma once

#include <QString>

namespace trainyard {

struct Experiment;

// A digest of the document with the run's own values, and of its target. What the document names,
// such as code and data, does not count.
QString studyKeyOf(const Experiment& experiment, const QString& target);

}  // namespace trainyard

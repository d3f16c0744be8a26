// SPDX-License-Identifier: GPL-3.0-or-later
// What a person can type for a run that does not go on by itself.
#pragma once

#include <functional>

#include <QString>

#include "remote/store/records.h"
#include "remote/store/setting_changes.h"

namespace trainyard {

// A command ready to copy: after a lost login, for a job that is held or never starts, and for an
// end that a resume may cure. Empty: nothing helps, or nothing is needed. `job`: the queue's number
// of the run's newest job, asked for only if it is part of the command. `changes`: of
// changesFor(), the best of which goes into the command.
QString nextCommand(const RunRecord& run, const std::function<QString()>& job,
                    const QList<HelpfulChange>& changes = {});

}  // namespace trainyard

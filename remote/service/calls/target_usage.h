// SPDX-License-Identifier: GPL-3.0-or-later
// What this program keeps on a target, and which of it nothing needs any more. What is in doubt is
// kept.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QSet>

#include "remote/service/calls/call_table.h"
#include "remote/target/kept_folders.h"

namespace trainyard {

// Who may need something there.
struct FolderUsers {
  QSet<QString> openRuns, knownRuns;  // names of their folders
  QStringList jobs;                   // names of the user's jobs that are no run's of these
  QSet<QString> newest;               // engines that the next submission would use
};
// Pure. A run that is not known here has no job if its name is none's, and nothing is known of it
// while a job's name says nothing.
QList<KeptFolder> keptFolders(const FoundFolders& found, const FolderUsers& users);

QCoro::Task<Result<TargetUsage>> usageOf(CallContext& context, QString target, Measure measure,
                                         std::stop_token stop);
QCoro::Task<Result<CleanedFolders>> cleanTarget(CallContext& context, CleanArguments arguments,
                                                std::stop_token stop);

}  // namespace trainyard

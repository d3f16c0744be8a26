// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `yard study`, and what `yard submit`, `watch` and `cancel` do with a search whose
// trials are jobs of their own. `study` is as for studyNamed.
#pragma once

#include <QCoroTask>
#include <QString>

#include "remote/cli/commands.h"
#include "remote/cli/watch.h"
#include "remote/service/client/client.h"

namespace trainyard {

// With the service, so that studies go on that were left when it was killed.
QCoro::Task<int> listStudies(ServiceClient& client, Format format);
QCoro::Task<int> showStudy(ServiceClient& client, QString study, Format format);
// The values of the best trial as "path=value"; or the document with them, as an ordinary one.
enum class BestAs { values, document };
int printBest(const QString& study, BestAs as, Format format);
// Optuna's journal. `file`: "-" for stdout.
struct StudyExport {
  QString study, file;
  bool replaces = false;
};
int exportStudy(const StudyExport& options);

// Changes how many trials the study has.
QCoro::Task<int> stopStudy(ServiceClient& client, QString study);
QCoro::Task<int> addTrials(ServiceClient& client, QString study, qint64 count);

// Whether the document that `yard submit` got is such a search.
bool isSearchOfJobs(const SubmitOptions& options);
QCoro::Task<int> submitSearch(ServiceClient& client, SubmitOptions options);
// Prints each trial as it ends, until the study is over. 0 if one is complete. Ctrl-C only stops
// watching.
QCoro::Task<int> watchSearch(ServiceClient& client, QString study, WatchOutput output);
// No more trials are started; those that run are left to the caller.
QCoro::Task<Result<void>> stopTrials(ServiceClient& client, QString study);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Resolves what the user calls a study: a prefix of its UUID, `last`, or one of its runs; and reads
// it, wherever its trials run.
#pragma once

#include <optional>

#include <CLI/CLI.hpp>
#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/service/client/client.h"
#include "remote/store/run_store.h"
#include "remote/store/study_reader.h"

namespace trainyard {

struct NamedStudy {
  QString study;  // UUID
  StudyReader::Reading reading;
  std::optional<RunRecord> job;  // that runs all trials; nothing: each is a job of its own

  const search::RecordedStudy& recorded() const { return reading.recorded; }
  std::int64_t started() const { return std::ssize(reading.recorded.study.trials); }
  std::int64_t wanted() const { return reading.recorded.record.search.trials; }
  std::int64_t count(search::TrialState state) const;
  // Whether no trial runs and none will be started.
  bool isOver() const;
};

// The UUID alone. Errors: "study.unknown", "study.ambiguous", "study.none" (of `last`),
// "study.several_values" for one that is no search.
Result<QString> studyNamed(StudyReader& reader, RunStore& store, const QString& text);

// Errors: those of StudyReader::read.
Result<NamedStudy> readNamedStudy(StudyReader& reader, RunStore& store, const QString& study);
Result<NamedStudy> namedStudy(const QString& text);

// Whether the study has a journal of its own, that is, each trial is a job.
bool isStudyOfJobs(const QString& study);

// The name of a study among the options of a command.
void describeStudy(CLI::App& command, QString& name);

// No more trials are started; those that run are left to the caller.
QCoro::Task<Result<void>> stopTrials(ServiceClient& client, QString study);

// "12 of 20: 8 complete, 3 pruned, 1 running"
QString trialsText(const NamedStudy& study);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission may take of a target, and the question to a person whether a program that acts
// for them, such as an agent, may make it. Described, as they are sent to the service.
#pragma once

#include <optional>

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/service/protocol/protocol.h"

namespace trainyard {

// One run that would be submitted, and what it takes at most.
struct SpentRun {
  QString name;
  QStringList values;  // "path=value": its own in a study
  qint64 jobs = 1;     // tasks of an array and trials of a search are jobs of their own
  qint64 nodes = 1, gpusPerNode = 0;
  std::optional<qint64> limitSeconds;  // of each job; nothing: it has no limit that is known
  // Of all its jobs. Nothing if it takes GPUs for a time that has no bound.
  std::optional<double> gpuHours;

  bool hasGpus() const { return gpusPerNode > 0 || !gpuHours; }
};

struct ChangedSetting {
  QString path, from, to;  // empty: not set
};

struct Spending {
  QString target;
  QList<SpentRun> runs;
  // Since the newest run with the same name. Without the values of environment variables.
  QList<ChangedSetting> changes;
  QString since;  // UUID of that run; empty: there is none

  qint64 jobs() const;
  bool hasGpus() const;
  std::optional<double> gpuHours() const;  // nothing: without a bound
};

struct SpendingArguments {
  SubmitRequest experiment;
  QStringList grid;  // as of combinationsOf(); empty: one run
};

enum class ConsentKind { submit, resume, cancel };
template <>
struct Names<ConsentKind> {
  static constexpr std::pair<ConsentKind, std::string_view> all[] = {
      {ConsentKind::submit, "submit"},
      {ConsentKind::resume, "resume"},
      {ConsentKind::cancel, "cancel"}};
};

enum class ConsentState { open, once, session, denied, expired };
template <>
struct Names<ConsentState> {
  static constexpr std::pair<ConsentState, std::string_view> all[] = {
      {ConsentState::open, "open"},
      {ConsentState::once, "once"},
      {ConsentState::session, "session"},
      {ConsentState::denied, "denied"},
      {ConsentState::expired, "expired"}};
};

// What is asked. Two requests of a session with the same digest are one.
struct ConsentRequest {
  QString session;  // UUID
  QString agent;    // as it calls itself
  QString folder;   // where it works
  QString digest;   // of all that would be done; anything else is another request
  ConsentKind kind = ConsentKind::submit;
  QString purpose;   // in the agent's own words
  QString document;  // what would be submitted, with the changes below it; for a person to read
  Spending spending;
  bool offersSession = false;              // what is left of its budget is enough
  double budgetHours = 0, spentHours = 0;  // GPU-hours of the session
  std::optional<qint64> budgetJobs;        // nothing: jobs with GPUs are not counted
  qint64 spentJobs = 0;
};

struct ConsentRecord {
  QString id;  // short, for a person to type
  ConsentRequest request;
  ConsentState state = ConsentState::open;
  double asked = 0, expires = 0;  // Unix seconds
  QString words;                  // of the person, with a refusal
  // Of all runs, of which a list has the first ones only.
  qint64 runs = 0, jobs = 0;
  std::optional<double> gpuHours;
};

struct AskConsentArguments {
  ConsentRequest request;
  qint64 waitSeconds = 0;  // how long an answer is waited for
};
struct AnswerConsentArguments {
  QString id;
  ConsentState answer = ConsentState::denied;
  QString words;
};
struct WithdrawConsentArguments {
  QString session;
  QString digest;  // empty: all requests of the session
};
struct ListConsentsArguments {
  QString id;  // this one alone, with all its runs and the document
};
struct ConsentRecords {
  QList<ConsentRecord> requests;  // open ones, the oldest first
};

void describe(Section<SpentRun>& section);
void describe(Section<ChangedSetting>& section);
void describe(Section<Spending>& section);
void describe(Section<SpendingArguments>& section);
void describe(Section<ConsentRequest>& section);
void describe(Section<ConsentRecord>& section);
void describe(Section<AskConsentArguments>& section);
void describe(Section<AnswerConsentArguments>& section);
void describe(Section<WithdrawConsentArguments>& section);
void describe(Section<ListConsentsArguments>& section);
void describe(Section<ConsentRecords>& section);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/consent_values.h"

#include <algorithm>

namespace trainyard {

qint64 Spending::jobs() const {
  qint64 sum = 0;
  for (const SpentRun& run : runs) sum += run.jobs;
  return sum;
}

bool Spending::hasGpus() const {
  return std::ranges::any_of(runs, [](const SpentRun& run) { return run.hasGpus(); });
}

std::optional<double> Spending::gpuHours() const {
  double sum = 0;
  for (const SpentRun& run : runs) {
    if (!run.gpuHours) return std::nullopt;
    sum += *run.gpuHours;
  }
  return sum;
}

void describe(Section<SpentRun>& section) {
  section.field("name", &SpentRun::name);
  section.field("values", &SpentRun::values);
  section.field("jobs", &SpentRun::jobs).minimum(0);
  section.field("nodes", &SpentRun::nodes).minimum(0);
  section.field("gpus_per_node", &SpentRun::gpusPerNode).minimum(0);
  section.field("limit_seconds", &SpentRun::limitSeconds).minimum(0);
  section.field("gpu_hours", &SpentRun::gpuHours).minimum(0);
}

void describe(Section<ChangedSetting>& section) {
  section.field("path", &ChangedSetting::path);
  section.field("from", &ChangedSetting::from);
  section.field("to", &ChangedSetting::to);
}

void describe(Section<Spending>& section) {
  section.field("target", &Spending::target);
  section.field("runs", &Spending::runs);
  section.field("changes", &Spending::changes);
  section.field("since", &Spending::since);
}

void describe(Section<SpendingArguments>& section) {
  section.include(&SpendingArguments::experiment);
  section.field("grid", &SpendingArguments::grid);
}

void describe(Section<ConsentRequest>& section) {
  section.field("session", &ConsentRequest::session).required();
  section.field("agent", &ConsentRequest::agent);
  section.field("folder", &ConsentRequest::folder);
  section.field("digest", &ConsentRequest::digest).required();
  section.field("kind", &ConsentRequest::kind);
  section.field("purpose", &ConsentRequest::purpose);
  section.field("document", &ConsentRequest::document).omitted_when_default();
  section.field("spending", &ConsentRequest::spending);
  section.field("offers_session", &ConsentRequest::offersSession);
  section.field("budget_hours", &ConsentRequest::budgetHours).minimum(0);
  section.field("spent_hours", &ConsentRequest::spentHours).minimum(0);
  section.field("budget_jobs", &ConsentRequest::budgetJobs).minimum(0);
  section.field("spent_jobs", &ConsentRequest::spentJobs).minimum(0);
}

void describe(Section<ConsentRecord>& section) {
  section.field("id", &ConsentRecord::id);
  section.include(&ConsentRecord::request);
  section.field("state", &ConsentRecord::state);
  section.field("asked", &ConsentRecord::asked).minimum(0);
  section.field("expires", &ConsentRecord::expires).minimum(0);
  section.field("words", &ConsentRecord::words);
  section.field("run_count", &ConsentRecord::runs).minimum(0);
  section.field("jobs", &ConsentRecord::jobs).minimum(0);
  section.field("gpu_hours", &ConsentRecord::gpuHours).minimum(0);
}

void describe(Section<AskConsentArguments>& section) {
  section.include(&AskConsentArguments::request);
  section.field("wait_seconds", &AskConsentArguments::waitSeconds).minimum(0).maximum(60);
}

void describe(Section<AnswerConsentArguments>& section) {
  section.field("id", &AnswerConsentArguments::id).required();
  section.field("answer", &AnswerConsentArguments::answer).required();
  section.field("words", &AnswerConsentArguments::words);
}

void describe(Section<WithdrawConsentArguments>& section) {
  section.field("session", &WithdrawConsentArguments::session).required();
  section.field("digest", &WithdrawConsentArguments::digest);
}

void describe(Section<ListConsentsArguments>& section) {
  section.field("id", &ListConsentsArguments::id);
}

void describe(Section<ConsentRecords>& section) {
  section.field("requests", &ConsentRecords::requests);
}

}  // namespace trainyard

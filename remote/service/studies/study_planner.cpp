// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/studies/study_planner.h"

#include <algorithm>

#include <QHash>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/messages.h"
#include "remote/process/waiter.h"
#include "remote/service/requests/experiment_checks.h"
#include "remote/service/requests/request_values.h"
#include "remote/submit/prepare.h"
#include "remote/submit/study_key.h"
#include "remote/values/grid.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

struct Candidate {
  PlannedRun planned;
  ExperimentSource source;
  Experiment experiment;
  QString key;
};

Result<QList<Candidate>> candidatesOf(const StudyPlanArguments& arguments) {
  TRY(const auto combinations, combinationsOf(arguments.grid));
  TRY(const auto source, sourceOf(arguments.experiment));
  QList<Candidate> candidates;
  for (const QStringList& values : combinations) {
    Candidate candidate;
    candidate.planned.values = values;
    candidate.source = source;
    candidate.source.overrides += values;
    candidates << candidate;
  }
  return candidates;
}

Result<void> prepareOne(const Target& target, Candidate& candidate) {
  const bool isHere = target.isHere();
  auto prepared = prepareExperiment(candidate.source, ownPrograms(),
                                    isHere ? RunsWhere::here : RunsWhere::elsewhere,
                                    isHere ? QString() : target.programs);
  if (!prepared) {
    candidate.planned.diagnostics = {findingOf(prepared.error())};
    return {};
  }
  candidate.planned.diagnostics = std::move(prepared->diagnostics);
  if (has_errors(candidate.planned.diagnostics)) return {};
  if (is_search_of_jobs(prepared->experiment)) return make_error("study.is_search", {});
  candidate.key = studyKeyOf(prepared->experiment, target.name);
  candidate.experiment = std::move(prepared->experiment);
  return {};
}

// One number in two spellings (1e-3 and 0.001) would be one run twice.
Result<void> checkDiffer(const QList<Candidate>& candidates) {
  QHash<QString, const Candidate*> known;
  for (const Candidate& candidate : candidates) {
    if (candidate.key.isEmpty()) continue;
    if (const Candidate* same = known.value(candidate.key))
      return make_error(
          "grid.same_run",
          {{"first", same->planned.values.join(QLatin1Char(' ')).toStdString()},
           {"second", candidate.planned.values.join(QLatin1Char(' ')).toStdString()}});
    known.insert(candidate.key, &candidate);
  }
  return {};
}

// The runs of the study that was named, which must be of the same experiment in the same place.
Result<QList<RunRecord>> namedStudyRuns(RunStore& store, const SubmitRequest& request,
                                        const QList<Candidate>& candidates) {
  TRY(const auto there, store.study(request.study));
  if (there.isEmpty()) return make_error("study.unknown", {{"study", request.study.toStdString()}});
  const RunRecord& first = there.first();
  for (const Candidate& candidate : candidates) {
    const QString name = text(candidate.experiment.name);
    if (candidate.key.isEmpty() || (first.target == request.target && first.name == name)) continue;
    return make_error("study.other_document", {{"study", first.study.left(8).toStdString()},
                                               {"name", first.name.toStdString()},
                                               {"target", first.target.toStdString()},
                                               {"other", name.toStdString()},
                                               {"here", request.target.toStdString()}});
  }
  return there;
}

// The study that has the newest of these runs; empty: there is none.
Result<QList<RunRecord>> runsOfSameStudy(RunStore& store, const QList<Candidate>& candidates) {
  std::optional<RunRecord> newest;
  for (const Candidate& candidate : candidates) {
    if (candidate.key.isEmpty()) continue;
    TRY(auto found, store.newestWithStudyKey(candidate.key));
    if (found && (!newest || found->created > newest->created)) newest = std::move(found);
  }
  if (!newest) return QList<RunRecord>();
  return store.study(newest->study);
}

// Whether it counts as submitted: it goes on, or it had a job.
Result<bool> wasSubmitted(RunStore& store, const RunRecord& run) {
  if (isOpen(run.state)) return true;
  TRY(const auto jobs, store.jobs(run.run));
  return !jobs.isEmpty();
}

Result<void> select(RunStore& store, const QList<RunRecord>& there, bool isNamed,
                    StudySelection selection, Candidate& candidate) {
  PlannedRun& planned = candidate.planned;
  bool isThere = false, hasFailed = false;
  for (const RunRecord& run : there) {  // the newest is the last
    const bool hasKey = !candidate.key.isEmpty() && run.studyKey == candidate.key;
    if (!hasKey && !(isNamed && run.studyValues == planned.values)) continue;
    planned.run = run.run;
    planned.state = nameOf(run.state);
    TRY(isThere, wasSubmitted(store, run));
    hasFailed = !isOpen(run.state) && run.state != RunState::completed;
  }
  planned.isSelected = selection == StudySelection::failed ? hasFailed : !isThere;
  return {};
}

// What decides whether the target takes a run: not its numbers, but for those of resources.
QString askedOf(const QStringList& values) {
  QStringList asked;
  for (const QString& value : values) {
    const QString path = value.left(value.indexOf(QLatin1Char('=')));
    const FieldInfo* field = find_field(path.toStdString());
    const bool isNumber = field && (field->kind == Kind::integer || field->kind == Kind::real ||
                                    field->kind == Kind::boolean);
    if (!isNumber || path.startsWith(QLatin1String("resources."))) asked << value;
  }
  return asked.join(QLatin1Char('\n'));
}

void addErrors(const std::vector<Diagnostic>& found, PlannedRun& planned) {
  const auto isSame = [](const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.text == b.text;
  };
  for (const Diagnostic& finding : found)
    if (std::ranges::none_of(planned.diagnostics,
                             [&](const Diagnostic& known) { return isSame(known, finding); }))
      planned.diagnostics.push_back(finding);
}

// Runs that ask the same of the target are asked about once.
QCoro::Task<Result<void>> askTargetAbout(HeldTarget held, RunStore& store,
                                         QList<Candidate>& candidates, std::stop_token stop) {
  QHash<QString, std::vector<Diagnostic>> known;
  for (Candidate& candidate : candidates) {
    if (!candidate.planned.isSelected || has_errors(candidate.planned.diagnostics)) continue;
    const QString asked = askedOf(candidate.planned.values);
    if (!known.contains(asked)) {
      CO_TRY(auto answer, co_await checkOn(held.target, candidate.source, store, stop));
      known[asked] = std::move(answer.diagnostics);
    }
    addErrors(known[asked], candidate.planned);
  }
  co_return {};
}

}  // namespace

QCoro::Task<Result<StudyPlan>> planStudy(TargetRegistry& targets, RunStore& store,
                                         StudyPlanArguments arguments, std::stop_token stop) {
  const SubmitRequest& request = arguments.experiment;
  const bool isNamed = !request.study.isEmpty();
  CO_TRY(auto held, targets.hold(request.target));
  CO_TRY(auto candidates, candidatesOf(arguments));
  Waiter waiter;
  for (Candidate& candidate : candidates) {
    CO_TRY(prepareOne(held.target, candidate));
    co_await waiter.turn(stop);  // other calls are answered in between
    if (stop.stop_requested()) co_return cancelledError();
  }
  CO_TRY(checkDiffer(candidates));
  Result<QList<RunRecord>> there = QList<RunRecord>();
  if (isNamed)
    there = namedStudyRuns(store, request, candidates);
  else if (arguments.selection != StudySelection::all)
    there = runsOfSameStudy(store, candidates);
  if (!there) co_return there.error();
  StudyPlan plan;
  if (!there->isEmpty()) plan.study = there->first().study;
  for (Candidate& candidate : candidates) {
    CO_TRY(select(store, *there, isNamed, arguments.selection, candidate));
  }
  const bool isAny = std::ranges::any_of(
      candidates, [](const Candidate& candidate) { return candidate.planned.isSelected; });
  if (isAny && arguments.asksTarget) {
    CO_TRY(held, co_await targets.ready(request.target, TargetRegistry::Login::onDemand, stop));
    CO_TRY(co_await askTargetAbout(held, store, candidates, stop));
  }
  for (Candidate& candidate : candidates) {
    if (!candidate.planned.isSelected)
      candidate.planned.diagnostics.clear();
    else if (!has_errors(candidate.planned.diagnostics))
      candidate.planned.gpuHours = gpuHoursOf(candidate.experiment, held.target.facts);
    plan.runs << std::move(candidate.planned);
  }
  co_return plan;
}

}  // namespace trainyard

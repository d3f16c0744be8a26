// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/named_runs.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// The run whose study the others are.
std::optional<RunRecord> controllerOf(const QList<RunRecord>& runs) {
  for (const RunRecord& run : runs)
    if (std::ranges::all_of(runs, [&](const RunRecord& other) {
          return other.run == run.run || other.study == run.run;
        }))
      return runs.size() > 1 ? std::optional(run) : std::nullopt;
  return std::nullopt;
}

std::string listOf(const QList<RunRecord>& runs) {
  constexpr qsizetype most = 12;
  QStringList words;
  for (const RunRecord& run : runs.first(std::min(most, runs.size())))
    words << (run.studyValues.isEmpty()
                  ? QStringLiteral("%1 (%2)").arg(run.run.left(8), nameOf(run.state))
                  : titleOf(run));
  if (runs.size() > most) words << QStringLiteral("…");
  return words.join(QStringLiteral(", ")).toStdString();
}

Error sameName(const QString& name, const QList<RunRecord>& runs) {
  return make_error("run.same_name", {{"name", name.toStdString()},
                                      {"count", static_cast<std::int64_t>(runs.size())},
                                      {"runs", listOf(runs)}});
}

// If several runs of a study have the same name, it refers to the study.
Result<NamedRuns> byName(RunStore& store, const QString& name, Meant meant, const Error& unknown) {
  TRY(auto runs, store.named(name));
  const auto isMeant = [&](const RunRecord& run) {
    return meant == Meant::any || isOpen(run.state);
  };
  QList<RunRecord> those;
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(those), isMeant);
  if (those.isEmpty()) those = runs;
  if (those.isEmpty()) return unknown;
  const QString study = those.first().study;
  const bool isOfOne =
      !study.isEmpty() && std::all_of(those.begin(), those.end(),
                                      [&](const RunRecord& run) { return run.study == study; });
  if (those.size() > 1 && isOfOne) return NamedRuns{study, those};
  if (const auto controller = controllerOf(those)) return NamedRuns{{}, {*controller}};
  if (those.size() > 1) return sameName(name, those);
  return NamedRuns{{}, those};
}

}  // namespace

QString titleOf(const RunRecord& run) {
  return run.run.left(8) + QStringLiteral("  ") + run.studyValues.join(QLatin1Char(' '));
}

Result<NamedRuns> namedRuns(RunStore& store, const QString& text, Meant meant) {
  TRY(const auto study, store.study(text));
  const auto run = store.resolve(text);
  if (!run && run.error().code == "run.ambiguous") return run.error();
  // The controller of a study has its UUID; it is what can be shown, cancelled and resumed.
  const bool isController = run && !study.isEmpty() && study.first().study == run->run;
  if (run && !study.isEmpty() && !isController)
    return make_error("study.or_run", {{"text", text.toStdString()},
                                       {"study", study.first().study.left(12).toStdString()},
                                       {"run", run->run.left(12).toStdString()}});
  if (run) return NamedRuns{{}, {*run}};
  if (!study.isEmpty()) return NamedRuns{study.first().study, study};
  if (run.error().kind != ErrorKind::not_found) return run.error();
  return byName(store, text, meant, run.error());
}

Result<RunRecord> namedRun(RunStore& store, const QString& text, Meant meant) {
  TRY(const auto named, namedRuns(store, text, meant));
  if (!named.isStudy()) return named.runs.first();
  return make_error("study.give_run", {{"study", named.study.left(8).toStdString()},
                                       {"count", static_cast<std::int64_t>(named.runs.size())},
                                       {"runs", listOf(named.runs)}});
}

}  // namespace trainyard

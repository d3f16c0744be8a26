// SPDX-License-Identifier: GPL-3.0-or-later
// `yard check --grid`: each run of several values, checked and, with --rehearse, rehearsed.
#include <algorithm>
#include <cstdio>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/presets.h"
#include "remote/transfer/progress.h"
#include "remote/values/grid.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

struct CheckedRun {
  QStringList values;
  std::vector<Diagnostic> findings{};
  std::optional<Rehearsal> rehearsal{};
};

// A finding, and which runs have it.
struct SharedFinding {
  QString line;
  QStringList values{};  // of the runs, each as one text
};

QList<SharedFinding> sharedFindings(const QList<CheckedRun>& runs) {
  QList<SharedFinding> shared;
  for (const CheckedRun& run : runs)
    for (const Diagnostic& finding : run.findings) {
      const QString line = text(to_line(finding));
      auto found = std::ranges::find(shared, line, &SharedFinding::line);
      if (found == shared.end()) found = shared.insert(shared.end(), {line});
      found->values << run.values.join(QLatin1Char(' '));
    }
  return shared;
}

void printFindings(const QList<CheckedRun>& runs) {
  const QList<SharedFinding> shared = sharedFindings(runs);
  for (const SharedFinding& finding : shared) {
    QString line = finding.line;
    if (finding.values.size() < runs.size())
      line += QStringLiteral(" (with %1%2)")
                  .arg(finding.values.first(),
                       finding.values.size() == 1
                           ? QString()
                           : QStringLiteral(", and in %1 more").arg(finding.values.size() - 1));
    print(sanitizedForTerminal(line));
  }
  if (shared.isEmpty()) std::fputs("no problems found\n", stderr);
}

QString summaryOf(const QList<CheckedRun>& runs) {
  QStringList parts{QStringLiteral("%1 runs checked").arg(runs.size())};
  const auto planned = std::ranges::count_if(
      runs, [](const CheckedRun& run) { return run.rehearsal && run.rehearsal->plan; });
  const auto stepped = std::ranges::count_if(
      runs, [](const CheckedRun& run) { return run.rehearsal && !run.rehearsal->losses.empty(); });
  if (planned > 0) parts << QStringLiteral("%1 planned").arg(planned);
  if (stepped > 0) parts << QStringLiteral("%1 took two steps").arg(stepped);
  const PlannedMemory* most = nullptr;
  const CheckedRun* where = nullptr;
  for (const CheckedRun& run : runs) {
    const PlannedMemory* own =
        run.rehearsal && run.rehearsal->plan ? run.rehearsal->plan->own() : nullptr;
    if (!own || (most && own->total() <= most->total())) continue;
    most = own;
    where = &run;
  }
  if (!most) return parts.join(QStringLiteral(", "));
  const auto& gpu = where->rehearsal->gpu_bytes;
  parts << (gpu ? QStringLiteral("at most %1 of %2 on each GPU (%3)")
                      .arg(bytesText(most->total()), bytesText(static_cast<qint64>(*gpu)),
                           where->values.join(QLatin1Char(' ')))
                : QStringLiteral("at most %1 for each process (%2)")
                      .arg(bytesText(most->total()), where->values.join(QLatin1Char(' '))));
  return parts.join(QStringLiteral(", "));
}

QJsonArray jsonOf(const QList<CheckedRun>& runs) {
  QJsonArray list;
  for (const CheckedRun& run : runs) {
    Rehearsal shown = run.rehearsal.value_or(Rehearsal());
    shown.diagnostics = run.findings;
    QJsonObject object = toJson(shown);
    object.insert(QStringLiteral("values"), QJsonArray::fromStringList(run.values));
    list.append(object);
  }
  return list;
}

void addNew(std::vector<Diagnostic> news, std::vector<Diagnostic>& findings) {
  for (Diagnostic& finding : news)
    if (std::ranges::none_of(findings, [&](const Diagnostic& known) {
          return known.code == finding.code && known.path == finding.path;
        }))
      findings.push_back(std::move(finding));
}

QCoro::Task<Result<void>> rehearseAll(ServiceClient& client, SubmitRequest request,
                                      QList<CheckedRun>& runs) {
  QList<QStringList> combinations;
  for (const CheckedRun& run : std::as_const(runs)) combinations << run.values;
  const QList<RehearsedCombination> all = rehearsalsOf(combinations);
  const QStringList overrides = request.overrides;
  for (qsizetype i = 0; i < runs.size(); ++i) {
    if (all[i].by == RehearsedBy::no) {
      addNew(runs[all[i].as].findings, runs[i].findings);
      continue;
    }
    const bool steps = all[i].by == RehearsedBy::steps;
    std::fprintf(stderr, "%s run %lld of %lld: %s\n", steps ? "rehearsing" : "planning",
                 static_cast<long long>(i + 1), static_cast<long long>(runs.size()),
                 sanitizedForTerminal(runs[i].values.join(QLatin1Char(' '))).toUtf8().constData());
    request.overrides = overrides + runs[i].values;
    CO_TRY(runs[i].rehearsal, co_await client.call(methods::rehearse, {}, request, steps));
    addNew(std::move(runs[i].rehearsal->diagnostics), runs[i].findings);
  }
  co_return {};
}

}  // namespace

QCoro::Task<int> checkStudy(ServiceClient& client, SubmitOptions options, QStringList grid,
                            Rehearses rehearses) {
  const SubmitRequest request = requestNamed(options.path, options.target, options.overrides);
  const auto combinations = combinationsOf(grid);
  if (!combinations) co_return fail(combinations.error());
  QList<CheckedRun> runs;
  for (const QStringList& values : *combinations) runs << CheckedRun{values};
  const StudyPlanArguments arguments{request, grid, StudySelection::all};
  const auto plan = co_await client.call(methods::studiesPlan, {}, arguments);
  // What is known here may tell enough of a target that is not reached.
  if (!plan && rehearses == Rehearses::no) co_return fail(plan.error());
  for (qsizetype i = 0; plan && i < runs.size(); ++i)
    runs[i].findings = plan->runs.value(i).diagnostics;
  if (rehearses == Rehearses::yes) {
    const auto rehearsed = co_await rehearseAll(client, request, runs);
    if (!rehearsed) co_return fail(rehearsed.error());
  }
  if (options.format == Format::json)
    printJson(jsonOf(runs));
  else
    printFindings(runs);
  if (options.format != Format::json) print(sanitizedForTerminal(summaryOf(runs)));
  const bool isRefused =
      std::ranges::any_of(runs, [](const CheckedRun& run) { return has_errors(run.findings); });
  const int code = isRefused ? static_cast<int>(ExitCode::invalid_input) : 0;
  if (plan) co_return code;
  const int unchecked = fail(plan.error());
  co_return code != 0 ? code : unchecked;
}

}  // namespace trainyard

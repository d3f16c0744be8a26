// SPDX-License-Identifier: GPL-3.0-or-later
// `yard check`: an experiment, or each run of several values, checked and, with --rehearse,
// rehearsed.
#include <algorithm>
#include <cstdio>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/submit_study.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/store/run_store.h"
#include "remote/submit/prepare.h"
#include "remote/submit/submit.h"
#include "remote/transfer/progress.h"
#include "remote/values/grid.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

int printDiagnostics(const std::vector<Diagnostic>& diagnostics, Format format) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (format != Format::json)
      print(sanitizedForTerminal(QString::fromStdString(to_line(diagnostic))));
  if (format == Format::json)
    printJson(jsonOf(Codec<std::vector<Diagnostic>>::write(diagnostics)));
  else if (diagnostics.empty())
    std::fprintf(stderr, "no problems found\n");
  return has_errors(diagnostics) ? static_cast<int>(ExitCode::invalid_input) : 0;
}

// One line: the steps, the memory as far as there is any to compare with.
QString rehearsedText(const Rehearsal& rehearsal) {
  QStringList parts;
  if (!rehearsal.losses.empty())
    parts << u"%1 steps, loss %2 to %3"_s.arg(rehearsal.losses.size())
                 .arg(numberText(rehearsal.losses.front()), numberText(rehearsal.losses.back()));
  if (const PlannedMemory* own = rehearsal.plan ? rehearsal.plan->own() : nullptr) {
    const QString needed = bytesText(own->total());
    parts << (rehearsal.gpu_bytes
                  ? u"%1 of %2 on each GPU"_s.arg(
                        needed, bytesText(static_cast<qint64>(*rehearsal.gpu_bytes)))
                  : u"%1 for each process"_s.arg(needed));
  }
  return parts.join(u", "_s);
}

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
      found->values << run.values.join(u' ');
    }
  return shared;
}

void printFindings(const QList<CheckedRun>& runs) {
  const QList<SharedFinding> shared = sharedFindings(runs);
  for (const SharedFinding& finding : shared) {
    QString line = finding.line;
    if (finding.values.size() < runs.size())
      line += u" (with %1%2)"_s.arg(finding.values.first(),
                                    finding.values.size() == 1
                                        ? QString()
                                        : u", and in %1 more"_s.arg(finding.values.size() - 1));
    print(sanitizedForTerminal(line));
  }
  if (shared.isEmpty()) std::fputs("no problems found\n", stderr);
}

QString summaryOfChecked(const QList<CheckedRun>& runs) {
  QStringList parts{u"%1 runs checked"_s.arg(runs.size())};
  const auto planned = std::ranges::count_if(
      runs, [](const CheckedRun& run) { return run.rehearsal && run.rehearsal->plan; });
  const auto stepped = std::ranges::count_if(
      runs, [](const CheckedRun& run) { return run.rehearsal && !run.rehearsal->losses.empty(); });
  if (planned > 0) parts << u"%1 planned"_s.arg(planned);
  if (stepped > 0) parts << u"%1 took two steps"_s.arg(stepped);
  const PlannedMemory* most = nullptr;
  const CheckedRun* where = nullptr;
  for (const CheckedRun& run : runs) {
    const PlannedMemory* own =
        run.rehearsal && run.rehearsal->plan ? run.rehearsal->plan->own() : nullptr;
    if (!own || (most && own->total() <= most->total())) continue;
    most = own;
    where = &run;
  }
  if (!most) return parts.join(u", "_s);
  const auto& gpu = where->rehearsal->gpu_bytes;
  parts << (gpu ? u"at most %1 of %2 on each GPU (%3)"_s.arg(bytesText(most->total()),
                                                             bytesText(static_cast<qint64>(*gpu)),
                                                             where->values.join(u' '))
                : u"at most %1 for each process (%2)"_s.arg(bytesText(most->total()),
                                                            where->values.join(u' ')));
  return parts.join(u", "_s);
}

QJsonArray jsonOfChecked(const QList<CheckedRun>& runs) {
  QJsonArray list;
  for (const CheckedRun& run : runs) {
    Rehearsal shown = run.rehearsal.value_or(Rehearsal());
    shown.diagnostics = run.findings;
    QJsonObject object = toJson(shown);
    object.insert(u"values"_s, QJsonArray::fromStringList(run.values));
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
                 sanitizedForTerminal(runs[i].values.join(u' ')).toUtf8().constData());
    request.overrides = overrides + runs[i].values;
    CO_TRY(runs[i].rehearsal, co_await client.call(methods::rehearse, {}, request, steps));
    addNew(std::move(runs[i].rehearsal->diagnostics), runs[i].findings);
  }
  co_return {};
}

struct CheckCommand {
  ExperimentOptions experiment;
  QStringList grid;
  bool isRehearsed = false;
  JsonOption json;

  void describe(CLI::App& command) {
    experiment.describe(command);
    experiment.describeChanges(command);
    json.describe(command);
    command.add_flag("--rehearse", isRehearsed,
                     "Also take two steps of its model, made small, on the first rows of the data, "
                     "compare its memory with the target's GPUs, and look at the code of commands "
                     "and scripts");
    addGrid(command, grid,
            "Check the run of each of these values, as `yard submit --grid` makes them");
  }

  bool isLocal() const { return experiment.isHere() && grid.isEmpty() && !isRehearsed; }
  Result<int> run() {
    const ExperimentSource source = experiment.source();
    TRY(auto prepared, prepareWithFiles(source, ownPrograms()));
    RunStore store;
    checkRunsBefore(store, prepared.experiment.resources.after, u"here"_s, prepared.diagnostics);
    if (!has_errors(prepared.diagnostics)) {
      TRY(addFindings(source, findingsOnThisComputer(prepared.experiment), prepared));
    }
    return printDiagnostics(prepared.diagnostics, json.format());
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    return !grid.isEmpty() ? checkGrid(client) : isRehearsed ? rehearse(client) : check(client);
  }

  QCoro::Task<Result<int>> check(ServiceClient& client) {
    CO_TRY(auto answer, co_await client.call(methods::check, {}, experiment.request()));
    const int code = printDiagnostics(answer.diagnostics, json.format());
    if (!answer.text.isEmpty() && code == 0 && !json.isGiven) printNote(answer.text);
    co_return code;
  }

  QCoro::Task<Result<int>> rehearse(ServiceClient& client) {
    const SubmitRequest request = experiment.request();
    std::vector<Diagnostic> found;
    std::optional<Rehearsal> rehearsal;
    std::optional<Error> unchecked;  // what is known here may tell enough
    {
      const ProgressLine progress(client, {});
      if (!experiment.isHere()) {
        auto checked = co_await client.call(methods::check, {}, request);
        if (checked)
          found = std::move(checked->diagnostics);
        else
          unchecked = checked.error();
      }
      CO_TRY(auto answer, co_await client.call(methods::rehearse, {}, request));
      rehearsal = std::move(answer);
    }
    const auto isKnown = [&](const Diagnostic& finding) {
      return std::any_of(found.begin(), found.end(), [&](const Diagnostic& other) {
        return other.code == finding.code && other.path == finding.path;
      });
    };
    for (Diagnostic& finding : rehearsal->diagnostics)
      if (!isKnown(finding)) found.push_back(std::move(finding));
    rehearsal->diagnostics = std::move(found);
    int code = has_errors(rehearsal->diagnostics) ? static_cast<int>(ExitCode::invalid_input) : 0;
    if (json.isGiven)
      printJson(toJson(*rehearsal));
    else
      code = printDiagnostics(rehearsal->diagnostics, json.format());
    if (const QString words = rehearsedText(*rehearsal); !words.isEmpty() && !json.isGiven)
      print(u"rehearsed: "_s + words);
    if (!unchecked) co_return code;
    const int codeOfCheck = fail(*unchecked);
    co_return code != 0 ? code : codeOfCheck;
  }

  // All are checked and, rehearsed, planned; some take steps for the others.
  QCoro::Task<Result<int>> checkGrid(ServiceClient& client) {
    const SubmitRequest request = experiment.request();
    CO_TRY(const auto combinations, combinationsOf(grid));
    QList<CheckedRun> runs;
    for (const QStringList& values : combinations) runs << CheckedRun{values};
    const StudyPlanArguments arguments{request, grid, StudySelection::all};
    const auto plan = co_await client.call(methods::studiesPlan, {}, arguments);
    // What is known here may tell enough of a target that is not reached.
    if (!plan && !isRehearsed) co_return plan.error();
    for (qsizetype i = 0; plan && i < runs.size(); ++i)
      runs[i].findings = plan->runs.value(i).diagnostics;
    if (isRehearsed) {
      CO_TRY(co_await rehearseAll(client, request, runs));
    }
    if (json.isGiven)
      printJson(jsonOfChecked(runs));
    else
      printFindings(runs);
    if (!json.isGiven) print(sanitizedForTerminal(summaryOfChecked(runs)));
    const bool isRefused =
        std::ranges::any_of(runs, [](const CheckedRun& run) { return has_errors(run.findings); });
    const int code = isRefused ? static_cast<int>(ExitCode::invalid_input) : 0;
    if (plan) co_return code;
    const int unchecked = fail(plan.error());
    co_return code != 0 ? code : unchecked;
  }
};

}  // namespace

extern const Command checkCommand{"check", "Check an experiment for errors",
                                  addCommand<CheckCommand>};

}  // namespace trainyard

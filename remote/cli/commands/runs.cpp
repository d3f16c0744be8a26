// SPDX-License-Identifier: GPL-3.0-or-later
// `yard runs`: this user's runs that match what is given.
#include <algorithm>
#include <cstdio>
#include <map>

#include <QJsonArray>
#include <QSet>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/command.h"
#include "remote/cli/commands/shown.h"
#include "remote/cli/next_line.h"
#include "remote/service/runs/array_summary.h"
#include "remote/store/projects.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

// Tasks of an array follow it, by index.
QList<RunRecord> inOrder(const QList<RunRecord>& runs) {
  std::map<QString, QList<RunRecord>> tasks;
  QSet<QString> known;
  for (const RunRecord& run : runs) known.insert(run.run);
  for (const RunRecord& run : runs)
    if (known.contains(run.parent)) tasks[run.parent].append(run);
  QList<RunRecord> ordered;
  for (const RunRecord& run : runs) {
    if (known.contains(run.parent)) continue;
    ordered.append(run);
    auto found = tasks.find(run.run);
    if (found == tasks.end()) continue;
    std::sort(found->second.begin(), found->second.end(),
              [](const RunRecord& a, const RunRecord& b) { return a.arrayIndex < b.arrayIndex; });
    ordered += found->second;
  }
  return ordered;
}

// With a mark if it is only the last known state of an unreachable target.
QString stateWord(const RunRecord& run) {
  return nameOf(run.state) + (isStale(run) ? u"?"_s : QString());
}

// "2 completed, 1 running"
QString countsOf(const QList<RunRecord>& runs) {
  std::map<std::pair<RunState, bool>, int> counts;
  for (const RunRecord& run : runs) ++counts[{run.state, isStale(run)}];
  QStringList parts;
  for (const auto& [state, count] : counts)
    parts << u"%1 %2%3"_s.arg(count).arg(nameOf(state.first), state.second ? u"?"_s : QString());
  return parts.join(u", "_s);
}

QString ageOf(const RunRecord& run) { return ageText(unix_time() - run.created); }

QString stepsOf(const RunRecord& run) {
  if (!run.step) return {};
  return QString::number(*run.step) + (run.totalSteps ? u"/%1"_s.arg(*run.totalSteps) : QString());
}

QString lossText(const std::optional<double>& loss) { return loss ? numberText(*loss) : QString(); }

QString targetCell(const RunRecord& run) { return sanitizedForTerminal(run.target); }

QString nameCell(const RunRecord& run) {
  return run.parent.isEmpty() ? sanitizedForTerminal(run.name)
                              : u"  task %1"_s.arg(run.arrayIndex.value_or(0));
}

using StudyRuns = QList<RunRecord>;

QString studyNameCell(const StudyRuns& runs) {
  return u"%1, study of %2: %3"_s.arg(sanitizedForTerminal(runs.first().name))
      .arg(runs.size())
      .arg(countsOf(runs));
}

// A column of the list, for a run and for a study that has one row.
struct RunColumn {
  const char* head;
  QString (*ofRun)(const RunRecord& run);
  QString (*ofStudy)(const StudyRuns& runs) = [](const StudyRuns&) { return QString(); };
};

const RunColumn runColumns[] = {
    {"RUN", [](const RunRecord& run) { return run.run.left(8); },
     [](const StudyRuns& runs) { return runs.first().study.left(8); }},
    {"STATE", stateWord, [](const StudyRuns& runs) { return nameOf(summaryOf(runs).state); }},
    {"AGE", ageOf, [](const StudyRuns& runs) { return ageOf(runs.first()); }},
    {"STEP", stepsOf},
    {"LOSS", [](const RunRecord& run) { return lossText(run.trainLoss); }},
    {"EVAL/LOSS", [](const RunRecord& run) { return lossText(run.evalLoss); }},
    {"TARGET", targetCell, [](const StudyRuns& runs) { return targetCell(runs.first()); }},
    {"NAME", nameCell, studyNameCell},
};

template <class Cell>
QStringList rowOfColumns(Cell cell) {
  QStringList row;
  for (const RunColumn& column : runColumns) row << cell(column);
  return row;
}

QStringList rowOfRun(const RunRecord& run) {
  return rowOfColumns([&](const RunColumn& column) { return column.ofRun(run); });
}

QStringList rowOfStudy(const StudyRuns& all) {
  const StudyRuns runs = withoutReplaced(all);
  return rowOfColumns([&](const RunColumn& column) { return column.ofStudy(runs); });
}

struct ShownRow {
  QStringList cells;
  QString next;  // what a person can type
};

// Old ends are history.
constexpr double resumeOffer = 7 * 86400;

QString nextOf(RunStore& store, const RunRecord& run) {
  const bool isOld = !isOpen(run.state) && unix_time() - run.ended > resumeOffer;
  return isOld ? QString() : nextCommandOf(store, run);
}

// Studies as one row each, at the position of their newest run.
QList<ShownRow> rowsOf(RunStore& store, const QList<RunRecord>& runs) {
  std::map<QString, QList<RunRecord>> studies;
  for (const RunRecord& run : runs)
    if (!run.study.isEmpty() && run.parent.isEmpty()) studies[run.study].append(run);
  QList<ShownRow> rows;
  QSet<QString> shown;
  for (const RunRecord& run : inOrder(runs)) {
    if (run.study.isEmpty()) rows.append({rowOfRun(run), nextOf(store, run)});
    if (run.study.isEmpty() || shown.contains(run.study)) continue;
    shown.insert(run.study);
    rows.append({rowOfStudy(studies[run.study]), {}});
  }
  return rows;
}

QCoro::Task<Result<void>> scanTarget(ServiceClient& client, QString target) {
  CO_TRY(const auto scanned, co_await client.call(methods::scan, {}, target));
  const qint64 added = scanned.added;
  if (added == 0)
    std::fprintf(stderr, "no run found that was not known\n");
  else
    std::fprintf(stderr, "%lld run%s found that %s not known\n", added, added == 1 ? "" : "s",
                 added == 1 ? "was" : "were");
  for (const CopiedRun& copy : scanned.copies)
    std::fprintf(stderr, "left out %s: it holds run %s, which is known in %s\n",
                 qPrintable(sanitizedForTerminal(copy.folder)), qPrintable(copy.run.left(8)),
                 qPrintable(sanitizedForTerminal(copy.knownFolder)));
  co_return {};
}

struct RunsCommand {
  QString study;  // only this one; empty: all, with one row per study
  QString scan, target, name, tag, project, filter;
  QStringList states;  // any of these; also "open" and "ended"
  int limit = 0;       // rows; 0: all
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "STUDY", study, "Only the runs of this study: the start of its UUID");
    json.describe(command);
    addOption(command, "--scan", scan, "First scan this target for unknown runs");
    addOption(command, "--state", states, "Only runs in this state; can be repeated")
        ->check(CLI::IsMember({"open", "ended", "preparing", "waiting", "running", "completed",
                               "failed", "cancelled", "preempted", "timed_out"}))
        ->allow_extra_args(false);
    addOption(command, "--target", target, "Only runs on this target");
    addOption(command, "--name", name, "Only runs whose name contains this");
    addOption(command, "--tag", tag, "Only runs with this tag");
    addOption(command, "--project", project, "Only runs in this project and in those below it");
    addOption(command, "--filter", filter,
              "Only runs that this finds, as in the window's search: words, tag:sft, since:2d, "
              "eval/loss < 0.8, lr = 1e-5");
    command.add_option("--limit", limit, "Maximum number of runs, the newest first")
        ->check(CLI::PositiveNumber);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    if (!scan.isEmpty()) {
      CO_TRY(co_await scanTarget(client, scan));
    }
    co_return printChosen();
  }

  Result<int> printChosen() const {
    RunStore store;
    TRY(auto runs, study.isEmpty() ? store.runs() : store.study(study));
    if (runs.isEmpty() && !study.isEmpty())
      return make_error("study.unknown", {{"study", study.toStdString()}});
    const bool hasAny = !runs.isEmpty();
    runs.removeIf([this](const RunRecord& run) { return !matches(run); });
    TRY(applyFilter(store, runs));
    if (json.isGiven) {
      if (limit > 0 && runs.size() > limit) runs.resize(limit);
      QJsonArray list;
      for (const RunRecord& run : runs) list.append(toJson(run));
      printJson(list);
    } else if (runs.isEmpty()) {
      std::fputs(hasAny ? "no such runs\n" : "no runs yet\n", stderr);
    } else {
      printRows(store, runs);
    }
    return 0;
  }

  bool matches(const RunRecord& run) const {
    const auto isOfState = [&](const QString& state) {
      return state == nameOf(run.state) || (state == "open"_L1 && isOpen(run.state)) ||
             (state == "ended"_L1 && !isOpen(run.state));
    };
    return (states.isEmpty() || std::any_of(states.begin(), states.end(), isOfState)) &&
           (target.isEmpty() || run.target == target) &&
           run.name.contains(name, Qt::CaseInsensitive) &&
           (tag.isEmpty() || run.tags.contains(tag)) && isInProject(run.project, project);
  }

  Result<void> applyFilter(RunStore& store, QList<RunRecord>& runs) const {
    if (filter.isEmpty()) return {};
    RunTableQuery query;
    query.filter = filter;
    query.archived = true;
    TRY(const auto table, store.tables().read(query));
    QSet<QString> found;
    for (const RunTableRow& row : table.rows) found.insert(row.run);
    runs.removeIf([&](const RunRecord& run) { return !found.contains(run.run); });
    return {};
  }

  void printRows(RunStore& store, const QList<RunRecord>& runs) const {
    QList<ShownRow> shown;
    if (study.isEmpty()) shown = rowsOf(store, runs);
    if (!study.isEmpty())
      for (const RunRecord& run : runs) {
        shown.append({rowOfRun(run), nextOf(store, run)});
        shown.last().cells.last() += u"  "_s + sanitizedForTerminal(run.studyValues.join(u' '));
      }
    const qsizetype more = limit > 0 ? shown.size() - limit : 0;
    if (more > 0) shown.resize(limit);
    QList<QStringList> rows{
        rowOfColumns([](const RunColumn& column) { return QString::fromLatin1(column.head); })};
    for (const ShownRow& each : shown) {
      rows << each.cells;
      if (each.next.isEmpty()) continue;
      rows << QStringList(each.cells.size());
      rows.last().last() = u"next: "_s + each.next;
    }
    printTable(rows);
    if (more > 0)
      std::fprintf(stderr, "%lld more; a greater --limit shows them\n",
                   static_cast<long long>(more));
    if (std::any_of(runs.begin(), runs.end(), isStale))
      std::fprintf(
          stderr,
          "?  as last known: its target is not reached; `yard show RUN` says since when and "
          "why\n");
  }
};

}  // namespace

Result<int> printRunsOf(const QString& study, Format format) {
  RunsCommand command;
  command.study = study;
  command.json.isGiven = format == Format::json;
  return command.printChosen();
}

extern const Command runsCommand{"runs", "List runs, newest first", addCommand<RunsCommand>};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// `yard runs`: lists this user's runs that match the filter.
#include <algorithm>
#include <cstdio>
#include <map>

#include <QJsonArray>
#include <QSet>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/commands.h"
#include "remote/cli/next_line.h"
#include "remote/cli/output.h"
#include "remote/cli/table.h"
#include "remote/service/runs/array_summary.h"
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
  return nameOf(run.state) + (isStale(run) ? QStringLiteral("?") : QString());
}

// "2 completed, 1 running"
QString countsOf(const QList<RunRecord>& runs) {
  std::map<std::pair<RunState, bool>, int> counts;
  for (const RunRecord& run : runs) ++counts[{run.state, isStale(run)}];
  QStringList parts;
  for (const auto& [state, count] : counts)
    parts << QStringLiteral("%1 %2%3").arg(count).arg(
        nameOf(state.first), state.second ? QStringLiteral("?") : QString());
  return parts.join(QStringLiteral(", "));
}

QStringList studyRow(const QList<RunRecord>& all) {
  const QList<RunRecord> runs = withoutReplaced(all);
  const RunRecord& first = runs.first();
  return {first.study.left(8),
          nameOf(summaryOf(runs).state),
          ageText(unix_time() - first.created),
          {},
          {},
          {},
          sanitizedForTerminal(first.target),
          QStringLiteral("%1, study of %2: %3")
              .arg(sanitizedForTerminal(first.name))
              .arg(runs.size())
              .arg(countsOf(runs))};
}

QStringList row(const RunRecord& run) {
  const QString steps =
      run.step ? QString::number(*run.step) +
                     (run.totalSteps ? QStringLiteral("/%1").arg(*run.totalSteps) : QString())
               : QString();
  const auto loss = [](const std::optional<double>& value) {
    return value ? numberText(*value) : QString();
  };
  const QString name = run.parent.isEmpty()
                           ? sanitizedForTerminal(run.name)
                           : QStringLiteral("  task %1").arg(run.arrayIndex.value_or(0));
  return {run.run.left(8),     stateWord(run),     ageText(unix_time() - run.created), steps,
          loss(run.trainLoss), loss(run.evalLoss), sanitizedForTerminal(run.target),   name};
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
    if (run.study.isEmpty()) rows.append({row(run), nextOf(store, run)});
    if (run.study.isEmpty() || shown.contains(run.study)) continue;
    shown.insert(run.study);
    rows.append({studyRow(studies[run.study]), {}});
  }
  return rows;
}

bool isWanted(const RunRecord& run, const RunFilter& filter) {
  const auto isOfState = [&](const QString& state) {
    return state == nameOf(run.state) || (state == QLatin1String("open") && isOpen(run.state)) ||
           (state == QLatin1String("ended") && !isOpen(run.state));
  };
  return (filter.states.isEmpty() ||
          std::any_of(filter.states.begin(), filter.states.end(), isOfState)) &&
         (filter.target.isEmpty() || run.target == filter.target) &&
         run.name.contains(filter.name, Qt::CaseInsensitive) &&
         (filter.tag.isEmpty() || run.tags.contains(filter.tag));
}

void printRuns(RunStore& store, const QList<RunRecord>& runs, const RunFilter& filter) {
  QList<ShownRow> shown;
  if (filter.study.isEmpty()) shown = rowsOf(store, runs);
  if (!filter.study.isEmpty())
    for (const RunRecord& run : runs) {
      shown.append({row(run), nextOf(store, run)});
      shown.last().cells.last() +=
          QStringLiteral("  ") + sanitizedForTerminal(run.studyValues.join(QLatin1Char(' ')));
    }
  const qsizetype more = filter.limit > 0 ? shown.size() - filter.limit : 0;
  if (more > 0) shown.resize(filter.limit);
  QList<QStringList> rows{{QStringLiteral("RUN"), QStringLiteral("STATE"), QStringLiteral("AGE"),
                           QStringLiteral("STEP"), QStringLiteral("LOSS"),
                           QStringLiteral("EVAL/LOSS"), QStringLiteral("TARGET"),
                           QStringLiteral("NAME")}};
  for (const ShownRow& each : shown) {
    rows << each.cells;
    if (each.next.isEmpty()) continue;
    rows << QStringList(each.cells.size());
    rows.last().last() = QStringLiteral("next: ") + each.next;
  }
  printTable(rows);
  if (more > 0)
    std::fprintf(stderr, "%lld more; a greater --limit shows them\n", static_cast<long long>(more));
  if (std::any_of(runs.begin(), runs.end(), isStale))
    std::fprintf(stderr,
                 "?  as last known: its target is not reached; `yard show RUN` says since when and "
                 "why\n");
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

}  // namespace

QCoro::Task<int> listRuns(ServiceClient& client, Format format, RunFilter filter) {
  if (!filter.scan.isEmpty()) {
    const auto scanned = co_await scanTarget(client, filter.scan);
    if (!scanned) co_return fail(scanned.error());
  }
  RunStore store;
  auto runs = filter.study.isEmpty() ? store.runs() : store.study(filter.study);
  if (!runs) co_return fail(runs.error());
  if (runs->isEmpty() && !filter.study.isEmpty())
    co_return fail(make_error("study.unknown", {{"study", filter.study.toStdString()}}));
  const bool hasAny = !runs->isEmpty();
  runs->removeIf([&](const RunRecord& run) { return !isWanted(run, filter); });
  if (!filter.words.isEmpty()) {
    RunTableQuery query;
    query.filter = filter.words;
    query.archived = true;
    const auto table = store.tables().read(query);
    if (!table) co_return fail(table.error());
    QSet<QString> found;
    for (const RunTableRow& row : table->rows) found.insert(row.run);
    runs->removeIf([&](const RunRecord& run) { return !found.contains(run.run); });
  }
  if (format == Format::json) {
    if (filter.limit > 0 && runs->size() > filter.limit) runs->resize(filter.limit);
    QJsonArray list;
    for (const RunRecord& run : *runs) list.append(toJson(run));
    printJson(list);
  } else if (runs->isEmpty()) {
    std::fputs(hasAny ? "no such runs\n" : "no runs yet\n", stderr);
  } else {
    printRuns(store, *runs, filter);
  }
  co_return 0;
}

}  // namespace trainyard

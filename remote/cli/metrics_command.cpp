// SPDX-License-Identifier: GPL-3.0-or-later
// `yard metrics`: the values reported by runs.
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/store/named_runs.h"
#include "remote/cli/output.h"
#include "remote/store/run_store.h"
#include "remote/values/csv_cells.h"

namespace trainyard {
namespace {

// With several runs, each point names its run.
enum class Of { one, several };

QString csvLine(const RunRecord& run, Of of, const QString& metric, const MetricPoint& point) {
  QByteArrayList words;
  if (of == Of::several) words << run.run.toUtf8();
  words << csvCell(metric) << QByteArray::number(point.attempt)
        << QByteArray::number(point.sequence)
        << (point.step ? QByteArray::number(*point.step) : QByteArray())
        << (point.tokens ? QByteArray::number(*point.tokens) : QByteArray())
        << (point.epoch ? csvNumber(*point.epoch) : QByteArray())
        << QByteArray::number(point.time, 'f', 3) << csvNumber(point.value);
  return QString::fromUtf8(words.join(','));
}

void printSummary(const MetricSummary& metric) {
  print(QStringLiteral("%1  %2 points  last %3  least %4  greatest %5")
            .arg(sanitizedForTerminal(metric.name).leftJustified(26))
            .arg(metric.points, 6)
            .arg(numberText(metric.last.value), numberText(metric.minimum),
                 numberText(metric.maximum)));
}

// A list whose entries are printed as they come, since a long run has millions; laid out like all
// JSON that is printed.
class JsonList {
 public:
  void add(const QJsonObject& entry) {
    const QByteArray lines = QJsonDocument(entry).toJson().trimmed();
    print((m_isBegun ? QStringLiteral(",\n    ") : QStringLiteral("[\n    ")) +
              QString::fromUtf8(lines).replace(QLatin1Char('\n'), QLatin1String("\n    ")),
          QString());
    m_isBegun = true;
  }
  void end() { print(m_isBegun ? QStringLiteral("\n]") : QStringLiteral("[\n]")); }

 private:
  bool m_isBegun = false;
};

Result<void> showOne(RunStore& store, const RunRecord& run, Of of, Format format, JsonList& list) {
  TRY(const auto metrics, store.metrics(run.run));
  TRY(const auto tasks, store.tasksOf(run.run));
  if (metrics.isEmpty() && !tasks.isEmpty())
    return make_error("metrics.of_array", {{"run", run.run.left(8).toStdString()}});
  if (of == Of::several && format == Format::text) print(sanitizedForTerminal(titleOf(run)));
  const auto show = [&](const QString& metric, const MetricPoint& point) -> Result<void> {
    if (format == Format::csv) print(csvLine(run, of, metric, point));
    if (format != Format::json) return {};
    QJsonObject json = toJson(metric, point);
    if (of == Of::several) json.insert(QStringLiteral("run"), run.run);
    list.add(json);
    return {};
  };
  for (const MetricSummary& metric : metrics) {
    if (format == Format::text) {
      printSummary(metric);
      continue;
    }
    TRY(store.curves().eachPoint(run.run, metric.name, RunCurves::Superseded::hide, show));
  }
  return {};
}

}  // namespace

int showMetrics(const QString& text, Format format) {
  RunStore store;
  const auto named = namedRuns(store, text);
  if (!named) return fail(named.error());
  const Of of = named->isStudy() ? Of::several : Of::one;
  if (format == Format::csv)
    print((of == Of::several ? QStringLiteral("run,") : QString()) +
          QStringLiteral("metric,attempt,sequence,step,tokens,epoch,time,value"));
  JsonList list;
  for (const RunRecord& run : named->runs)
    if (const auto shown = showOne(store, run, of, format, list); !shown)
      return fail(shown.error());
  if (format == Format::json) list.end();
  return 0;
}

}  // namespace trainyard

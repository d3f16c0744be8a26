// SPDX-License-Identifier: GPL-3.0-or-later
// `yard metrics`: the values reported by runs.
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/store/named_runs.h"
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
  print(u"%1  %2 points  last %3  least %4  greatest %5"_s
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
    print((m_isBegun ? u",\n    "_s : u"[\n    "_s) +
              QString::fromUtf8(lines).replace(u'\n', "\n    "_L1),
          QString());
    m_isBegun = true;
  }
  void end() { print(m_isBegun ? u"\n]"_s : u"[\n]"_s); }

 private:
  bool m_isBegun = false;
};

Result<void> printMetrics(RunStore& store, const RunRecord& run, Of of, Format format,
                          JsonList& list) {
  TRY(const auto metrics, store.metrics(run.run));
  TRY(const auto tasks, store.tasksOf(run.run));
  if (metrics.isEmpty() && !tasks.isEmpty())
    return make_error("metrics.of_array", {{"run", run.run.left(8).toStdString()}});
  if (of == Of::several && format == Format::text) print(sanitizedForTerminal(titleOf(run)));
  const auto show = [&](const QString& metric, const MetricPoint& point) -> Result<void> {
    if (format == Format::csv) print(csvLine(run, of, metric, point));
    if (format != Format::json) return {};
    QJsonObject json = toJson(metric, point);
    if (of == Of::several) json.insert(u"run"_s, run.run);
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

struct MetricsCommand {
  RunOption which;
  JsonOption json;
  bool isCsv = false;

  void describe(CLI::App& command) {
    which.describe(command);
    CLI::Option* other = json.describe(command, "Every point as JSON");
    command.add_flag("--csv", isCsv, "Every point as CSV")->excludes(other);
  }

  Result<int> run() {
    RunStore store;
    TRY(const auto named, namedRuns(store, which.run));
    const Format format = isCsv ? Format::csv : json.format();
    const Of of = named.isStudy() ? Of::several : Of::one;
    if (format == Format::csv)
      print((of == Of::several ? u"run,"_s : QString()) +
            u"metric,attempt,sequence,step,tokens,epoch,time,value"_s);
    JsonList list;
    for (const RunRecord& run : named.runs)
      if (const auto shown = printMetrics(store, run, of, format, list); !shown)
        return shown.error();
    if (format == Format::json) list.end();
    return 0;
  }
};

}  // namespace

extern const Command metricsCommand{"metrics", "Print a run's metrics", addCommand<MetricsCommand>};

}  // namespace trainyard

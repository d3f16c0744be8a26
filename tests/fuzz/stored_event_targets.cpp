// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <QCoreApplication>
#include <QTemporaryDir>

#include "engine/search/study_record.h"
#include "remote/follow/event_stream.h"
#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

constexpr int kColumns = 40;

// A history of one run at a time: what an input left is removed before the next.
struct History {
  RunWriter writer;
  RunStore store;
  int number = 0;
  explicit History(const QString& path) : writer(path), store(path) { require(writer.open()); }
};

RunRecord runNumbered(int number) {
  RunRecord run;
  run.run = QStringLiteral("6f9619ff-8b86-4011-b42d-%1").arg(number, 12, 16, QLatin1Char('0'));
  run.name = QStringLiteral("fuzz");
  run.target = QStringLiteral("here");
  run.folder = QStringLiteral("/base/fuzz");
  run.state = RunState::waiting;
  return run;
}

// The columns of a curve are in their order, and have something to draw.
void checkCurve(RunStore& store, const QString& run, const MetricSummary& metric) {
  require(store.curves().series(run, metric.name, RunCurves::Superseded::include));
  for (const std::optional<CurveRange>& range :
       {std::optional<CurveRange>(), std::optional<CurveRange>({-10, 1000})}) {
    const auto curve = store.curves().curve(run, metric.name, range, kColumns);
    require(curve && curve->columns.size() <= kColumns);
    double before = -std::numeric_limits<double>::infinity();
    for (const CurveBlock& block : curve->columns) {
      require(block.counted() > 0 && !(block.low() < before) && !(block.high() < block.low()));
      require(block.finite == 0 || !(block.highest.y < block.lowest.y));
      before = block.low();
    }
  }
}

}  // namespace

void fuzz_stored_events(std::string_view input) {
  static int count = 1;
  static char name[] = "fuzz_remote";
  static char* words[] = {name, nullptr};
  static const QCoreApplication application(count, words);  // SQLite's driver is a plugin of Qt
  static const QTemporaryDir folder;
  // Never destroyed: its statements are gone by then.
  static History& history = *new History(folder.filePath(QStringLiteral("runs.sqlite")));
  const QByteArray bytes(input.data(), static_cast<qsizetype>(input.size()));
  const EventBatch batch = linesAt(0, bytes);
  if (batch.events.empty()) return;
  const RunRecord run = runNumbered(++history.number);
  require(history.writer.addRun(run));
  const std::size_t half = batch.events.size() / 2;
  for (const int attempt : {1, 2}) {
    const std::vector<Event> first(batch.events.begin(),
                                   batch.events.begin() + static_cast<std::ptrdiff_t>(half));
    require(history.writer.importEvents(run.run, attempt, first, 10, 0));
    const auto rest = history.writer.importEvents(run.run, attempt, batch.events,
                                                  batch.offset.value_or(0), batch.badLines);
    require(rest);
    // The same events again change nothing.
    const auto again =
        history.writer.importEvents(run.run, attempt, batch.events, batch.offset.value_or(0), 0);
    require(again && again->empty());
  }
  RunStore& store = history.store;
  require(store.run(run.run) && store.attempts(run.run) && store.highestSteps(run.run));
  require(store.checkpoints(run.run) && store.messages(run.run) && store.systems(run.run));
  require(store.curves().stepPlaces(run.run, 100));
  const auto metrics = store.metrics(run.run);
  require(metrics);
  for (const MetricSummary& metric : *metrics) checkCurve(store, run.run, metric);
  const auto records = store.searches().records(run.run, 0, -1);
  require(records);
  for (const auto& [sequence, line] : records->lines)
    static_cast<void>(search::parse_record(line.toStdString()));
  require(history.writer.removeRun(run.run));
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// table_speed ROUNDS: how long the store takes for the table of 10,000 runs with 60 settings and 10
// metrics each, in milliseconds: filtered, sorted, grouped, and all runs as records. Prints JSON.
#include <cstdio>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"

using namespace trainyard;

namespace {

constexpr int runs = 10000, settings = 60, metrics = 10;

template <class Value>
Value must(Result<Value> result) {
  if (!result) qFatal("%s", result.error().message.c_str());
  return *std::move(result);
}
void must(const Result<void>& result) {
  if (!result) qFatal("%s", result.error().message.c_str());
}

void fill(RunWriter& writer) {
  for (int i = 0; i < runs; ++i) {
    RunRecord run;
    run.run = QStringLiteral("%1-0000-4000-8000-000000000000").arg(i, 8, 16, QLatin1Char('0'));
    run.name = QStringLiteral("run-%1").arg(i % 40);
    run.target = i % 3 ? QStringLiteral("leonardo") : QStringLiteral("here");
    run.folder = QStringLiteral("/runs/%1").arg(i);
    run.created = 1.7e9 + i;
    run.state = i % 7 ? RunState::completed : RunState::failed;
    if (i % 5) run.study = QStringLiteral("%1-study").arg(i / 10, 8, 16, QLatin1Char('0'));
    must(writer.addRun(run));
    QList<RunSetting> values{{QStringLiteral("optimizer.learning_rate"),
                              QString::number(1e-6 * (1 + i % 100)), 1e-6 * (1 + i % 100)}};
    for (int j = 1; j < settings; ++j)
      values.append({QStringLiteral("section.setting_%1").arg(j), QString::number(j), double(j)});
    must(writer.setSettings(run.run, values));
    HeaderEvent header;
    header.attempt = 1;
    MetricsEvent event;
    event.step = 100;
    for (int j = 0; j < metrics; ++j)
      event.values.emplace_back(j == 0 ? "eval/loss" : "train/metric_" + std::to_string(j),
                                1.0 + (i * 7919 % 1000) / 1000.0);
    must(writer.importEvents(run.run, 1, {{1, 0, header}, {2, 1, event}}, 100, 0));
  }
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  const int rounds = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 10;
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("runs.sqlite"));
  {
    RunWriter writer(path);
    must(writer.open());
    fill(writer);
  }
  RunStore store(path);
  QJsonObject out{{QStringLiteral("runs"), runs}};
  const auto measure = [&](const char* what, auto&& ask) {
    QJsonArray times;
    for (int round = 0; round < rounds; ++round) {
      QElapsedTimer timer;
      timer.start();
      ask();
      times.append(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    out[QLatin1String(what)] = times;
  };
  RunTableQuery columns;
  columns.columns = {QStringLiteral("setting:optimizer.learning_rate"),
                     QStringLiteral("best:eval/loss"), QStringLiteral("last:train/metric_1")};
  RunTableQuery filtered = columns, sorted = columns, grouped = columns;
  filtered.filter = QStringLiteral("lr < 2e-5 eval/loss < 1.5 state:completed");
  sorted.sort = QStringLiteral("best:eval/loss");
  sorted.descending = false;
  grouped.group = QStringLiteral("study");
  measure("records", [&] { must(store.runs()); });
  measure("filter", [&] { must(store.table(filtered)); });
  measure("sort", [&] { must(store.table(sorted)); });
  measure("group", [&] { must(store.table(grouped)); });
  std::printf("%s\n", QJsonDocument(out).toJson(QJsonDocument::Compact).constData());
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// table_speed ROUNDS [STORE]: how long the store takes for the table of 10,000 runs with 60
// settings and 10 metrics each: filtered, sorted, grouped, and all runs as records, while runs
// report. In milliseconds of the processor, as the store computes in one thread and waits for
// nothing. With STORE the file stays, and is used again if it is there. Prints JSON.
#include <cstdio>
#include <ctime>

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "remote/store/run_store.h"
#include "tests/bench/many_runs.h"

using namespace trainyard;

namespace {

constexpr int reportsBetween = 5;

double processorMilliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  const QStringList words = QCoreApplication::arguments();
  const int rounds = words.value(1, QStringLiteral("10")).toInt();
  QTemporaryDir folder;
  const QString path = words.value(2, folder.filePath(QStringLiteral("runs.sqlite")));
  const bool isThere = QFile::exists(path);
  RunWriter writer(path);
  ManyRuns::must(writer.open());
  if (!isThere) ManyRuns::fill(writer);
  RunStore store(path);
  QJsonObject out{{QStringLiteral("runs"), ManyRuns::runs}};
  int step = 1000;
  const auto measure = [&](const char* what, auto&& ask) {
    QJsonArray times;
    for (int round = 0; round < rounds; ++round) {
      for (int i = 0; i < reportsBetween; ++i) {
        ++step;
        ManyRuns::report(writer, ManyRuns::runs - 1 - step % ManyRuns::running, step);
      }
      const double before = processorMilliseconds();
      ask();
      times.append(processorMilliseconds() - before);
    }
    out[QLatin1String(what)] = times;
  };
  const auto table = [&](const char* what, const auto& change) {
    RunTableQuery query;
    query.columns = {QStringLiteral("setting:optimizer.learning_rate"),
                     QStringLiteral("best:eval/loss"), QStringLiteral("last:train/loss")};
    change(query);
    measure(what, [&] { (void)ManyRuns::must(store.tables().read(query)); });
  };
  measure("records", [&] { (void)ManyRuns::must(store.runs()); });
  table("newest", [](RunTableQuery&) {});
  table("filter", [](RunTableQuery& query) {
    query.filter = QStringLiteral("lr < 2e-5 eval/loss < 1.5 state:completed");
  });
  table("words", [](RunTableQuery& query) { query.filter = QStringLiteral("run-7 leonardo"); });
  table("sort", [](RunTableQuery& query) { query.sort = QStringLiteral("name"); });
  table("sort_metric", [](RunTableQuery& query) {
    query.sort = QStringLiteral("best:eval/loss");
    query.descending = false;
  });
  table("sort_setting",
        [](RunTableQuery& query) { query.sort = QStringLiteral("setting:section.setting_7"); });
  table("group", [](RunTableQuery& query) { query.group = QStringLiteral("study"); });
  table("group_setting", [](RunTableQuery& query) {
    query.group = QStringLiteral("setting:optimizer.learning_rate");
  });
  std::printf("%s\n", QJsonDocument(out).toJson(QJsonDocument::Compact).constData());
  return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// runs.sqlite under power_cuts_test.py: writes it as the service does, noting what it counts on,
// and reads it as the service does when it starts again.
//   runs write FILE     runs read FILE
#include <cstdio>
#include <cstdlib>

#include <QCoreApplication>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include "engine/contract/json.h"
#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "tests/power_cuts/must.h"
#include "tests/power_cuts/note.h"

namespace trainyard {
namespace {

constexpr int numRuns = 5, numBatches = 4, batchSteps = 10;
constexpr qint64 batchBytes = 1000;  // of the event file, as far as the store is told

QString runName(int number) { return QStringLiteral("run-%1").arg(number); }

std::vector<Event> batch(int number) {
  std::vector<Event> events;
  for (int i = 0; i < batchSteps; ++i) {
    const int step = number * batchSteps + i + 1;
    MetricsEvent metrics;
    metrics.step = step;
    metrics.values = {{"train/loss", 1.0 / step}};
    events.push_back({100.0 + step, step, metrics});
  }
  return events;
}

void writeRun(RunWriter& writer, int number) {
  const std::string name = runName(number).toStdString();
  RunRecord run;
  run.run = run.name = runName(number);
  run.target = QStringLiteral("here");
  run.folder = QStringLiteral("/runs/%1").arg(number);
  run.created = number;
  must(writer.addRun(run));
  must(writer.openSubmission(run.run, "{}"));
  note("submission " + name);
  JobRecord job;
  job.submission = 1;
  job.scheduler = QStringLiteral("slurm");
  job.job = QString::number(number);
  job.token = run.run;
  must(writer.addJob(run.run, job));
  note("job " + name);
  must(writer.setOpen(run.run, RunState::running, {}));
  for (int i = 0; i < numBatches; ++i)
    must(writer.importEvents(run.run, 1, batch(i), (i + 1) * batchBytes, 0));
  must(writer.openCancel(run.run, 1));
  note("cancel " + name);
}

void write(const QString& path) {
  for (int number = 1; number <= numRuns; ++number) {  // each time the service starts again
    RunWriter writer(path);
    must(writer.open());
    writeRun(writer, number);
  }
}

// Every page of the file, and that what belongs together is there together.
std::string integrity(const QString& path) {
  QSqlDatabase database =
      QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("check"));
  database.setDatabaseName(path);
  if (!database.open()) return "not opened";
  QSqlQuery query(database);
  std::string said;
  for (const char* pragma : {"PRAGMA integrity_check", "PRAGMA foreign_key_check"}) {
    if (!query.exec(QLatin1String(pragma))) return query.lastError().text().toStdString();
    while (query.next())
      if (const auto line = query.value(0).toString(); line != QLatin1String("ok"))
        said += line.toStdString() + "; ";
  }
  return said;
}

void read(const QString& path) {
  RunWriter writer(path);
  must(writer.open());
  const std::string fault = integrity(path);
  List runs, submissions, cancels, jobs;
  bool together = true;
  RunStore store(path);
  for (const RunRecord& run : must(store.runs())) {
    runs.emplace_back(run.run.toStdString());
    if (!must(store.jobs(run.run)).isEmpty()) jobs.emplace_back(run.run.toStdString());
    qint64 offset = 0;
    for (const AttemptCursor& cursor : must(writer.cursors(run.run))) offset = cursor.offset;
    const auto points = must(store.curves().series(run.run, QStringLiteral("train/loss"))).size();
    together = together && points * batchBytes == offset * batchSteps;
  }
  for (const auto& open : must(writer.openSubmissions()))
    submissions.emplace_back(open.run.toStdString());
  for (const auto& open : must(writer.openCancels())) cancels.emplace_back(open.run.toStdString());
  RunRecord later;
  later.run = later.name = QStringLiteral("later");
  later.target = QStringLiteral("here");
  must(writer.addRun(later));
  std::printf("%s\n", to_json(Value(Map{{"fault", fault},
                                        {"together", together},
                                        {"run", runs},
                                        {"job", jobs},
                                        {"submission", submissions},
                                        {"cancel", cancels}}))
                          .c_str());
}

}  // namespace
}  // namespace trainyard

int main(int argc, char** argv) {
  using namespace trainyard;
  const QCoreApplication application(argc, argv);
  const std::string command = argc == 3 ? argv[1] : "";
  if (command == "write")
    write(QString::fromLocal8Bit(argv[2]));
  else if (command == "read")
    read(QString::fromLocal8Bit(argv[2]));
  else
    return 2;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// queue_speed ROUNDS: what one question to Slurm costs this computer with 10,000 jobs in the queue:
// a program is run, its output read, every job matched. Prints one JSON object with milliseconds of
// processor a round.
#include <ctime>

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTextStream>

#include <QCoroTask>

#include "remote/host/local_host.h"
#include "remote/schedulers/slurm/slurm_queue.h"

using namespace trainyard;

namespace {

constexpr int jobs = 10000;

void writeSlurm(const QString& folder) {
  QFile out(folder + QStringLiteral("/answer")), program(folder + QStringLiteral("/squeue"));
  if (!out.open(QIODevice::WriteOnly) || !program.open(QIODevice::WriteOnly))
    qFatal("the folder cannot be written");
  for (int id = 1; id <= jobs; ++id) {
    const QByteArray number = QByteArray::number(id);
    out.write(number + '\x1f' + number + "\x1fN/A\x1frun-" + number +
              ".1\x1fPENDING\x1fPriority\x1fN/A\x1f"
              "1800000000\x1f"
              "0:00\x1f"
              "1\x1f\x1f/runs\x1f"
              "0\x1f"
              "0\n");
  }
  program.write("#!/bin/sh\nexec cat '" + QFile::encodeName(out.fileName()) + "'\n");
  program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

double processorMilliseconds() {
  return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

QCoro::Task<bool> askFor(SlurmQueue& queue, int id) {
  const JobPlace place{{},           1, QStringLiteral("run-%1.1").arg(id), QString::number(id),
                       std::nullopt, 0};
  auto state = co_await queue.state(place, {});
  co_return state && state->phase == JobState::Phase::waiting;
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication app(argc, argv);
  const int rounds = argc > 1 ? atoi(argv[1]) : 10;
  const QTemporaryDir folder;
  writeSlurm(folder.path());
  qputenv("PATH", QFile::encodeName(folder.path()) + ":" + qgetenv("PATH"));
  LocalHost host;
  double now = 1'800'000'000;
  SlurmQueue queue(host, {}, [&] { return now; });
  QJsonArray milliseconds;
  for (int round = 0; round < rounds; ++round) {
    const double began = processorMilliseconds();
    if (!QCoro::waitFor(askFor(queue, 1 + round * 17))) return 1;
    milliseconds.append(processorMilliseconds() - began);
    now += 200;
  }
  QTextStream(stdout) << QJsonDocument(QJsonObject{{"jobs", jobs}, {"milliseconds", milliseconds}})
                             .toJson(QJsonDocument::Compact)
                      << "\n";
  return queue.queries() == rounds ? 0 : 1;
}

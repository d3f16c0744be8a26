// SPDX-License-Identifier: GPL-3.0-or-later
// A test of the keeper of runs with one cluster, `far`, whose link and queue do what the test wants
// (scripted_site.h).
#pragma once

#include <QCoroTask>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QUuid>

#include "remote/service/targets/local_site.h"
#include "remote/service/runs/runs.h"
#include "remote/service/studies/studies.h"
#include "tests/remote/result_of.h"
#include "tests/remote/service/scripted_site.h"

namespace trainyard {

inline QByteArray line(const QByteArray& body, int sequence) {
  return "{\"time\": " + QByteArray::number(1000 + sequence) +
         ", \"sequence\": " + QByteArray::number(sequence) + ", " + body + "}\n";
}

inline JobState waitingFor(const QString& reason, int restarts = 0) {
  JobState state;
  state.phase = JobState::Phase::waiting;
  state.reason = reason;
  state.restarts = restarts;
  return state;
}

inline JobState running(int restarts = 0) {
  JobState state;
  state.phase = JobState::Phase::running;
  state.restarts = restarts;
  return state;
}

inline JobState gone(std::optional<JobEnd> end = std::nullopt) {
  JobState state;
  state.phase = JobState::Phase::gone;
  state.end = std::move(end);
  return state;
}

inline JobEnd endOf(Outcome outcome, const char* code, int exitCode) {
  JobEnd end;
  end.outcome = outcome;
  end.code = code;
  end.reason = QStringLiteral("Slurm says so.");
  end.exitCode = exitCode;
  end.wins = true;
  return end;
}

// A task group's owner that a test can throw away and make again, as a service that is killed and
// started.
struct Service {
  explicit Service(const QString& folder)
      : registry(folder + QStringLiteral("/runs.sqlite")),
        targets(TargetSettingsFile(folder + QStringLiteral("/targets.json")),
                std::make_unique<LocalSite>(QCoreApplication::applicationDirPath()),
                folder + QStringLiteral("/here"), QCoreApplication::applicationDirPath(),
                [this](const TargetSettings&) {
                  auto made = std::make_unique<ScriptedSite>();
                  site = made.get();
                  return made;
                }),
        runs(registry, targets),
        studies(runs, targets, folder + QStringLiteral("/studies")) {
    if (auto begun = runs.begin(); !begun) qFatal("%s", begun.error().message.c_str());
    studies.begin();
  }
  ~Service() {
    QCoro::waitFor(studies.finish());
    QCoro::waitFor(runs.finish());
    QCoro::waitFor(targets.finish());
  }
  RunRegistry registry;
  ScriptedSite* site = nullptr;
  TargetRegistry targets;
  Runs runs;
  Studies studies;
};

class RunsFixture : public QObject {
  Q_OBJECT

 protected:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Service> m_service;

  QString path(const QString& name) const { return m_folder->filePath(name); }

  QString write(const QString& name, const QByteArray& content,
                QIODevice::OpenMode mode = QIODevice::WriteOnly) {
    const QString file = path(name);
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    if (!out.open(mode) || out.write(content) != content.size()) qFatal("cannot write");
    return file;
  }

  ScriptedSite& site() {
    if (!m_service->site) (void)m_service->targets.hold(QStringLiteral("far"));
    return *m_service->site;
  }

  ExperimentSource source(const QByteArray& more = {}) {
    const QString file = write(QStringLiteral("far.yaml"),
                               "format: 1\nname: far\nworkload: command\ncommand: {launcher: none, "
                               "program: /bin/true, metrics: none}\n" +
                                   more);
    return {file, std::nullopt, {}, QProcessEnvironment::systemEnvironment()};
  }

  static QString newId() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

  QString submit(const QByteArray& more = {}) {
    const QString run = newId();
    auto submitted = resultOf(
        m_service->runs.submissions().submit(run, QStringLiteral("far"), source(more), {}));
    if (!submitted) qWarning("%s", submitted.error().message.c_str());
    return submitted ? run : QString();
  }

  RunRecord runOf(const QString& run) {
    auto record = m_service->registry.store.run(run);
    return record ? *record : RunRecord();
  }
  QString stateOf(const QString& run) { return nameOf(runOf(run).state); }

  // Appends events to an attempt of the run; the header comes with the first.
  void happens(const QString& run, int attempt, const QList<QByteArray>& bodies,
               const QByteArray& job = "101") {
    const QString name = QStringLiteral("base/far-%1/attempts/%2/events.jsonl")
                             .arg(run.left(8))
                             .arg(attempt, 4, 10, QLatin1Char('0'));
    int& next = m_sequences[{run, attempt}];
    QByteArray text;
    if (next == 0)
      text += line("\"event\": \"header\", \"format\": 1, \"run\": \"" + run.toUtf8() +
                       "\", \"attempt\": " + QByteArray::number(attempt) +
                       ", \"nodes\": [\"n1\"], \"job_id\": \"" + job + "\", \"versions\": {}",
                   next++);
    for (const QByteArray& body : bodies) text += line(body, next++);
    write(name, text, QIODevice::WriteOnly | QIODevice::Append);
  }
  static QByteArray step(int number) {
    return "\"event\": \"metrics\", \"step\": " + QByteArray::number(number) +
           ", \"values\": {\"train/loss\": " + QByteArray::number(number) + ".5}";
  }
  static QByteArray ends(const QByteArray& outcome, int code) {
    return "\"event\": \"end\", \"outcome\": \"" + outcome +
           "\", \"exit_code\": " + QByteArray::number(code) + ", \"code\": \"" + outcome +
           "\", \"reason\": \"It says so.\"";
  }
  std::map<std::pair<QString, int>, int> m_sequences;

  qsizetype points(const QString& run) {
    return m_service->registry.store.curves().series(run, QStringLiteral("train/loss"))->size();
  }

  // A submission on its way to sbatch, which does not answer yet.
  struct Asked {
    QString run;
    std::stop_source left;  // requested: nobody waits for the answer any more
    std::optional<Result<SubmittedRun>> answer;
  };
  std::unique_ptr<Asked> m_asked;

  bool isBeingSubmitted() {
    site().queue.isSlow = true;
    m_asked = std::make_unique<Asked>();
    m_asked->run = newId();
    keepResult(m_service->runs.submissions().submit(m_asked->run, QStringLiteral("far"), source(),
                                                    m_asked->left.get_token()),
               m_asked->answer);
    return QTest::qWaitFor(
        [&] { return runOf(m_asked->run).reason == QStringLiteral("submitting"); });
  }
  bool isLeftAlone() {
    m_asked->left.request_stop();
    return QTest::qWaitFor([&] { return m_asked->answer.has_value(); });
  }

  void restart() {
    m_service.reset();
    m_service = std::make_unique<Service>(m_folder->path());
  }

 protected slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", path(QStringLiteral("data")).toUtf8());
    qputenv("XDG_CACHE_HOME", path(QStringLiteral("cache")).toUtf8());
    m_sequences.clear();
    QDir().mkpath(path(QStringLiteral("base")));
    QDir().mkpath(path(QStringLiteral("here")));
    QFile::setPermissions(write(QStringLiteral("programs/yard-agent"), "#!/bin/sh\n"),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const TargetSettings far{QStringLiteral("far"),
                             QStringLiteral("far-host"),
                             {},
                             path(QStringLiteral("base")),
                             path(QStringLiteral("programs"))};
    QVERIFY(TargetSettingsFile(path(QStringLiteral("targets.json"))).add(far));
    m_service = std::make_unique<Service>(m_folder->path());
  }
  void cleanup() { m_service.reset(); }
};

}  // namespace trainyard

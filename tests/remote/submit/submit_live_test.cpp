// SPDX-License-Identifier: GPL-3.0-or-later
// Submission to a real Slurm: what is rendered is taken by sbatch, runs on the nodes under the
// agent, and no value is executed.
#include "remote/submit/submit.h"

#include <QDir>
#include <QTest>
#include <QUuid>

#include "engine/contract/experiment/reader.h"
#include "remote/host/local_host.h"
#include "remote/process/run_program.h"
#include "remote/schedulers/slurm/slurm_scheduler.h"
#include "remote/submit/script.h"
#include "remote/schedulers/slurm/slurm_script.h"
#include "tests/remote/hostile_texts.h"
#include "tests/remote/result_of.h"
#include "tests/remote/schedulers/practice_cluster.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class SubmitLiveTest : public QObject {
  Q_OBJECT

  PracticeCluster m_cluster;
  LocalHost m_host;
  QTemporaryDir m_work;
  std::unique_ptr<SlurmScheduler> m_slurm;
  QString m_base;

  QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
  }
  void file(const QString& name, const QByteArray& content) {
    const QString path = m_work.filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  }
  Target target() {
    Target target;
    target.name = QStringLiteral("cluster");
    target.host = &m_host;
    target.scheduler = m_slurm.get();
    target.base = m_base;
    target.programs = ownPrograms();
    return target;
  }
  Result<StartedRun> submit(const QByteArray& more, const QStringList& overrides = {}) {
    ExperimentSource source;
    source.path = m_work.filePath(QStringLiteral("e.yaml"));
    source.text =
        "format: 1\nname: toy\nworkload: command\ncommand: {launcher: none, program: work.sh, "
        "metrics: none}\ncode: {source: code}\n" +
        more;
    source.overrides = overrides;
    source.environment = QProcessEnvironment::systemEnvironment();
    return resultOf(submitRun(
        target(), {QUuid::createUuid().toString(QUuid::WithoutBraces), source, {}}, {}, {}));
  }
  // The controller has nothing more of this job in its queue.
  bool isOver(const QString& job) {
    QProcess squeue;
    squeue.start(QStringLiteral("squeue"),
                 {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%F")});
    return squeue.waitForFinished() && squeue.exitCode() == 0 &&
           !squeue.readAllStandardOutput().split('\n').contains(job.toLatin1());
  }
  QByteArray lastEvent(const QString& folder) {
    return read(folder + QStringLiteral("/attempts/0001/events.jsonl"))
        .trimmed()
        .split('\n')
        .last();
  }

 private slots:
  void initTestCase() {
    if (!m_cluster.start()) QSKIP(qPrintable(m_cluster.whyNot()));
    TargetFacts facts;
    facts.time = 1;
    m_slurm = std::make_unique<SlurmScheduler>(m_host, facts);
    m_base = m_cluster.path(QStringLiteral("home/runs"));
  }
  void cleanupTestCase() { m_cluster.stop(); }

  void aJobOnTwoNodesRunsUnderTheAgent() {
    file(QStringLiteral("code/work.sh"),
         "#!/bin/bash\necho \"$RANK of $WORLD_SIZE on $SLURMD_NODENAME in $PWD\"\n");
    auto run = submit("resources: {nodes: 2, time_limit: \"5\"}\n");
    QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(isOver(run->job), 90000);
    const QByteArray last = lastEvent(run->folder);
    QVERIFY2(
        last.contains("\"completed\""),
        (last + read(run->folder + QStringLiteral("/submissions/1/output-%1.log").arg(run->job)))
            .constData());
    QCOMPARE(QDir(run->folder + QStringLiteral("/attempts/0001/nodes"))
                 .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
                 .size(),
             2);
    const QByteArray said = read(run->folder + QStringLiteral("/attempts/0001/stdout.log"));
    QVERIFY2(said.contains("0 of 2 on gpu") && said.contains("1 of 2 on gpu"), said.constData());
  }

  void eachTaskOfAnArrayHasItsFolder() {
    file(QStringLiteral("code/work.sh"), "#!/bin/bash\necho \"task $1\"\n");
    auto run = submit("resources: {array: \"2-6:2%2\", time_limit: \"5\"}\n",
                      {QStringLiteral("command.arguments=[\"{array_index}\"]")});
    QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(isOver(run->job), 90000);
    QCOMPARE(run->tasks.size(), std::size_t(3));
    for (const StartedTask& task : run->tasks) {
      QVERIFY2(lastEvent(task.folder).contains("\"completed\""),
               lastEvent(task.folder).constData());
      const QByteArray said = read(task.folder + QStringLiteral("/attempts/0001/stdout.log"));
      QVERIFY2(said.contains("task " + QByteArray::number(static_cast<qlonglong>(task.index))),
               said.constData());
    }
    QVERIFY(!QDir(run->folder).exists(QStringLiteral("attempts")));

    ResumeRequest again;
    again.folder = run->tasks[1].folder;
    auto job = resultOf(resumeRun(target(), again, {}));
    QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(isOver(*job), 60000);
    QVERIFY(read(again.folder + QStringLiteral("/attempts/0002/stdout.log")).contains("task 4"));
  }

  // Of a hundred values those that an argument or a variable may have, one line without control
  // characters, in one job.
  void hostileValuesArriveOnTheNode() {
    const QString mark = m_work.filePath(QStringLiteral("executed"));
    const QStringList values = hostileTexts(mark);
    file(QStringLiteral("code/work.sh"),
         "#!/bin/bash\nfor value; do printf '%s\\0' \"$value\"; done | sha256sum\nfor i in "
         "{0..99}; do n=HOSTILE_$i; [[ -v $n ]] && printf '%s\\0' \"${!n}\"; done | sha256sum\n");
    QByteArray arguments, variables, sent;
    for (qsizetype i = 0; i < values.size(); ++i) {
      QString escaped = values[i];
      escaped.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
          .replace(QLatin1Char('"'), QLatin1String("\\\""))
          .replace(QLatin1Char('\n'), QLatin1String("\\n"))
          .replace(QLatin1Char('\t'), QLatin1String("\\t"))
          .replace(QLatin1Char('\r'), QLatin1String("\\r"));
      const QByteArray quoted = '"' + escaped.toUtf8() + '"';
      if (std::any_of(values[i].begin(), values[i].end(), [](QChar c) { return c.unicode() < 32; }))
        continue;
      arguments += (i ? ", " : "") + quoted;
      sent += values[i].toUtf8() + '\0';
      variables += "    HOSTILE_" + QByteArray::number(i) + ": " + quoted + "\n";
    }
    auto run = submit(
        "resources: {time_limit: \"5\"}\nenvironment:\n  variables:\n" + variables,
        {QStringLiteral("command.arguments=[") + QString::fromUtf8(arguments) + QLatin1Char(']')});
    QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(isOver(run->job), 90000);
    const QByteArray said = read(run->folder + QStringLiteral("/attempts/0001/stdout.log"));
    QCOMPARE(said.count(QCryptographicHash::hash(sent, QCryptographicHash::Sha256).toHex()), 2);
    QVERIFY(!QFile::exists(mark));
  }

  void sbatchTakesEveryDirectiveAsItIs() {
    const QString mark = m_work.filePath(QStringLiteral("executed"));
    int taken = 0;
    for (const QString& value : hostileTexts(mark)) {
      const QString directive = QStringLiteral("--comment=") + value;
      QString escaped = directive;
      escaped.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
          .replace(QLatin1Char('"'), QLatin1String("\\\""))
          .replace(QLatin1Char('\n'), QLatin1String("\\n"));
      const std::vector<std::string> overrides{
          "workload=command", "command.program=/bin/true", "command.launcher=none",
          ("resources.extra_directives=[\"" + escaped + "\"]").toStdString()};
      const Document document =
          read_experiment("format: 1\nname: x\ndata: {train: [a]}\n", "x.yaml", overrides);
      if (has_errors(document.diagnostics) || value.trimmed().isEmpty()) continue;
      ScriptSite site;
      site.kind = &slurmKind();
      site.programs = QStringLiteral("/nonexistent");
      const QString script = m_work.filePath(QStringLiteral("job.sh"));
      file(QStringLiteral("job.sh"), renderScript(document.experiment, site));
      QProcess sbatch;
      sbatch.start(QStringLiteral("sbatch"),
                   {QStringLiteral("--parsable"), QStringLiteral("--hold"),
                    QStringLiteral("--output=/dev/null"), script});
      QVERIFY(sbatch.waitForFinished());
      QVERIFY2(sbatch.exitCode() == 0, sbatch.readAllStandardError().constData());
      const QString job = QString::fromLatin1(sbatch.readAllStandardOutput().trimmed());
      QProcess scontrol, scancel;
      scontrol.start(QStringLiteral("scontrol"),
                     {QStringLiteral("show"), QStringLiteral("job"), job});
      QVERIFY(scontrol.waitForFinished());
      const QByteArray shown = scontrol.readAllStandardOutput();
      QVERIFY2(shown.contains("Comment=" + value.toUtf8()), shown.constData());
      scancel.start(QStringLiteral("scancel"), {job});
      QVERIFY(scancel.waitForFinished());
      ++taken;
    }
    QVERIFY2(taken > 15, qPrintable(QString::number(taken)));
    QVERIFY(!QFile::exists(mark));
  }

  // sbatch's own words, and nothing of the run left.
  void refusalsLeaveNothing_data() {
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("partition") << QByteArray("resources: {partition: nosuch}\n")
                               << QByteArray("partition");
    QTest::newRow("too many GPUs")
        << QByteArray("resources: {gpus_per_node: 64, nodes: 1}\n") << QByteArray("node");
    QTest::newRow("memory") << QByteArray("resources: {memory_gib_per_node: 99999}\n")
                            << QByteArray("not available");
    QTest::newRow("constraint") << QByteArray(
                                       "resources: {extra_directives: [\"--constraint=nosuch\"]}\n")
                                << QByteArray("nvalid");
    QTest::newRow("unknown option")
        << QByteArray("resources: {extra_directives: [\"--nonsense=1\"]}\n")
        << QByteArray("nonsense");
  }
  void refusalsLeaveNothing() {
    QFETCH(QByteArray, more);
    QFETCH(QByteArray, words);
    file(QStringLiteral("code/work.sh"), "#!/bin/bash\ntrue\n");
    const QStringList before = QDir(m_base).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    auto run = submit(more);
    QVERIFY(!run.ok());
    QVERIFY2(QByteArray::fromStdString(run.error().message).contains(words),
             run.error().message.c_str());
    QVERIFY2(run.error().message.find('\n') == std::string::npos, run.error().message.c_str());
    QCOMPARE(QDir(m_base).entryList(QDir::Dirs | QDir::NoDotAndDotDot), before);
  }
};

TRAINYARD_TEST(SubmitLiveTest);
#include "submit_live_test.moc"

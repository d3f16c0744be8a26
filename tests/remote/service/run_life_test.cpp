// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to a run after its start: cancelled, preempted, continued, cut off, removed, found
// again; with the real programs. One file because all of it starts one service and its runs.
#include <sys/mount.h>

#include <QJsonArray>
#include <QSet>
#include <QTcpServer>
#include <QTcpSocket>

#include "remote/schedulers/direct/local_job_queue.h"
#include "tests/remote/service/program_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Hands bytes on between the service and an agent, and cuts each of the first connections off in
// the middle.
class CuttingProxy : public QObject {
 public:
  CuttingProxy(int port, int cuts) : m_port(port), m_cuts(cuts) {
    connect(&m_server, &QTcpServer::newConnection, this, &CuttingProxy::accept);
    if (!m_server.listen(QHostAddress::LocalHost)) qFatal("no port");
  }
  int port() const { return m_server.serverPort(); }
  int done() const { return m_done; }

 private:
  void accept() {
    while (QTcpSocket* client = m_server.nextPendingConnection()) {
      auto* agent = new QTcpSocket(client);
      agent->connectToHost(QHostAddress::LocalHost, static_cast<quint16>(m_port));
      const qint64 limit =
          m_done < m_cuts ? 1000 + 377 * m_done : std::numeric_limits<qint64>::max();
      connect(client, &QTcpSocket::readyRead, agent,
              [client, agent] { agent->write(client->readAll()); });
      connect(agent, &QTcpSocket::readyRead, client,
              [this, client, agent, limit, passed = qint64(0)]() mutable {
                if (passed >= limit) return;
                const QByteArray bytes = agent->readAll().left(limit - passed);
                passed += bytes.size();
                client->write(bytes);
                if (passed < limit) return;
                ++m_done;
                client->flush();
                client->abort();
              });
      connect(agent, &QTcpSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
      connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    }
  }
  QTcpServer m_server;
  int m_port, m_cuts, m_done = 0;
};

}  // namespace

class RunLifeTest : public ProgramTest {
  Q_OBJECT

  // Live processes of this run.
  QStringList processesOf(const QString& run) {
    QStringList found;
    const QByteArray mark = "TRAINYARD_RUN_DIR=" + QFile::encodeName(RunStore().run(run)->folder);
    for (const QString& entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs))
      if (entry.toInt() > 0 &&
          contentOf(QStringLiteral("/proc/%1/environ").arg(entry)).split('\0').contains(mark))
        found << entry;
    return found;
  }

  // Takes ten steps, leaves a checkpoint as a Trainer does, and waits; when it is continued, it
  // says from where and ends.
  QString continuable() {
    return experiment(
        QStringLiteral("continuable"),
        "if [ -n \"$TRAINYARD_RESUME\" ]; then\n  echo \"from=$2 resume=$TRAINYARD_RESUME\" >&2\n"
        "  echo '{\"step\": 6, \"train/loss\": 60}'\n  exit 0\nfi\n"
        "for i in 1 2 3 4 5 6 7 8 9 10; do echo \"{\\\"step\\\": $i, \\\"train/loss\\\": $i}\"; "
        "done\n"
        "mkdir -p \"$1/checkpoint-5\"; echo '{}' > \"$1/checkpoint-5/trainer_state.json\"\n"
        "touch \"$1/../ready\"\nsleep 1000\n",
        "  arguments: ['{checkpoints}', '{resume_from}']\n");
  }

  QString startContinuable() {
    const QString run = submit(continuable());
    const auto record = RunStore().run(run);
    if (!record ||
        !QTest::qWaitFor([&] { return QFile::exists(record->folder + QStringLiteral("/ready")); },
                         30000))
      return {};
    return run;
  }

 private slots:
  void aCancelledRunEndsItsWatchersAndGoesOnFromItsCheckpoint() {
    const QString run = startContinuable();
    QVERIFY(!run.isEmpty());
    QProcess watching;
    watching.start(programPath(QStringLiteral("yard")), {QStringLiteral("watch"), run});
    QVERIFY(watching.waitForStarted());
    QCOMPARE(yard({QStringLiteral("cancel"), run}).code, 0);
    QVERIFY(watching.waitForFinished(60000));
    QCOMPARE(watching.exitCode(), 128 + SIGTERM);
    QVERIFY(watching.readAllStandardError().contains("cancelled"));
    QVERIFY(yard({QStringLiteral("runs")}).out.contains("cancelled"));
    QCOMPARE(yard({QStringLiteral("cancel"), run}).code, 2);

    // At once, also while the last processes are still going.
    const Done resumed = yard({QStringLiteral("resume"), run});
    QVERIFY2(resumed.code == 0, resumed.err.constData());
    QCOMPARE(yard({QStringLiteral("watch"), run}).code, 0);
    const QString folder = RunStore().run(run)->folder;
    QCOMPARE(
        contentOf(folder + QStringLiteral("/attempts/0002/stderr.log")),
        QByteArray("from=" + QFile::encodeName(folder) + "/checkpoints/checkpoint-5 resume=1\n"));
    QCOMPARE(RunStore().attempts(run)->size(), 2);
    QVERIFY(processesOf(run).isEmpty());
  }

  void aPreemptedRunGoesOn() {
    const QString run = startContinuable();
    QVERIFY(!run.isEmpty());
    QCOMPARE(
        ::kill(static_cast<pid_t>(
                   RunStore().jobs(run)->last().job.section(QLatin1Char('-'), 0, 0).toLongLong()),
               SIGTERM),
        0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::preempted, 30000);
    QVERIFY(!RunStore().run(run)->reason.isEmpty());
    const QByteArray next = "yard resume " + run.left(8).toUtf8() + " --watch\n";
    QVERIFY(yard({QStringLiteral("show"), run}).out.contains("\nnext:       " + next));
    QVERIFY(yard({QStringLiteral("runs")}).out.contains("next: " + next));
    const Done resumed = yard({QStringLiteral("resume"), run, QStringLiteral("--watch")});
    QVERIFY2(resumed.code == 0 && resumed.err.contains("completed"), resumed.err.constData());
    QCOMPARE(stateOf(run), RunState::completed);
    QVERIFY(!yard({QStringLiteral("show"), run}).out.contains("next:"));
    QVERIFY(!yard({QStringLiteral("runs")}).out.contains(next));
  }

  void aKilledAgentIsExplainedAndTheRunGoesOn() {
    const QString run = startContinuable();
    QVERIFY(!run.isEmpty());
    QCOMPARE(
        ::kill(static_cast<pid_t>(
                   RunStore().jobs(run)->last().job.section(QLatin1Char('-'), 0, 0).toLongLong()),
               SIGKILL),
        0);
    const Done watched = yard({QStringLiteral("watch"), run});
    QVERIFY(watched.code != 0);
    QVERIFY2(watched.err.contains("yard-agent ended without reporting why"),
             watched.err.constData());
    QTRY_VERIFY_WITH_TIMEOUT(processesOf(run).isEmpty(), 10000);
    QCOMPARE(yard({QStringLiteral("resume"), run}).code, 0);
    QCOMPARE(yard({QStringLiteral("watch"), run}).code, 0);
  }

  void whatSetupCommandsStartedIsEndedToo() {
    const QString run = submit(
        experiment(QStringLiteral("setup"), "exit 0\n",
                   "environment:\n  setup_commands: ['setsid sleep 1000 &', 'sleep 1000']\n"));
    QTRY_VERIFY_WITH_TIMEOUT(processesOf(run).size() >= 3, 30000);
    QCOMPARE(yard({QStringLiteral("cancel"), run}).code, 0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::cancelled, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(processesOf(run).isEmpty(), 10000);
  }

  void onlyARunsOwnFolderIsRemoved() {
    const QString run = startContinuable();
    QVERIFY(!run.isEmpty());
    const QString folder = RunStore().run(run)->folder;
    QCOMPARE(yard({QStringLiteral("remove"), run, QStringLiteral("--yes")}).code, 2);  // is going
    QVERIFY(QFile::exists(folder));
    QCOMPARE(yard({QStringLiteral("cancel"), run}).code, 0);
    QVERIFY(yard({QStringLiteral("watch"), run}).code != 0);
    // A link in its place, which leads to something precious.
    const QString elsewhere = m_folder->filePath(QStringLiteral("elsewhere"));
    QVERIFY(QFile::rename(folder, elsewhere));
    QVERIFY(QFile::link(elsewhere, folder));
    QCOMPARE(yard({QStringLiteral("remove"), run, QStringLiteral("--yes")}).code, 2);
    QVERIFY(QFile::exists(elsewhere + QStringLiteral("/run.json")));
    QVERIFY(QFile::remove(folder) && QFile::rename(elsewhere, folder));
    // A link among its checkpoints is removed, not what it leads to.
    const QString precious = file(QStringLiteral("precious"), "x");
    QVERIFY(QFile::link(m_folder->path(), folder + QStringLiteral("/checkpoints/link")));
    QCOMPARE(yard({QStringLiteral("remove"), run, QStringLiteral("--what"),
                   QStringLiteral("checkpoints"), QStringLiteral("--yes")})
                 .code,
             0);
    QVERIFY(QFile::exists(precious) &&
            !QFile::exists(folder + QStringLiteral("/checkpoints/checkpoint-5")) &&
            QFile::exists(folder + QStringLiteral("/run.json")));
    // Nobody is there to be asked, and nobody said that it is meant.
    QCOMPARE(yard({QStringLiteral("remove"), run}).code, 2);
    QVERIFY(QFile::exists(folder));
    QCOMPARE(yard({QStringLiteral("remove"), run, QStringLiteral("--yes")}).code, 0);
    QVERIFY(!QFile::exists(folder) && QFile::exists(precious));
    QCOMPARE(yard({QStringLiteral("show"), run}).code, 2);
  }

  void aRunFolderFromElsewhereIsFound() {
    const QString run =
        submit(experiment(QStringLiteral("moved"), "echo '{\"step\": 1, \"train/loss\": 7}'\n"));
    QCOMPARE(yard({QStringLiteral("watch"), run}).code, 0);
    const QString folder = RunStore().run(run)->folder, name = QFileInfo(folder).fileName();
    const QString kept = m_folder->filePath(QStringLiteral("kept"));
    QCOMPARE(runProgramToEnd(QStringLiteral("cp"), {QStringLiteral("-a"), folder, kept}).code, 0);
    QCOMPARE(yard({QStringLiteral("remove"), run, QStringLiteral("--yes")}).code, 0);
    QCOMPARE(runProgramToEnd(QStringLiteral("cp"),
                             {QStringLiteral("-a"), kept, runsFolder() + QLatin1Char('/') + name})
                 .code,
             0);
    QVERIFY(yard({QStringLiteral("runs"), QStringLiteral("--scan"), QStringLiteral("here")})
                .err.contains("1 run"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::completed, 30000);
    QCOMPARE(RunStore().curves().series(run, QStringLiteral("train/loss"))->first().value, 7.0);
    QCOMPARE(RunStore().resolve(name)->run, run);
    QVERIFY(yard({QStringLiteral("runs"), QStringLiteral("--scan"), QStringLiteral("here")})
                .err.contains("no run"));
    const QString copy = runsFolder() + QStringLiteral("/a-copy");
    QCOMPARE(runProgramToEnd(QStringLiteral("cp"), {QStringLiteral("-a"), kept, copy}).code, 0);
    const QByteArray listed =
        yard({QStringLiteral("runs"), QStringLiteral("--scan"), QStringLiteral("here")}).err;
    QVERIFY2(listed.contains("left out " + copy.toUtf8()), listed.constData());
    QVERIFY2(listed.contains(runsFolder().toUtf8() + '/' + name.toUtf8()), listed.constData());
  }

  void aNewerBuildTakesOverAndRunsGoOn() {
    const QString run = submit(experiment(QStringLiteral("through"),
                                          "while [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.1; "
                                          "done\necho '{\"step\": 1, \"train/loss\": 1}'\n"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::running, 30000);
    const qint64 before = servicePid();
    const QString newer = m_folder->filePath(QStringLiteral("newer"));
    QVERIFY(QDir().mkpath(newer));
    QVERIFY(QFile::copy(programPath(QStringLiteral("yard")), newer + QStringLiteral("/yard")));
    const Done listed = runProgramToEnd(newer + QStringLiteral("/yard"), {QStringLiteral("runs")});
    QVERIFY2(listed.code == 0, listed.err.constData());
    QVERIFY(servicePid() != before);
    // The older program goes on with the newer service.
    const qint64 after = servicePid();
    QCOMPARE(yard({QStringLiteral("runs")}).code, 0);
    QCOMPARE(servicePid(), after);
    file(QStringLiteral("go"), "x");
    QCOMPARE(yard({QStringLiteral("watch"), run}).code, 0);
    QCOMPARE(RunStore().curves().series(run, QStringLiteral("train/loss"))->size(), 1);
  }

  void theCodeTravelsWithItsCommitAndChanges() {
    const QString code = m_folder->filePath(QStringLiteral("code"));
    QVERIFY(QDir().mkpath(code));
    file(QStringLiteral("code/main.sh"), "#!/bin/bash\npwd\n", true);
    file(QStringLiteral("code/.gitignore"), "*.bin\n");
    const auto git = [&](const QStringList& arguments) {
      return runProgramToEnd(QStringLiteral("git"),
                             QStringList{QStringLiteral("-C"), code, QStringLiteral("-c"),
                                         QStringLiteral("user.name=t"), QStringLiteral("-c"),
                                         QStringLiteral("user.email=t@localhost")} +
                                 arguments);
    };
    QCOMPARE(git({QStringLiteral("init"), QStringLiteral("-q")}).code, 0);
    QCOMPARE(git({QStringLiteral("add"), QStringLiteral(".")}).code, 0);
    QCOMPARE(git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"),
                  QStringLiteral("first")})
                 .code,
             0);
    const QByteArray commit =
        git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).out.trimmed();
    file(QStringLiteral("code/main.sh"), "#!/bin/bash\npwd\necho changed\n", true);
    file(QStringLiteral("code/big.bin"), "x");
    file(QStringLiteral("code/left-out.txt"), "x");
    const QString path =
        file(QStringLiteral("code.yaml"),
             "format: 1\nname: code\nworkload: command\ncommand: {launcher: none, program: "
             "main.sh, metrics: none}\ncode: {source: code, exclude: ['*.txt']}\n");
    const Done done = yard({QStringLiteral("submit"), path, QStringLiteral("--watch")});
    QVERIFY2(done.code == 0, done.err.constData());
    const auto run = RunStore().resolve(QStringLiteral("last"));
    QCOMPARE(yard({QStringLiteral("logs"), QStringLiteral("last")}).out,
             QFile::encodeName(run->folder) + "/code\nchanged\n");
    const QJsonObject identity =
        QJsonDocument::fromJson(contentOf(run->folder + QStringLiteral("/run.json"))).object();
    QCOMPARE(identity[QStringLiteral("git_commit")].toString().toLatin1(), commit);
    QVERIFY(identity[QStringLiteral("git_difference")].toString().contains(
        QStringLiteral("+echo changed")));
    QCOMPARE(run->gitCommit.toLatin1(), commit);
    QCOMPARE(QDir(run->folder + QStringLiteral("/code")).entryList(QDir::Files | QDir::Hidden),
             (QStringList{QStringLiteral(".gitignore"), QStringLiteral("main.sh")}));
    QVERIFY(
        !(QFile::permissions(run->folder + QStringLiteral("/code/main.sh")) & QFile::WriteOwner));
    QCOMPARE(yard({QStringLiteral("remove"), QStringLiteral("last"), QStringLiteral("--yes")}).code,
             0);
    QVERIFY(!QFile::exists(run->folder));
  }

  void environmentsAreSetUpBeforeTheProgram() {
    const QString venv = m_folder->filePath(QStringLiteral("my venv"));
    QCOMPARE(
        runProgramToEnd(QStringLiteral("python3"), {QStringLiteral("-m"), QStringLiteral("venv"),
                                                    QStringLiteral("--without-pip"), venv})
            .code,
        0);
    // Stand-ins for what a site installs: `module` as a shell function, conda as a program with a
    // file of functions.
    qputenv("BASH_FUNC_module%%", "() { export LOADED=\"$LOADED $*\"; }");
    const QByteArray path = qgetenv("PATH");
    QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("conda/etc/profile.d"))));
    file(QStringLiteral("conda/conda"),
         "#!/bin/bash\n[ \"$*\" = 'info --base' ] && dirname \"$(realpath \"$0\")\"\n", true);
    file(QStringLiteral("conda/etc/profile.d/conda.sh"), "conda() { export CONDA_SAID=\"$*\"; }\n");
    qputenv("PATH", m_folder->filePath(QStringLiteral("conda")).toUtf8() + ':' + path);
    file(QStringLiteral("say.py"),
         "import os, sys\nprint(sys.prefix, os.environ['LOADED'], os.environ.get('CONDA_SAID'), "
         "os.environ['DONE'], os.environ['TOKEN'], sep='|')\n");
    qputenv("TOKEN", "secret$word");
    const QByteArray head(
        "format: 1\nname: say\nworkload: command\ncommand: {launcher: none, program: say.py, "
        "metrics: none}\n");
    const QByteArray rest(
        ", modules: [cuda/12], setup_commands: ['export DONE=\"a b\"'], variables: {TOKEN: "
        "null}}\n");
    const Done inVenv =
        yard({QStringLiteral("submit"),
              file(QStringLiteral("venv.yaml"), head + "environment: {venv: my venv" + rest),
              QStringLiteral("--watch")});
    const QByteArray venvSaid = yard({QStringLiteral("logs"), QStringLiteral("last")}).out;
    const Done inConda =
        yard({QStringLiteral("submit"),
              file(QStringLiteral("conda.yaml"), head + "environment: {conda: it's" + rest),
              QStringLiteral("--watch")});
    const QByteArray condaSaid = yard({QStringLiteral("logs"), QStringLiteral("last")}).out;
    qputenv("PATH", path);
    qunsetenv("BASH_FUNC_module%%");
    qunsetenv("TOKEN");
    QVERIFY2(inVenv.code == 0, inVenv.err.constData());
    QCOMPARE(QString::fromUtf8(venvSaid),
             venv + QStringLiteral("| load cuda/12|None|a b|secret$word\n"));
    QVERIFY2(inConda.code == 0, inConda.err.constData());
    QVERIFY2(condaSaid.endsWith("| load cuda/12|activate it's|a b|secret$word\n"),
             condaSaid.constData());
    QCOMPARE(runProgramToEnd(
                 QStringLiteral("grep"),
                 {QStringLiteral("-r"), QStringLiteral("-l"), QStringLiteral("--exclude-dir=nodes"),
                  QStringLiteral("--exclude=stdout.log"), QStringLiteral("--exclude=merged.log"),
                  QStringLiteral("secret"), m_folder->filePath(QStringLiteral("data"))})
                 .out,
             QByteArray());
  }

  void runsShareTheProcessors() {
    if (thisMachine().processors.size() < 2) QSKIP("needs two processors");
    const QByteArray script =
        "echo \"{\\\"step\\\": 1, \\\"processor\\\": $(taskset -pc $$ | sed 's/.*: //')}\"\nwhile "
        "[ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.1; done\n";
    const QString path =
        experiment(QStringLiteral("share"), script, "resources: {cpus_per_process: 1}\n");
    QSet<double> processors;
    const auto count = thisMachine().processors.size();
    QStringList runs;
    for (qsizetype i = 0; i <= count; ++i) runs << submit(path);
    for (qsizetype i = 0; i < count; ++i) {
      QTRY_COMPARE_WITH_TIMEOUT(
          RunStore().curves().series(runs[i], QStringLiteral("processor"))->size(), 1, 30000);
      processors.insert(
          RunStore().curves().series(runs[i], QStringLiteral("processor"))->first().value);
    }
    QCOMPARE(processors.size(), count);
    QTRY_COMPARE_WITH_TIMEOUT(RunStore().run(runs.last())->reason,
                              QStringLiteral("waiting for 1 of %1 CPUs (0 free)").arg(count),
                              30000);
    file(QStringLiteral("go"), "x");
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(runs.last()), RunState::completed, 30000);
    const QString tooMuch =
        experiment(QStringLiteral("much"), "exit 0\n", "resources: {cpus_per_process: 4096}\n");
    const Done refused = yard({QStringLiteral("submit"), tooMuch});
    QCOMPARE(refused.code, 2);
    QVERIFY(refused.err.contains("4096"));
  }

  void aStreamThatIsCutTenTimesLosesAndDoublesNothing() {
    const QString run =
        submit(experiment(QStringLiteral("cut"),
                          "for i in {1..1500}; do echo \"{\\\"step\\\": $i, \\\"train/loss\\\": "
                          "1.5}\"; [ $((i % 15)) = 0 ] && sleep 0.05; "
                          "[ $i = 15 ] && while [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.05; "
                          "done; done\nexit 0\n"));
    QTRY_VERIFY_WITH_TIMEOUT(RunStore().run(run)->step.value_or(0) >= 15, 30000);
    // The next service finds the proxy where the agent was.
    QCOMPARE(::kill(static_cast<pid_t>(servicePid()), SIGKILL), 0);
    const QString place = RunStore().run(run)->folder + QStringLiteral("/attempts/0001/agent.json");
    QJsonObject agent = QJsonDocument::fromJson(contentOf(place)).object();
    CuttingProxy proxy(agent[QStringLiteral("port")].toInt(), 10);
    agent[QStringLiteral("port")] = proxy.port();
    agent[QStringLiteral("addresses")] = QJsonArray{QStringLiteral("127.0.0.1")};
    QFile changed(place);
    QVERIFY(changed.open(QIODevice::WriteOnly) && changed.write(QJsonDocument(agent).toJson()) > 0);
    changed.close();
    QCOMPARE(yard({QStringLiteral("runs")}).code, 0);
    file(QStringLiteral("go"), "x");
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::completed, 60000);
    QCOMPARE(proxy.done(), 10);
    const auto series = RunStore().curves().series(run, QStringLiteral("train/loss"));
    QCOMPARE(series->size(), 1500);
    for (qsizetype i = 0; i < series->size(); ++i)
      QCOMPARE(series->at(i).step, std::optional<qint64>(i + 1));
  }

  void aFullDiskIsOneSentenceAndTheServiceSurvives() {
    const QByteArray data = m_folder->filePath(QStringLiteral("data")).toUtf8();
    QVERIFY(QDir().mkpath(QString::fromUtf8(data)));
    if (::mount("tmpfs", data.constData(), "tmpfs", 0, "size=2m") != 0)
      QSKIP("mounting a small disk is not allowed here");
    struct Unmount {
      QByteArray path;
      ~Unmount() { ::umount2(path.constData(), MNT_DETACH); }
    } const unmount{data};
    const QString run = submit(experiment(
        QStringLiteral("full"),
        "echo '{\"step\": 1, \"train/loss\": 1}'\nwhile [ ! -e \"$(dirname \"$0\")/go\" ]; do "
        "sleep 0.1; done\n"
        "for i in {2..200}; do echo \"{\\\"step\\\": $i, \\\"train/loss\\\": 1}\"; done\n"));
    QTRY_VERIFY_WITH_TIMEOUT(RunStore().run(run)->step.has_value(), 30000);
    const qint64 service = servicePid();
    QProcess watching;
    watching.start(programPath(QStringLiteral("yard")), {QStringLiteral("watch"), run});
    QFile filler(QString::fromUtf8(data) + QStringLiteral("/filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    const QByteArray block(4096, 'x');
    while (filler.write(block) == block.size()) {
    }
    file(QStringLiteral("go"), "x");
    const QStringList before = QDir(runsFolder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    const Done refused =
        yard({QStringLiteral("submit"), experiment(QStringLiteral("more"), "exit 0\n")});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.count('\n') == 1 && refused.err.contains("the disk is full"),
             refused.err.constData());
    QCOMPARE(QDir(runsFolder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot), before);
    QByteArray watched;
    QTRY_VERIFY_WITH_TIMEOUT(
        (watched += watching.readAllStandardError()).contains("events cannot be recorded"), 30000);
    QCOMPARE(servicePid(), service);
    QVERIFY(filler.remove());
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), RunState::completed, 60000);
    QCOMPARE(RunStore().curves().series(run, QStringLiteral("train/loss"))->size(), 200);
    QTRY_COMPARE_WITH_TIMEOUT(watching.state(), QProcess::NotRunning, 30000);
    QCOMPARE(watching.exitCode(), 0);
    QCOMPARE(servicePid(), service);
    ::kill(static_cast<pid_t>(service), SIGKILL);
  }
};

TRAINYARD_TEST(RunLifeTest);
#include "run_life_test.moc"

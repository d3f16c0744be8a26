#include "remote/submit/script.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/remote/hostile_texts.h"

using namespace trainyard;

class ScriptTest : public QObject {
  Q_OBJECT

  static Experiment commandWith(const QStringList& values) {
    Experiment experiment;
    experiment.name = "hostile";
    experiment.workload = Workload::command;
    experiment.command.launcher = Launcher::none;
    experiment.command.program = "/bin/true";
    for (qsizetype i = 0; i < values.size(); ++i) {
      experiment.command.arguments.push_back(values[i].toStdString());
      experiment.environment.variables.emplace_back("HOSTILE_" + std::to_string(i), values[i].toStdString());
    }
    return experiment;
  }

 private slots:
  void sameExperimentSameBytes() {
    const Experiment experiment = commandWith({QStringLiteral("a"), QStringLiteral("b c")});
    QCOMPARE(renderScript(experiment, QStringLiteral("/opt/bin")), renderScript(experiment, QStringLiteral("/opt/bin")));
  }

  // In place of yard-agent a script prints what it was given: every value arrives as it is, none is executed.
  void hostileValuesArriveAndAreNeverExecuted() {
    QTemporaryDir folder;
    const QString mark = folder.filePath(QStringLiteral("executed"));
    const QString programs = folder.filePath(QStringLiteral("it's $(here)"));
    QVERIFY(QDir().mkpath(programs));
    QFile agent(programs + QStringLiteral("/yard-agent"));
    QVERIFY(agent.open(QIODevice::WriteOnly));
    agent.write("#!/bin/bash\nprintf '%s\\0' \"$@\"\nfor i in {0..99}; do n=HOSTILE_$i; printf '%s\\0' \"${!n}\"; done\n");
    agent.close();
    QVERIFY(agent.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QStringList values = hostileTexts(mark);
    QFile script(folder.filePath(QStringLiteral("job.sh")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(renderScript(commandWith(values), programs));
    script.close();
    QProcess bash;
    bash.setWorkingDirectory(folder.path());
    bash.start(QStringLiteral("bash"), {script.fileName(), folder.path()});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(bash.readAllStandardError(), QByteArray());
    QCOMPARE(bash.exitCode(), 0);
    QList<QByteArray> said = bash.readAllStandardOutput().split('\0');
    said.removeLast();
    const qsizetype program = said.indexOf("--") + 1;
    QVERIFY(program > 0);
    QCOMPARE(said[program], QByteArray("/bin/true"));
    QCOMPARE(said.size(), program + 1 + 200);
    for (int i = 0; i < 100; ++i) {
      QCOMPARE(QString::fromUtf8(said[program + 1 + i]), values[i]);
      QCOMPARE(QString::fromUtf8(said[program + 101 + i]), values[i]);
    }
    QVERIFY(!QFile::exists(mark));
  }

  void shellcheckFindsNothing() {
    const QString shellcheck = QStandardPaths::findExecutable(QStringLiteral("shellcheck"));
    if (shellcheck.isEmpty()) QSKIP("shellcheck is not installed");
    Experiment experiment = commandWith({QStringLiteral("a b"), QStringLiteral("$x")});
    experiment.environment.modules = {"cuda/12.4"};
    experiment.environment.conda = "my env";
    experiment.environment.venv = "/opt/v e";
    experiment.environment.variables.emplace_back("TOKEN", std::nullopt);
    experiment.resources.cpus_per_process = 3;
    Experiment engine = experiment;
    engine.workload = Workload::engine;
    for (const Experiment& one : {experiment, engine}) {
      QProcess check;
      check.start(shellcheck, {QStringLiteral("-")});
      check.write(renderScript(one, QStringLiteral("/opt/train yard")));
      check.closeWriteChannel();
      QVERIFY(check.waitForFinished());
      QCOMPARE(check.readAllStandardOutput(), QByteArray());
      QCOMPARE(check.exitCode(), 0);
    }
  }
};

QTEST_GUILESS_MAIN(ScriptTest)
#include "script_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// One file because all tests run scripts on the same stage.
#include "remote/submit/script.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/reader.h"
#include "remote/schedulers/slurm/slurm_script.h"
#include "tests/remote/hostile_texts.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

ScriptSite site(const SchedulerKind& kind, const QString& programs) {
  ScriptSite site;
  site.kind = &kind;
  site.programs = programs;
  site.base = QStringLiteral("/scratch/me/trainyard");
  return site;
}
ScriptSite here(const QString& programs) { return site(directKind(), programs); }
ScriptSite slurm(const QString& programs) { return site(slurmKind(), programs); }

Experiment commandWith(const QStringList& values) {
  Experiment experiment;
  experiment.name = "hostile";
  experiment.workload = Workload::command;
  experiment.command.launcher = Launcher::none;
  experiment.command.program = "/bin/true";
  for (qsizetype i = 0; i < values.size(); ++i) {
    experiment.command.arguments.push_back(values[i].toStdString());
    experiment.environment.variables.emplace_back("HOSTILE_" + std::to_string(i),
                                                  values[i].toStdString());
  }
  return experiment;
}

// Everything at once.
Experiment fullExperiment() {
  Experiment experiment = commandWith({QStringLiteral("a b"), QStringLiteral("$x")});
  experiment.environment.modules = {"purge", "cuda/12.4"};
  experiment.environment.conda = "my env";
  experiment.environment.variables.emplace_back("TOKEN", std::nullopt);
  experiment.environment.setup_commands = {"ulimit -n 4096"};
  ResourcesSection& resources = experiment.resources;
  resources.nodes = 2;
  resources.gpus_per_node = 4;
  resources.gpu_type = "a100";
  resources.cpus_per_process = 3;
  resources.memory_gib_per_node = 1.5;
  resources.time_limit = "1-02:00:00";
  resources.partition = "gpu";
  resources.account = "lab";
  resources.qos = "normal";
  resources.reservation = "class";
  resources.array = "0-15,20%4";
  resources.dependency = "afterok:1234";
  resources.extra_directives = {"--constraint=[rack1|rack2]", "--comment=two words", "--exclusive"};
  experiment.restart.on_time_limit = true;
  return experiment;
}

void write(const QString& path, const QByteArray& content) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(content), content.size());
  file.close();
  QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

// Programs in whose presence job.sh is run: what it starts prints its words and the variables, each
// with a zero after it.
struct Stage {
  QTemporaryDir folder;
  QString mark = folder.filePath(QStringLiteral("executed"));
  QString programs = folder.filePath(QStringLiteral("it's $(here)"));

  void build() {
    QVERIFY(QDir().mkpath(programs));
    QVERIFY(QDir().mkpath(folder.filePath(QStringLiteral("bin"))));
    write(programs + QStringLiteral("/yard-agent"),
          "#!/bin/bash\nprintf '%s\\0' \"$@\"\nfor i in {0..99}; do n=HOSTILE_$i; printf '%s\\0' "
          "\"${!n}\"; done\n");
    tool("scontrol", "echo 'NodeName=gpu1 NodeAddr=10.9.8.7 NodeHostName=h'");
    tool("squeue", "echo 2031-02-03T04:05:06");
    tool("apptainer", ":");
  }
  void tool(const char* name, const QByteArray& body) {
    write(folder.filePath(QStringLiteral("bin/") + QLatin1String(name)),
          "#!/bin/bash\n" + body + "\n");
  }

  // What bash printed, at the zeros; the first word is the exit code.
  QList<QByteArray> run(const QByteArray& script) {
    const QString file = folder.filePath(QStringLiteral("job.sh"));
    write(file, script);
    QProcess bash;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"), folder.filePath(QStringLiteral("bin:")) +
                                                   environment.value(QStringLiteral("PATH")));
    environment.insert(QStringLiteral("HOME"), folder.path());
    for (const auto& [name, value] :
         {std::pair("SLURMD_NODENAME", "gpu1"), std::pair("SLURM_JOB_ID", "17"),
          std::pair("SLURM_JOB_CPUS_PER_NODE", "32(x2),16"), std::pair("SLURM_ARRAY_JOB_ID", "12"),
          std::pair("SLURM_ARRAY_TASK_ID", "3")})
      environment.insert(QLatin1String(name), QLatin1String(value));
    bash.setProcessEnvironment(environment);
    bash.setWorkingDirectory(folder.path());
    bash.start(QStringLiteral("bash"), {file, folder.path()});
    if (!bash.waitForFinished()) return {};
    errors = bash.readAllStandardError();
    QList<QByteArray> said = bash.readAllStandardOutput().split('\0');
    said.removeLast();
    said.prepend(QByteArray::number(bash.exitCode()));
    return said;
  }
  QByteArray errors;
};

QByteArray valueAfter(const QList<QByteArray>& words, const char* option) {
  const qsizetype at = words.indexOf(option);
  return at < 0 || at + 1 >= words.size() ? QByteArray("(missing)") : words[at + 1];
}

}  // namespace

class ScriptTest : public QObject {
  Q_OBJECT

 private slots:
  void sameExperimentSameBytes() {
    for (const ScriptSite& place :
         {here(QStringLiteral("/opt/bin")), slurm(QStringLiteral("/opt/bin"))})
      QCOMPARE(renderScript(fullExperiment(), place), renderScript(fullExperiment(), place));
  }

  // Programs look at Slurm's variables to know which part is theirs.
  void aTaskThatIsSubmittedAgainKnowsItsPart() {
    Experiment experiment = commandWith({});
    experiment.resources.array = "3-9:3";
    ScriptSite place = slurm(QStringLiteral("/opt/bin"));
    QVERIFY(!renderScript(experiment, place).contains("SLURM_ARRAY_TASK_COUNT"));
    place.arrayIndex = 6;
    const QByteArray script = renderScript(experiment, place);
    QVERIFY(script.contains("export SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_JOB_ID=$SLURM_JOB_ID\n"));
    QVERIFY(script.contains(
        "export SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=9\n"));
  }

  // In place of yard-agent a script prints what it was given: every value arrives as it is, none is
  // executed.
  void hostileValuesArriveAndAreNeverExecuted() {
    Stage stage;
    stage.build();
    const QStringList values = hostileTexts(stage.mark);
    for (const ScriptSite& place : {here(stage.programs), slurm(stage.programs)}) {
      const QList<QByteArray> said = stage.run(renderScript(commandWith(values), place));
      QCOMPARE(stage.errors, QByteArray());
      QCOMPARE(said[0], QByteArray("0"));
      const qsizetype program = said.indexOf("--") + 1;
      QVERIFY(program > 0);
      QCOMPARE(said[program], QByteArray("/bin/true"));
      QCOMPARE(said.size(), program + 1 + 200);
      for (int i = 0; i < 100; ++i) {
        QCOMPARE(QString::fromUtf8(said[program + 1 + i]), values[i]);
        QCOMPARE(QString::fromUtf8(said[program + 101 + i]), values[i]);
      }
    }
    QVERIFY(!QFile::exists(stage.mark));
  }

  // Every other field whose text reaches the script, as a document would give it: refused, or
  // sanitizedForTerminal.
  void everyField_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("before");
    for (const char* field :
         {"command.program", "environment.conda", "environment.venv", "environment.container",
          "resources.partition", "resources.account", "resources.qos", "resources.reservation",
          "resources.gpu_type", "resources.array", "resources.dependency", "resources.time_limit",
          "name", "command.stop_signal"})
      QTest::newRow(field) << QString::fromLatin1(field) << QString();
    QTest::newRow("directive") << QStringLiteral("resources.extra_directives")
                               << QStringLiteral("--comment=");
    QTest::newRow("bare directive")
        << QStringLiteral("resources.extra_directives") << QStringLiteral("--");
    QTest::newRow("module") << QStringLiteral("environment.modules") << QString();
  }
  void everyField() {
    QFETCH(QString, field);
    QFETCH(QString, before);
    Stage stage;
    stage.build();
    stage.tool("conda", "echo /nonexistent");
    const bool isList =
        field.endsWith(QLatin1String("directives")) || field.endsWith(QLatin1String("modules"));
    int rendered = 0;
    for (const QString& value : hostileTexts(stage.mark)) {
      QString escaped = before + value;
      escaped.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
          .replace(QLatin1Char('"'), QLatin1String("\\\""))
          .replace(QLatin1Char('\n'), QLatin1String("\\n"))
          .replace(QLatin1Char('\t'), QLatin1String("\\t"))
          .replace(QLatin1Char('\r'), QLatin1String("\\r"));
      const QString yaml = isList ? QStringLiteral("[\"%1\"]").arg(escaped)
                                  : QLatin1Char('"') + escaped + QLatin1Char('"');
      const std::vector<std::string> overrides{"workload=command", "command.program=/bin/true",
                                               "command.launcher=none",
                                               (field + QLatin1Char('=') + yaml).toStdString()};
      const Document document =
          read_experiment("format: 1\nname: x\ndata: {train: [a]}\n", "x.yaml", overrides);
      if (has_errors(document.diagnostics)) continue;
      ++rendered;
      const QByteArray script = renderScript(document.experiment, slurm(stage.programs));
      for (const QByteArray& line : script.split('\n'))
        QVERIFY2(line == "#!/bin/bash -l" || !line.contains('\r'), line.constData());
      (void)stage.run(script);
      QVERIFY2(!QFile::exists(stage.mark), script.constData());
    }
    qInfo("%s: %d of 100 rendered and run, the others refused", qPrintable(field), rendered);
  }

  void directivesAreAsAsked() {
    const QStringList lines = slurmDirectives(fullExperiment(), slurm(QStringLiteral("/opt/bin")));
    const QStringList expected{QStringLiteral("--nodes=2"),
                               QStringLiteral("--ntasks-per-node=1"),
                               QStringLiteral("--cpus-per-task=12"),
                               QStringLiteral("--gres=gpu:a100:4"),
                               QStringLiteral("--mem=1536M"),
                               QStringLiteral("--time=1-02:00:00"),
                               QStringLiteral("--partition=gpu"),
                               QStringLiteral("--account=lab"),
                               QStringLiteral("--qos=normal"),
                               QStringLiteral("--reservation=class"),
                               QStringLiteral("--array=0-15,20%4"),
                               QStringLiteral("--dependency=afterok:1234"),
                               QStringLiteral("--signal=B:USR1@120"),
                               QStringLiteral("--requeue"),
                               QStringLiteral("--open-mode=append"),
                               QStringLiteral("--constraint=\"[rack1|rack2]\""),
                               QStringLiteral("--comment=\"two words\""),
                               QStringLiteral("--exclusive")};
    QStringList found;
    for (const QString& line : lines) found << line.mid(8);
    QCOMPARE(found, expected);
    QCOMPARE(slurmDirectives(Experiment(), slurm({})).join(QLatin1Char(' ')),
             QStringLiteral("#SBATCH --nodes=1 #SBATCH --ntasks-per-node=1 #SBATCH "
                            "--signal=B:USR1@120 #SBATCH --requeue #SBATCH --open-mode=append"));
  }

  void allMemoryOfANode() {
    Experiment experiment;
    experiment.resources.memory_gib_per_node = 0;
    QVERIFY(slurmDirectives(experiment, slurm({})).contains(QStringLiteral("#SBATCH --mem=0")));
  }

  // Who goes on after what, by restart's two choices and what the site allows.
  void restarts_data() {
    QTest::addColumn<bool>("onTimeLimit");
    QTest::addColumn<bool>("onPreemption");
    QTest::addColumn<bool>("canRequeue");
    QTest::addColumn<int>("timeLimit");
    QTest::addColumn<int>("preemption");
    const int no = 0, scheduler = 1, service = 2;
    QTest::newRow("neither") << false << false << true << no << no;
    QTest::newRow("default") << false << true << true << no << scheduler;
    QTest::newRow("both") << true << true << true << scheduler << scheduler;
    QTest::newRow("only time limit") << true << false << true << service << no;
    QTest::newRow("site forbids") << true << true << false << service << service;
  }
  void restarts() {
    QFETCH(bool, onTimeLimit);
    QFETCH(bool, onPreemption);
    QFETCH(bool, canRequeue);
    Experiment experiment = commandWith({});
    experiment.restart.on_time_limit = onTimeLimit;
    experiment.restart.on_preemption = onPreemption;
    ScriptSite place = slurm(QStringLiteral("/opt/bin"));
    place.canRequeue = canRequeue;
    QTEST(static_cast<int>(afterTimeLimit(experiment, place)), "timeLimit");
    QTEST(static_cast<int>(afterPreemption(experiment, place)), "preemption");
    const QByteArray script = renderScript(experiment, place);
    QCOMPARE(script.contains("#SBATCH --requeue"), onPreemption && canRequeue);
    QCOMPARE(script.contains("#SBATCH --no-requeue"), !(onPreemption && canRequeue));
    QCOMPARE(script.contains("--requeue on-time-limit,on-node-loss"),
             onTimeLimit && onPreemption && canRequeue);
    QCOMPARE(script.contains("--requeue on-node-loss"), !onTimeLimit && onPreemption && canRequeue);
  }

  // What the agent is told, by a script that was really run.
  void agentLearnsOfSlurm() {
    Stage stage;
    stage.build();
    Experiment experiment = commandWith({});
    experiment.resources.nodes = 2;
    experiment.logging.rules = {"stop when it's $(touch " + stage.mark.toStdString() + ") > 3"};
    QVERIFY(!renderScript(experiment, slurm(stage.programs)).contains("--gpus-per-node"));
    QList<QByteArray> said = stage.run(renderScript(experiment, slurm(stage.programs)));
    QCOMPARE(stage.errors, QByteArray());
    QCOMPARE(valueAfter(said, "--scheduler"), QByteArray("slurm"));
    QCOMPARE(valueAfter(said, "--rule"), QByteArray(experiment.logging.rules[0].c_str()));
    QVERIFY(!QFile::exists(stage.mark));
    QCOMPARE(valueAfter(said, "--run-dir"),
             QFileInfo(stage.folder.path()).canonicalFilePath().toUtf8());
    QCOMPARE(valueAfter(said, "--nodes"), QByteArray("2"));
    QCOMPARE(valueAfter(said, "--node-name"), QByteArray("gpu1"));
    QCOMPARE(valueAfter(said, "--address"), QByteArray("10.9.8.7"));
    QCOMPARE(valueAfter(said, "--job-id"), QByteArray("17"));
    QCOMPARE(valueAfter(said, "--cpus-per-node"), QByteArray("16"));
    QCOMPARE(valueAfter(said, "--end-time"),
             QByteArray::number(QDateTime(QDate(2031, 2, 3), QTime(4, 5, 6)).toSecsSinceEpoch()));

    stage.tool("scontrol", "echo 'Slurm is silent' >&2; exit 1");
    stage.tool("squeue", "echo N/A");
    experiment.resources.cpus_per_process = 3;
    experiment.resources.gpus_per_node = 2;
    experiment.resources.array = "0-3";
    QVERIFY(QDir(stage.folder.path()).mkpath(QStringLiteral("tasks/3")));
    said = stage.run(renderScript(experiment, slurm(stage.programs)));
    QCOMPARE(valueAfter(said, "--cpus-per-node"), QByteArray("6"));
    QCOMPARE(valueAfter(said, "--gpus-per-node"), QByteArray("2"));
    QCOMPARE(valueAfter(said, "--kill-wait-seconds"), QByteArray("27"));
    QCOMPARE(valueAfter(said, "--job-id"), QByteArray("12_3"));
    QCOMPARE(valueAfter(said, "--array-index"), QByteArray("3"));
    QVERIFY(valueAfter(said, "--run-dir").endsWith("/tasks/3"));
    QVERIFY(!said.contains("--end-time"));
    QVERIFY(valueAfter(said, "--address") != "(missing)" &&
            !valueAfter(said, "--address").isEmpty());
  }

  void containerIsAroundEachNodesAgent() {
    Stage stage;
    stage.build();
    Experiment experiment = commandWith({});
    experiment.environment.container = "/images/it's.sif";
    experiment.resources.gpus_per_node = 1;
    const QList<QByteArray> said = stage.run(renderScript(experiment, slurm(stage.programs)));
    QCOMPARE(stage.errors, QByteArray());
    QList<QByteArray> words;
    for (const QByteArray& word : said)
      if (word.startsWith("--node-command=")) words << word.mid(15);
    const QList<QByteArray> expected{
        stage.folder.filePath(QStringLiteral("bin/apptainer")).toUtf8(),
        "exec",
        "--nv",
        "--bind",
        "/scratch/me/trainyard",
        "--bind",
        stage.programs.toUtf8(),
        "/images/it's.sif"};
    QCOMPARE(words, expected);
    QVERIFY(QFile::remove(stage.folder.filePath(QStringLiteral("bin/apptainer"))));
    QVERIFY(stage.run(renderScript(experiment, slurm(stage.programs)))[0] != "0");
    QVERIFY2(stage.errors.contains("neither apptainer nor singularity was found"),
             stage.errors.constData());
  }

  void aVariableThatIsNotThereEndsTheScript() {
    Stage stage;
    stage.build();
    Experiment experiment = commandWith({});
    experiment.environment.variables.emplace_back("NOT_THERE_TOKEN", std::nullopt);
    QVERIFY(stage.run(renderScript(experiment, slurm(stage.programs)))[0] != "0");
    QVERIFY2(stage.errors.contains("NOT_THERE_TOKEN"), stage.errors.constData());
  }

  void shellcheckFindsNothing() {
    const QString shellcheck = QStandardPaths::findExecutable(QStringLiteral("shellcheck"));
    if (shellcheck.isEmpty()) QSKIP("shellcheck is not installed");
    const auto examine = [&](const QByteArray& script) {
      QProcess check;
      check.start(shellcheck, {QStringLiteral("-")});
      check.write(script);
      check.closeWriteChannel();
      QVERIFY(check.waitForFinished());
      QCOMPARE(check.readAllStandardOutput(), QByteArray());
      QCOMPARE(check.exitCode(), 0);
    };
    Experiment full = fullExperiment();
    Experiment contained = full;
    contained.environment.conda.reset();
    contained.environment.container = "/images/my image.sif";
    contained.resources.array.reset();
    contained.resources.cpus_per_process.reset();
    Experiment engine = full;
    engine.workload = Workload::engine;
    engine.environment.conda.reset();
    engine.environment.venv = "/opt/v e";
    for (const Experiment& one : {full, contained, engine, commandWith({})})
      for (const ScriptSite& place :
           {here(QStringLiteral("/opt/train yard")), slurm(QStringLiteral("/opt/train yard"))})
        examine(renderScript(one, place));
  }
};

TRAINYARD_TEST(ScriptTest);
#include "script_test.moc"

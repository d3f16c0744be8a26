// SPDX-License-Identifier: GPL-3.0-or-later
// The job of a controller, and the script that its trials are made from.
#include "remote/submit/controller_job.h"

#include <QTest>
#include <QUuid>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "remote/values/study_runs.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QByteArray document =
    "format: 1\nname: searched\nworkload: command\n"
    "command: {launcher: none, program: ./train.sh, metrics: jsonl, arguments: ['{{ "
    "optimizer.learning_rate }}', '--seed={{ seed }}']}\n"
    "environment: {modules: [cuda], variables: {DROPOUT: '0.1', OTHER: '1'}}\n"
    "resources: {nodes: 2, gpus_per_node: 4, time_limit: '2:00:00', partition: gpu, account: lab, "
    "qos: high, after: ['11111111-1111-4111-8111-111111111111']}\n"
    "search:\n"
    "  space: {optimizer.learning_rate: {low: 0.001, high: 1.0}, environment.variables.DROPOUT: "
    "['0', '0.5'], environment.variables.NEW: [a, b]}\n"
    "  run_as: controller_job\n"
    "  controller_partition: cpu\n"
    "  controller_time_limit: 3-00:00:00\n"
    "  objective: loss\n";

Experiment experimentFrom(const QByteArray& text) {
  return read_experiment(text.toStdString(), "searched.yaml").experiment;
}

ScriptSite site() {
  ScriptSite site;
  site.kind = &slurmKind();
  site.programs = QStringLiteral("/scratch/engine/trainyard-1");
  site.base = QStringLiteral("/scratch/runs");
  return site;
}

}  // namespace

class ControllerJobTest : public QObject {
  Q_OBJECT

 private slots:
  void itsJobIsSmall() {
    const Experiment job = jobOf(experimentFrom(document), site());
    QCOMPARE(job.workload, Workload::command);
    QCOMPARE(job.command.program, std::string("/scratch/engine/trainyard-1/yard-search"));
    QCOMPARE(job.resources.nodes, 1);
    QCOMPARE(job.resources.gpus_per_node, 0);
    QCOMPARE(job.resources.partition, std::optional<std::string>("cpu"));
    QCOMPARE(job.resources.account, std::optional<std::string>("lab"));
    QVERIFY(!job.resources.qos);  // it may not be one of the other partition
    QCOMPARE(job.resources.time_limit, std::optional<std::string>("3-00:00:00"));
    QCOMPARE(job.resources.after.size(), 1u);
    QVERIFY(job.restart.on_time_limit);
    const QString script = QString::fromUtf8(renderScript(experimentFrom(document), site()));
    QVERIFY(script.contains(QLatin1String("yard-search")));
    QVERIFY(script.contains(QLatin1String("--requeue on-time-limit,on-node-loss")));
    QVERIFY(!script.contains(QLatin1String("train.sh")));
    QVERIFY(!script.contains(QLatin1String("module load")));
  }

  void otherRunsStayAsTheyAre() {
    const Experiment other =
        experimentFrom(QByteArray(document).replace("controller_job", "job_each"));
    QCOMPARE(jobOf(other, site()).command.program, other.command.program);
    const Experiment job = jobOf(experimentFrom(document), site());
    QCOMPARE(jobOf(job, site()).command.program, job.command.program);
  }

  void placeholdersStayInTheTemplate() {
    const QString script = QString::fromUtf8(renderTrialTemplate(experimentFrom(document), site()));
    for (const char* line : {"export DROPOUT='{{ environment.variables.DROPOUT }}'",
                             "export NEW='{{ environment.variables.NEW }}'", "export OTHER=1",
                             "'{{ optimizer.learning_rate }}'", "'--seed={{ seed }}'",
                             "module load cuda", "#SBATCH --nodes=2", "#SBATCH --partition=gpu"})
      QVERIFY2(script.contains(QLatin1String(line)), qPrintable(script));
    QVERIFY(!script.contains(QLatin1String("--dependency")));
    const Experiment trial = trialOf(experimentFrom(document));
    QVERIFY(trial.search.space.empty());
    QVERIFY(trial.resources.after.empty());
  }

  void whatItsTrialsCannotHaveEach() {
    const auto findings = [](const QByteArray& text) {
      QStringList codes;
      for (const Diagnostic& each : read_experiment(text.toStdString(), "x.yaml").diagnostics)
        if (each.severity == Severity::error) codes << QString::fromStdString(each.code);
      return codes;
    };
    QCOMPARE(findings(document), QStringList());
    QCOMPARE(findings(QByteArray(document).replace("optimizer.learning_rate: {low: 0.001, high: "
                                                   "1.0}",
                                                   "resources.nodes: [1, 2]")),
             QStringList{QStringLiteral("search.fixed_by_controller")});
    QCOMPARE(findings(QByteArray(document).replace("qos: high", "array: 1-4")),
             QStringList{QStringLiteral("study.array")});
  }

  // As Qt computes it: stores of older versions have these.
  void theRunOfATrialKeepsItsUuid() {
    const QString study = QStringLiteral("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    QCOMPARE(trialRun(study, 12, 3),
             QUuid::createUuidV5(QUuid::fromString(study), QStringLiteral("12/3"))
                 .toString(QUuid::WithoutBraces));
  }
};

TRAINYARD_TEST(ControllerJobTest);
#include "controller_job_test.moc"

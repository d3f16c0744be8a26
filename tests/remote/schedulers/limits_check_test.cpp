// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment against a cluster's limits: what is said, at which field.
#include <QTest>

#include "remote/schedulers/limits_check.h"
#include "engine/contract/experiment/experiment.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class LimitsCheckTest : public QObject {
  Q_OBJECT

  static TargetFacts cluster() {
    PartitionFacts gpu;
    gpu.name = QStringLiteral("gpu");
    gpu.isDefault = true;
    gpu.state = QStringLiteral("UP");
    gpu.maxSeconds = 3600;
    gpu.maxNodes = 3;
    gpu.nodes = 4;
    gpu.processorsPerNode = 32;
    gpu.memoryMibPerNode = 256000;
    gpu.gpus = {{QStringLiteral("a100"), 8, 3}, {QStringLiteral("v100"), 4, 1}};
    gpu.accounts = {QStringLiteral("lab")};
    PartitionFacts cpu;
    cpu.name = QStringLiteral("cpu");
    cpu.state = QStringLiteral("DOWN");
    cpu.nodes = 2;
    TargetFacts facts;
    facts.partitions = {gpu, cpu};
    facts.accounts = {QStringLiteral("lab"), QStringLiteral("teaching")};
    facts.qos = {QStringLiteral("normal")};
    facts.maxArraySize = 1001;
    facts.canRequeue = false;
    return facts;
  }

  using Change = std::function<void(Experiment&)>;
  static QString said(const Change& change, const TargetFacts& facts = cluster()) {
    Experiment experiment;
    experiment.resources.processes_per_node = AutoInteger{};
    change(experiment);
    QStringList lines;
    for (const Diagnostic& diagnostic : checkLimits(experiment, facts))
      lines << QStringLiteral("%1 %2 %3: %4")
                   .arg(diagnostic.severity == Severity::error ? QStringLiteral("error")
                                                               : QStringLiteral("warning"),
                        QString::fromStdString(diagnostic.code),
                        QString::fromStdString(diagnostic.path),
                        QString::fromStdString(diagnostic.text));
    return lines.join(QLatin1Char('\n'));
  }

 private slots:
  void whatFitsIsSilent() {
    QCOMPARE(said([](Experiment&) {}), QString());
    QCOMPARE(said([](Experiment& e) {
               e.resources.nodes = 3;
               e.resources.gpus_per_node = 8;
               e.resources.gpu_type = "a100";
               e.resources.cpus_per_process = 4;
               e.resources.memory_gib_per_node = 250;
               e.resources.time_limit = "1:00:00";
               e.resources.account = "lab";
               e.resources.qos = "normal";
               e.resources.array = "0-1000:10%4";
             }),
             QString());
  }

  void whatDoesNotFitStandsAtItsField_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("words");
    auto add = [row = 0](const char* name, const char* start, const char* words) mutable {
      QTest::newRow(name) << row++ << QString::fromLatin1(start) << QString::fromLatin1(words);
    };
    add("partition",
        "error target.partition_near resources.partition:", "no partition gpus; did you mean gpu?");
    add("closed",
        "warning target.partition_closed resources.partition:", "currently closed (DOWN)");
    add("time", "error target.time_limit resources.time_limit:",
        "at most 01:00:00, but the experiment requests 2-00:00:00");
    add("nodes",
        "error target.nodes resources.nodes:", "at most 3 nodes, but the experiment requests 4");
    add("GPU type",
        "error target.gpu_type_near resources.gpu_type:", "no GPU of type a10; did you mean a100?");
    add("GPUs", "error target.gpus resources.gpus_per_node:",
        "(nodes x GPUs: 3 x 8 a100, 1 x 4 v100) than 9 per node");
    add("GPUs of the type", "error target.gpus resources.gpus_per_node:", "than 8 per node");
    add("nodes with GPUs", "error target.gpu_nodes resources.nodes:", "than 2 nodes with 4 each");
    add("no GPUs", "error target.no_gpus resources.gpus_per_node:", "partition cpu has no GPUs");
    add("processors", "error target.processors resources.cpus_per_process:",
        "have 32 CPU cores, but 8 processes with 5 each need 40");
    add("memory", "error target.memory resources.memory_gib_per_node:",
        "have 250 GiB, but the experiment requests 251");
    add("account", "error target.unknown_account_near resources.account:",
        "you have no account labs on this cluster; did you mean lab?");
    add("account of the partition", "error target.not_allowed_others resources.account:",
        "partition gpu does not accept teaching");
    add("class of service",
        "error target.unknown_qos_others resources.qos:", "you have no QOS hihg");
    add("array", "error target.array resources.array:",
        "the largest array index on this cluster is 1000, not 1001");
    add("requeue", "warning target.no_requeue restart.on_time_limit:", "does not requeue");
  }
  void whatDoesNotFitStandsAtItsField() {
    QFETCH(int, row);
    QFETCH(QString, start);
    QFETCH(QString, words);
    static const Change changes[] = {
        [](Experiment& e) { e.resources.partition = "gpus"; },
        [](Experiment& e) { e.resources.partition = "cpu"; },
        [](Experiment& e) { e.resources.time_limit = "2-00:00:00"; },
        [](Experiment& e) { e.resources.nodes = 4; },
        [](Experiment& e) { e.resources.gpus_per_node = 1, e.resources.gpu_type = "a10"; },
        [](Experiment& e) { e.resources.gpus_per_node = 9; },
        [](Experiment& e) { e.resources.gpus_per_node = 8, e.resources.gpu_type = "v100"; },
        [](Experiment& e) {
          e.resources.nodes = 2, e.resources.gpus_per_node = 4, e.resources.gpu_type = "v100";
        },
        [](Experiment& e) { e.resources.partition = "cpu", e.resources.gpus_per_node = 1; },
        [](Experiment& e) { e.resources.gpus_per_node = 8, e.resources.cpus_per_process = 5; },
        [](Experiment& e) { e.resources.memory_gib_per_node = 251; },
        [](Experiment& e) { e.resources.account = "labs"; },
        [](Experiment& e) { e.resources.account = "teaching"; },
        [](Experiment& e) { e.resources.qos = "hihg"; },
        [](Experiment& e) { e.resources.array = "0-1001"; },
        [](Experiment& e) { e.restart.on_time_limit = true; },
    };
    const QString text = said(changes[row]);
    bool found = false;
    for (const QString& line : text.split(QLatin1Char('\n')))
      found = found || (line.startsWith(start) && line.contains(words));
    QVERIFY2(found, qPrintable(text));
  }

  void whatIsNotKnownIsNotChecked() {
    QCOMPARE(said(
                 [](Experiment& e) {
                   e.resources.partition = "anything", e.resources.gpus_per_node = 99,
                   e.resources.account = "anyone";
                 },
                 TargetFacts{}),
             QString());
  }
};

TRAINYARD_TEST(LimitsCheckTest);
#include "limits_check_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Partitions, nodes, settings and accounts as Slurm prints them.
#include <random>

#include <QTest>

#include "remote/schedulers/slurm/slurm_site_text.h"
#include "tests/remote/schedulers/slurm/slurm_recordings.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class SlurmSiteTextTest : public QObject {
  Q_OBJECT

  static void eachVersion() {
    QTest::addColumn<QString>("version");
    for (const QString& version : recordings::versions())
      QTest::newRow(qPrintable(version)) << version;
  }

 private slots:
  void partitionsOfAllVersions_data() { eachVersion(); }
  void partitionsOfAllVersions() {
    QFETCH(QString, version);
    auto partitions = readPartitions(
        recordings::stream(version, QStringLiteral("scontrol_show_partition"), "stdout").text);
    QCOMPARE(partitions.size(), 3);
    addNodes(recordings::stream(version, QStringLiteral("sinfo_N"), "stdout").text, "NPtcmGf",
             partitions);
    const PartitionFacts &gpu = partitions[0], &longRuns = partitions[1], &maint = partitions[2];
    QVERIFY(gpu.name == QLatin1String("gpu") && gpu.isDefault && gpu.state == QLatin1String("UP"));
    QCOMPARE(gpu.maxSeconds, std::optional<qint64>(3600));
    QVERIFY(!gpu.defaultSeconds && !gpu.maxNodes);
    QCOMPARE(gpu.nodes, 4);
    QCOMPARE(gpu.processorsPerNode, 32);
    QCOMPARE(gpu.memoryMibPerNode, 256000);
    QCOMPARE(gpu.gpus.size(), 1);
    QVERIFY(gpu.gpus[0].type == QLatin1String("a100") && gpu.gpus[0].perNode == 8 &&
            gpu.gpus[0].nodes == 4);
    QVERIFY(gpu.accounts.isEmpty() && gpu.qos.isEmpty());
    QVERIFY(longRuns.name == QLatin1String("long") && !longRuns.isDefault && !longRuns.maxSeconds);
    QVERIFY(maint.state == QLatin1String("DOWN") && maint.nodes == 1);
    QCOMPARE(
        readVersion(recordings::stream(version, QStringLiteral("version_sinfo"), "stdout").text)
            .left(5),
        version);
  }

  void limitsAndPermissions() {
    const auto partitions = readPartitions(
        "PartitionName=a100 AllowAccounts=lab,teaching AllowQos=normal Default=NO "
        "DefaultTime=01:00:00 MaxNodes=8 MaxTime=2-00:00:00 State=UP TotalNodes=20\n");
    QCOMPARE(partitions.size(), 1);
    QCOMPARE(partitions[0].accounts,
             (QStringList{QStringLiteral("lab"), QStringLiteral("teaching")}));
    QCOMPARE(partitions[0].qos, QStringList{QStringLiteral("normal")});
    QCOMPARE(partitions[0].maxNodes, std::optional(8));
    QCOMPARE(partitions[0].maxSeconds, std::optional<qint64>(172800));
    QCOMPARE(partitions[0].defaultSeconds, std::optional<qint64>(3600));
  }

  void nodesOfSeveralKinds() {
    auto partitions = readPartitions("PartitionName=mixed State=UP TotalNodes=7\n");
    addNodes(
        "mixed*|4|32|256000|gpu:a100:8(S:0-1)\nmixed*|2|64+|512000+|gpu:h100:4,gpu:a100:2\nmixed*|"
        "1|16|64000|(null)\nother|9|1|1|(null)\nmixed|x\nmixed|1|2|y|gpu:1\n",
        "PDcmG", partitions);
    QCOMPARE(partitions[0].processorsPerNode, 64);
    QCOMPARE(partitions[0].memoryMibPerNode, 512000);
    QStringList gpus;
    for (const GpuKind& kind : partitions[0].gpus)
      gpus << QStringLiteral("%1 %2 x%3").arg(kind.type).arg(kind.perNode).arg(kind.nodes);
    QCOMPARE(gpus.join(QStringLiteral(", ")), QStringLiteral("a100 8 x4, h100 4 x2, a100 2 x2"));
  }

  void settingsAndAccounts() {
    const auto config = readConfig(
        "Configuration data as of 2026-11-21T04:35:05\nAccountingStorageType   = "
        "accounting_storage/slurmdbd\nClusterName             = practice\nMaxArraySize            "
        "= 1001\nX = a = b\n");
    QCOMPARE(config.value(QStringLiteral("ClusterName")), QStringLiteral("practice"));
    QCOMPARE(config.value(QStringLiteral("MaxArraySize")), QStringLiteral("1001"));
    QCOMPARE(config.value(QStringLiteral("X")), QStringLiteral("a = b"));
    const Associations found = readAssociations("root|normal\nlab|normal,long\nlab|high\n|x\n");
    QCOMPARE(found.accounts, (QStringList{QStringLiteral("root"), QStringLiteral("lab")}));
    QCOMPARE(found.qos, (QStringList{QStringLiteral("normal"), QStringLiteral("long"),
                                     QStringLiteral("high")}));
    QCOMPARE(readVersion("slurm-wlm 21.08.5\n"), QStringLiteral("21.08.5"));
    QCOMPARE(readVersion("sinfo: command not found\n"), QString());
  }

  void errorsAreNoPartitions_data() { eachVersion(); }
  void errorsAreNoPartitions() {
    QFETCH(QString, version);
    for (const char* file : {"noctld_sinfo", "nomunge_sinfo"}) {
      const auto output = recordings::output(version, QLatin1String(file));
      QVERIFY(output.has_value());
      QVERIFY(readPartitions(output->out + output->err).isEmpty());
    }
    // Cut in the middle of a line, that partition is not there.
    const auto text =
        recordings::stream(version, QStringLiteral("scontrol_show_partition"), "stdout").text;
    const auto half = readPartitions(text.first(text.indexOf('\n') + 60));
    QCOMPARE(half.size(), 1);
  }

  void noiseIsNothing() {
    std::mt19937 random(5);
    for (int i = 0; i < 1000; ++i) {
      QByteArray noise(static_cast<qsizetype>(random() % 400), '\0');
      for (char& c : noise)
        c = random() % 5 == 0   ? '|'
            : random() % 8 == 0 ? '\n'
            : random() % 9 == 0 ? '='
                                : static_cast<char>(random());
      auto partitions = readPartitions(noise);
      QVERIFY(partitions.isEmpty());
      partitions.append(PartitionFacts{});
      addNodes(noise, "PDcmG", partitions);
      QVERIFY(partitions[0].gpus.isEmpty());
      (void)readConfig(noise), (void)readAssociations(noise), (void)readVersion(noise);
    }
  }
};

TRAINYARD_TEST(SlurmSiteTextTest);
#include "slurm_site_text_test.moc"

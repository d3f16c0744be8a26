// SPDX-License-Identifier: GPL-3.0-or-later
// Single values of Slurm's texts, good and bad.
#include <QTest>

#include "remote/schedulers/slurm/slurm_values.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class SlurmValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void durations_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("seconds");  // -1: nothing
    for (const auto& [text, seconds] :
         std::initializer_list<std::pair<const char*, qint64>>{{"0:00", 0},
                                                               {"02:03", 123},
                                                               {"20:00", 1200},
                                                               {"1:02:03", 3723},
                                                               {"01:00:00", 3600},
                                                               {"1-02:03:04", 93784},
                                                               {"365-00:00:00", 31536000},
                                                               {"2-12", 216000},
                                                               {"1-02:03", 93780},
                                                               {"90", 5400},
                                                               {"UNLIMITED", -1},
                                                               {"infinite", -1},
                                                               {"NOT_SET", -1},
                                                               {"NONE", -1},
                                                               {"N/A", -1},
                                                               {"INVALID", -1},
                                                               {"", -1},
                                                               {"1:", -1},
                                                               {":1", -1},
                                                               {"1:2:3:4", -1},
                                                               {"1-", -1},
                                                               {"-1", -1},
                                                               {"1-2-3", -1},
                                                               {"1x", -1},
                                                               {"99999999999999999999", -1},
                                                               {"9999999999:00", -1}})
      QTest::newRow(*text ? text : "empty") << QByteArray(text) << seconds;
  }
  void durations() {
    QFETCH(QByteArray, text);
    QFETCH(qint64, seconds);
    QCOMPARE(slurmDuration(text).value_or(-1), seconds);
  }

  void times() {
    QCOMPARE(slurmTime("1795264317"), std::optional(1795264317.0));
    QCOMPARE(slurmTime("2026-11-21T04:35:05"), std::optional(1795235705.0));
    for (const char* text :
         {"", "N/A", "Unknown", "None", "0", "2026-13-21T04:35:05", "2026-11-21T24:35:05",
          "2026-11-21 04:35:05", "2026-11-21T04:35:0x", "Tomorr 04:35"})
      QVERIFY2(!slurmTime(text), text);
  }

  void exitCodes() {
    QVERIFY(slurmExit("3:0")->code == 3 && slurmExit("0:125")->signal == 125);
    for (const char* text : {"", "3", "3:", ":0", "3:0:0", "-1:0", "256:0", "a:b"})
      QVERIFY2(!slurmExit(text), text);
  }

  void memory() {
    QCOMPARE(slurmMebibytes("256000"), std::optional<qint64>(256000));
    QCOMPARE(slurmMebibytes("256000+"), std::optional<qint64>(256000));
    QCOMPARE(slurmMebibytes("250G"), std::optional<qint64>(256000));
    QCOMPARE(slurmMebibytes("2T"), std::optional<qint64>(2097152));
    for (const char* text : {"", "G", "1.5G", "x", "9999999999999999"})
      QVERIFY2(!slurmMebibytes(text), text);
  }

  void gpus_data() {
    QTest::addColumn<QByteArray>("gres");
    QTest::addColumn<QString>("expected");
    QTest::newRow("typed") << QByteArray("gpu:a100:8") << "a100=8";
    QTest::newRow("sockets") << QByteArray("gpu:a100:8(S:0-1)") << "a100=8";
    QTest::newRow("list of sockets") << QByteArray("gpu:h100:4(S:0,2),nvme:1") << "h100=4";
    QTest::newRow("untyped") << QByteArray("gpu:2") << "=2";
    QTest::newRow("alone") << QByteArray("gpu") << "=1";
    QTest::newRow("two types") << QByteArray("gpu:a100:4,gpu:v100:2") << "a100=4 v100=2";
    QTest::newRow("one type in two lines") << QByteArray("gpu:a100:4,gpu:a100:4") << "a100=8";
    QTest::newRow("slice of a GPU") << QByteArray("gpu:a100_3g.20gb:2(S:0)") << "a100_3g.20gb=2";
    QTest::newRow("shards beside") << QByteArray("gpu:a100:2,shard:a100:16") << "a100=2";
    QTest::newRow("prefix") << QByteArray("gres:gpu:a100:8") << "a100=8";
    QTest::newRow("new prefix") << QByteArray("gres/gpu:a100:8") << "a100=8";
    QTest::newRow("none") << QByteArray("(null)") << "";
    QTest::newRow("other") << QByteArray("fpga:1,mps:100") << "";
    QTest::newRow("zero") << QByteArray("gpu:a100:0") << "";
    QTest::newRow("more than can be counted")
        << QByteArray("gpu:2147483647,gpu:2147483647") << "=2147483647";
    QTest::newRow("broken") << QByteArray("gpu:a100:8:9,gpu:,:,(((") << "=1";
  }
  void gpus() {
    QFETCH(QByteArray, gres);
    QFETCH(QString, expected);
    QStringList found;
    for (const SlurmGpus& gpus : slurmGpus(gres))
      found << QStringLiteral("%1=%2").arg(QString::fromLatin1(gpus.type)).arg(gpus.count);
    QCOMPARE(found.join(QLatin1Char(' ')), expected);
  }

  void tasks() {
    const auto range = slurmTasks("2-15%2");
    QVERIFY(range && range->holds(2) == std::optional(true) &&
            range->holds(15) == std::optional(true) && range->holds(16) == std::optional(false) &&
            !range->isCut);
    const auto steps = slurmTasks("0-9:3,20");
    QVERIFY(steps && steps->holds(3) == std::optional(true) &&
            steps->holds(4) == std::optional(false) && steps->holds(20) == std::optional(true));
    const auto cut = slurmTasks("1,3,118,125,...%4");
    QVERIFY(cut && cut->isCut && cut->holds(118) == std::optional(true) &&
            !cut->holds(132).has_value());
    for (const char* text : {"", "N/A", "1,", "5-1", "1-2-3", "1:0", "a", "1%x", "...", "1-2:"})
      QVERIFY2(!slurmTasks(text), text);
  }
};

TRAINYARD_TEST(SlurmValuesTest);
#include "slurm_values_test.moc"

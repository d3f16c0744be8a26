// SPDX-License-Identifier: GPL-3.0-or-later
// Silence, refusals and estimates, as ten versions of Slurm put them.
#include <random>

#include <QTest>

#include "remote/schedulers/slurm/slurm_answers.h"
#include "tests/remote/schedulers/slurm/slurm_recordings.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class SlurmAnswersTest : public QObject {
  Q_OBJECT

 private slots:
  void silenceHasAName_data() {
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("trouble");
    QTest::addColumn<QString>("words");
    const auto add = [](const QString& version, std::initializer_list<const char*> files,
                        SlurmTrouble trouble, const char* words) {
      for (const char* file : files)
        if (recordings::output(version, QLatin1String(file)))
          QTest::newRow(qPrintable(version + QLatin1Char(' ') + QLatin1String(file)))
              << version << QString::fromLatin1(file) << static_cast<int>(trouble)
              << QString::fromLatin1(words);
    };
    for (const QString& version : recordings::versions()) {
      add(version, {"noctld_squeue", "noctld_sbatch", "noctld_sinfo", "noctld_scancel"},
          SlurmTrouble::noController, "controller does not answer");
      add(version, {"nodbd_sacct", "dbdown_sacct"}, SlurmTrouble::noDatabase,
          "accounting does not answer");
      add(version, {"nomunge_squeue", "nomunge_sbatch", "nomunge_sinfo", "nomunge_scancel"},
          SlurmTrouble::noMunge, "munge");
      add(version, {"noconf_squeue"}, SlurmTrouble::noConfig, "not configured");
      add(version, {"noacct_sacct", "noacct_sacct_j"}, SlurmTrouble::noAccounting,
          "has no accounting");
      add(version, {"squeue_j_gone", "squeue_j_999999"}, SlurmTrouble::invalidJob,
          "does not know the job");
      add(version, {"squeue_bad_user", "squeue_bad_opt"}, SlurmTrouble::other, "");
      add(version,
          {"squeue_me_pipe", "squeue_j_two_gone", "sacct", "scancel_unknown", "scancel_gone",
           "sbatch_parsable", "squeue_bad_partition"},
          SlurmTrouble::none, "");
    }
  }
  void silenceHasAName() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    QFETCH(int, trouble);
    QFETCH(QString, words);
    const SlurmSilence silence = silenceOf(*recordings::output(version, file));
    QCOMPARE(static_cast<int>(silence.trouble), trouble);
    QVERIFY2(silence.sentence.contains(words), qPrintable(silence.sentence));
    QVERIFY(!silence.sentence.contains(QLatin1Char('\n')));
  }

  void refusalsAreSbatchsOwnWords_data() {
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("words");
    for (const QString& version : recordings::versions())
      for (const auto& [file, words] : std::initializer_list<std::pair<const char*, const char*>>{
               {"sbatch_bad_partition",
                "Invalid partition name specified (invalid partition specified: nosuch)"},
               {"sbatch_bad_account", "Invalid account or account/partition combination specified"},
               {"sbatch_bad_qos", "Invalid qos specification"},
               {"sbatch_bad_mem",
                "Requested node configuration is not available (Memory specification can not be "
                "satisfied)"},
               {"sbatch_bad_gpus", "Requested node configuration is not available"},
               {"sbatch_bad_gres_type", "Requested node configuration is not available"},
               {"sbatch_bad_array", "Invalid job array specification"},
               {"sbatch_bad_option", "unrecognized option '--nosuch=1'"},
               {"sbatch_empty", "Batch script is empty!"},
               {"sbatch_bad_time_syntax", "Invalid --time specification"},
               {"strict_time_over",
                "Requested time limit is invalid (missing or exceeds some limit)"},
               {"sbatch_bad_reservation", "Requested reservation is invalid"},
               {"sbatch_bad_feature", "Invalid feature specification"}})
        QTest::newRow(qPrintable(version + QLatin1Char(' ') + QLatin1String(file)))
            << version << QString::fromLatin1(file) << QString::fromLatin1(words);
  }
  void refusalsAreSbatchsOwnWords() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    QFETCH(QString, words);
    const auto output = recordings::output(version, file);
    QVERIFY(output.has_value());
    QVERIFY(output->exitCode != 0);
    QVERIFY(!submittedJob(output->out));
    QCOMPARE(refusalOf(output->err), words);
  }

  // No refusal is without words, and none has a line break or sbatch's name.
  void everyRefusalIsASentence() {
    int refusals = 0;
    for (const QString& version : recordings::versions())
      for (const QString& file :
           QDir(recordings::folder() + QLatin1Char('/') + version)
               .entryList({QStringLiteral("sbatch_*.stderr"), QStringLiteral("strict_*.stderr")})) {
        const auto output = recordings::output(version, file.chopped(7));
        if (output->exitCode == 0) continue;
        ++refusals;
        const QString words = refusalOf(output->err);
        QVERIFY2(words.size() > 10 && !words.contains(QLatin1Char('\n')) &&
                     !words.startsWith(QLatin1String("sbatch")),
                 qPrintable(file + words));
      }
    QVERIFY(refusals > 200);
  }

  void aSitesOwnLinesAreKept() {
    QCOMPARE(
        refusalOf("sbatch: Please name a project.\nsbatch: See https://hpc.example/docs\nsbatch: "
                  "error: Batch job submission failed: Unspecified error\n"),
        QStringLiteral("Please name a project. See https://hpc.example/docs"));
    QCOMPARE(refusalOf(""), QString());
  }

  void idsOfSubmissions_data() {
    QTest::addColumn<QByteArray>("out");
    QTest::addColumn<qint64>("job");
    QTest::newRow("plain") << QByteArray("123\n") << 123LL;
    QTest::newRow("cluster") << QByteArray("123;practice\n") << 123LL;
    QTest::newRow("a site's lines") << QByteArray("Welcome!\n* 3 GPUs\n77;a b\nBye\n") << 77LL;
    QTest::newRow("cut") << QByteArray("") << 0LL;
    QTest::newRow("words") << QByteArray("Submitted batch job 5\n") << 0LL;
    QTest::newRow("zero") << QByteArray("0\n") << 0LL;
  }
  void idsOfSubmissions() {
    QFETCH(QByteArray, out);
    QFETCH(qint64, job);
    QCOMPARE(submittedJob(out).value_or(0), job);
  }

  void estimatesAreRead_data() {
    QTest::addColumn<QString>("version");
    for (const QString& version : recordings::versions())
      QTest::newRow(qPrintable(version)) << version;
  }
  void estimatesAreRead() {
    QFETCH(QString, version);
    const auto good =
        testedSubmission(*recordings::output(version, QStringLiteral("sbatch_test_only_good")));
    QVERIFY(good && good->refusal.isEmpty());
    QVERIFY(good->start.value_or(0) > 1.79e9);
    QVERIFY(good->nodes.startsWith(QLatin1String("gpu")));
    QCOMPARE(good->partition, QStringLiteral("gpu"));
    const auto bad =
        testedSubmission(*recordings::output(version, QStringLiteral("sbatch_test_only_bad")));
    QVERIFY(bad && !bad->start);
    QCOMPARE(bad->refusal, QStringLiteral("Requested node configuration is not available"));
    // Silence is no refusal.
    QVERIFY(!testedSubmission(*recordings::output(version, QStringLiteral("noctld_sbatch"))));
    QVERIFY(!testedSubmission(*recordings::output(version, QStringLiteral("nomunge_sbatch"))));
    QCOMPARE(submittedJob(recordings::output(version, QStringLiteral("sbatch_parsable"))->out)
                 .has_value(),
             true);
  }

  void noiseIsNoAnswer() {
    std::mt19937 random(4);
    for (int i = 0; i < 2000; ++i) {
      QByteArray noise(static_cast<qsizetype>(random() % 200), '\0');
      for (char& c : noise) c = static_cast<char>(random());
      (void)refusalOf(noise);
      QVERIFY(silenceOf({1, {}, noise}).trouble != SlurmTrouble::none);
      QVERIFY(!testedSubmission({0, noise, noise}));
    }
  }
};

TRAINYARD_TEST(SlurmAnswersTest);
#include "slurm_answers_test.moc"

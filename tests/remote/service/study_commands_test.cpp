// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line does with a study, and with runs that are named: the real programs here.
#include <QElapsedTimer>

#include "tests/remote/service/program_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class StudyCommandsTest : public ProgramTest {
  Q_OBJECT

  static QStringList words(const char* text) {
    return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
  }
  static QList<RunRecord> all() { return *RunStore().runs(); }
  static QString studyOf(const Done& done) {
    static const QRegularExpression form(QStringLiteral("study ([0-9a-f]{8})"));
    return form.match(QString::fromUtf8(done.out)).captured(1);
  }
  // Three runs; that of seed 2 fails until the file `mended` is there.
  QString threeRuns(const QString& name = QStringLiteral("three")) {
    const QString mended = m_folder->filePath(QStringLiteral("mended"));
    return experiment(name,
                      "echo \"{\\\"step\\\": 1, \\\"loss\\\": $1}\"\n[ \"$1\" != 2 ] || [ -e '" +
                          mended.toUtf8() + "' ] || exit 9\n",
                      "seed: 1\n");
  }
  Done submitThree(const QStringList& more = {}) {
    const QString path = threeRuns();
    return yard(QStringList{QStringLiteral("submit"), path, QStringLiteral("--grid"),
                            QStringLiteral("command.arguments=[1],[2],[3]")} +
                more);
  }

 private slots:
  void everyCommandTakesAStudy() {
    const Done watched = submitThree({QStringLiteral("--watch")});
    QCOMPARE(watched.code, 9);
    QVERIFY2(watched.err.contains("2 of 3 runs of the study"), watched.err.constData());
    const QString study = studyOf(watched);
    QCOMPARE(study.size(), 8);
    QCOMPARE(all().size(), 3);

    const Done shown = yard({QStringLiteral("show"), study});
    QCOMPARE(shown.code, 0);
    QCOMPARE(shown.out.count("command.arguments=["), 3);
    const Done metrics = yard({QStringLiteral("metrics"), study, QStringLiteral("--csv")});
    QCOMPARE(metrics.code, 0);
    QVERIFY(metrics.out.startsWith("run,metric,"));
    QCOMPARE(metrics.out.count("\n"), 4);
    const Done logs = yard({QStringLiteral("logs"), study});
    QCOMPARE(logs.code, 2);
    const QList<RunRecord> runs = all();
    for (const RunRecord& run : runs) QVERIFY(logs.err.contains(run.run.left(8).toUtf8()));
    QVERIFY2(logs.err.contains("is a study of 3 runs; give one of them"), logs.err.constData());
    const QString curves = m_folder->filePath(QStringLiteral("curves"));
    QCOMPARE(yard({QStringLiteral("export"), study, QStringLiteral("--tensorboard"), curves}).code,
             0);
    QCOMPARE(QDir(curves).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 3);
    QCOMPARE(yard({QStringLiteral("fetch"), study}).code, 0);

    // Only what did not complete goes on.
    file(QStringLiteral("mended"), "");
    const Done resumed = yard({QStringLiteral("resume"), study});
    QVERIFY2(resumed.out.contains("1 of 3 runs of the study"), resumed.out.constData());
    QCOMPARE(yard({QStringLiteral("watch"), study}).code, 0);
    QCOMPARE(yard({QStringLiteral("cancel"), study, QStringLiteral("--yes")}).code, 0);

    const Done refused = yard({QStringLiteral("remove"), study});
    QVERIFY(refused.code != 0);  // nobody is there to be asked
    QCOMPARE(all().size(), 3);
    QCOMPARE(yard({QStringLiteral("remove"), study, QStringLiteral("--yes")}).code, 0);
    QVERIFY(all().isEmpty());
  }

  void whatAStudyLacksIsAdded() {
    const QString path = threeRuns();
    const QStringList begin{QStringLiteral("submit"), path, QStringLiteral("--grid")};
    const Done first = yard(begin + QStringList{QStringLiteral("command.arguments=[1],[3]")});
    QCOMPARE(first.code, 0);
    const QString study = studyOf(first);
    const QStringList more = begin + QStringList{QStringLiteral("command.arguments=[1],[2],[3]"),
                                                 QStringLiteral("--study"), study};
    QCOMPARE(yard(more).code, 0);
    QCOMPARE(all().size(), 3);
    const Done nothing = yard(more);
    QCOMPARE(nothing.code, 0);
    QVERIFY2(nothing.out.contains("has all of these runs"), nothing.out.constData());
    QCOMPARE(all().size(), 3);
    QStringList values;
    const QList<RunRecord> runs = *RunStore().study(study);
    for (const RunRecord& run : runs) values << run.studyValues;
    values.sort();
    QCOMPARE(values, (QStringList{QStringLiteral("command.arguments=[1]"),
                                  QStringLiteral("command.arguments=[2]"),
                                  QStringLiteral("command.arguments=[3]")}));
    const QString other = threeRuns(QStringLiteral("other"));
    const Done wrong = yard({QStringLiteral("submit"), other, QStringLiteral("--grid"),
                             QStringLiteral("seed=1,2"), QStringLiteral("--study"), study});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("belongs to 'three' on here"), wrong.err.constData());
  }

  // A value that cannot be is found before the first run is made.
  void nothingIsMadeWhereOneRunCouldNotBe() {
    const Done wrong = yard({QStringLiteral("submit"), threeRuns(), QStringLiteral("--grid"),
                             QStringLiteral("resources.nodes=1,99")});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("nothing was submitted: the run with resources.nodes=99"),
             wrong.err.constData());
    QVERIFY(all().isEmpty());
  }

  // Ctrl-C says what was submitted, and how to submit the rest.
  void aStudyThatIsInterruptedSaysWhatIsTheRest() {
    const QString path = experiment(QStringLiteral("many"), "sleep 60\n", "seed: 1\n");
    QStringList seeds;
    for (int i = 1; i <= 60; ++i) seeds << QString::number(i);
    QProcess process;
    process.start(programPath(QStringLiteral("yard")),
                  {QStringLiteral("submit"), path, QStringLiteral("--grid"),
                   QStringLiteral("seed=") + seeds.join(QLatin1Char(','))});
    QTRY_VERIFY_WITH_TIMEOUT(all().size() >= 3, 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(10000));
    QCOMPARE(process.exitCode(), 130);
    const QByteArray said = process.readAllStandardError();
    static const QRegularExpression form(
        QStringLiteral("(\\d+) of 60 runs are submitted and go on.*--study ([0-9a-f]{8})"));
    const auto match = form.match(QString::fromUtf8(said));
    QVERIFY2(match.hasMatch(), said.constData());
    QTRY_COMPARE_WITH_TIMEOUT(all().size(), match.captured(1).toInt(), 10000);
    QCOMPARE(all().first().study.left(8), match.captured(2));
    const Done unasked = yard({QStringLiteral("cancel"), match.captured(2)});
    QVERIFY2(unasked.code == 2 && unasked.err.contains("--yes"), unasked.err.constData());
    QCOMPARE(yard({QStringLiteral("cancel"), match.captured(2), QStringLiteral("--yes")}).code, 0);
  }

  void runsAreNamedAndChosen() {
    const QString one = submit(experiment(QStringLiteral("one"), "sleep 60\n",
                                          "tags: [slow]\nresources: {cpus_per_process: 1}\n"));
    const QString quick =
        experiment(QStringLiteral("quick"), "true\n", "resources: {cpus_per_process: 1}\n");
    const QString first = submit(quick), second = submit(quick);
    QCOMPARE(yard({QStringLiteral("watch"), second}).code, 0);
    QCOMPARE(yard({QStringLiteral("watch"), first}).code, 0);
    const auto shown = [](const char* filter) { return yard(words(filter)).out; };
    QCOMPARE(shown("runs --state open").count("\n"), 2);
    QCOMPARE(shown("runs --state completed").count("\n"), 3);
    QCOMPARE(shown("runs --name QUI --limit 1").count("\n"), 2);
    QCOMPARE(shown("runs --tag slow").count("\n"), 2);
    QCOMPARE(shown("runs --target nowhere").count("\n"), 0);
    QCOMPARE(yard(words("runs --state sleeping")).code, 2);
    const Done several = yard(words("show quick"));
    QCOMPARE(several.code, 2);
    QVERIFY2(several.err.contains("2 runs are named 'quick'") &&
                 several.err.contains(first.left(8).toUtf8()),
             several.err.constData());
    QCOMPARE(yard(words("cancel one")).code, 0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(one), RunState::cancelled, 20000);
  }
};

TRAINYARD_TEST(StudyCommandsTest);
#include "study_commands_test.moc"

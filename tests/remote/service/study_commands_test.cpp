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
    const Done ofStudy = yard({QStringLiteral("study"), QStringLiteral("show"), study});
    QCOMPARE(ofStudy.code, 0);
    QCOMPARE(ofStudy.out.count("command.arguments=["), 3);
    const Done best = yard({QStringLiteral("study"), QStringLiteral("best"), study});
    QVERIFY2(best.code == 2 && best.err.contains("is a study of several values (3 runs)"),
             best.err.constData());
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

  // The same command again adds nothing; what failed is submitted again on demand, and all of it.
  void aStudyThatIsAskedForAgain() {
    const Done first = submitThree({QStringLiteral("--watch")});
    QCOMPARE(first.code, 9);
    const QString study = studyOf(first);
    const Done again = submitThree();
    QCOMPARE(again.code, 0);
    QVERIFY2(again.out.contains("has all of these runs: 2 completed, 1 failed"),
             again.out.constData());
    QCOMPARE(all().size(), 3);
    const Done planned =
        submitThree({QStringLiteral("--retry-failed"), QStringLiteral("--dry-run")});
    QCOMPARE(planned.code, 0);
    QVERIFY2(planned.out.contains("3 runs: 2 are there (study " + study.toUtf8() +
                                  "), 1 would be submitted"),
             planned.out.constData());
    QCOMPARE(all().size(), 3);
    file(QStringLiteral("mended"), "");
    const Done retried = submitThree({QStringLiteral("--retry-failed"), QStringLiteral("--watch")});
    QVERIFY2(retried.code == 0, retried.err.constData());
    QVERIFY2(retried.out.contains("2 are there (study " + study.toUtf8() + "), 1 submitted again"),
             retried.out.constData());
    QVERIFY2(retried.err.contains("3 of 3 runs of the study"), retried.err.constData());
    QCOMPARE(all().size(), 4);
    QCOMPARE(all().first().studyValues, QStringList{QStringLiteral("command.arguments=[2]")});
    QVERIFY(yard({QStringLiteral("runs")}).out.contains("study of 3: 3 completed"));
    QVERIFY(submitThree({QStringLiteral("--retry-failed")})
                .out.contains("none of these runs has "
                              "failed"));
    QCOMPARE(yard({QStringLiteral("resume"), study}).code, 0);
    QCOMPARE(all().size(), 4);
    // Another document is another study; so is --again.
    QVERIFY(studyOf(submitThree({QStringLiteral("--set"), QStringLiteral("seed=7")})) != study);
    QCOMPARE(all().size(), 7);
    const QString anew =
        studyOf(submitThree({QStringLiteral("--again"), QStringLiteral("--watch")}));
    QVERIFY(anew != study && anew.size() == 8);
    QCOMPARE(all().size(), 10);
    QVERIFY(submitThree().out.contains("study " + anew.toUtf8() + " has all of these runs"));
    // More values join what is there.
    const Done more = yard({QStringLiteral("submit"), threeRuns(), QStringLiteral("--grid"),
                            QStringLiteral("command.arguments=[3],[4]")});
    QVERIFY2(more.out.contains("2 runs: 1 are there (study " + anew.toUtf8() + "), 1 submitted"),
             more.out.constData());
  }

  // The others wait for their turn, also through a death of the service; one that is cancelled
  // while it waits was never submitted.
  void onlySoManyRunAtOnce() {
    const QString path =
        experiment(QStringLiteral("turns"), "until [ -e \"$1\" ]; do sleep 0.05; done\n",
                   "resources: {cpus_per_process: 1}\n");
    QStringList words;
    for (int i = 1; i <= 5; ++i)
      words << QStringLiteral("['%1']").arg(m_folder->filePath(QString::number(i)));
    const Done first = yard({QStringLiteral("submit"), path, QStringLiteral("--max-parallel"),
                             QStringLiteral("2"), QStringLiteral("--grid"),
                             QStringLiteral("command.arguments=") + words.join(QLatin1Char(','))});
    QVERIFY2(first.code == 0 && first.out.contains("at most 2 run at once"), first.err.constData());
    const auto states = [this] {
      QStringList list;
      QList<RunRecord> runs = all();
      std::ranges::reverse(runs);
      for (const RunRecord& run : std::as_const(runs)) list << nameOf(run.state);
      return list.join(QLatin1Char(' '));
    };
    QTRY_COMPARE_WITH_TIMEOUT(states(), "running running preparing preparing preparing", 30000);
    QVERIFY(all().first().reason.contains("waits for its turn in the study"));
    QVERIFY(yard({QStringLiteral("show"), all().first().run}).out.contains("waits for its turn"));
    const qint64 pid = servicePid();
    QVERIFY(pid > 0 && ::kill(static_cast<pid_t>(pid), SIGKILL) == 0);
    file(QStringLiteral("2"), "");
    QVERIFY(yard({QStringLiteral("targets")}).code == 0);  // starts the next
    QTRY_COMPARE_WITH_TIMEOUT(states(), "running completed running preparing preparing", 30000);
    QCOMPARE(yard({QStringLiteral("cancel"), all().at(1).run}).code, 0);
    QTRY_COMPARE_WITH_TIMEOUT(states(), "running completed running cancelled preparing", 30000);
    QVERIFY(RunStore().jobs(all().at(1).run)->isEmpty());
    file(QStringLiteral("1"), "");
    file(QStringLiteral("3"), "");
    file(QStringLiteral("5"), "");
    QTRY_COMPARE_WITH_TIMEOUT(states(), "completed completed completed cancelled completed", 30000);
  }

  void afterAFailureTheOthersAreGivenUp() {
    const Done done = submitThree({QStringLiteral("--max-parallel"), QStringLiteral("1"),
                                   QStringLiteral("--fail-fast"), QStringLiteral("--watch")});
    QVERIFY(done.code != 0);
    QStringList states;
    const QList<RunRecord> runs = *RunStore().study(studyOf(done));
    for (const RunRecord& run : runs) states << nameOf(run.state);
    QCOMPARE(states.join(QLatin1Char(' ')), "completed failed cancelled");
    QVERIFY(runs.last().reason.contains("another run of its study failed"));
    file(QStringLiteral("mended"), "");
    const Done rest = submitThree({QStringLiteral("--retry-failed"), QStringLiteral("--watch")});
    QVERIFY2(rest.code == 0, rest.err.constData());
    QVERIFY2(rest.out.contains("1 are there") && rest.out.contains("2 submitted again"),
             rest.out.constData());
  }

  // A value that cannot be is found before the first run is made.
  void nothingIsMadeWhereOneRunCouldNotBe() {
    const Done wrong = yard({QStringLiteral("submit"), threeRuns(), QStringLiteral("--grid"),
                             QStringLiteral("resources.nodes=1,99")});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("nothing was submitted: the run with resources.nodes=99"),
             wrong.err.constData());
    QVERIFY(all().isEmpty());
    const Done planned = yard({QStringLiteral("submit"), threeRuns(), QStringLiteral("--dry-run"),
                               QStringLiteral("--grid"), QStringLiteral("resources.nodes=1,99")});
    QCOMPARE(planned.code, 2);
    QVERIFY2(planned.out.contains("refused: ") &&
                 planned.out.contains("2 runs: 1 would be submitted, 1 would be refused"),
             planned.out.constData());
    QVERIFY(all().isEmpty());
  }

  // Ctrl-C says what was submitted, and how to submit the rest.
  void aStudyThatIsInterruptedSaysWhatIsTheRest() {
    const QString path = experiment(QStringLiteral("many"), "sleep 60\n", "seed: 1\n");
    QStringList seeds;
    for (int i = 1; i <= 60; ++i) seeds << QString::number(i);
    const QStringList command{QStringLiteral("submit"), path, QStringLiteral("--grid"),
                              QStringLiteral("seed=") + seeds.join(QLatin1Char(','))};
    QProcess process;
    process.start(programPath(QStringLiteral("yard")), command);
    QTRY_VERIFY_WITH_TIMEOUT(all().size() >= 3, 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(10000));
    QCOMPARE(process.exitCode(), 130);
    const QByteArray said = process.readAllStandardError();
    static const QRegularExpression form(
        QStringLiteral("Interrupted at the run with seed=(\\d+), which goes on. (\\d+) of 60 runs "
                       "are submitted and go on: `yard watch ([0-9a-f]{8})`.*The same command "
                       "submits the rest"));
    const auto match = form.match(QString::fromUtf8(said));
    QVERIFY2(match.hasMatch(), said.constData());
    const int there = match.captured(2).toInt();
    const QString study = match.captured(3);
    QCOMPARE(match.captured(1).toInt(), there);
    QTRY_COMPARE_WITH_TIMEOUT(all().size(), there, 10000);
    QCOMPARE(all().first().study.left(8), study);
    const Done rest = yard(command);
    QCOMPARE(rest.code, 0);
    QVERIFY2(rest.out.contains(QStringLiteral("60 runs: %1 are there (study %2), %3 submitted;")
                                   .arg(there)
                                   .arg(study)
                                   .arg(60 - there)
                                   .toUtf8()),
             rest.out.constData());
    QSet<QStringList> values;
    const QList<RunRecord> runs = *RunStore().study(study);
    for (const RunRecord& run : runs) values.insert(run.studyValues);
    QCOMPARE(runs.size(), 60);
    QCOMPARE(values.size(), 60);
    const Done unasked = yard({QStringLiteral("cancel"), study});
    QVERIFY2(unasked.code == 2 && unasked.err.contains("--yes"), unasked.err.constData());
    QCOMPARE(yard({QStringLiteral("cancel"), study, QStringLiteral("--yes")}).code, 0);
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

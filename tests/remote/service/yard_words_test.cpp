// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line refuses and says: the real programs on this computer.
#include <QElapsedTimer>

#include "tests/remote/service/program_test.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class YardWordsTest : public ProgramTest {
  Q_OBJECT

 private slots:
  // A home folder of two computers: the service of the other one cannot be reached from here.
  void aServiceOfAnotherComputerIsNamed() {
    QDir().mkpath(dataFolder());
    QFile lock(dataFolder() + QStringLiteral("/service.lock"));
    QVERIFY(lock.open(QIODevice::WriteOnly));
    lock.write("4711\nyard\nother.example\n\n\n");
    lock.close();
    QElapsedTimer took;
    took.start();
    const Done service = yard({QStringLiteral("serve")});
    QCOMPARE(service.code, static_cast<int>(ExitCode::environment));
    QVERIFY2(service.err.contains("other.example"), service.err.constData());
    took.restart();
    const Done client = yard({QStringLiteral("runs")});
    QCOMPARE(client.code, static_cast<int>(ExitCode::environment));
    QVERIFY2(client.err.contains("other.example") && client.err.contains("4711"),
             client.err.constData());
    QVERIFY2(took.elapsed() < 5000, qPrintable(QString::number(took.elapsed())));
  }

  void valuesAreChangedOneByOne() {
    const QString path =
        experiment(QStringLiteral("changed"), "echo '{\"step\": 1, \"loss\": 2}'\n");
    const QStringList two{QStringLiteral("--set"), QStringLiteral("notes=one"),
                          QStringLiteral("--set"), QStringLiteral("tags=[two]")};
    QCOMPARE(yard(QStringList{QStringLiteral("check"), path} + two).code, 0);
    QCOMPARE(yard({QStringLiteral("check"), path, QStringLiteral("--set"),
                   QStringLiteral("resources.nodes=-1")})
                 .code,
             2);
    const QString run = submit(path, two);
    QCOMPARE(yard({QStringLiteral("watch"), run}).code, 0);
    QCOMPARE(RunStore().run(run)->tags, QStringList{QStringLiteral("two")});
    QVERIFY(yard({QStringLiteral("submit"), QStringLiteral("--help")}).out.contains("PATH=VALUE"));
    // What was asked for and is not there is said.
    QCOMPARE(
        yard({QStringLiteral("logs"), run, QStringLiteral("--rank"), QStringLiteral("7")}).code, 2);
    const QString occupied = file(QStringLiteral("occupied"), "x");
    QCOMPARE(yard({QStringLiteral("fetch"), run, QStringLiteral("--output"), occupied}).code, 2);
  }
};

TRAINYARD_TEST(YardWordsTest);
#include "yard_words_test.moc"

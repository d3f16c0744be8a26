// SPDX-License-Identifier: GPL-3.0-or-later
// An output is searched where it lies.
#include "tests/remote/service/served_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class LogSearchTest : public ServedFixture {
  Q_OBJECT

 private slots:
  void anOutputIsSearchedWhereItLies() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {});
    QByteArray log;
    for (int i = 1; i <= 3000; ++i) log += "step " + QByteArray::number(i) + ": loss is fine\n";
    log += "Error: \xff CUDA out of memory (a.b)\n";
    write(QStringLiteral("base/far-%1/attempts/0001/stdout.log").arg(run.left(8)), log);
    QTRY_COMPARE(runOf(run).attempt, 1);
    const auto person = client();
    const auto search = [&](const QString& words, bool isRegular = false,
                            bool isCaseSensitive = false) {
      const SearchLogArguments asked{run,   0,         QStringLiteral("stdout.log"),
                                     words, isRegular, isCaseSensitive};
      return resultOf(person->call(methods::logsSearch, {}, asked));
    };
    auto hits = search(QStringLiteral("cuda OUT"));
    QVERIFY(hits);
    QCOMPARE(hits->hits.size(), 1);
    QCOMPARE(hits->hits[0].line, 3001);
    QVERIFY(log.sliced(hits->hits[0].offset).startsWith("Error: "));
    QCOMPARE(hits->hits[0].text, QStringLiteral("Error: \uFFFD CUDA out of memory (a.b)"));
    QVERIFY(search(QStringLiteral("cuda OUT"), false, true)->hits.isEmpty());
    QCOMPARE(search(QStringLiteral("(a.b)"))->hits.size(), 1);
    QCOMPARE(search(QStringLiteral("^step [0-9]: "), true)->hits.size(), 9);
    hits = search(QStringLiteral("-fine"));
    QVERIFY(hits && hits->hits.isEmpty());
    hits = search(QStringLiteral("fine"));
    QCOMPARE(hits->hits.size(), 1000);
    QVERIFY(hits->isMore);
    QCOMPARE(search(QStringLiteral("(("), true).error().code, std::string("logs.pattern"));
    QCOMPARE(search(QString()).error().code, std::string("logs.pattern"));
    // A name leads to no other file.
    const SearchLogArguments other{
        run, 0, QStringLiteral("../../run.json"), QStringLiteral("format"), false, false};
    QVERIFY(resultOf(person->call(methods::logsSearch, {}, other))->hits.isEmpty());
  }
};

TRAINYARD_TEST(LogSearchTest);
#include "log_search_test.moc"

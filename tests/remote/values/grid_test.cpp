// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/grid.h"

#include <QTest>

#include "tests/qt_tests.h"

using namespace trainyard;

class GridTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCombinationOnce() {
    const auto all = combinationsOf(
        {QStringLiteral("optimizer.learning_rate=1e-4, 3e-4"), QStringLiteral("seed=1,2,3")});
    QVERIFY(all.ok());
    QCOMPARE(all->size(), 6);
    QCOMPARE(all->first(), (QStringList{QStringLiteral("optimizer.learning_rate=1e-4"),
                                        QStringLiteral("seed=1")}));
    QCOMPARE(all->at(1).last(), QStringLiteral("seed=2"));
    QCOMPARE(all->last(), (QStringList{QStringLiteral("optimizer.learning_rate=3e-4"),
                                       QStringLiteral("seed=3")}));
  }

  // Seeds change nothing that a rehearsal sees; each other value takes steps once, while there is
  // room, and other combinations are planned.
  void theFirstWithEachValueTakesSteps() {
    const auto shown = [](const QStringList& grid, int limit) {
      const auto all = combinationsOf(grid);
      QString signs;
      const auto rehearsals = rehearsalsOf(*all, limit);
      for (const RehearsedCombination& one : rehearsals)
        signs += one.by == RehearsedBy::steps  ? QLatin1Char('s')
                 : one.by == RehearsedBy::plan ? QLatin1Char('p')
                                               : QChar(static_cast<char16_t>(u'0' + one.as));
      return signs;
    };
    QCOMPARE(shown({QStringLiteral("seed=1,2,3")}, 8), QStringLiteral("s00"));
    QCOMPARE(shown({QStringLiteral("batch.per_device=1,2"), QStringLiteral("seed=1,2")}, 8),
             QStringLiteral("s0s2"));
    QCOMPARE(shown({QStringLiteral("batch.per_device=1,2"), QStringLiteral("model.kind=a,b,c")}, 8),
             QStringLiteral("sssspp"));
    QCOMPARE(shown({QStringLiteral("batch.per_device=1,2,3,4")}, 2), QStringLiteral("sspp"));
    QCOMPARE(shown({QStringLiteral("resources.nodes=1,2")}, 2), QStringLiteral("s0"));
  }

  void commasInsideAValueBelongToIt() {
    const auto all = combinationsOf({QStringLiteral("data.train=[a.txt,b.txt],[\"c,d.txt\"]")});
    QVERIFY(all.ok());
    QCOMPARE(*all, (QList<QStringList>{{QStringLiteral("data.train=[a.txt,b.txt]")},
                                       {QStringLiteral("data.train=[\"c,d.txt\"]")}}));
  }

  void whatIsWrongIsRefused_data() {
    QTest::addColumn<QStringList>("grid");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("no value") << QStringList{QStringLiteral("seed")} << QByteArray("grid.form");
    QTest::newRow("no path") << QStringList{QStringLiteral("=1")} << QByteArray("grid.form");
    QTest::newRow("an empty value")
        << QStringList{QStringLiteral("seed=1,,2")} << QByteArray("grid.form");
    QTest::newRow("a path twice") << QStringList{QStringLiteral("seed=1"), QStringLiteral("seed=2")}
                                  << QByteArray("grid.twice");
    QTest::newRow("a value twice")
        << QStringList{QStringLiteral("seed=1,1")} << QByteArray("grid.twice");
    QStringList values;
    for (int i = 0; i < 1001; ++i) values << QString::number(i);
    QTest::newRow("too many") << QStringList{QStringLiteral("seed=") +
                                             values.join(QLatin1Char(','))}
                              << QByteArray("grid.too_many");
  }

  void whatIsWrongIsRefused() {
    QFETCH(const QStringList, grid);
    QFETCH(const QByteArray, code);
    const auto all = combinationsOf(grid);
    QVERIFY(!all.ok());
    QCOMPARE(all.error().code, code.toStdString());
  }
};

TRAINYARD_TEST(GridTest);
#include "grid_test.moc"

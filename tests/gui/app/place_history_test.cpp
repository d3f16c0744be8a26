// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "gui/app/place_history.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class PlaceHistoryTest : public QObject {
  Q_OBJECT
 private slots:
  void goesBackAndForward() {
    PlaceHistory history;
    QVERIFY(history.current().isEmpty() && !history.canGoBack() && history.back().isEmpty());
    for (const char* address : {"home", "runs", "runs/1"}) history.visit(QLatin1String(address));
    QCOMPARE(history.back(), "runs");
    QCOMPARE(history.back(), "home");
    QVERIFY(!history.canGoBack());
    QCOMPARE(history.forward(), "runs");
    QVERIFY(history.canGoForward());
  }

  void aNewPlaceForgetsWhatWasAhead() {
    PlaceHistory history;
    for (const char* address : {"home", "runs", "queue"}) history.visit(QLatin1String(address));
    history.back();
    history.visit(QStringLiteral("clusters"));
    QVERIFY(!history.canGoForward());
    QCOMPARE(history.back(), "runs");
  }

  void theSamePlaceCountsOnceAndOldOnesAreForgotten() {
    PlaceHistory history;
    QSignalSpy changed(&history, &PlaceHistory::changed);
    history.visit(QStringLiteral("home"));
    history.visit(QStringLiteral("home"));
    history.visit({});
    QCOMPARE(changed.count(), 1);
    for (int i = 0; i < 300; ++i) history.visit(QString::number(i));
    int steps = 0;
    while (history.canGoBack()) {
      history.back();
      ++steps;
    }
    QCOMPARE(steps, 99);
    QCOMPARE(history.current(), "200");
  }
};

TRAINYARD_TEST(PlaceHistoryTest);
#include "place_history_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// An output of which only the end is shown is searched where it lies.
#include <QListWidget>
#include <QTextBlock>

#include "gui/runs/logs/log_head.h"
#include "tests/gui/runs/log_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class LogSearchThereTest : public QObject {
  Q_OBJECT
 private slots:
  void allOfALongFileIsSearchedWhereItLies() {
    LogScene scene(RunState::running);
    QByteArray log;
    for (int i = 1; i <= 300000; ++i) log += "line " + QByteArray::number(i) + '\n';
    const qint64 offset = log.indexOf("line 77777\n");
    scene.files = {{"stdout.log", log}};
    scene.service.answers["logs.search"] = [&](const QJsonObject& asked) {
      if (asked["words"].toString() == "none")
        return QJsonObject{{"hits", QJsonArray()}, {"is_more", false}};
      return QJsonObject{
          {"hits",
           QJsonArray{QJsonObject{
               {"line", 77777}, {"offset", offset}, {"text", "\x1b[31m<b>line 77777</b>\x1b[0m"}}}},
          {"is_more", false}};
    };
    QTRY_VERIFY(scene.text().endsWith("line 300000"));
    LinkButton* link = nullptr;
    for (auto* each : scene.view.findChildren<LinkButton*>())
      if (each->text() == "Search all of it") link = each;
    QVERIFY(link && !link->isVisible());
    scene.search()->setText("line 77777");
    QTRY_VERIFY(link->isVisible());
    QTest::mouseClick(link, Qt::LeftButton);
    auto* list = scene.view.findChild<QListWidget*>();
    QTRY_COMPARE(list->count(), 1);
    QCOMPARE(scene.service.last("logs.search")["words"].toString(), "line 77777");
    QCOMPARE(list->item(0)->text().simplified().section(' ', 1), "<b>line 77777</b>");
    emit list->itemActivated(list->item(0));
    QTRY_COMPARE(scene.pane()->textCursor().block().text(), "line 77777");
    // A piece is read, and not all that follows.
    QVERIFY(scene.text().size() < (3 << 20));
    QVERIFY(!scene.text().contains("line 300000"));
    for (auto* each : scene.view.findChildren<LinkButton*>())
      if (each->text() == "Back to the newest lines") link = each;
    QTest::mouseClick(link, Qt::LeftButton);
    QTRY_VERIFY(scene.text().endsWith("line 300000"));
    QVERIFY(!list->isVisible());
  }
};

TRAINYARD_WINDOW_TEST(LogSearchThereTest);
#include "log_search_there_test.moc"

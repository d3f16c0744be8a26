// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of the queue that were not started from here: where they write to, and how they become runs.
#include "gui/queue/queue_page.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QJsonObject job(const QString& id, const QString& number, const QString& run) {
  return {{"job", id},    {"number", number}, {"name", "train"},    {"user", "me"},
          {"mine", true}, {"run", run},       {"phase", "running"}, {"runs", !run.isEmpty()}};
}

struct QueueScene {
  QueueScene() {
    service.answers["cluster.state"] = [](const QJsonObject&) { return QJsonObject{{"time", 1}}; };
    service.answers["queue.list"] = [](const QJsonObject&) {
      return QJsonObject{{"time", 1},
                         {"user", "me"},
                         {"jobs", QJsonArray{job("7", "7", ""), job("8", "8", "some-run"),
                                             job("9_[1-3]", "9", "")}}};
    };
    service.answers["queue.show"] = [](const QJsonObject&) {
      return QJsonObject{{"job", "7"}, {"output", "/home/me/slurm-7.out"}};
    };
    service.answers["queue.adopt"] = [](const QJsonObject&) {
      return QJsonObject{{"run", "new-run"}};
    };
    TargetRecord target;
    target.settings.name = "one";
    target.kind = "slurm";
    target.link = TargetLink::connected;
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    page.resize(1200, 500);
    page.show();
    targets.setTargets({target});
  }
  ~QueueScene() { QCoreApplication::processEvents(); }

  QPushButton* button(const QString& words) const {
    for (QPushButton* one : page.findChildren<QPushButton*>())
      if (one->text() == words) return one;
    qFatal("no button %s", qPrintable(words));
  }
  QTableView* table() const {
    for (QTableView* one : page.findChildren<QTableView*>())
      if (one->accessibleName() == "My jobs") return one;
    qFatal("no table");
  }

  ScriptedService service;
  ServiceClient client{service.places()};
  TargetList targets{&client};
  QueuePage page{&client, &targets};
};

}  // namespace

class QueuePageTest : public QObject {
  Q_OBJECT
 private slots:
  void aStrangeJobHasItsOutputAndBecomesARun() {
    QueueScene scene;
    QTRY_COMPARE(scene.table()->model()->rowCount(), 3);
    QVERIFY(!scene.button("Output")->isEnabled() && !scene.button("Make it a run")->isEnabled());
    scene.table()->selectRow(0);
    QSignalSpy files(&scene.page, &QueuePage::fileRequested);
    QTest::mouseClick(scene.button("Output"), Qt::LeftButton);
    QTRY_COMPARE(files.size(), 1);
    QCOMPARE(files[0][0].toString(), "one");
    QCOMPARE(files[0][1].toString(), "/home/me/slurm-7.out");
    QSignalSpy runs(&scene.page, &QueuePage::runRequested);
    QTest::mouseClick(scene.button("Make it a run"), Qt::LeftButton);
    QTRY_COMPARE(runs.size(), 1);
    QCOMPARE(runs[0][0].toString(), "new-run");
    QCOMPARE(scene.service.last("queue.adopt")["queued"].toString(), "7");
  }

  void aRunsJobAndAnArrayStay() {
    QueueScene scene;
    QTRY_COMPARE(scene.table()->model()->rowCount(), 3);
    scene.table()->selectRow(1);
    QVERIFY(!scene.button("Output")->isEnabled() && !scene.button("Make it a run")->isEnabled());
    scene.table()->selectRow(2);
    QVERIFY(scene.button("Output")->isEnabled() && !scene.button("Make it a run")->isEnabled());
  }
};

TRAINYARD_WINDOW_TEST(QueuePageTest);
#include "queue_page_test.moc"

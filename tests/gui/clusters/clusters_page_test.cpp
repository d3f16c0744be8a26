// The page of clusters: which one is shown, and what its buttons mean. Driven by clicks.
#include "gui/clusters/clusters_page.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include "gui/forms/elided_label.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

TargetRecord clusterCalled(const QString& name, TargetLink link) {
  TargetRecord target;
  target.settings.name = name;
  target.settings.host = name;
  target.kind = "slurm";
  target.link = link;
  return target;
}

struct ClustersScene {
  ClustersScene() {
    targets.setTargets(
        {clusterCalled("one", TargetLink::none), clusterCalled("two", TargetLink::connected)});
    page.resize(1200, 600);
    page.show();
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
  }
  ~ClustersScene() { QCoreApplication::processEvents(); }

  QPushButton* button(const QString& words) const {
    for (QPushButton* one : page.findChildren<QPushButton*>())
      if (one->text() == words && one->isVisible()) return one;
    return nullptr;
  }
  QTableView* table() const {
    for (QTableView* one : page.findChildren<QTableView*>())
      if (one->accessibleName() == "Clusters") return one;
    return nullptr;
  }
  void clickRow(int row) const {
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                      table()->visualRect(table()->model()->index(row, 0)).center());
  }
  // The name in the head; empty where no cluster is shown.
  QString shown() const {
    const auto* name = page.findChild<ElidedLabel*>();
    return name->isVisible() ? name->wholeText() : QString();
  }
  QList<QRect> places() const {
    QList<QRect> out;
    for (const char* words : {"Connect", "Disconnect", "Check", "Check with a job", "Remove…"})
      out << (button(words) ? button(words)->geometry() : QRect());
    return out;
  }

  ScriptedService service;
  ServiceClient client{service.places()};
  TargetList targets{&client};
  ClustersPage page{&client, &targets};
};

}  // namespace

class ClustersPageTest : public QObject {
  Q_OBJECT
 private slots:
  void oneRemovedElsewhereGivesWayToNone() {
    ClustersScene scene;
    QCOMPARE(scene.shown(), "one");
    scene.clickRow(0);
    scene.targets.setTargets({clusterCalled("two", TargetLink::connected)});
    QCOMPARE(scene.shown(), QString());
    QCoreApplication::processEvents();
    QVERIFY(scene.table()->selectionModel()->selectedRows().isEmpty());
    QCOMPARE(scene.shown(), QString());
    scene.clickRow(0);
    QCOMPARE(scene.shown(), "two");
  }

  void buttonsKeepTheirPlaces() {
    ClustersScene scene;
    const QList<QRect> before = scene.places();
    QVERIFY(!before.contains(QRect()));
    QVERIFY(scene.button("Connect")->isEnabled());
    QVERIFY(!scene.button("Disconnect")->isEnabled());
    scene.targets.setTargets(
        {clusterCalled("one", TargetLink::connected), clusterCalled("two", TargetLink::connected)});
    QVERIFY(!scene.button("Connect")->isEnabled());
    QVERIFY(scene.button("Disconnect")->isEnabled());
    QCOMPARE(scene.places(), before);
    QVERIFY(before.last().left() - before[3].right() > 40);  // Remove stands apart
  }

  void removingAsksAboutTheClusterThatWasShown() {
    ClustersScene scene;
    scene.service.answers["targets.remove"] = [](const QJsonObject&) { return QJsonObject{}; };
    QTest::mouseClick(scene.button("Remove…"), Qt::LeftButton);
    auto* question = scene.page.findChild<QMessageBox*>();
    QVERIFY(question);
    QCOMPARE(question->textFormat(), Qt::PlainText);
    scene.page.choose("two");
    for (QAbstractButton* one : question->buttons())
      if (one->text() == "Remove") QTest::mouseClick(one, Qt::LeftButton);
    QTRY_COMPARE(scene.service.count("targets.remove"), 1);
    QCOMPARE(scene.service.last("targets.remove")["name"].toString(), "one");
  }
};

TRAINYARD_WINDOW_TEST(ClustersPageTest);
#include "clusters_page_test.moc"

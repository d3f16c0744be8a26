// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept on a cluster is measured when somebody asks, and only what nobody needs can be
// removed.
#include "gui/clusters/storage_view.h"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

QJsonObject kept(const QString& name, const QString& kind, const QString& keptFor) {
  return {
      {"name", name}, {"kind", kind}, {"kept_for", keptFor}, {"bytes", 1 << 30}, {"modified", 1e9}};
}

struct StorageScene {
  StorageScene() {
    service.answers["targets.usage"] = [](const QJsonObject&) {
      return QJsonObject{{"base", "/scratch/me"},
                         {"free_bytes", 5e9},
                         {"folders", QJsonArray{kept("engine/old", "engine", "nothing"),
                                                kept("engine/new", "engine", "newest"),
                                                kept("gone-1234abcd", "run", "nothing")}}};
    };
    service.answers["targets.clean"] = [](const QJsonObject& asked) {
      return QJsonObject{{"removed", asked["folders"]}, {"left", QJsonArray()}};
    };
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    view.resize(900, 400);
    view.QWidget::show();
    view.show("one");
  }
  ~StorageScene() { QCoreApplication::processEvents(); }

  QPushButton* button(const QString& words) const {
    for (QPushButton* one : view.findChildren<QPushButton*>())
      if (one->text() == words) return one;
    qFatal("no button %s", qPrintable(words));
  }
  QTableView* tableOf(const QString& name) const {
    for (QTableView* one : view.findChildren<QTableView*>())
      if (one->accessibleName() == name) return one;
    qFatal("no table %s", qPrintable(name));
  }
  QTableView* table() const { return tableOf("Folders"); }
  QTableView* kinds() const { return tableOf("What Trainyard keeps here"); }
  bool says(const QString& text) const {
    for (const QLabel* label : view.findChildren<QLabel*>())
      if (label->text().contains(text)) return true;
    return false;
  }
  void choose(QList<int> rows) const {
    table()->clearSelection();
    for (const int row : rows)
      table()->selectionModel()->select(table()->model()->index(row, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
  }

  ScriptedService service;
  ServiceClient client{service.places()};
  StorageView view{&client};
};

}  // namespace

class StorageViewTest : public QObject {
  Q_OBJECT
 private slots:
  void nothingIsAskedByItself() {
    StorageScene scene;
    QTest::mouseClick(scene.button("Measure"), Qt::LeftButton);
    QTRY_COMPARE(scene.table()->model()->rowCount(), 3);
    QCOMPARE(scene.service.count("targets.usage"), 1);
    QCOMPARE(scene.service.last("targets.usage")["name"].toString(), "one");
    QVERIFY(scene.says("3.0 GiB in /scratch/me."));
    // Of another cluster nothing is known.
    scene.view.show("two");
    QCOMPARE(scene.table()->model()->rowCount(), 0);
    scene.view.show("one");
    QCOMPARE(scene.table()->model()->rowCount(), 3);
  }

  void foldersOfAKind() {
    StorageScene scene;
    QVERIFY(scene.says("Not measured yet."));
    QTest::mouseClick(scene.button("Measure"), Qt::LeftButton);
    QTRY_COMPARE(scene.kinds()->model()->rowCount(), 2);
    QVERIFY(scene.kinds()->isVisible());
    const QAbstractItemModel* kinds = scene.kinds()->model();
    QCOMPARE(kinds->index(1, StorageKindsModel::KindColumn).data().toString(),
             "Engine and libraries");
    QCOMPARE(kinds->index(1, StorageKindsModel::NumberColumn).data().toString(),
             "2, not needed: 1");
    QCOMPARE(kinds->index(1, StorageKindsModel::SizeColumn).data().toString(), "2.0 GiB");
    scene.kinds()->selectRow(0);
    QCOMPARE(scene.table()->model()->rowCount(), 1);
    QCOMPARE(scene.table()->model()->index(0, 0).data().toString(), "gone-1234abcd");
    scene.kinds()->clearSelection();
    QCOMPARE(scene.table()->model()->rowCount(), 3);
  }

  void whatIsNeededStays() {
    StorageScene scene;
    QTest::mouseClick(scene.button("Measure"), Qt::LeftButton);
    QTRY_COMPARE(scene.table()->model()->rowCount(), 3);
    QVERIFY(!scene.button("Remove…")->isEnabled());
    scene.choose({0, 1});
    QVERIFY(!scene.button("Remove…")->isEnabled());
    scene.choose({0, 2});
    QVERIFY(scene.button("Remove…")->isEnabled());
    QTest::mouseClick(scene.button("Remove…"), Qt::LeftButton);
    auto* box = scene.view.findChild<QMessageBox*>();
    QVERIFY(box && box->text().contains("2 (2.0 GiB)"));
    QVERIFY(!box->informativeText().isEmpty());  // one of them is a run
    QCOMPARE(scene.service.count("targets.clean"), 0);
    for (QAbstractButton* button : box->buttons())
      if (box->buttonRole(button) == QMessageBox::DestructiveRole)
        QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(scene.table()->model()->rowCount(), 1);
    QCOMPARE(scene.service.last("targets.clean")["folders"].toArray(),
             (QJsonArray{"engine/old", "gone-1234abcd"}));
  }
};

TRAINYARD_WINDOW_TEST(StorageViewTest);
#include "storage_view_test.moc"

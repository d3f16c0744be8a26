// SPDX-License-Identifier: GPL-3.0-or-later
// The page of files: which folder is shown, what its keys do, and what is looked at.
#include "gui/files/files_page.h"

#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "gui/files/preview_pane.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

TargetRecord clusterCalled(const QString& name, TargetLink link) {
  TargetRecord target;
  target.settings.name = name;
  target.settings.base = "/scratch/" + name;
  target.kind = "slurm";
  target.link = link;
  return target;
}

QJsonObject entry(const QString& name, const QString& kind, qint64 bytes, double modified) {
  return {{"name", name}, {"kind", kind}, {"bytes", bytes}, {"modified", modified}};
}

struct FilesScene {
  FilesScene() {
    service.answers["files.list"] = [](const QJsonObject& asked) {
      const QString path = asked["path"].toString();
      if (path == "/gone")
        return ScriptedService::error("files.missing", "/gone does not exist there");
      if (path.endsWith("log.txt"))
        return QJsonObject{{"path", path},
                           {"is_folder", false},
                           {"files", QJsonArray{entry("log.txt", "file", 5, 1000)}}};
      return QJsonObject{
          {"path", path},
          {"is_folder", true},
          {"files", QJsonArray{entry("b.bin", "file", 9, 3000), entry("log.txt", "file", 500, 1000),
                               entry("results", "folder", 4096, 2000)}}};
    };
    service.answers["files.read"] = [](const QJsonObject& asked) {
      const bool isEnd = asked["offset"].toInt() < 0;
      return QJsonObject{
          {"data", QString(QByteArray(isEnd ? "the end" : "<b>words</b>").toBase64())},
          {"offset", isEnd ? 993 : 0},
          {"bytes", 1000}};
    };
    targets.setTargets(
        {clusterCalled("one", TargetLink::connected), clusterCalled("two", TargetLink::none)});
    page.resize(1200, 600);
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    page.show();
    if (!QTest::qWaitForWindowActive(&page)) qFatal("no window");
  }
  ~FilesScene() { QCoreApplication::processEvents(); }

  QTableView* table() const { return page.findChild<QTableView*>(); }
  QLineEdit* path() const { return page.findChild<QLineEdit*>(); }
  QString nameAt(int row) const { return table()->model()->index(row, 0).data().toString(); }
  QPushButton* button(const QString& words) const {
    for (QPushButton* one : page.findChildren<QPushButton*>())
      if (one->text() == words && one->isVisible()) return one;
    return nullptr;
  }
  bool says(const QString& words) const {
    for (const QLabel* label : page.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  void show(const QString& target, const QString& folder) {
    page.open(target, folder);
    QTRY_COMPARE(page.address(), target + ":" + folder);
  }

  ScriptedService service;
  ServiceClient client{service.places()};
  TargetList targets{&client};
  FilesPage page{&client, &targets};
};

}  // namespace

class FilesPageTest : public QObject {
  Q_OBJECT
 private slots:
  void foldersComeFirstAndColumnsSort() {
    FilesScene scene;
    scene.show("one", "/scratch/one");
    QCOMPARE(scene.nameAt(0), "results/");
    QCOMPARE(scene.nameAt(1), "b.bin");
    scene.table()->sortByColumn(FilesModel::SizeColumn, Qt::DescendingOrder);
    QCOMPARE(scene.nameAt(0), "results/");
    QCOMPARE(scene.nameAt(1), "log.txt");
    scene.table()->sortByColumn(FilesModel::TimeColumn, Qt::DescendingOrder);
    QCOMPARE(scene.nameAt(1), "b.bin");
  }

  void keysGoIntoAFolderAndUp() {
    FilesScene scene;
    QSignalSpy addresses(&scene.page, &FilesPage::addressChanged);
    scene.show("one", "/scratch/one");
    scene.table()->setFocus();
    scene.table()->selectRow(0);
    QTest::keyClick(scene.table(), Qt::Key_Return);
    QTRY_COMPARE(scene.page.address(), "one:/scratch/one/results");
    QTest::keyClick(scene.table(), Qt::Key_Backspace);
    QTRY_COMPARE(scene.page.address(), "one:/scratch/one");
    QTest::keyClick(scene.table(), Qt::Key_Up, Qt::AltModifier);
    QTRY_COMPARE(scene.page.address(), "one:/scratch");
    QCOMPARE(addresses.last().first().toString(), "one:/scratch");
    const QStringList offered{"/scratch", "/scratch/one", "/scratch/one/results"};
    QCompleter* completer = scene.path()->completer();
    QStringList seen;
    for (int row = 0; row < completer->model()->rowCount(); ++row)
      seen << completer->model()->index(row, 0).data().toString();
    seen.sort();
    QCOMPARE(seen, offered);
  }

  void aFileIsChosenInItsFolder() {
    FilesScene scene;
    scene.page.open("one", "/scratch/one/log.txt");
    QTRY_COMPARE(scene.page.address(), "one:/scratch/one");
    QCOMPARE(scene.table()->selectionModel()->selectedRows().first().data().toString(), "log.txt");
    QTRY_COMPARE(scene.page.preview()->text(), "<b>words</b>");
  }

  void theEndOfAFileIsReached() {
    FilesScene scene;
    scene.page.open("one", "/scratch/one/log.txt");
    QTRY_VERIFY(scene.button("Show the end"));
    QTest::mouseClick(scene.button("Show the end"), Qt::LeftButton);
    QTRY_COMPARE(scene.page.preview()->text(), "the end");
    QTest::mouseClick(scene.button("Show the beginning"), Qt::LeftButton);
    QTRY_COMPARE(scene.page.preview()->text(), "<b>words</b>");
  }

  void whatIsNotThereIsSaidAndTheFolderStays() {
    FilesScene scene;
    scene.show("one", "/scratch/one");
    QSignalSpy failed(&scene.page, &Page::failed);
    scene.page.open("one", "/gone");
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(scene.page.address(), "one:/scratch/one");
  }

  void aPlaceOfBeforeDoesNotLogIn() {
    FilesScene scene;
    QTRY_COMPARE(scene.service.count("files.list"), 1);  // of this computer, when it was shown
    scene.page.goTo("two:/scratch/two");
    QCOMPARE(scene.path()->text(), "/scratch/two");
    QTest::keyClick(scene.path(), Qt::Key_Return);
    QTRY_COMPARE(scene.service.count("files.list"), 2);
    QCOMPARE(scene.service.last("files.list")["target"].toString(), "two");
  }

  void thePartsOfThePathLeadThere() {
    QCOMPARE(PathBar::foldersOf("/scratch/one"), QStringList({"/", "/scratch", "/scratch/one"}));
    QVERIFY(PathBar::foldersOf("data").isEmpty());
    FilesScene scene;
    scene.show("one", "/scratch/one/deep");
    QVERIFY(scene.button("deep") && scene.button("one"));
    QVERIFY(!scene.path()->isVisible());
    QTest::mouseClick(scene.button("one"), Qt::LeftButton);
    QTRY_COMPARE(scene.page.address(), "one:/scratch/one");
    // Typing is one key away, and given up by another.
    QTest::keyClick(scene.table(), Qt::Key_L, Qt::ControlModifier);
    QVERIFY(scene.path()->isVisible());
    QTRY_VERIFY(scene.path()->hasFocus());
    scene.path()->setText("/elsewhere");
    QTest::keyClick(scene.path(), Qt::Key_Escape);
    QVERIFY(!scene.path()->isVisible());
    QCOMPARE(scene.path()->text(), "/scratch/one");
  }

  void aListOfAClusterOutOfReachStaysWithItsTime() {
    FilesScene scene;
    scene.show("one", "/scratch/one");
    QCOMPARE(scene.nameAt(0), "results/");
    scene.targets.setTargets(
        {clusterCalled("one", TargetLink::waiting), clusterCalled("two", TargetLink::none)});
    QCOMPARE(scene.nameAt(0), "results/");
    const QVariant grey = scene.table()->model()->index(0, 0).data(Qt::ForegroundRole);
    QVERIFY(grey.isValid());
    QVERIFY(scene.says("one is out of reach; this is the folder as of"));
    scene.targets.setTargets(
        {clusterCalled("one", TargetLink::connected), clusterCalled("two", TargetLink::none)});
    QVERIFY(!scene.table()->model()->index(0, 0).data(Qt::ForegroundRole).isValid());
    QVERIFY(scene.says("3 files, 509 bytes"));
  }

  void anEmptyFolderSaysSo() {
    FilesScene scene;
    scene.service.answers["files.list"] = [](const QJsonObject& asked) {
      return QJsonObject{{"path", asked["path"]}, {"is_folder", true}, {"files", QJsonArray()}};
    };
    scene.show("one", "/scratch/empty");
    QVERIFY(scene.says("The folder is empty."));
    QVERIFY(!scene.table()->isVisible());
  }

  void spaceShowsThePreviewAlone() {
    FilesScene scene;
    scene.page.open("one", "/scratch/one/log.txt");
    QTRY_COMPARE(scene.page.preview()->text(), "<b>words</b>");
    scene.table()->setFocus();
    QTest::keyClick(scene.table(), Qt::Key_Space);
    QVERIFY(!scene.table()->isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(scene.table()->isVisible() && scene.table()->hasFocus());
  }

  void theEndOfAFileIsFollowed() {
    FilesScene scene;
    scene.page.open("one", "/scratch/one/log.txt");
    QTRY_VERIFY(scene.button("Follow"));
    const int before = scene.service.count("files.read");
    QTest::mouseClick(scene.button("Follow"), Qt::LeftButton);
    QTRY_COMPARE(scene.page.preview()->text(), "the end");
    QTRY_VERIFY(scene.service.count("files.read") > before + 1);
    // Another file is not followed.
    scene.table()->selectRow(1);
    QVERIFY(!scene.page.preview()->isFollowing());
  }

  void filesOfThisComputerAreNotFetched() {
    FilesScene scene;
    QTRY_COMPARE(scene.page.address().section(':', 0, 0), "here");
    QVERIFY(!scene.button("Fetch…")->isEnabled());
    scene.show("one", "/scratch/one");
    QVERIFY(scene.button("Fetch…")->isEnabled());
  }
};

TRAINYARD_WINDOW_TEST(FilesPageTest);
#include "files_page_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Paths while they are typed: asked after a pause and where they lie, offered as they are, counted
// beside the field. In the form itself, before a service that says what a test wants.
#include "gui/experiments/checks/path_help.h"

#include <QAbstractItemView>
#include <QCompleter>

#include "gui/experiments/path_completer.h"
#include "gui/experiments/checks/path_text.h"
#include "gui/experiments/target_chooser.h"
#include "gui/forms/value_line.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString engineText = QStringLiteral(
    "format: 1\n"
    "name: example\n"
    "workload: engine\n"
    "data:\n"
    "  train: [corpus.txt]\n");

QJsonObject clusterRecord(const QString& link) {
  return {
      {"name", "far"}, {"kind", "slurm"}, {"host", "far"}, {"link", QJsonObject{{"link", link}}}};
}

QJsonObject nameOf(const QString& name, const QString& kind, qint64 bytes = 0) {
  return {{"name", name}, {"kind", kind}, {"bytes", bytes}};
}

struct PathScene : PageScene {
  PathScene() {
    service.answers["paths.list"] = [this](const QJsonObject&) { return listed; };
    service.answers["paths.count"] = [](const QJsonObject& asked) {
      QJsonArray counts;
      for (int i = 0; i < asked["paths"].toArray().size(); ++i)
        counts.append(QJsonObject{{"kind", "file"}, {"files", 1}, {"bytes", 1024}});
      return QJsonObject{{"counts", counts}};
    };
  }
  bool chooseFar(const QString& link) {
    targetRecords = {clusterRecord(link)};
    targets->refresh();
    if (!QTest::qWaitFor([this] { return targets->find("far") != nullptr; })) return false;
    page->bar()->target()->choose("far");
    return page->bar()->target()->chosen() == "far";
  }
  QLineEdit* pretrained() { return line("model.pretrained"); }
  ValueLine* train() {
    page->sides()->formView()->jumpTo("data.train");
    return page->findChild<ValueLine*>("data.train");
  }
  static QAbstractItemView* popupOf(QWidget* input) {
    return input->findChild<PathCompleter*>()->completer()->popup();
  }
  static QStringList offered(QWidget* input) {
    QStringList all;
    const PathNamesModel* names = input->findChild<PathCompleter*>()->names();
    for (int row = 0; row < names->rowCount(); ++row) all << names->index(row).data().toString();
    return all;
  }
  QString aside(const QString& field) {
    return page->sides()
        ->formView()
        ->editors()[static_cast<std::size_t>(page->model()->form()->rowOf(field))]
        ->aside();
  }

  QJsonObject listed{
      {"folder", "folder"},
      {"names", QJsonArray{nameOf("model a", "folder"), nameOf("models <b>.txt", "file", 2048),
                           nameOf("mo\ndel", "file", 1)}},
      {"unwritable", 2}};
};

}  // namespace

class PathHelpTest : public QObject {
  Q_OBJECT
 private slots:
  void namesAreOfferedAfterAPause() {
    PathScene scene;
    QVERIFY(QTest::qWaitFor([&] { return scene.isReady(); }));
    QVERIFY(scene.open("a.yaml", engineText));
    QLineEdit* edit = scene.pretrained();
    QTest::keyClicks(edit, "/data/mo");
    QCOMPARE(scene.service.count("paths.list"), 0);
    QTRY_VERIFY(PathScene::popupOf(edit)->isVisible());
    QCOMPARE(scene.service.count("paths.list"), 1);
    const QJsonObject asked = scene.service.last("paths.list");
    QCOMPARE(asked["folder"].toString(), "/data/");
    QCOMPARE(asked["prefix"].toString(), "mo");
    QCOMPARE(asked["target"].toString(), "here");
    QCOMPARE(PathScene::offered(edit),
             QStringList({"model a/", "models <b>.txt   2.0 KiB",
                          QString("mo") + QChar(0x240a) + "del   1 bytes   not writable",
                          "Names that are not UTF-8 and cannot be used: 2"}));
    // What they have in common; then the first, whose own names are asked for.
    QTest::keyClick(PathScene::popupOf(edit), Qt::Key_Tab);
    QCOMPARE(edit->text(), "/data/model");
    QTRY_VERIFY(PathScene::popupOf(edit)->isVisible());
    QTest::keyClick(PathScene::popupOf(edit), Qt::Key_Down);
    QTest::keyClick(PathScene::popupOf(edit), Qt::Key_Return);
    QCOMPARE(edit->text(), "/data/model a/");
    QVERIFY2(scene.text().contains("pretrained: /data/model a/"), qPrintable(scene.text()));
    QTRY_COMPARE(scene.service.last("paths.list")["folder"].toString(), "/data/model a/");
  }

  void relativePathsLieBesideTheDocument() {
    PathScene scene;
    QVERIFY(QTest::qWaitFor([&] { return scene.isReady(); }));
    QVERIFY(scene.open("a.yaml", engineText));
    QVERIFY(scene.chooseFar("connected"));
    ValueLine* paths = scene.train();
    paths->begin();
    QTest::keyClicks(paths, "more/mo");
    QTRY_VERIFY(PathScene::popupOf(paths)->isVisible());
    const QJsonObject asked = scene.service.last("paths.list");
    QCOMPARE(asked["target"].toString(), "here");
    QCOMPARE(asked["folder"].toString(), scene.folder.path() + "/more/");
    QTest::keyClick(PathScene::popupOf(paths), Qt::Key_Down);
    QTest::keyClick(PathScene::popupOf(paths), Qt::Key_Down);
    QTest::keyClick(PathScene::popupOf(paths), Qt::Key_Return);
    QCOMPARE(paths->values(), QStringList({"corpus.txt", "more/models <b>.txt"}));
    // Both files are of this computer, and travel.
    QTRY_COMPARE(scene.aside("data.train"), "2.0 KiB in 2 files");
  }

  void theChipThatIsTypedIsCompleted() {
    PathScene scene;
    QVERIFY(QTest::qWaitFor([&] { return scene.isReady(); }));
    QVERIFY(scene.open("a.yaml", QString(engineText).replace("corpus.txt", "'a, b.txt'")));
    ValueLine* paths = scene.train();
    QCOMPARE(paths->values(), QStringList({"a, b.txt"}));  // commas belong to names
    paths->begin();
    QTest::keyClicks(paths, "/data/x");
    QTest::keyClick(paths, Qt::Key_Return);
    // In the middle, with one behind it.
    QTest::keyClick(paths, Qt::Key_Left);
    QTest::keyClick(paths, Qt::Key_Left);
    QCOMPARE(paths->selectedText(), "a, b.txt");
    QTest::keyClicks(paths, "/data/mo");
    QTRY_VERIFY(PathScene::popupOf(paths)->isVisible());
    QCOMPARE(scene.service.last("paths.list")["prefix"].toString(), "mo");
    QTest::keyClick(PathScene::popupOf(paths), Qt::Key_Tab);
    QVERIFY2(paths->values().contains("/data/model"), qPrintable(paths->text()));
    QCOMPARE(paths->values().back(), "/data/x");
    QVERIFY2(scene.text().contains("/data/model"), qPrintable(scene.text()));
  }

  void onAClusterOnlyWhileItIsConnected() {
    PathScene scene;
    QVERIFY(QTest::qWaitFor([&] { return scene.isReady(); }));
    QVERIFY(scene.open("a.yaml", engineText));
    QVERIFY(scene.chooseFar("none"));
    QLineEdit* edit = scene.type("model.pretrained", "/data/mo");
    QTest::qWait(PathHelp::debounceMilliseconds + 300);  // nothing tells that no question came
    QCOMPARE(scene.service.count("paths.list"), 0);
    for (const auto& call : scene.service.calls)
      if (call.method == "paths.count") QCOMPARE(call.parameters["target"].toString(), "here");
    QCOMPARE(scene.aside("model.pretrained"), QString());
    scene.targetRecords = {clusterRecord("connected")};
    scene.targets->refresh();
    QTRY_COMPARE(scene.aside("model.pretrained"), "1.0 KiB in one file");
    QCOMPARE(scene.service.last("paths.count")["target"].toString(), "far");
    QTest::keyClicks(edit, "d");
    QTRY_VERIFY(PathScene::popupOf(edit)->isVisible());
    QCOMPARE(scene.service.last("paths.list")["target"].toString(), "far");
    // It goes away again, with what was said of it.
    scene.targetRecords = {clusterRecord("waiting")};
    scene.targets->refresh();
    QTRY_COMPARE(scene.aside("model.pretrained"), QString());
  }

  void oneQuestionAtATime() {
    PathScene scene;
    scene.service.answers.erase("paths.list");  // never answered
    QVERIFY(QTest::qWaitFor([&] { return scene.isReady(); }));
    QVERIFY(scene.open("a.yaml", engineText));
    QLineEdit* edit = scene.type("model.pretrained", "/a");
    QTRY_COMPARE(scene.service.count("paths.list"), 1);
    QTest::keyClicks(edit, "b");
    QTRY_COMPARE(scene.service.count("paths.list"), 2);
    QCOMPARE(scene.service.count("call.stop"), 1);
  }

  void countsInWords() {
    const PathCount file{PathKind::file, 1, 1024, false};
    const PathCount folder{PathKind::folder, 7, 3 << 20, false};
    QCOMPARE(PathText::count({}), QString());
    QCOMPARE(PathText::count({file}), "1.0 KiB in one file");
    QCOMPARE(PathText::count({folder, file}), "3.0 MiB in 8 files");
    QCOMPARE(PathText::count({{PathKind::folder, 100000, 1 << 30, true}}),
             "more than 1.0 GiB in 100000 files");
    QCOMPARE(PathText::count({PathCount()}), "missing");
    QCOMPARE(PathText::count({PathCount(), file}), "1 of 2 missing");
    QCOMPARE(PathText::name(QString("a\x1b\u202e"
                                    "b\n")),
             QString("a") + QChar(0x241b) + QChar(0xfffd) + "b" + QChar(0x240a));
  }
};

TRAINYARD_WINDOW_TEST(PathHelpTest);
#include "path_help_test.moc"

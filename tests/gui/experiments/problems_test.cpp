// SPDX-License-Identifier: GPL-3.0-or-later
// The problems below the text: how many there are of each severity, what they were checked against,
// and the keys that go from one to the next.
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include "engine/contract/messages.h"
#include "gui/experiments/problems_head.h"
#include "gui/experiments/target_chooser.h"
#include "gui/forms/elided_label.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString twoWrong = QStringLiteral(
    "format: 1\nname: a\nseed: many\nworkload: command\ncommand:\n  launcher: none\n"
    "  program: a.sh\nresources:\n  nodes: -1\n");

}  // namespace

class ProblemsTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_scene = std::make_unique<PageScene>();
    QTRY_VERIFY(m_scene->isReady());
  }
  void cleanup() { m_scene.reset(); }

  void theyStandBelowTheTextWithTheirCounts() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", twoWrong));
    FindingsSide& findings = *scene.page->sides()->findings();
    QCOMPARE(findings.width(), scene.page->sides()->editor()->width());
    QVERIFY(hasCount("2 errors"));
    QCOMPARE(scene.page->foot()->verdict(), "2 problems keep it from being submitted");
    scene.page->model()->document()->showTargetFindings(
        {make_diagnostic(Severity::warning, "file.missing", "seed", {{"path", "/x"}})});
    QVERIFY(hasCount("2 errors") && hasCount("1 warning"));
    scene.type("seed", "7");
    QVERIFY(hasCount("1 error"));
    QCOMPARE(scene.page->foot()->verdict(), "1 problem keeps it from being submitted");
    // Each row has its sentence, its key and its line.
    const QAbstractItemModel* model = findings.table()->model();
    QCOMPARE(model->index(0, DiagnosticsModel::FieldColumn).data().toString(), "resources.nodes");
    QCOMPARE(model->index(0, DiagnosticsModel::LineColumn).data().toInt(), 9);
  }

  void keysGoFromOneToTheNext() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", twoWrong));
    const auto line = [&] { return scene.page->sides()->editor()->textCursor().blockNumber() + 1; };
    const auto field = [&] { return QApplication::focusWidget()->objectName(); };
    scene.line("name")->setFocus();
    QTest::keyClick(scene.line("name"), Qt::Key_F8);
    QCOMPARE(line(), 3);
    QCOMPARE(field(), "seed");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F8);
    QCOMPARE(line(), 9);
    QCOMPARE(field(), "resources.nodes");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F8);
    QCOMPARE(line(), 3);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(line(), 9);
    // Who is in the text stays in it.
    scene.page->sides()->editor()->setFocus();
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_F8);
    QCOMPARE(line(), 3);
    QCOMPARE(QApplication::focusWidget(), scene.page->sides()->editor());
    // After one is mended, the next one follows.
    scene.page->model()->document()->setValue("seed", Value(std::int64_t{7})).ok();
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_F8);
    QCOMPARE(line(), 9);
    // From the data, too.
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_D, Qt::ControlModifier);
    QVERIFY(!scene.page->sides()->editor()->isVisible());
    QTest::keyClick(scene.tabs.get(), Qt::Key_F8);
    QVERIFY(scene.page->sides()->editor()->isVisible());
  }

  void itFoldsToItsHead() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", twoWrong));
    FindingsSide& findings = *scene.page->sides()->findings();
    const int before = findings.height();
    QTest::mouseClick(foldButton(), Qt::LeftButton);
    QVERIFY(!findings.table()->isVisible());
    QTRY_VERIFY(findings.height() < before);
    QVERIFY(hasCount("2 errors"));
    QTest::mouseClick(foldButton(), Qt::LeftButton);
    QVERIFY(findings.table()->isVisible());
    QTRY_COMPARE(findings.height(), before);
    // It stays as it was left.
    QTest::mouseClick(foldButton(), Qt::LeftButton);
    QVERIFY(scene.open("f.yaml", twoWrong));
    QVERIFY(scene.page->sides()->findings()->isFolded());
    QTRY_VERIFY(scene.page->sides()->findings()->height() < before);
  }

  void whatItWasCheckedAgainstIsSaid() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", soundText));
    QTRY_VERIFY(targetWords().startsWith("checked "));
    QTRY_COMPARE(verdictShown(), "Ready to submit");
    TargetRecord cluster;
    cluster.settings.name = "far";
    cluster.kind = "slurm";
    cluster.link = TargetLink::none;
    scene.targetRecords = {toJson(cluster)};
    scene.targets->setTargets({cluster});
    scene.page->bar()->target()->choose("far");
    QTRY_VERIFY2(targetWords().startsWith("far: not connected"), qPrintable(targetWords()));
    QPushButton* login = scene.button("Connect and check");
    QVERIFY(login && scene.page->sides()->findings()->isAncestorOf(login));
    cluster.link = TargetLink::connected;
    scene.targetRecords = {toJson(cluster)};
    scene.targets->setTargets({cluster});
    QTRY_VERIFY2(targetWords().startsWith("checked against far"), qPrintable(targetWords()));
    QVERIFY(!scene.button("Connect and check"));
  }

 private:
  bool hasCount(const QString& words) {
    for (const QWidget* each : m_scene->page->sides()->findings()->findChildren<QWidget*>())
      if (each->accessibleName() == words && each->isVisible()) return true;
    return false;
  }
  QString verdictShown() { return m_scene->page->foot()->verdict(); }
  QString targetWords() {
    return m_scene->page->sides()->findings()->findChild<ElidedLabel*>()->wholeText();
  }
  QToolButton* foldButton() {
    return m_scene->page->sides()->findings()->findChild<QToolButton*>();
  }

  std::unique_ptr<PageScene> m_scene;
};

TRAINYARD_WINDOW_TEST(ProblemsTest);
#include "problems_test.moc"

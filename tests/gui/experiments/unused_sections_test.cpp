// SPDX-License-Identifier: GPL-3.0-or-later
// Another workload, chosen in the form: what it has no use for is named and can be taken out.
#include "gui/experiments/unused_sections.h"

#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString switchable = QStringLiteral(
    "format: 1\n"
    "name: example\n"
    "workload: engine\n"
    "model: {kind: gpt2}  # small\n"
    "data:\n"
    "  train: [a.txt]\n"
    "training:\n"
    "  # short\n"
    "  max_steps: 240\n"
    "resources:\n"
    "  nodes: 1\n");

}  // namespace

class UnusedSectionsTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_scene = std::make_unique<PageScene>();
    QTRY_VERIFY(m_scene->isReady());
    QVERIFY(m_scene->open("e.yaml", switchable));
  }
  void cleanup() { m_scene.reset(); }

  void theyAreNamedAndTakenOutInOneStep() {
    PageScene& scene = *m_scene;
    scene.choose("workload", "command");
    const QString switched = scene.text();
    QVERIFY(switched.contains("workload: command"));
    QCOMPARE(scene.page->notices()->text(),
             "The sections model, data, training have no effect with workload command.");
    QTRY_VERIFY(scene.button("Remove")->isEnabled());
    QTest::mouseClick(scene.button("Remove"), Qt::LeftButton);
    QCOMPARE(scene.page->notices()->text(), "");
    for (const char* gone : {"model", "data", "training", "small", "short", "240"})
      QVERIFY2(!scene.text().contains(gone), qPrintable(scene.text()));
    QVERIFY(scene.text().contains("resources:\n  nodes: 1\n"));
    QTest::keyClick(scene.line("name"), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(scene.text(), switched);
    QTest::keyClick(scene.line("name"), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(scene.text(), switchable);
  }

  void theOfferGoesWithItsReason() {
    PageScene& scene = *m_scene;
    scene.choose("workload", "script");
    QVERIFY(scene.page->notices()->text().contains("workload script"));
    scene.page->model()->document()->history().undo();
    QCOMPARE(scene.page->notices()->text(), "");
    scene.choose("workload", "command");
    QVERIFY(scene.page->notices()->text().contains("workload command"));
    scene.choose("workload", "engine");
    QCOMPARE(scene.page->notices()->text(), "");
    // What another notice says stays.
    scene.choose("workload", "command");
    scene.page->notices()->showError("Something else.");
    scene.choose("workload", "engine");
    QCOMPARE(scene.page->notices()->text(), "Something else.");
  }

  void oneAlone() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("f.yaml", soundText));
    scene.choose("workload", "engine");
    QCOMPARE(scene.page->notices()->text(),
             "The section command has no effect with workload engine.");
  }

  // Without timelines their section counts for nothing either, but not because of the workload.
  void whatElseIsWithoutUseIsNotMeant() {
    ExperimentDocument document;
    document.startFrom("format: 1\nname: x\ntimelines: {column: padded}\nmodel: {kind: gpt2}\n");
    QCOMPARE(unusedSections(document), QStringList());
    document.startFrom("format: 1\nname: x\nworkload: script\nmodel: {kind: gpt2}\nscript: {}\n");
    QCOMPARE(unusedSections(document), QStringList("model"));
    document.startFrom("format: 1\nname: [\n");
    QCOMPARE(unusedSections(document), QStringList());
  }

 private:
  std::unique_ptr<PageScene> m_scene;
};

TRAINYARD_WINDOW_TEST(UnusedSectionsTest);
#include "unused_sections_test.moc"

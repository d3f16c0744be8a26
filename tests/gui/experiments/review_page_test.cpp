// SPDX-License-Identifier: GPL-3.0-or-later
// Before you submit: what the page shows of a document and its targets, and the way there, back and
// on, with the keys.
#include "gui/experiments/review_page.h"

#include <QComboBox>
#include <QTest>

#include "gui/experiments/rendered_view.h"
#include "gui/experiments/target_chooser.h"
#include "gui/experiments/targets_card.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const char* const planned =
    "format: 1\nname: small\nworkload: engine\nmodel: {kind: gpt2}\ndata: {train: [corpus.txt]}\n"
    "batch: {per_device: 2}\n";

}  // namespace

class ReviewPageTest : public QObject {
  Q_OBJECT

  std::unique_ptr<PageScene> m_scene;

  QString scriptShown() { return m_scene->page->review()->rendered()->text(); }

 private slots:
  void init() {
    m_scene = std::make_unique<PageScene>();
    PageScene& scene = *m_scene;
    scene.targetRecords = {
        QJsonObject{{"name", "here"}, {"kind", "local"}, {"link", "none"}},
        QJsonObject{{"name", "far"}, {"kind", "slurm"}, {"link", "connected"}},
        QJsonObject{{"name", "shut"}, {"kind", "slurm"}, {"link", "disconnected"}}};
    scene.targets->refresh();
    scene.service.answers["check"] = [](const QJsonObject& asked) {
      const bool isFar = asked["target"] == "far";
      return QJsonObject{
          {"diagnostics", QJsonArray()},
          {"estimate", isFar ? QJsonObject{{"expected_start", 4e9}} : QJsonObject()}};
    };
    scene.service.answers["render"] = [](const QJsonObject& asked) {
      QStringList words{"#!/bin/bash", "# on " + asked["target"].toString()};
      for (const auto& change : asked["overrides"].toArray()) words << "# " + change.toString();
      return QJsonObject{{"script", words.join("\n") + "\n"}, {"command_line", "sbatch job.sh"}};
    };
    scene.service.answers["plan"] = [](const QJsonObject&) {
      return QJsonObject{
          {"format", 1},
          {"architecture", "gpt2"},
          {"num_parameters", 1000},
          {"num_trained", 1000},
          {"per_device", 2},
          {"num_examples", 640},
          {"steps_per_epoch", 320},
          {"num_steps", 960},
          {"memory", QJsonArray{QJsonObject{{"per_device", 2}, {"parameters", 4000}}}}};
    };
    scene.service.answers["sync.preview"] = [](const QJsonObject&) {
      return QJsonObject{
          {"code",
           QJsonObject{
               {"files", 2}, {"bytes", 2048}, {"missing_since_last", QJsonArray{"old.py"}}}},
          {"data",
           QJsonArray{QJsonObject{{"path", "/a/corpus.txt"}, {"bytes", 1024}, {"is_there", true}}}},
          {"engine", QJsonObject{{"bytes", 0}, {"is_there", true}}},
          {"seconds", 3.0}};
    };
    scene.service.answers["submit"] = [](const QJsonObject& asked) {
      return QJsonObject{{"run", asked["run"]}, {"folder", "/tmp/run"}};
    };
    QTRY_COMPARE(scene.targets->targets().size(), 3);
  }
  void cleanup() { m_scene.reset(); }

  void theWayThereBackAndOn() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", planned));
    scene.type("seed", "7");
    QWidget* seed = scene.line("seed");
    QTest::keyClick(scene.page, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(scene.page->isReviewing());
    QCOMPARE(scene.service.count("submit"), 0);
    QTRY_VERIFY(scriptShown().contains("# on here"));
    // Escape leads back to the field that had the focus.
    QTest::keyClick(scene.page->review()->submitButton(), Qt::Key_Escape);
    QVERIFY(!scene.page->isReviewing());
    QTRY_VERIFY(seed->hasFocus());
    QTest::keyClick(scene.page, Qt::Key_Return, Qt::ControlModifier);
    QTest::keyClick(scene.page, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(scene.service.count("submit"), 1);
    QVERIFY(!scene.page->isReviewing());
  }

  void whatItNeedsAndWhatWasChecked() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", planned));
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    ReviewPage* review = scene.page->review();
    QTRY_VERIFY2(review->checkedText().contains("Data: 640 examples, 320 steps in an epoch"),
                 qPrintable(review->checkedText()));
    QVERIFY(review->checkedText().contains("Model: gpt2, 1,000 parameters"));
    QVERIFY(review->travelText().contains("this computer"));
    review->rendered()->choosePart(RenderedView::Part::document);
    QVERIFY2(scriptShown().contains("per_device: 2"), qPrintable(scriptShown()));
    QVERIFY(scriptShown().contains("weight_decay"));  // every setting, also those not written
    review->rendered()->choosePart(RenderedView::Part::command);
    QTRY_COMPARE(scriptShown(), "sbatch job.sh");
  }

  void anotherPlaceIsChosenThere() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", planned));
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    ReviewPage* review = scene.page->review();
    TargetsCard* where = review->targetsCard();
    QTRY_VERIFY2(where->accessibleName().contains("Can run it"),
                 qPrintable(where->accessibleName()));
    where->setFocus();
    QTest::keyClick(where, Qt::Key_Down);
    QCOMPARE(scene.page->bar()->target()->chosen(), "far");
    QTRY_VERIFY(scriptShown().contains("# on far"));
    QTRY_VERIFY(review->travelText().contains("corpus.txt"));
    for (const char* part : {"Code: 2 files: 2.0 KiB", "corpus.txt: /a/corpus.txt: is there",
                             "Engine: is there", "1 files that the last run", "old.py"})
      QVERIFY2(review->travelText().contains(part), qPrintable(review->travelText()));
    QVERIFY(review->submitButton()->text().contains("far"));
    // One that nobody is logged in to is not asked by itself.
    QTest::keyClick(where, Qt::Key_Down);
    QVERIFY2(where->accessibleName().contains("Log in"), qPrintable(where->accessibleName()));
    for (const auto& call : scene.service.calls)
      QVERIFY(call.method != "check" || call.parameters["target"] != "shut");
  }

  void eachRunOfAStudyIsShown() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", planned));
    scene.type("seed", "1, 2, 3");
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    QTRY_VERIFY2(scriptShown().contains("# seed=1"), qPrintable(scriptShown()));
    auto* runs = scene.page->review()->rendered()->findChild<QComboBox*>();
    QCOMPARE(runs->count(), 3);
    QCOMPARE(runs->itemText(1), "Run 2 of 3, seed 2");
    runs->setCurrentIndex(2);
    QTRY_VERIFY2(scriptShown().contains("# seed=3"), qPrintable(scriptShown()));
    QCOMPARE(scene.page->review()->submitButton()->text(), "Run 3 on this computer");
    QTest::mouseClick(scene.page->review()->submitButton(), Qt::LeftButton);
    QTRY_COMPARE(scene.service.count("submit"), 3);
  }
};

TRAINYARD_WINDOW_TEST(ReviewPageTest);
#include "review_page_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Before you submit: what the page shows of a document and its targets, and the way there, back and
// on, with the keys.
#include "gui/experiments/review/review_page.h"

#include <QComboBox>
#include <QTest>

#include "gui/experiments/review/checkpoint_room.h"
#include "gui/experiments/review/numbered_text.h"
#include "gui/experiments/review/rendered_view.h"
#include "gui/experiments/target_chooser.h"
#include "gui/experiments/review/targets_card.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QJsonObject farWith(const QJsonObject& facts) {
  return {{"name", "far"},
          {"kind", "slurm"},
          {"link", QJsonObject{{"link", "connected"}}},
          {"base", "/scratch/runs"},
          {"facts", facts}};
}

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
    scene.service.answers["rehearse"] = [](const QJsonObject& asked) {
      QJsonArray findings;
      if (asked["target"] == "far")
        findings.append(QJsonObject{{"severity", "error"},
                                    {"code", "rehearsal.bf16"},
                                    {"path", "precision.kind"},
                                    {"arguments", QJsonObject{{"gpu", "Tesla T4"}}},
                                    {"text", "Tesla T4 does not compute in bf16"}});
      return QJsonObject{
          {"diagnostics", findings},
          {"losses", QJsonArray{9.1, 8.7}},
          {"plan",
           QJsonObject{{"per_device", 2},
                       {"memory", QJsonArray{QJsonObject{{"per_device", 2},
                                                         {"parameters", 3 * 1024 * 1024}}}}}}};
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

  void theRehearsalIsShownAndItsFindingsAreAtTheirFields() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", planned));
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    ReviewPage* review = scene.page->review();
    QTRY_VERIFY2(review->checkedText().contains("Rehearsed: 2 steps, loss 9.1 → 8.7, 3.0 MiB"),
                 qPrintable(review->checkedText()));
    const auto isFound = [&] {
      const auto& all = scene.page->model()->document()->content().diagnostics;
      return std::any_of(all.begin(), all.end(), [](const Diagnostic& finding) {
        return finding.path == "precision.kind" && finding.code == "rehearsal.bf16";
      });
    };
    QVERIFY(!isFound());
    scene.page->bar()->target()->chooseByHand("far");
    QTRY_VERIFY2(review->checkedText().contains("Rehearsed: It would fail"),
                 qPrintable(review->checkedText()));
    QTRY_VERIFY(isFound());
    QVERIFY2(review->checkedText().contains("precision.kind: Tesla T4 does not compute in bf16"),
             qPrintable(review->checkedText()));
    // The user decides, and the foot says so, too.
    QTRY_VERIFY(review->submitButton()->isEnabled());
    QTRY_COMPARE(scene.page->foot()->verdict(),
                 "It would fail, by its rehearsal; it can be submitted all the same");
    QCOMPARE(review->submitButton()->text(), "Submit to far");
    // It is rehearsed anew for another target, and what was found for this one is gone.
    scene.page->bar()->target()->chooseByHand("here");
    QTRY_VERIFY(review->checkedText().contains("Rehearsed: 2 steps"));
    QTRY_VERIFY(scene.page->foot()->verdict().startsWith("Ready to submit"));
    QVERIFY(!isFound());
    QCOMPARE(scene.service.count("rehearse"), 3);
  }

  // What the rail says of a cluster is said here, too.
  void aClusterThatCannotBeReachedIsSaidToBe() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", planned));
    TargetRecord away;
    away.settings.name = "shut";
    away.kind = "slurm";
    away.link = TargetLink::waiting;
    away.reason = "no route to host";
    scene.targetRecords[2] = toJson(away);
    scene.targets->refresh();
    QTRY_COMPARE(scene.targets->find("shut")->link, TargetLink::waiting);
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    scene.page->bar()->target()->chooseByHand("shut");
    TargetsCard* where = scene.page->review()->targetsCard();
    QTRY_VERIFY2(where->accessibleName().contains("Out of reach: no route to host"),
                 qPrintable(where->accessibleName()));
    away.link = TargetLink::none;
    away.reason.clear();
    scene.targetRecords[2] = toJson(away);
    scene.targets->refresh();
    QTRY_VERIFY(where->accessibleName().contains("Log in to ask"));
  }

  void linesAreNumbered() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", planned));
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    RenderedView* rendered = scene.page->review()->rendered();
    QTRY_VERIFY(scriptShown().contains("# on here"));
    auto* text = rendered->findChild<NumberedText*>();
    // "#!/bin/bash" and "# on here"; the line break at the end begins none.
    QCOMPARE(text->seenLines().size(), 2);
    QCOMPARE(text->seenLines().back().number, 2);
    QVERIFY(text->viewport()->x() >= text->marginWidth());
    const int narrow = text->marginWidth();
    rendered->choosePart(RenderedView::Part::document);
    QVERIFY(text->blockCount() > 100);
    QCOMPARE(text->seenLines().front().number, 1);
    QVERIFY(text->marginWidth() >= narrow);
    text->moveCursor(QTextCursor::End);
    text->ensureCursorVisible();
    QVERIFY(text->seenLines().front().number > 1);
    QVERIFY(text->seenLines().back().number > 100);
    // A command is one line, however long.
    rendered->choosePart(RenderedView::Part::command);
    QVERIFY(text->seenLines().isEmpty());
    QCOMPARE(text->marginWidth(), 0);
  }

  void aDocumentThatWasNeverSavedIsReviewedAndSubmitted() {
    PageScene& scene = *m_scene;
    scene.page->model()->document()->changeText(planned, ExperimentDocument::Origin::typing);
    QCOMPARE(scene.page->model()->document()->folder(), "");
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    QVERIFY(scene.page->isReviewing());
    QTRY_VERIFY(scriptShown().contains("# on here"));
    const QString home = QDir::homePath();
    QCOMPARE(scene.service.last("render")["path"].toString(), home + "/small.yaml");
    const QString checked = scene.page->review()->checkedText();
    QVERIFY2(checked.contains("Not saved: Its relative paths count from " + home),
             qPrintable(checked));
    QTRY_VERIFY(scene.page->review()->submitButton()->isEnabled());
    QTest::mouseClick(scene.page->review()->submitButton(), Qt::LeftButton);
    QTRY_COMPARE(scene.service.count("submit"), 1);
    QCOMPARE(scene.service.last("submit")["path"].toString(), home + "/small.yaml");
    QVERIFY(!QFile::exists(home + "/small.yaml"));
    QCOMPARE(scene.page->model()->document()->path(), "");
    // Of one with a file nothing is said.
    QVERIFY(scene.open("e.yaml", planned));
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    QVERIFY(!scene.page->review()->checkedText().contains("Not saved"));
  }

  void whenItWouldEnd() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", QString(planned) + "resources: {time_limit: \"2-00:00:00\"}\n"));
    scene.targetRecords[1] = farWith({});
    scene.targets->refresh();
    QTRY_COMPARE(scene.targets->find("far")->link, TargetLink::connected);
    scene.page->bar()->target()->chooseByHand("far");
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    TargetsCard* where = scene.page->review()->targetsCard();
    const auto day = [](double time) {
      return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(time)).toString("yyyy");
    };
    QTRY_VERIFY2(where->accessibleName().contains("expected start: ") &&
                     where->accessibleName().contains("ends by "),
                 qPrintable(where->accessibleName()));
    QVERIFY(where->accessibleName().section("ends by", 1).contains(day(4e9 + 2 * 86400)));
    // On this computer no time limit ends it, and runs of a study may follow each other.
    QTest::keyClick(where, Qt::Key_Up);
    QTRY_VERIFY(where->accessibleName().contains("expected start: now"));
    QVERIFY(!where->accessibleName().contains("ends by"));
    QTest::keyClick(where, Qt::Key_Down);
    QTRY_VERIFY(where->accessibleName().contains("ends by"));
    QTest::keyClick(where, Qt::Key_Escape);
    scene.type("seed", "1, 2, 3");
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    QTRY_VERIFY2(where->accessibleName().contains("Run on far: Can run it"),
                 qPrintable(where->accessibleName()));
    QVERIFY(!where->accessibleName().contains("ends by"));
  }

  void checkpointsNeedRoom() {
    PageScene& scene = *m_scene;
    scene.targetRecords[1] = farWith({{"base_free_bytes", 40000}});
    scene.targets->refresh();
    QTRY_VERIFY(scene.targets->find("far")->facts.baseFreeBytes);
    scene.service.answers["plan"] = [](const QJsonObject&) {
      return QJsonObject{
          {"format", 1},
          {"architecture", "gpt2"},
          {"num_parameters", 1000},
          {"num_trained", 1000},
          {"per_device", 2},
          {"num_steps", 5000},
          {"memory",
           QJsonArray{QJsonObject{{"per_device", 2}, {"parameters", 4000}, {"optimizer", 8000}}}}};
    };
    QVERIFY(scene.open("e.yaml", planned));
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    ReviewPage* review = scene.page->review();
    // Two newest, the best one, and the one that is being written; of 12,000 bytes each.
    const QString needed = "Room for checkpoints: 46.9 KiB (4 of 11.7 KiB) needed";
    QTRY_VERIFY2(review->checkedText().contains(needed + "; how much is free there is not known"),
                 qPrintable(review->checkedText()));
    scene.page->bar()->target()->chooseByHand("far");
    QTRY_VERIFY2(review->checkedText().contains("Room for checkpoints: only 39.1 KiB free in "
                                                "/scratch/runs for 46.9 KiB (4 of 11.7 KiB)"),
                 qPrintable(review->checkedText()));
    scene.targetRecords[1] = farWith({{"base_free_bytes", 400000}});
    scene.targets->refresh();
    QTRY_VERIFY2(review->checkedText().contains(needed + ", 390.6 KiB free in /scratch/runs"),
                 qPrintable(review->checkedText()));
  }

  void roomOfCheckpointsIsCounted() {
    Experiment experiment;
    TrainingPlan plan;
    plan.per_device = 1;
    plan.num_parameters = plan.num_trained = 100;
    plan.memory = {{.per_device = 1, .parameters = 400, .optimizer = 800}};
    // As long as nobody knows how many are saved, all that are kept count.
    experiment.checkpoint.keep_last = 10;
    QCOMPARE(CheckpointRoom::of(experiment, plan, 1).number, 12);
    plan.num_steps = 1000;  // 500 and 1,000, the last one, the best one
    QCOMPARE(CheckpointRoom::of(experiment, plan, 1).number, 4);
    experiment.checkpoint.every_steps.reset();
    experiment.checkpoint.save_best = false;
    QCOMPARE(CheckpointRoom::of(experiment, plan, 1).number, 1);
    plan.steps_per_epoch = 100;
    experiment.checkpoint.every_epochs = 2;
    QCOMPARE(CheckpointRoom::of(experiment, plan, 1).number, 6);
    // Frozen weights are saved too, but not beside adapters.
    plan.num_trained = 60;
    QCOMPARE(CheckpointRoom::of(experiment, plan, 1).bytes, 1200 + 4 * 40);
    experiment.lora.rank = 8;
    QCOMPARE(CheckpointRoom::of(experiment, plan, 1).bytes, 1200);
    // Trials that are jobs have each their own; those of one job have not.
    Experiment search = experiment;
    search.search.space = {{"seed", List{1, 2}}};
    search.search.trials = 30;
    QCOMPARE(CheckpointRoom::of(search, plan, 1).numRuns, 1);
    search.search.run_as = SearchRunAs::job_each;
    QCOMPARE(CheckpointRoom::of(search, plan, 1).numRuns, 30);
    // Each run and each task has its own.
    experiment.resources.array = "0-3";
    const CheckpointRoom room = CheckpointRoom::of(experiment, plan, 5);
    QCOMPARE(room.numRuns, 20);
    QCOMPARE(room.total(), 20 * 6 * 1200);
    QCOMPARE(room.text(), "140.6 KiB (20 runs × 6 of 1.2 KiB)");
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
                             "Engine: is there", "1 file that the last run", "old.py"})
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Several values in fields of the form make a study, with a run for each combination.
#include <QCheckBox>

#include "gui/experiments/review/study_offer.h"
#include "gui/forms/value_ruler.h"
#include "gui/forms/values_popup.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString studied = QStringLiteral(
    "format: 1\n"
    "name: example\n"
    "model: {kind: gpt2}\n"
    "data:\n"
    "  train: [a.txt]\n"
    "training:\n"
    "  max_steps: 240\n");

}  // namespace

class StudyFormTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_scene = std::make_unique<PageScene>();
    QTRY_VERIFY(m_scene->isReady());
  }
  void cleanup() { m_scene.reset(); }

  void severalValuesInAFieldMakeAStudy() {
    PageScene& scene = *m_scene;
    scene.service.answers["submit"] = [](const QJsonObject& parameters) {
      return QJsonObject{{"run", parameters["run"]}, {"folder", "/r"}};
    };
    QVERIFY(scene.open("e.yaml", studied));
    QLineEdit* rate = scene.type("optimizer.learning_rate", "1e-5, 3e-5,1e-5, 1e-4");
    QCOMPARE(rate->text(), "1e-5, 3e-5,1e-5, 1e-4");
    QVERIFY2(scene.text().contains("learning_rate: 1e-5\n") ||
                 scene.text().contains("learning_rate: 1.0e-5\n"),
             qPrintable(scene.text()));
    QCOMPARE(scene.reviewButton()->text(),
             "Review and submit 3 runs");  // the value that stands twice counts once
    scene.type("seed", "1, 2");
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 6 runs");
    QCOMPARE(noteOf("optimizer.learning_rate"), "3 × 2 values make a study of 6 runs.");
    QCOMPARE(noteOf("seed"), "2 × 3 values make a study of 6 runs.");
    QVERIFY(scene.reviewButton()->isEnabled());
    QSignalSpy submitted(scene.page->model()->submission(), &Submission::studySubmitted);
    scene.submit();
    QTRY_COMPARE(submitted.count(), 1);
    QCOMPARE(submitted[0][1].toInt(), 6);
    QCOMPARE(scene.service.count("submit"), 6);
    const QJsonObject last = scene.service.last("submit");
    QCOMPARE(last["study"].toString(), submitted[0][0].toString());
    QCOMPARE(last["study_values"].toArray(),
             (QJsonArray{"optimizer.learning_rate=1e-4", "seed=2"}));
    QCOMPARE(last["overrides"].toArray(), last["study_values"].toArray());
    // One value again, as the document has it; and a change of the text ends the other.
    scene.type("seed", "1");
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 3 runs");
    QCOMPARE(noteOf("optimizer.learning_rate"), "3 values make a study of 3 runs.");
    scene.page->model()->document()->changeText(studied, ExperimentDocument::Origin::typing);
    QCOMPARE(scene.reviewButton()->text(), "Review and submit");
    QCOMPARE(scene.line("optimizer.learning_rate")->text().contains(','), false);
  }

  // With Ctrl+T: boxes for what is chosen, chips for what is typed.
  void severalChoicesAndTextsMakeAStudy() {
    PageScene& scene = *m_scene;
    scene.service.answers["submit"] = [](const QJsonObject& parameters) {
      return QJsonObject{{"run", parameters["run"]}, {"folder", "/r"}};
    };
    QVERIFY(scene.open("e.yaml", studied));
    const auto popupOf = [&](const QString& path) {
      scene.tabs->activateWindow();
      if (!QTest::qWaitForWindowActive(scene.tabs.get())) return static_cast<ValuesPopup*>(nullptr);
      scene.page->sides()->formView()->jumpTo(path);
      auto* input = scene.page->findChild<QWidget*>(path);
      QTest::keyClick(input, Qt::Key_T, Qt::ControlModifier);
      return scene.page->findChild<ValuesPopup*>();
    };
    const auto check = [&](const QString& path, const QStringList& values) {
      ValuesPopup* popup = popupOf(path);
      if (!popup) return false;
      for (QCheckBox* box : popup->findChildren<QCheckBox*>())
        box->setChecked(values.contains(box->text()));
      QTest::mouseClick(popup->findChild<QPushButton*>(), Qt::LeftButton);
      QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
      return true;
    };
    QVERIFY(check("optimizer.kind", {"adamw", "sgd"}));
    QVERIFY(scene.text().contains("kind: adamw"));
    auto* optimizer = scene.page->findChild<QComboBox*>("optimizer.kind");
    QCOMPARE(optimizer->placeholderText(), "adamw, sgd");
    QCOMPARE(optimizer->currentIndex(), -1);
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 2 runs");
    QVERIFY(check("checkpoint.save_best", {"true", "false"}));
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 4 runs");
    QLineEdit* texts = scene.type("model.pretrained", "gpt2");
    QTest::keyClick(texts, Qt::Key_T, Qt::ControlModifier);
    QTest::keyClicks(texts, "a, b");
    QTest::keyClick(texts, Qt::Key_Return);
    QTest::keyClicks(texts, "1e3");
    QCOMPARE(scene.line("model.pretrained")->text(), "gpt2 | a, b | 1e3");
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 12 runs");
    QSignalSpy submitted(scene.page->model()->submission(), &Submission::studySubmitted);
    scene.submit();
    QTRY_COMPARE(submitted.count(), 1);
    const QJsonArray last = scene.service.last("submit")["overrides"].toArray();
    QVERIFY(last.contains("optimizer.kind=sgd"));
    QVERIFY(last.contains("model.pretrained=\"1e3\""));
    // Edited where they stand, and one again.
    QTest::keyClick(scene.line("model.pretrained"), Qt::Key_End);
    QTest::keyClicks(scene.line("model.pretrained"), "c");
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 12 runs");
    QCOMPARE(scene.page->model()->form()->valuesOf(
                 scene.page->model()->form()->rowOf("model.pretrained")),
             (QStringList{"gpt2", "a, b", "1e3c"}));
    scene.type("model.pretrained", "gpt2");
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 4 runs");
    QVERIFY(check("optimizer.kind", {"sgd"}));
    QCOMPARE(optimizer->currentText(), "sgd");
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 2 runs");
  }

  // Ctrl+T in a field of one value, chips by key, and one value again by taking the others away.
  void chipsAreTheStudy() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", studied));
    QLineEdit* steps = scene.line("training.max_steps");
    QTest::keyClick(steps, Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(scene.reviewButton()->text(), "Review and submit");
    QTest::keyClicks(steps, "480");
    QTest::keyClick(steps, Qt::Key_Return);
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 2 runs");
    QVERIFY(scene.text().contains("max_steps: 240"));
    QVERIFY(scene.page->findChild<ValueRuler*>()->isVisible());
    QTest::keyClicks(steps, "960");
    QTest::keyClick(steps, Qt::Key_Return);
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 3 runs");
    // The first of them is the document's.
    QTest::keyClick(steps, Qt::Key_Home);
    QTest::keyClick(steps, Qt::Key_Delete);
    QCOMPARE(scene.reviewButton()->text(), "Review and submit 2 runs");
    QVERIFY(scene.text().contains("max_steps: 480"));
    QTest::keyClick(steps, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(scene.text().contains("max_steps: 240"));
    QCOMPARE(scene.reviewButton()->text(), "Review and submit");
    QCOMPARE(steps->text(), "240");
  }

  void aValueOutOfRangeAmongSeveralIsSaid() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", studied));
    scene.type("optimizer.learning_rate", "1e-5, 500");
    QCOMPARE(scene.problemOf("optimizer.learning_rate"), "500 is not allowed here.");
  }

  void whatIsNoNumberAmongSeveralIsSaid() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", studied));
    scene.type("optimizer.learning_rate", "1e-5, fast");
    QVERIFY(!scene.problemOf("optimizer.learning_rate").isEmpty());
    QVERIFY(!scene.reviewButton()->isEnabled());
    QCOMPARE(scene.reviewButton()->text(), "Review and submit");
  }

  void aValueThatWouldBeRefusedLeavesNoHalfStudy() {
    PageScene& scene = *m_scene;
    scene.service.answers["studies.plan"] = [](const QJsonObject&) {
      const QJsonObject missing{{"severity", "error"},
                                {"code", "file.missing"},
                                {"path", "command.program"},
                                {"arguments", QJsonObject{{"path", "/a"}}},
                                {"text", "/a does not exist"}};
      return QJsonObject{
          {"study", ""},
          {"runs", QJsonArray{QJsonObject{{"values", QJsonArray{"seed=1"}}, {"is_selected", true}},
                              QJsonObject{{"values", QJsonArray{"seed=2"}},
                                          {"is_selected", true},
                                          {"diagnostics", QJsonArray{missing}}}}}};
    };
    QVERIFY(scene.open("e.yaml", studied));
    scene.type("seed", "1, 2, 3");
    QString said;
    connect(scene.page, &ExperimentPage::failed, this, [&](const QString& words) { said = words; });
    scene.submit();
    QTRY_VERIFY2(said.contains("seed=2"), qPrintable(said));
    QCOMPARE(scene.service.count("submit"), 0);
  }

  // What the study has is not submitted again, unless that is chosen; how many may run at once goes
  // with each run.
  void whatIsThereAlreadyIsSaidAndLeft() {
    PageScene& scene = *m_scene;
    scene.service.answers["submit"] = [](const QJsonObject& parameters) {
      return QJsonObject{{"run", parameters["run"]}, {"folder", "/r"}};
    };
    const QString study = QStringLiteral("57e085a4-1111-4222-8333-444455556666");
    scene.service.answers["studies.plan"] = [study](const QJsonObject& asked) {
      const bool isAll = asked["selection"] == "all";
      const auto runWith = [&](const char* value, bool isThere) {
        return QJsonObject{{"values", QJsonArray{value}},
                           {"run", isThere && !isAll ? "9f" : ""},
                           {"state", isThere && !isAll ? "completed" : ""},
                           {"is_selected", isAll || !isThere}};
      };
      return QJsonObject{{"study", isAll ? QString() : study},
                         {"runs", QJsonArray{runWith("seed=1", true), runWith("seed=2", true),
                                             runWith("seed=3", false)}}};
    };
    QVERIFY(scene.open("e.yaml", studied));
    scene.type("seed", "1, 2, 3");
    QTest::mouseClick(scene.reviewButton(), Qt::LeftButton);
    StudyOffer* offer = scene.page->review()->study();
    QTRY_COMPARE(offer->words(), "2 of 3 runs are there (study 57e085a4); 1 will be submitted.");
    QCOMPARE(scene.page->review()->submitButton()->text(), "Run 1 on this computer");
    auto* all = offer->findChild<QCheckBox*>();
    QVERIFY(all->isVisible());
    all->click();
    QTRY_COMPARE(offer->words(), "All 3 runs will be submitted.");
    all->click();
    QTRY_COMPARE(offer->words(), "2 of 3 runs are there (study 57e085a4); 1 will be submitted.");
    QTest::keyClicks(offer->findChild<QLineEdit*>(), "2");
    QSignalSpy submitted(scene.page->model()->submission(), &Submission::studySubmitted);
    QTest::mouseClick(scene.page->review()->submitButton(), Qt::LeftButton);
    QTRY_COMPARE(submitted.count(), 1);
    QCOMPARE(submitted[0][0].toString(), study);
    QCOMPARE(scene.service.count("submit"), 1);
    QCOMPARE(scene.service.last("submit")["study"].toString(), study);
    QCOMPARE(scene.service.last("submit")["study_values"].toArray(), QJsonArray{"seed=3"});
    QCOMPARE(scene.service.last("submit")["parallel"].toInt(), 2);
  }

 private:
  QString noteOf(const QString& path) {
    return m_scene->page->sides()->formView()->editor(path)->note();
  }

  std::unique_ptr<PageScene> m_scene;
};

TRAINYARD_WINDOW_TEST(StudyFormTest);
#include "study_form_test.moc"

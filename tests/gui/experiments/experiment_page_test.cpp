// SPDX-License-Identifier: GPL-3.0-or-later
// The page tells the truth: what a field shows is in the document, what is in the document is what
// would run, and nobody's file is lost.
#include "gui/experiments/experiment_page.h"

#include <algorithm>

#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>

#include "engine/contract/messages.h"
#include "engine/contract/run/run_folder.h"
#include "gui/experiments/import_notes_dialog.h"
#include "gui/experiments/target_chooser.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString trained = QStringLiteral(
    "format: 1\n"
    "name: example\n"
    "model: {kind: gpt2}\n"
    "data:\n"
    "  train: [a.txt]\n"
    "training:\n"
    "  max_steps: 240\n");

QJsonObject missingFile() {
  return {{"diagnostics", QJsonArray{QJsonObject{{"severity", "error"},
                                                 {"code", "file.missing"},
                                                 {"path", "command.program"},
                                                 {"arguments", QJsonObject{{"path", "/w/a.sh"}}},
                                                 {"text", "/w/a.sh does not exist"}}}}};
}

}  // namespace

class ExperimentPageTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_scene = std::make_unique<PageScene>();
    QTRY_VERIFY(m_scene->isReady());
  }
  void cleanup() { m_scene.reset(); }

  void whatIsNoValueIsInTheDocumentAndHoldsSubmitBack() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", trained));
    QVERIFY(scene.reviewButton()->isEnabled());
    QLineEdit* steps = scene.type("training.max_steps", "1e3");
    QCOMPARE(steps->text(), "1e3");
    QVERIFY2(scene.text().contains("max_steps: \"1e3\""), qPrintable(scene.text()));
    QVERIFY(!scene.reviewButton()->isEnabled());
    QVERIFY(!scene.problemOf("training.max_steps").isEmpty());
    QVERIFY(scene.page->foot()->verdict().contains("1"));
    // The list leads to the field.
    scene.page->sides()->editor()->setFocus();
    QTableView* list = scene.page->sides()->findings()->table();
    QCOMPARE(list->model()->rowCount(), 1);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(list->model()->index(0, 0)).center());
    QVERIFY(steps->hasFocus());
    // Saved as it is shown.
    QSignalSpy saved(scene.page->files(), &DocumentFiles::saved);
    QTest::keyClick(steps, Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(saved.count(), 1);
    QVERIFY(scene.read(scene.page->model()->document()->path()).contains("\"1e3\""));
    scene.type("training.max_steps", "1000");
    QVERIFY(scene.text().contains("max_steps: 1000"));
    QVERIFY(scene.reviewButton()->isEnabled());
  }

  void aFieldIsNotRewrittenWhileOneTypes() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", trained));
    const QList<QPair<QString, QStringList>> fields{
        {"training.max_steps", {"-5", "1e3", "abc", "007", "+", "99999999999999999999", ""}},
        {"training.num_epochs", {"-", "1e-", "1e-3", ".5", "0.50", "nan", "1e400", "x"}},
        {"name", {"a b", "#", ": x", "\"", "null", "true", "1"}},
        {"resources.partition", {"null", " gpu ", "~"}}};
    for (const auto& [path, texts] : fields)
      for (const QString& text : texts) {
        QLineEdit* edit = scene.line(path);
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        for (int i = 0; i < text.size(); ++i) {
          QTest::keyClick(edit, text[i].toLatin1());
          QCOMPARE(edit->text(), text.left(i + 1));
        }
      }
  }

  void aStaleValueIsNotShown() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", trained));
    QLineEdit* seed = scene.line("seed");
    scene.page->sides()->editor()->selectAll();
    QTest::keyClicks(scene.page->sides()->editor(), "a: [1");
    // The form rests: what cannot be in the document is not taken.
    QVERIFY(scene.page->sides()->formView()->isFrozen());
    QVERIFY(!scene.reviewButton()->isEnabled());
    QVERIFY(!seed->isEnabled());
    QTest::keyClicks(seed, "7");
    QCOMPARE(seed->text(), "42");
    scene.page->model()->document()->history().undo();
    QCOMPARE(scene.text(), trained);
    QVERIFY(seed->isEnabled());
    scene.type("seed", "7");
    QVERIFY(scene.text().contains("seed: 7"));
    scene.page->model()->document()->history().setClean();
    QVERIFY(scene.open("f.yaml", trained));
    QCOMPARE(scene.line("seed")->text(), "42");
  }

  void aRefusedEditIsTakenBack() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", "format: 1\nname: x\ntraining: 5\n"));
    QLineEdit* steps = scene.type("training.max_steps", "7");
    QCOMPARE(scene.text(), "format: 1\nname: x\ntraining: 5\n");
    QCOMPARE(steps->text(), "");
    QVERIFY(!scene.page->notices()->text().isEmpty());
  }

  void aFieldThatIsMissingShowsNoOtherLine() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", "format: 1\nname: x\nworkload: command\n"));
    // As the service's check finds it: at the document's first line.
    Diagnostic missing =
        make_diagnostic(Severity::error, "file.missing", "command.program", {{"path", "/w/x"}});
    missing.line = missing.column = 1;
    scene.page->model()->document()->showTargetFindings({missing});
    QVERIFY(!scene.problemOf("command.program").isEmpty());
    QCOMPARE(scene.line("command.program")->text(), "train.py");  // the default
  }

  void aRunsRecordOpensAsANewDocument() {
    PageScene& scene = *m_scene;
    const QString source = scene.write("project/mine.yaml", soundText);
    const QString record = scene.write("runs/r/experiment.yaml", soundText);
    RunIdentity identity;
    identity.run = "5e6f8f6c-0000-4000-8000-000000000000";
    identity.name = "example";
    identity.source = source.toStdString();
    scene.write("runs/r/run.json", QString::fromStdString(to_json(identity)));
    QSignalSpy opened(scene.tabs.get(), &ExperimentTabs::opened);
    scene.tabs->openCopy({record, {}, "r"});
    QTRY_COMPARE(opened.count(), 1);
    ExperimentDocument* document = scene.page->model()->document();
    QCOMPARE(document->text(), soundText);
    QCOMPARE(document->path(), "");
    QCOMPARE(document->folder(), scene.folder.filePath("project"));
    // Relative paths count from where the run was made from.
    QTRY_VERIFY(scene.service.count("check") > 0);
    QCOMPARE(scene.service.last("check")["path"].toString(),
             scene.folder.filePath("project/example.yaml"));
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE(scene.service.count("render"), 1);
    QCOMPARE(scene.service.last("render")["path"].toString(),
             scene.folder.filePath("project/example.yaml"));
    // Saving asks for a place; the record's own is refused.
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_S, Qt::ControlModifier);
    auto* dialog = scene.page->findChild<QFileDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->directory().absolutePath(), scene.folder.filePath("project"));
    dialog->reject();
    const auto refused = writeExperimentFile(record, "x", {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, "experiment_file.record");
    QFile::link(record, scene.folder.filePath("link.yaml"));
    QVERIFY(!writeExperimentFile(scene.folder.filePath("link.yaml"), "x", {}));
    QCOMPARE(scene.read(record), soundText);
  }

  void aFileThatChangedOutsideIsNotOverwritten() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", soundText));
    const QString path = scene.page->model()->document()->path();
    const QString foreign = soundText + "seed: 1\n";
    scene.write("e.yaml", foreign);
    scene.type("seed", "7");
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(scene.button("Keep mine"));
    QCOMPARE(scene.read(path), foreign);
    QTRY_VERIFY(scene.button("Keep mine")->isEnabled());
    QTest::mouseClick(scene.button("Keep mine"), Qt::LeftButton);
    QTRY_VERIFY(scene.read(path).contains("seed: 7"));
    QTRY_VERIFY(!scene.page->model()->document()->isModified());
    // Coming back to the window shows it too; reading again is a step that can be undone.
    scene.write("e.yaml", foreign);
    QEvent activated(QEvent::WindowActivate);
    QCoreApplication::sendEvent(scene.page, &activated);
    QTRY_VERIFY(scene.button("Read it again"));
    QTRY_VERIFY(scene.button("Read it again")->isEnabled());
    const QString mine = scene.text();
    QTest::mouseClick(scene.button("Read it again"), Qt::LeftButton);
    QTRY_COMPARE(scene.text(), foreign);
    QVERIFY(!scene.page->model()->document()->isModified());
    scene.page->model()->document()->history().undo();
    QCOMPARE(scene.text(), mine);
    // What is here goes to the service, whatever the file holds.
    QTRY_COMPARE(scene.service.last("check")["text"].toString(), mine);
  }

  void readyIsSaidOnlyAfterALook() {
    PageScene& scene = *m_scene;
    bool isMissing = true;
    scene.service.answers["check"] = [&](const QJsonObject&) {
      return isMissing ? missingFile() : QJsonObject{{"diagnostics", QJsonArray()}};
    };
    QVERIFY(scene.open("e.yaml", soundText));
    QVERIFY(!scene.page->foot()->verdict().contains("Ready"));
    QTRY_VERIFY(scene.problemOf("command.program").contains("does not exist"));
    QVERIFY(!scene.page->foot()->verdict().contains("Ready"));
    isMissing = false;  // put right elsewhere
    QTRY_VERIFY_WITH_TIMEOUT(scene.page->foot()->verdict().contains("Ready"), 10000);
  }

  void undoIsOneForFormAndText() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", trained));
    QLineEdit* seed = scene.type("seed", "7");
    QLineEdit* steps = scene.type("training.max_steps", "9x");
    QVERIFY(scene.text().contains("9x"));
    QTest::keyClick(steps, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(steps->text(), "240");
    QTest::keyClick(steps, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(scene.text(), trained);
    QCOMPARE(seed->text(), "42");
    QTest::keyClick(steps, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(seed->text(), "7");
    QTest::keyClick(seed, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(steps->text(), "9x");
    scene.page->sides()->editor()->setFocus();
    QTest::keyClick(scene.page->sides()->editor(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(steps->text(), "240");
  }

  void aFailedSubmissionStaysAndSaysIt() {
    PageScene& scene = *m_scene;
    TargetRecord cluster;
    cluster.settings.name = "far";
    cluster.kind = "slurm";
    cluster.link = TargetLink::waiting;
    scene.targetRecords = {toJson(cluster)};
    scene.targets->setTargets({cluster});
    scene.service.answers["targets.connect"] = [](const QJsonObject&) {
      return ScriptedService::error("host.unreachable.test", "far does not answer");
    };
    QSignalSpy submitted(scene.page->model(), &ExperimentModel::submitted);
    QVERIFY(scene.open("e.yaml", soundText));
    scene.page->bar()->target()->choose("far");
    // Once, in the cluster's own line.
    QVERIFY(!scene.page->foot()->verdict().contains("cannot be reached"));
    const auto labels = scene.page->findChildren<QLabel*>();
    QCOMPARE(std::count_if(labels.begin(), labels.end(),
                           [](const QLabel* label) {
                             return label->text().contains("far: cannot be reached");
                           }),
             1);
    scene.submit();
    QTRY_COMPARE(scene.page->notices()->text(), "far does not answer");
    QCOMPARE(scene.service.count("submit"), 0);
    QCOMPARE(submitted.count(), 0);
    QVERIFY(scene.reviewButton()->isEnabled());
    // It was about this document.
    QVERIFY(scene.open("f.yaml", soundText));
    QCOMPARE(scene.page->notices()->text(), "");
    // And about that cluster.
    scene.page->bar()->target()->choose("far");
    scene.submit();
    QTRY_COMPARE(scene.page->notices()->text(), "far does not answer");
    QTest::keyClick(scene.page->bar()->target(), Qt::Key_Up);
    QCOMPARE(scene.page->bar()->target()->chosen(), "here");
    QCOMPARE(scene.page->notices()->text(), "");
  }

  void settingsOfAnotherTrainerBecomeANewDocument() {
    PageScene& scene = *m_scene;
    QVERIFY(scene.open("e.yaml", soundText));
    const QString settings = scene.write(
        "setup/run_clm.json",
        "{\n\"model_name_or_path\": \"gpt2\",\n\"train_file\": \"a.txt\",\n\"do_train\": true,\n"
        "\"output_dir\": \"out/story\",\n\"learning_rate\": 3e-4,\n\"curriculum\": \"short\"\n}\n");
    QSignalSpy imported(scene.tabs.get(), &ExperimentTabs::opened);
    scene.tabs->importFiles({settings});
    QTRY_COMPARE(imported.count(), 1);
    scene.page = scene.tabs->current();
    QVERIFY2(scene.text().contains("learning_rate: 3.0e-4"), qPrintable(scene.text()));
    QCOMPARE(scene.page->model()->document()->path(), "");
    QCOMPARE(scene.page->model()->document()->folder(), scene.folder.filePath("setup"));
    QCOMPARE(scene.line("optimizer.learning_rate")->text().toDouble(), 3e-4);
    auto* notes = scene.page->findChild<ImportNotesDialog*>();
    QVERIFY(notes->isVisible());
    auto* text = notes->findChild<QPlainTextEdit*>();
    QVERIFY2(text->toPlainText().contains("run_clm.json:7: ") &&
                 text->toPlainText().contains("curriculum"),
             qPrintable(text->toPlainText()));
    notes->close();
    // What cannot be read leaves the document as it is.
    const QString before = scene.text();
    scene.tabs->importFiles({scene.write("setup/poem.txt", "a poem")});
    QTRY_VERIFY(scene.page->notices()->text().contains("poem.txt"));
    QCOMPARE(scene.text(), before);
    QCOMPARE(imported.count(), 1);
  }

 private:
  std::unique_ptr<PageScene> m_scene;
};

TRAINYARD_WINDOW_TEST(ExperimentPageTest);
#include "experiment_page_test.moc"

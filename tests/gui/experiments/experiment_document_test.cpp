// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/experiment_document.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "gui/experiments/document/diagnostics_model.h"
#include "gui/experiments/document/draft_store.h"
#include "gui/experiments/document/experiment_file.h"
#include "gui/experiments/checks/submission.h"
#include "gui/forms/form_model.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString commented = QStringLiteral(
    "format: 1   # the only one\n"
    "name: example\n"
    "workload: engine\n"
    "model: {kind: gpt2}\n"
    "data:\n"
    "  kind: text\n"
    "  train: [a.txt]   # my corpus\n"
    "optimizer:\n"
    "  learning_rate: 5.0e-5   # found by trial\n");

}  // namespace

class ExperimentDocumentTest : public QObject {
  Q_OBJECT
 private slots:
  void anEditKeepsEverythingElse() {
    ExperimentDocument document;
    document.startFrom(commented);
    QVERIFY(document.setValue("optimizer.learning_rate", Value(0.001)).ok());
    QVERIFY(document.text().contains("# found by trial"));
    QVERIFY(document.text().contains("# my corpus"));
    QVERIFY(document.text().startsWith("format: 1   # the only one\n"));
    QCOMPARE(document.content().experiment.optimizer.learning_rate, 0.001);
    QVERIFY(document.isModified());
    document.history().undo();
    QCOMPARE(document.text(), commented);
    QVERIFY(!document.isModified());
    document.history().redo();
    QCOMPARE(document.content().experiment.optimizer.learning_rate, 0.001);
  }

  void resetTakesTheValueOut() {
    ExperimentDocument document;
    document.startFrom(commented);
    QVERIFY(document.setValue("seed", Value(7)).ok());
    QCOMPARE(document.content().experiment.seed, 7);
    QVERIFY(document.resetValue("seed").ok());
    QCOMPARE(document.content().experiment.seed, 42);
  }

  void typingIsOneStepOfTheHistory() {
    ExperimentDocument document;
    document.startFrom(commented);
    QString text = commented;
    for (const QChar c : QStringLiteral("# a comment")) {
      text += c;
      document.changeText(text, ExperimentDocument::Origin::typing);
    }
    QCOMPARE(document.history().count(), 1);
    document.history().undo();
    QCOMPARE(document.text(), commented);
  }

  void findingsFollowTheText() {
    ExperimentDocument document;
    DiagnosticsModel findings;
    QAbstractItemModelTester tester(&findings);
    document.startFrom(commented);
    findings.show(document.content().diagnostics);
    QCOMPARE(findings.count(Severity::error), 0);
    document.changeText(QString(commented).replace("learning_rate", "lerning_rate"),
                        ExperimentDocument::Origin::typing);
    findings.show(document.content().diagnostics);
    QVERIFY(findings.rowCount() > 0);
    QCOMPARE(findings.index(0, DiagnosticsModel::LineColumn).data().toInt(), 9);
    QVERIFY(findings.index(0, DiagnosticsModel::MessageColumn)
                .data()
                .toString()
                .contains("learning_rate"));
  }

  void findingsOfASubmissionStayUntilTheNextEdit() {
    Diagnostic missing =
        make_diagnostic(Severity::error, "file.missing", "data.train", {{"path", "/a.txt"}});
    missing.file = "e.yaml";
    missing.line = 7;
    missing.column = 11;
    // As it crosses the service's socket.
    const auto sent = parse_json(to_json(missing));
    const auto findings =
        findingsOf(foreign_error("experiment.invalid", {{"diagnostics", List{*sent}}}, "a sentence",
                                 ExitCode::invalid_input));
    QCOMPARE(findings.size(), std::size_t(1));
    QVERIFY(findingsOf(foreign_error("service.lost", {}, "", ExitCode::environment)).empty());

    ExperimentDocument document;
    document.startFrom(commented);
    QSignalSpy changes(&document, &ExperimentDocument::changed);
    document.addFindings(QStringLiteral("of another text"), findings);
    QCOMPARE(changes.count(), 0);
    document.addFindings(commented, findings);
    document.addFindings(commented, findings);
    QCOMPARE(changes.count(), 2);

    DiagnosticsModel list;
    list.show(document.content().diagnostics);
    QCOMPARE(list.count(Severity::error), 1);
    QCOMPARE(list.index(0, DiagnosticsModel::FieldColumn).data().toString(),
             QStringLiteral("data.train"));
    QCOMPARE(list.index(0, DiagnosticsModel::LineColumn).data().toInt(), 7);
    QVERIFY(list.index(0, DiagnosticsModel::MessageColumn).data().toString().contains("/a.txt"));
    FormModel form;
    form.show(document.content(), document.text());
    QVERIFY(form.index(form.rowOf("data.train"))
                .data(FormModel::ProblemRole)
                .toString()
                .contains("/a.txt"));
    QVERIFY2(document.isSound(), "the file may be put there meanwhile");

    QVERIFY(document.setValue("seed", Value(7)).ok());
    QVERIFY(document.content().diagnostics.empty());
    document.addFindings(document.text(), findings);
    document.clearFindings();
    QVERIFY(document.content().diagnostics.empty());
  }

  void brokenTextIsAFindingAndNothingIsLost() {
    ExperimentDocument document;
    document.startFrom("a: [1, 2");
    QCOMPARE(document.text(), "a: [1, 2");
    QVERIFY(has_errors(document.content().diagnostics));
    QVERIFY(!document.setValue("seed", Value(1)).ok());
    QCOMPARE(document.text(), "a: [1, 2");
  }

  void savesAndOpensTheSameBytes() {
    QTemporaryDir folder;
    const QString path = folder.filePath("ünïcode name.yaml");
    const QString text = commented + QStringLiteral("# Größe ✓\n");
    ExperimentDocument document;
    document.startFrom(commented);
    document.changeText(text, ExperimentDocument::Origin::typing);
    const auto written = writeExperimentFile(path, text, {});
    QVERIFY(written.ok());
    document.markSaved(*written, text);
    QVERIFY(!document.isModified());
    QCOMPARE(document.folder(), folder.path());
    const auto other = readExperimentFile(path);
    QVERIFY(other.ok());
    QCOMPARE(other->text, text);
    // What was typed while it was written is not saved.
    document.changeText(commented, ExperimentDocument::Origin::typing);
    document.markSaved(*written, text);
    QVERIFY(document.isModified());
  }

  void filesThatAreNoExperimentAreRefused() {
    QTemporaryDir folder;
    const auto codeOf = [](const auto& result) {
      return result ? std::string() : result.error().code;
    };
    QCOMPARE(codeOf(readExperimentFile(folder.filePath("missing.yaml"))),
             "experiment_file.unreadable");
    QFile binary(folder.filePath("binary.yaml"));
    QVERIFY(binary.open(QIODevice::WriteOnly));
    binary.write("\xff\xfe\x00zz", 5);
    binary.close();
    QCOMPARE(codeOf(readExperimentFile(binary.fileName())), "experiment_file.not_utf8");
    QFile large(folder.filePath("large.yaml"));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize((1 << 20) + 1));
    large.close();
    QCOMPARE(codeOf(readExperimentFile(large.fileName())), "experiment_file.too_large");
    QCOMPARE(codeOf(writeExperimentFile(folder.filePath("no/such/folder.yaml"), "x", {})),
             "experiment_file.not_saved");
  }

  void aFileThatHoldsSomethingElseIsNotReplaced() {
    QTemporaryDir folder;
    const QString path = folder.filePath("e.yaml");
    QVERIFY(writeExperimentFile(path, "one", {}).ok());
    QVERIFY(writeExperimentFile(path, "two", QString("one")).ok());
    const auto refused = writeExperimentFile(path, "three", QString("one"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, "experiment_file.changed_outside");
    QCOMPARE(readExperimentFile(path)->text, "two");
    QVERIFY(QFile::remove(path));
    QVERIFY2(writeExperimentFile(path, "three", QString("one")).ok(), "one that is gone");
  }

  void aReadOnlyFileIsLeftAsItIs() {
    QTemporaryDir folder;
    const QString path = folder.filePath("e.yaml");
    QVERIFY(writeExperimentFile(path, "one", {}).ok());
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
    const auto refused = writeExperimentFile(path, "two", QString("one"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, "experiment_file.read_only");
    QCOMPARE(readExperimentFile(path)->text, "one");
    QVERIFY(!(QFile::permissions(path) & QFile::WriteOwner));
  }

  void eachFieldIsAStepOfTheHistory() {
    ExperimentDocument document;
    document.startFrom(commented);
    QVERIFY(document.setValue("seed", Value(7)).ok());
    QVERIFY(document.setValue("seed", Value(77)).ok());
    QVERIFY(document.setEntered("training.max_steps", "1e3").ok());
    QCOMPARE(document.history().count(), 2);
    QVERIFY(!document.isSound());
    document.history().undo();
    QVERIFY(document.isSound());
    QCOMPARE(document.content().experiment.seed, 77);
  }

  void brokenTextCannotBeEdited() {
    ExperimentDocument document;
    document.startFrom("a: [1, 2");
    QVERIFY(!document.isEditable());
    document.changeText("name: x\n", ExperimentDocument::Origin::typing);
    QVERIFY(document.isEditable());
  }

  // What the target said about this very text forbids a submission; about an older one it does not.
  void whatWouldBeRefusedMayNotBeSubmitted() {
    ExperimentDocument document;
    document.startFrom(commented);
    QVERIFY(document.maySubmit());
    const Diagnostic missing = make_diagnostic(Severity::error, "target.nodes", "resources.nodes",
                                               {{"partition", "p"}, {"most", 1}, {"asked", 2}});
    document.showTargetFindings({missing});
    QVERIFY(document.isSound() && !document.maySubmit());
    QVERIFY(document.setValue("seed", Value(7)).ok());
    QVERIFY(document.maySubmit());
    document.showTargetFindings({missing});
    QVERIFY(!document.maySubmit());
    document.showTargetFindings({});
    QVERIFY(document.maySubmit());
    document.addFindings(document.text(), {missing});
    QVERIFY(!document.maySubmit());
    document.clearFindings();
    QVERIFY(document.maySubmit());
  }

  // What was typed outlives its window.
  void aDraftIsLeftByAWindowThatIsKilled() {
    QTemporaryDir folder;
    // It writes by a clock, and tells nobody.
    const auto wait = [] { QTest::qWait(DraftStore::keepAfterMilliseconds + 300); };
    {
      ExperimentDocument document;
      const DraftStore draft(&document, folder.path());
      document.startFrom(commented, folder.filePath("a.yaml"));
      document.changeText(commented + "# typed\n", ExperimentDocument::Origin::typing);
      wait();
      QCOMPARE(QDir(folder.path()).entryList({"*.json"}, QDir::Files).size(), 1);
      // Its window lives: another one is offered nothing.
      ExperimentDocument other;
      QVERIFY(!DraftStore(&other, folder.path()).left());
      // What was saved needs no draft.
      document.markSaved(folder.filePath("a.yaml"), document.text());
      wait();
      QVERIFY(QDir(folder.path()).entryList({"*.json"}, QDir::Files).isEmpty());
    }
    // As a process that is gone leaves it.
    QFile left(folder.filePath("gone.json"));
    QVERIFY(left.open(QIODevice::WriteOnly));
    left.write(
        R"({"text": "typed", "path": "/a/b.yaml", "folder": "/a", "time": 1000, "saved": "old"})");
    left.close();
    ExperimentDocument document;
    const DraftStore draft(&document, folder.path());
    const auto found = draft.left();
    QVERIFY(found);
    QCOMPARE(found->text, "typed");
    QCOMPARE(found->path, "/a/b.yaml");
    QCOMPARE(found->saved, QString("old"));
    DraftStore::remove(*found);
    QVERIFY(!draft.left());
    document.goOnWith("typed", "/a/b.yaml", "/a", "saved");
    QVERIFY(document.isModified());
    QCOMPARE(document.text(), "typed");
    document.history().undo();
    QCOMPARE(document.text(), "saved");
  }
};

TRAINYARD_TEST(ExperimentDocumentTest);
#include "experiment_document_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window goes once something is submitted.
#include <QFile>
#include <QTest>

#include "gui/clusters/clusters_page.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/review/review_page.h"
#include "gui/forms/message_bar.h"
#include "gui/studies/study_view.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// The window shows a search of two trials in one job, which nothing refuses.
struct SearchScene : WindowScene {
  SearchScene() {
    service.answers["submit"] = [](const QJsonObject& asked) {
      return QJsonObject{
          {"run", asked["run"]}, {"folder", "/runs/search"}, {"diagnostics", QJsonArray()}};
    };
    window->show();
    window->activateWindow();
    window->connectToService();
  }
  bool isReady() const { return client->isConnected() && window->isActiveWindow(); }
  bool open() {
    const QString path = folder.filePath("search.yaml");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    file.write(
        "format: 1\nname: search\nworkload: engine\nmodel:\n  kind: gpt2\ndata:\n"
        "  train: [books.txt]\n  validation: [more.txt]\n  sequence_length: 512\n"
        "evaluation:\n  every_steps: 10\nsearch:\n  space:\n"
        "    optimizer.learning_rate: [1.0e-4, 3.0e-4]\n  trials: 2\n");
    file.close();
    window->pages()->experiments()->open({path});
    return QTest::qWaitFor([&] { return page()->model()->document()->path() == path; });
  }
  ExperimentPage* page() const { return window->pages()->experiment(); }
  void submit() const {
    QTest::mouseClick(page()->bar()->reviewButton(), Qt::LeftButton);
    QTest::mouseClick(page()->review()->submitButton(), Qt::LeftButton);
  }
  StudiesPage* studies() const { return window->pages()->studies(); }
  bool says(const QString& words) const {
    for (const QLabel* label : studies()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
};

}  // namespace

class WindowSubmissionTest : public QObject {
  Q_OBJECT
 private slots:
  void aSearchInOneJobOpensItsStudy() {
    SearchScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open());
    scene.submit();
    QTRY_COMPARE(scene.service.count("submit"), 1);
    const QString run = scene.service.last("submit")["run"].toString();
    QTRY_VERIFY(scene.studies()->isVisible());
    QCOMPARE(scene.studies()->address(), run);
    QTRY_VERIFY(scene.says("Nothing is recorded of this study yet"));
    // Until its first trial, what is known of its run.
    RunRecord record = runRecord(run, RunState::waiting);
    record.reason = "Two jobs are before it.";
    QVERIFY(scene.writer.addRun(record));
    QVERIFY(scene.writer.setOpen(run, RunState::waiting, Message(record.reason)));
    scene.service.notify("runs.changed", {{"runs", QJsonArray{run}}});
    QTRY_VERIFY(scene.says("No trial has started yet"));
    QVERIFY(scene.says("Waiting. Two jobs are before it."));
    QPushButton* show = nullptr;
    for (QPushButton* button : scene.studies()->view()->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == "Show its run") show = button;
    QVERIFY(show);
    show->click();
    QTRY_VERIFY(scene.window->pages()->runs()->isVisible());
    QCOMPARE(scene.window->pages()->runs()->address(), run);
    // Its trials, once they are recorded.
    scene.window->pages()->goTo("studies/" + run);
    HeaderEvent header;
    header.attempt = 1;
    std::vector<Event> events{{1000, 1, header}};
    std::int64_t sequence = 1;
    for (const search::JournalRecord& each : studyRecords(2, 2))
      events.push_back({1000, ++sequence, StudyEvent{.text = search::to_line(each)}});
    QVERIFY(scene.writer.importEvents(run, 1, events, 100, 0));
    scene.service.notify("runs.changed", {{"runs", QJsonArray{run}}});
    QTRY_VERIFY(scene.studies()->study()->content());
    QVERIFY(!scene.says("No trial has started yet"));
  }

  void whoWentOnIsToldOfIt() {
    SearchScene scene;
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.open());
    scene.submit();
    QTest::mouseClick(scene.window->windowHandle(), Qt::LeftButton, {}, QPoint(2, 2));
    scene.window->pages()->goTo("clusters");
    QTRY_COMPARE(scene.service.count("submit"), 1);
    auto* notices = scene.window->pages()->clusters()->findChild<MessageBar*>(
        QString(), Qt::FindDirectChildrenOnly);
    QTRY_COMPARE(notices->text(), "The search has started.");
    QVERIFY(!scene.studies()->isVisible());
  }
};

TRAINYARD_WINDOW_TEST(WindowSubmissionTest);
#include "window_submission_test.moc"

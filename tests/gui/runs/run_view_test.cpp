// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a run's page: its buttons keep their places and do what was meant. Driven by clicks.
#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QMessageBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTranslator>
#include <algorithm>

#include "gui/files/files_page.h"
#include "gui/runs/run/run_files.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QStringList buttons{"Resume", "Cancel run", "&Fetch…", "Duplicate"};

QJsonObject done(const QJsonObject&) { return {{"run", "r"}}; }

// Another language: every sentence in marks.
class Marks : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* source, const char*, int) const override {
    return u'<' + QString::fromUtf8(source) + u'>';
  }
};

// Where everything is that can be clicked.
QList<QRect> places(const RunsScene& scene) {
  QList<QRect> out;
  const auto add = [&](const QWidget* widget, const QRect& rect) {
    out << QRect(widget->mapTo(scene.page->view(), rect.topLeft()), rect.size());
  };
  for (const QString& words : buttons) {
    const QPushButton* button = scene.button(words);
    if (!button) button = scene.button("Submit again");
    add(button, button->rect());
  }
  const auto more = scene.page->view()->findChildren<QToolButton*>();
  const auto menu = std::ranges::find_if(
      more, [](const QToolButton* one) { return one->accessibleName() == "More actions"; });
  add(*menu, (*menu)->rect());
  const QTabBar* tabs = scene.page->view()->findChild<QTabWidget*>()->tabBar();
  for (int i = 0; i < tabs->count(); ++i) add(tabs, tabs->tabRect(i));
  return out;
}

}  // namespace

class RunViewTest : public QObject {
  Q_OBJECT
 private slots:
  void nothingMoves() {
    RunsScene scene({runRecord("r", RunState::preparing)});
    QTRY_VERIFY(scene.isReady());
    QCoreApplication::processEvents();
    const QList<QRect> before = places(scene);
    QCOMPARE(before.size(), 16);
    const QString longReason = QString("A sentence that does not fit into the line. ").repeated(9);
    const auto stays = [&](const QString& shown) {
      return QTest::qWaitFor([&] { return scene.state() == shown || scene.shows(shown); }) &&
             QTest::qWaitFor([&] { return places(scene) == before; }, 1000);
    };
    QVERIFY(scene.writer.setOpen("r", RunState::waiting, Message(longReason)));
    scene.notifyChanged("r");
    QVERIFY(stays("Waiting"));
    QVERIFY(scene.writer.setOpen("r", RunState::running, {}));
    scene.notifyChanged("r");
    QVERIFY(stays("Running"));
    MessageRecord message;
    message.text = "something";
    for (int i = 0; i < 120; ++i) {
      message.sequence = i;
      scene.page->currentRun()->addMessage("r", message);
    }
    QVERIFY(stays("120"));
    scene.end("r", RunState::failed, "slurm.lost", longReason);
    scene.notifyChanged("r");
    QVERIFY(stays("Lost"));
    QVERIFY(scene.can("Submit again"));
    QVERIFY(scene.writer.removeRun("r"));
    scene.notifyChanged("r");
    QVERIFY(stays("Removed"));
  }

  void destructionStandsApart() {
    RunsScene scene({runRecord("r", RunState::completed)});
    QTRY_VERIFY(scene.isReady());
    // In a menu, below a line, and no button leads to it.
    QVERIFY(!scene.button("Remove…"));
    const QAction* remove = scene.entry("Remove…");
    const QList<QAction*> all =
        qobject_cast<QMenu*>(remove->associatedObjects().front())->actions();
    QCOMPARE(all.last(), remove);
    QVERIFY(all[all.size() - 2]->isSeparator());
  }

  void cancellingAsksInPlace() {
    RunsScene scene({runRecord("r", RunState::running)});
    scene.service.answers["cancel"] = done;
    QTRY_VERIFY(scene.isReady());
    QTRY_VERIFY(scene.can("Cancel run"));
    QPushButton* cancel = scene.button("Cancel run");
    const QPoint place = cancel->mapTo(scene.page->view(), cancel->rect().center());
    RunsScene::click(cancel);
    QVERIFY(scene.shows("Cancel \"far\"?"));
    QVERIFY(QApplication::topLevelWidgets().size() >= 1 && !QApplication::activeModalWidget());
    // A second click at the same place hits no answer.
    QWidget* under = scene.page->view()->childAt(place);
    QVERIFY(!qobject_cast<QAbstractButton*>(under));
    RunsScene::click(under);
    RunsScene::click(scene.button("No, let it run"));
    QVERIFY(!scene.shows("Cancel \"far\"?"));
    RunsScene::click(scene.button("Cancel run"));
    QTest::keyClick(scene.button("No, let it run"), Qt::Key_Escape);
    QVERIFY(scene.button("Cancel run"));
    QCOMPARE(scene.service.count("cancel"), 0);
    RunsScene::click(scene.button("Cancel run"));
    RunsScene::click(scene.button("Yes, cancel it"));
    QTRY_COMPARE(scene.service.count("cancel"), 1);
    QCOMPARE(scene.service.last("cancel")["run"].toString(), "r");
    // The second click of a double one hits nothing; then the buttons are back.
    QVERIFY(!scene.can("Yes, cancel it"));
    QTRY_VERIFY(scene.button("Cancel run"));
    QCOMPARE(scene.service.count("cancel"), 1);
  }

  void theQuestionIsAboutOneRun() {
    RunRecord other = runRecord("s", RunState::running);
    other.name = "near";
    other.created = 1;
    RunsScene scene({runRecord("r", RunState::running), other});
    scene.service.answers["cancel"] = done;
    QTRY_VERIFY(scene.isReady());
    scene.page->goTo("r");
    QTRY_VERIFY(scene.can("Cancel run"));
    RunsScene::click(scene.button("Cancel run"));
    scene.page->goTo("s");
    QVERIFY(!scene.button("Yes, cancel it"));
    // It ends while the question is open: the answer stays in its place and does nothing.
    RunsScene::click(scene.button("Cancel run"));
    QVERIFY(scene.shows("Cancel \"near\"?"));
    const QRect before = scene.button("Yes, cancel it")->geometry();
    scene.end("s", RunState::completed, {}, "Done.");
    scene.notifyChanged("s");
    QTRY_VERIFY(scene.shows("It has already ended."));
    QVERIFY(!scene.can("Yes, cancel it"));
    QCOMPARE(scene.button("Yes, cancel it")->geometry().topLeft(), before.topLeft());
    RunsScene::click(scene.button("Yes, cancel it"));
    RunsScene::click(scene.button("Close"));
    QCOMPARE(scene.service.count("cancel"), 0);
  }

  void aButtonMeansTheRunThatWasShownWhenItWasPressed() {
    RunRecord other = runRecord("s", RunState::failed);
    other.created = 1;
    RunsScene scene({runRecord("r", RunState::failed), other});
    scene.service.answers["resume"] = done;
    QTRY_VERIFY(scene.isReady());
    scene.page->goTo("r");
    QTRY_VERIFY(scene.can("Resume"));
    QPushButton* resume = scene.button("Resume");
    QTest::mousePress(resume, Qt::LeftButton);
    scene.page->showRun("s");
    QCOMPARE(scene.shownRun(), "s");
    QTest::mouseRelease(resume, Qt::LeftButton);
    RunsScene::click(resume);  // meant for this one
    QTRY_COMPARE(scene.service.count("resume"), 1);
    QCOMPARE(scene.service.last("resume")["run"].toString(), "s");
  }

  void withoutTheServiceNothingIsPossible() {
    RunsScene scene({runRecord("r", RunState::running)});
    QTRY_VERIFY(scene.isReady());
    QTRY_VERIFY(scene.can("Cancel run"));
    RunsScene::click(scene.button("Cancel run"));
    QVERIFY(scene.can("Yes, cancel it"));
    scene.service.drop();
    QTRY_VERIFY(!scene.client->isConnected());
    QVERIFY(!scene.can("Yes, cancel it"));
    RunsScene::click(scene.button("No, let it run"));
    for (const char* words : {"Resume", "Cancel run", "&Fetch…"})
      QVERIFY2(!scene.can(words), words);
    for (const char* words : {"Rename…", "Pin as baseline", "Archive", "Remove…"})
      QVERIFY2(!scene.mayChoose(words), words);
    QVERIFY(scene.button("Cancel run")->toolTip().contains("not connected"));
  }

  void removingAsksWithoutStoppingTheWindow() {
    RunRecord run = runRecord("r", RunState::completed);
    run.name = "<b>far</b>";
    RunsScene scene({run});
    scene.service.answers["remove"] = done;
    QTRY_VERIFY(scene.isReady());
    QTRY_VERIFY(scene.mayChoose("Remove…"));
    scene.choose("Remove…");  // comes back at once
    auto* question = scene.page->findChild<QMessageBox*>();
    QVERIFY(question);
    QCOMPARE(question->textFormat(), Qt::PlainText);
    QVERIFY(question->text().contains("<b>far</b>"));
    for (QAbstractButton* button : question->buttons())
      if (button->text() == "Remove everything") QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(scene.service.count("remove"), 1);
    QCOMPARE(scene.service.last("remove")["run"].toString(), "r");
  }

  void theLanguageMayChange() {
    RunsScene scene({runRecord("r", RunState::running)});
    QTRY_VERIFY(scene.isReady());
    Marks marks;
    QCoreApplication::installTranslator(&marks);
    QTRY_VERIFY(scene.button("<Cancel run>"));
    QTRY_COMPARE(scene.state(), "<Running>");
    const auto lines = scene.page->findChildren<QLineEdit*>();
    QVERIFY(std::any_of(lines.begin(), lines.end(), [](const QLineEdit* line) {
      return line->placeholderText() == "<Words, or a condition like eval/loss < 2>";
    }));
    const QTabBar* tabs = scene.page->view()->findChild<QTabWidget*>()->tabBar();
    for (int i = 0; i < tabs->count(); ++i)
      QVERIFY2(tabs->tabText(i).startsWith('<'), qPrintable(tabs->tabText(i)));
    QCOMPARE(scene.table()->model()->headerData(1, Qt::Horizontal).toString(), "<Name>");
    QCoreApplication::removeTranslator(&marks);
    QTRY_VERIFY(scene.button("Cancel run"));
  }

  void foreignTextIsShownAsItIs() {
    const QString evil = "<img src=x>&amp;<b>bold</b>";
    RunRecord run = runRecord("r", RunState::failed);
    run.name = run.reason = run.folder = evil;
    RunsScene scene({run});
    QTRY_VERIFY(scene.isReady());
    QVERIFY(scene.shows(evil));
    for (const QLabel* label : scene.page->findChildren<QLabel*>())
      if (label->text().contains("<img"))
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
    const QString tip = scene.row("r").data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains("&lt;img") && !tip.contains("<img"), qPrintable(tip));
  }

  // Each run has its own folder, and one that is out of reach none of another run.
  void itsFilesAreThoseOfItsFolder() {
    RunRecord far = runRecord("far", RunState::completed);
    RunRecord here = runRecord("here", RunState::completed);
    here.target = "here";
    here.folder = "/data/here";
    far.created = 900;
    RunsScene scene({here, far});
    scene.service.answers["files.list"] = [](const QJsonObject& asked) {
      const QJsonObject file{{"name", "run.json"}, {"kind", "file"}, {"bytes", 7}, {"modified", 1}};
      return QJsonObject{{"path", asked["path"]}, {"is_folder", true}, {"files", QJsonArray{file}}};
    };
    QTRY_VERIFY(scene.isFilled());
    scene.page->goTo("here/files");
    QTRY_COMPARE(scene.service.count("files.list"), 1);
    QCOMPARE(scene.service.last("files.list")["path"].toString(), "/data/here");
    auto* files = scene.page->view()->findChild<RunFiles*>();
    const auto rows = [files] {
      return files->files() ? files->files()->findChild<QTableView*>()->model()->rowCount() : -1;
    };
    QTRY_COMPARE(rows(), 1);
    scene.page->goTo("far/files");
    QTRY_COMPARE(rows(), 0);
    QCOMPARE(scene.service.count("files.list"), 1);
    QTRY_VERIFY(scene.shows("Press Return in the path field to list a folder."));
  }
};

TRAINYARD_WINDOW_TEST(RunViewTest);
#include "run_view_test.moc"

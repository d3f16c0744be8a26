// SPDX-License-Identifier: GPL-3.0-or-later
// F1 on fields and messages that a person may be at, in the whole window: TRAINYARD_RANDOM_SEED
// repeats a walk.
#include <QPointer>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <random>

#include "engine/contract/messages.h"
#include "gui/app/window_help.h"
#include "gui/experiments/findings_side.h"
#include "gui/forms/message_bar.h"
#include "gui/help/help_pages.h"
#include "gui/help/message_help.h"
#include "gui/help/own_runs_plot.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/form_view.h"
#include "gui/forms/presets.h"
#include "gui/help/help_browser.h"
#include "gui/help/help_drawer.h"
#include "tests/gui/app/window_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr int numFields = 40, numMessages = 10;

// As it is read: without the breaks of lines.
QString asOneLine(const QString& text) { return text.simplified(); }

}  // namespace

class HelpWindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    bool isGiven = false;
    const int given = qEnvironmentVariableIntValue("TRAINYARD_RANDOM_SEED", &isGiven);
    const unsigned seed = isGiven ? static_cast<unsigned>(given) : std::random_device()() % 100000;
    qInfo("seed %u", seed);
    m_random.seed(seed);
  }

  void init() {
    m_scene = std::make_unique<WindowScene>();
    m_scene->window->resize(1440, 900);
    m_scene->window->show();
    m_scene->window->pages()->goTo("experiments");
    m_scene->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_scene->window.get()));
  }
  void cleanup() { m_scene.reset(); }

  // Of all sections of all presets' forms.
  void aFieldsHelpIsWhatTheContractSays() {
    const std::vector<Preset> all = presets();
    for (int i = 0; i < numFields; ++i) {
      if (i % 8 == 0) window().pages()->experiment()->model()->openPreset(all[pick(all.size())]);
      const FieldInfo& field = fields()[pick(fields().size())];
      const QString path = QString::fromStdString(field.path);
      window().pages()->experiment()->sides()->formView()->jumpTo(path);
      const QPointer<QWidget> input = QApplication::focusWidget();
      QVERIFY2(input, qPrintable(path));
      QTest::keyClick(input, Qt::Key_F1);
      QVERIFY2(drawer().isVisible(), qPrintable(path));
      QCOMPARE(drawer().name(), path);
      QCOMPARE(drawer().heading(), ContractText::label(field));
      const QString text = asOneLine(drawer().body()->toPlainText());
      QVERIFY2(text.contains(asOneLine(ContractText::help(field))), qPrintable(path + ": " + text));
      for (const std::string& choice : field.choices)
        QVERIFY2(text.contains(QString::fromStdString(choice)), choice.c_str());
      QVERIFY(drawer().isAncestorOf(QApplication::focusWidget()));
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
      QVERIFY(!drawer().isVisible());
      QCOMPARE(QApplication::focusWidget(), input.data());
    }
  }

  void aLinkToASettingMovesTheFocusThere() {
    goToField("batch.per_device");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    QVERIFY(drawer().body()->toHtml().contains("field:batch.global"));
    emit drawer().body() -> anchorClicked(QUrl("field:batch.global"));
    QCOMPARE(drawer().name(), "batch.global");
    const FieldEditor* other =
        window().pages()->experiment()->sides()->formView()->editor("batch.global");
    QTRY_COMPARE(QApplication::focusWidget(), other->input());
    // What was shown before is one step back.
    drawer().body()->setFocus();
    QTest::keyClick(drawer().body(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(drawer().name(), "batch.per_device");
  }

  void pinnedItFollowsTheFocus() {
    goToField("optimizer.learning_rate");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    drawer().setPinned(true);
    goToField("seed");
    QCOMPARE(drawer().name(), "seed");
    QWidget* field = QApplication::focusWidget();
    QTest::keyClick(field, Qt::Key_F1);
    QCOMPARE(QApplication::focusWidget(), field);
    drawer().setPinned(false);
    goToField("data.sequence_length");
    QCOMPARE(drawer().name(), "seed");
  }

  // A problem of the document, a message of a run or of the service, by its code or its sentence.
  void aMessagesHelpIsThePartAboutItsKind() {
    QTableView* table = window().pages()->experiment()->sides()->findings()->table();
    for (int i = 0; i < numMessages; ++i) {
      const MessageTemplate& message = message_templates()[pick(message_templates().size())];
      const QString code = QString::fromUtf8(message.code.data(), qsizetype(message.code.size()));
      const Diagnostic finding =
          make_diagnostic(Severity::error, std::string(message.code), {}, {});
      window().pages()->experiment()->model()->diagnostics()->show({finding});
      table->setCurrentIndex(table->model()->index(0, 0));
      table->setFocus();
      QTest::keyClick(table, Qt::Key_F1);
      const HelpHeading* part = HelpPages::all().find(helpOfMessage(code));
      QVERIFY2(part, qPrintable(code));
      QCOMPARE(drawer().heading(), part->title);
      QCOMPARE(drawer().name(), code);
      const QString text = asOneLine(drawer().body()->toPlainText());
      QVERIFY2(text.startsWith(asOneLine(ContractText::finding(finding))), qPrintable(text));
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
      QVERIFY(!drawer().isVisible());
      QCOMPARE(QApplication::focusWidget(), table);
    }
  }

  // An error that only its sentence tells of, and one that is not the contract's.
  void anErrorBarsHelpIsThatOfItsSentence() {
    MessageBar* bar = window().pages()->experiment()->notices();
    const Error error = make_error("host.unreachable", {{"host", "unity"}, {"why", "no route"}});
    bar->showError(QString::fromStdString(error.message));
    helpOfBar(bar);
    QCOMPARE(drawer().name(), "host.unreachable");
    QVERIFY(drawer().body()->toPlainText().contains("no route"));
    // Esc is the help's before it is the notice's.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!drawer().isVisible() && bar->isVisible());
    bar->showError("The pending queue of the practice cluster is odd.");
    helpOfBar(bar);
    QCOMPARE(drawer().name(), "");
    QCOMPARE(drawer().body()->toHtml().count("help:"), 3);
  }

  void thePaletteFindsHelp() {
    for (const PaletteEntry& entry : window().entries().all())
      if (entry.group == PaletteEntry::Group::help && entry.title == "Out of memory") entry.act();
    QVERIFY(drawer().isVisible());
    QCOMPARE(drawer().name(), "troubleshooting.md#out-of-memory");
  }

  void ownRunsAreDrawnBesideTheSetting() {
    goToField("optimizer.learning_rate");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    QTRY_VERIFY(drawer().runs()->isVisible());
    QVERIFY2(drawer().runs()->accessibleName().contains("eval/loss"),
             qPrintable(drawer().runs()->accessibleName()));
    // Of another setting nothing is drawn until it is known, and of a text never.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    QVERIFY(!drawer().runs()->isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left, Qt::AltModifier);
    QTRY_VERIFY(drawer().runs()->isVisible());
  }

  void f6ReachesIt() {
    goToField("seed");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    QVERIFY(!drawer().isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(drawer().isAncestorOf(QApplication::focusWidget()));
  }

  void aSearchLeadsToASettingOrAPart() {
    window().help()->showOfFocus();
    drawer().search()->setFocus();
    QTest::keyClicks(drawer().search(), "warm-up");
    QTest::keyClick(drawer().search(), Qt::Key_Return);
    QVERIFY2(drawer().name().startsWith("schedule.warmup"), qPrintable(drawer().name()));
    QVERIFY(drawer().search()->text().isEmpty());
    QTest::keyClicks(drawer().search(), "out of memory");
    QTest::keyClick(drawer().search(), Qt::Key_Return);
    QCOMPARE(drawer().name(), "troubleshooting.md#out-of-memory");
  }

  void itIsThereAtTheNextStart() {
    goToField("seed");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    drawer().setPinned(true);
    MainWindow next(m_scene->client.get(), m_scene->reader.get());
    next.show();
    QVERIFY(next.help()->drawer()->isVisible() && next.help()->drawer()->isPinned());
    QVERIFY(!next.help()->drawer()->heading().isEmpty());
    next.help()->close();
    drawer().setPinned(false);
  }

 private:
  std::size_t pick(std::size_t below) { return m_random() % below; }
  MainWindow& window() { return *m_scene->window; }
  HelpDrawer& drawer() { return *window().help()->drawer(); }
  void helpOfBar(MessageBar* bar) {
    auto* close = bar->findChild<QToolButton*>();
    QTRY_VERIFY(close->isEnabled());
    close->setFocus();
    QTest::keyClick(close, Qt::Key_F1);
    QVERIFY(drawer().isVisible());
  }
  void goToField(const QString& path) {
    window().pages()->experiment()->sides()->formView()->jumpTo(path);
    QVERIFY(QApplication::focusWidget());
  }

  std::unique_ptr<WindowScene> m_scene;
  std::mt19937 m_random;
};

TRAINYARD_WINDOW_TEST(HelpWindowTest);

#include "help_window_test.moc"

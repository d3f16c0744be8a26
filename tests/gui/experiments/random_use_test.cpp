// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody types and clicks without sense: after each step every field that can be seen says what
// the document says, or is marked while Submit is off, and each click reached what it was aimed at,
// whatever came in between. TRAINYARD_RANDOM_STEPS and TRAINYARD_RANDOM_SEED choose another walk.
#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QWindow>
#include <QValidator>
#include <random>

#include "engine/contract/messages.h"
#include "gui/app/main_window.h"
#include "gui/clusters/clusters_page.h"
#include "gui/forms/field_text.h"
#include "gui/runs/records/store_reader.h"
#include "tests/gui/experiments/page_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QStringList documents{
    soundText,
    QStringLiteral("format: 1\nname: trained\nmodel: {kind: gpt2}\ndata:\n  train: [a.txt, b.txt]\n"
                   "training:\n  max_steps: 240  # long\noptimizer:\n  learning_rate: 5.0e-5\n"),
    QStringLiteral("format: 1\nname: wrong\nseed: many\ntraining:\n  max_steps: \"1e3\"\n"
                   "environment:\n  variables: {A: 1, B: [2]}\n"),
    QStringLiteral("format: 1\nname: broken\ndata: [1, 2\nseed: 3\n")};

const QStringList scraps{"1e3", "-",   "5", "abc", "0.1", ":",   "a: 1", "#",    " ",
                         "[",   "{",   "}", "\"",  "'",   "1_0", "nan",  "null", "true",
                         "x y", "- a", "~", ".",   "e",   "%",   "&a",   "*a"};

// Who got the press of a click.
class Watch : public QObject {
 public:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::MouseButtonPress && !receiver)
      if (auto* widget = qobject_cast<QWidget*>(watched)) receiver = widget;
    return false;
  }
  QPointer<QWidget> receiver;
};

}  // namespace

class RandomUseTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    QCoreApplication::setOrganizationName("trainyard-test");
    for (int i = 0; i < documents.size(); ++i) {
      QFile file(m_folder.filePath(QString::number(i) + ".yaml"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(documents[i].toUtf8());
    }
    m_random.seed(qEnvironmentVariableIntValue("TRAINYARD_RANDOM_SEED"));
    prepareService();
    m_client = std::make_unique<ServiceClient>(m_service.places());
    m_reader = std::make_unique<StoreReader>(m_folder.filePath("runs.sqlite"));
    m_window = std::make_unique<MainWindow>(m_client.get(), m_reader.get());
    m_window->resize(1300, 850);
    m_window->show();
    m_window->activateWindow();
    m_window->connectToService();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY(m_client->isConnected());
    qApp->installEventFilter(&m_watch);
  }

  void cleanupTestCase() {
    qApp->removeEventFilter(&m_watch);
    m_window.reset();
    QCoreApplication::processEvents();
  }

  void everyEditorSaysWhatTheDocumentSays() {
    bool isGiven = false;
    const int given = qEnvironmentVariableIntValue("TRAINYARD_RANDOM_STEPS", &isGiven);
    const int steps = isGiven ? given : 300;
    for (int step = 0; step < steps; ++step) {
      m_did = QString::number(step) + ": ";
      act();
      if (QTest::currentTestFailed()) return;
      QTest::qWait(pick(8) == 0 ? 30 : 1);
      closeWhatOpened();
      m_window->pages()->showPage(m_window->pages()->experiments());
      settle();
      compare();
      if (QTest::currentTestFailed()) return;
    }
  }

 private:
  int pick(int below) { return static_cast<int>(m_random() % static_cast<unsigned>(below)); }
  ExperimentPage* page() { return m_window->pages()->experiment(); }

  QList<QRect> places() {
    QList<QRect> out;
    for (FieldEditor* field : page()->sides()->formView()->editors())
      if (field->isVisible()) out.append({field->mapTo(m_window.get(), QPoint()), field->size()});
    return out;
  }

  // What a person did is laid out before he aims again. It takes several turns of the loop.
  void settle() {
    QList<QRect> before;
    do {
      before = places();
      QTest::qWait(1);
      QCoreApplication::processEvents();
    } while (before != places());
  }

  // A service whose answers are now one thing, now another.
  void prepareService() {
    m_service.answers["targets.list"] = [](const QJsonObject&) {
      return QJsonObject{{"targets", QJsonArray()}};
    };
    m_service.answers["check"] = [this](const QJsonObject&) {
      QJsonArray found;
      if (pick(2))
        found.append(QJsonObject{{"severity", pick(2) ? "error" : "warning"},
                                 {"code", "test.finding"},
                                 {"path", pick(2) ? "command.program" : "seed"},
                                 {"text", "something long was found that nobody expected there"}});
      return QJsonObject{{"diagnostics", found}};
    };
    m_service.answers["submit"] = [](const QJsonObject&) {
      return ScriptedService::error("test.refused", "It was refused for a reason.");
    };
    m_service.answers["render"] = m_service.answers["submit"];
  }

  void act() {
    switch (pick(10)) {
      case 0:
      case 1:
      case 2:
        return typeIntoField();
      case 3:
        return typeIntoText();
      case 4:
      case 5:
        return undoOrRedo();
      case 6:
        return openAnother();
      default:
        return clickSomething();
    }
  }

  // One that is on the screen already is seen; it takes the clicks on it.
  bool isUnderNotice(const QPoint& at) {
    const MessageBar* notice = page()->notices();
    return notice->isVisible() &&
           QRect(notice->mapTo(m_window.get(), QPoint()), notice->size()).contains(at);
  }

  // What a person sees and can use, with the place to click at.
  template <class T>
  QList<QPair<T*, QPoint>> within(QWidget* root) {
    QList<QPair<T*, QPoint>> out;
    for (T* one : root->findChildren<T*>()) {
      if (!one->isVisible() || !one->isEnabled() || one->visibleRegion().isEmpty()) continue;
      const QPoint at = one->mapTo(m_window.get(), one->rect().center());
      if (isUnderNotice(at)) continue;
      QWidget* there = m_window->childAt(at);
      if (there && (there == one || one->isAncestorOf(there))) out.append({one, at});
    }
    return out;
  }

  // Between aim and click things happen that the person did not see yet.
  void interfere() {
    switch (pick(5)) {
      case 0:
        emit m_window->pages()->clusters()->failed("Another page failed.");
        break;
      case 1:
        page()->notices()->showError(
            "An error that nobody expected at this moment, with many "
            "words, so that it takes more than one line of the page.");
        break;
      case 2:
        page()->notices()->ask("A question?", {{"Yes", [] {}}, {"No", [] {}}});
        break;
      case 3:
        page()->model()->document()->showTargetFindings(
            {make_diagnostic(Severity::error, "file.missing", "seed", {{"path", "/x"}})});
        break;
      default:
        break;
    }
    QCoreApplication::processEvents();
  }

  void clickAt(QWidget* aimed, const QPoint& at) {
    const QPointer<QWidget> target(aimed);
    interfere();
    m_watch.receiver.clear();
    QTest::mouseClick(m_window->windowHandle(), Qt::LeftButton, {}, at);
    QWidget* got = m_watch.receiver;
    QVERIFY2(!target || !got || got == target || target->isAncestorOf(got),
             qPrintable(m_did + QStringLiteral(" met ") +
                        (got ? QLatin1String(got->metaObject()->className()) : QLatin1String()) +
                        QLatin1Char(' ') + (got ? got->objectName() : QString())));
    QVERIFY2(got, qPrintable(m_did + QStringLiteral(" met nothing")));
  }

  void clickSomething() {
    auto found = within<QWidget>(page());
    found.removeIf([](const auto& one) {
      const auto* button = qobject_cast<QToolButton*>(one.first);
      // A menu at a press runs a loop of its own until it is closed.
      if (button && button->menu()) return true;
      if (one.first->inherits("QLineEditIconButton")) return true;  // goes with its field's text
      const bool isControl =
          qobject_cast<QAbstractButton*>(one.first) || qobject_cast<QLineEdit*>(one.first) ||
          qobject_cast<QComboBox*>(one.first) || qobject_cast<QPlainTextEdit*>(one.first);
      return !isControl || one.first->inherits("QComboBoxPrivateContainer");
    });
    if (found.isEmpty()) return;
    const auto& [widget, at] = found[pick(static_cast<int>(found.size()))];
    m_did += QStringLiteral("click on ") + QLatin1String(widget->metaObject()->className()) +
             QLatin1Char(' ') + widget->objectName();
    clickAt(widget, at);
  }

  void typeIntoField() {
    std::vector<FieldEditor*> all = page()->sides()->formView()->editors();
    FieldEditor* field = all[static_cast<std::size_t>(pick(static_cast<int>(all.size())))];
    if (pick(3) == 0) page()->sides()->formView()->jumpTo(field->input()->objectName());
    settle();
    auto lines = within<QLineEdit>(page()->sides()->formView());
    if (lines.isEmpty()) return;
    const auto& [edit, at] = lines[pick(static_cast<int>(lines.size()))];
    const QPointer<QLineEdit> kept(edit);
    m_did += QStringLiteral("type into ") + edit->objectName();
    clickAt(edit, at);
    if (QTest::currentTestFailed() || !kept || !kept->hasFocus()) return;
    if (pick(2)) QTest::keyClick(kept, Qt::Key_A, Qt::ControlModifier);
    if (pick(4) == 0) QTest::keyClick(kept, Qt::Key_Delete);
    QString typed;
    for (int i = pick(3); i >= 0; --i) typed += scraps[pick(static_cast<int>(scraps.size()))];
    m_did += QStringLiteral(" \"") + typed + QLatin1Char('"');
    const QString before = kept->text();
    const bool wasAll = kept->selectedText() == before;
    QTest::keyClicks(kept, typed);
    // Nothing but the person changes what he types; the search is his own.
    if (wasAll && page()->model()->document()->isEditable() && kept->isEnabled() && isTaken(kept) &&
        mayBeTyped(kept, typed))
      QCOMPARE(kept->text(), typed);
  }

  // A field for a number takes no other characters.
  static bool mayBeTyped(const QLineEdit* edit, QString typed) {
    int cursor = 0;
    return !edit->validator() || edit->validator()->validate(typed, cursor) != QValidator::Invalid;
  }

  // Whether the document can take an entry there: some texts leave no room for a field.
  bool isTaken(const QLineEdit* edit) {
    if (!find_field(edit->objectName().toStdString())) return true;
    ExperimentDocument probe;
    probe.startFrom(page()->model()->document()->text());
    return probe.setEntered(edit->objectName(), QStringLiteral("x")).ok();
  }

  void typeIntoText() {
    YamlEditor* editor = page()->sides()->editor();
    if (!editor->isVisible()) return;
    editor->setFocus();
    QTextCursor cursor = editor->textCursor();
    cursor.setPosition(pick(editor->document()->characterCount()));
    editor->setTextCursor(cursor);
    const QString typed = scraps[pick(static_cast<int>(scraps.size()))];
    m_did += QStringLiteral("text \"") + typed + QLatin1Char('"');
    if (pick(3) == 0) QTest::keyClick(editor, Qt::Key_Return);
    if (pick(3) == 0) QTest::keyClick(editor, Qt::Key_Backspace);
    QTest::keyClicks(editor, typed);
  }

  void undoOrRedo() {
    QWidget* focus = QApplication::focusWidget();
    if (!focus) return;
    const auto modifiers = pick(3) ? Qt::KeyboardModifiers(Qt::ControlModifier)
                                   : Qt::ControlModifier | Qt::ShiftModifier;
    m_did += QStringLiteral("undo or redo in ") + focus->objectName();
    for (int i = pick(6); i >= 0; --i) QTest::keyClick(focus, Qt::Key_Z, modifiers);
  }

  void openAnother() {
    const int which = pick(static_cast<int>(documents.size()) + 3);
    m_did += QStringLiteral("open ") + QString::number(which);
    if (which == documents.size()) {
      QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
      return;
    }
    if (which > documents.size()) {
      QTest::keyClick(m_window.get(), which % 2 ? Qt::Key_Tab : Qt::Key_W, Qt::ControlModifier);
      return;
    }
    m_window->pages()->experiments()->open({m_folder.filePath(QString::number(which) + ".yaml")});
    QTest::qWait(20);  // a document, a question or a failure comes, perhaps only after the next act
  }

  void closeWhatOpened() {
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (!top->isVisible()) continue;
      if (auto* dialog = qobject_cast<QDialog*>(top)) {
        dialog->reject();
      }
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_window->activateWindow();
  }

  QString shownIn(QWidget* input) {
    if (auto* box = qobject_cast<QCheckBox*>(input))
      return box->checkState() == Qt::Checked     ? QStringLiteral("true")
             : box->checkState() == Qt::Unchecked ? QStringLiteral("false")
                                                  : QStringLiteral("?");
    if (auto* choice = qobject_cast<QComboBox*>(input))
      return choice->currentIndex() < 0 ? choice->placeholderText() : choice->currentText();
    if (auto* lines = qobject_cast<QPlainTextEdit*>(input)) return lines->toPlainText();
    return qobject_cast<QLineEdit*>(input)->text();
  }

  void compare() {
    ExperimentDocument* document = page()->model()->document();
    QCOMPARE(page()->sides()->editor()->toPlainText(), document->text());
    const Document read = read_experiment(document->text().toStdString(), "x.yaml");
    const bool mayBeSent = page()->bar()->reviewButton()->isEnabled();
    QVERIFY2(!mayBeSent || !has_errors(read.diagnostics), qPrintable(m_did));
    if (page()->sides()->formView()->isFrozen()) {
      QVERIFY2(!mayBeSent, qPrintable(m_did));
      return;
    }
    for (FieldEditor* field : page()->sides()->formView()->editors()) {
      if (!field->isVisible()) continue;
      const QString path = field->input()->objectName();
      const FieldInfo& info = *find_field(path.toStdString());
      const QString said = FieldText::show(info, info.get(read.experiment));
      const QString shown = shownIn(field->input());
      const bool isMarked = !page()
                                 ->model()
                                 ->form()
                                 ->index(page()->model()->form()->rowOf(path))
                                 .data(FormModel::ProblemRole)
                                 .toString()
                                 .isEmpty();
      QVERIFY2(FieldText::isSame(info, shown, said) || (isMarked && !mayBeSent),
               qPrintable(QStringLiteral("%1: %2 shows \"%3\", the document says \"%4\"\n%5")
                              .arg(m_did, path, shown, said, document->text())));
    }
  }

  QTemporaryDir m_folder;
  ScriptedService m_service;
  std::unique_ptr<ServiceClient> m_client;
  std::unique_ptr<StoreReader> m_reader;
  std::unique_ptr<MainWindow> m_window;
  Watch m_watch;
  QString m_did;
  std::mt19937 m_random;
};

TRAINYARD_WINDOW_TEST(RandomUseTest);
#include "random_use_test.moc"

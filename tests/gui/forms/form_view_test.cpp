// SPDX-License-Identifier: GPL-3.0-or-later
// The form beside its list of sections: what both show of a document, and how a field shows its
// problem, its meaning and the way back.
#include "gui/forms/form_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/problem_label.h"
#include "gui/forms/section_list.h"
#include "gui/forms/time_limit_parts.h"
#include "gui/forms/value_line.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QString formText = QStringLiteral(
    "format: 1\n"
    "name: example\n"
    "data:\n"
    "  train: [a.txt]\n"
    "batch:\n"
    "  per_device: 2\n"
    "optimizer:\n"
    "  learning_rate: 1.0e-5\n"
    "  weight_decay: 0.1\n");

}  // namespace

class FormViewTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_model = std::make_unique<FormModel>();
    m_view = std::make_unique<FormView>(m_model.get());
    m_view->resize(760, 800);
    m_view->show();
    m_view->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    show(formText);
  }
  void cleanup() {
    m_view.reset();
    m_model.reset();
  }

  void sectionsCountWhatIsChanged() {
    QCOMPARE(stateOf("optimizer").numChanged, 2);
    QCOMPARE(stateOf("batch").numChanged, 1);
    QCOMPARE(stateOf("schedule").numChanged, 0);
    const auto words = [this](const QString& section) {
      return m_view->sections()->item(indexOf(section))->data(Qt::AccessibleTextRole).toString();
    };
    QCOMPARE(words("optimizer"), "Optimizer, 2 changed");
    QCOMPARE(words("schedule"), "Schedule");
    show(QString(formText).replace("0.1", "-1"));
    QCOMPARE(stateOf("optimizer").worst, Severity::error);
    QCOMPARE(words("optimizer"), "Optimizer, 2 changed, has an error");
    // A section is gone to by a click.
    SectionList* list = m_view->findChild<SectionList*>();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(indexOf("optimizer"))).center());
    const auto* area = m_view->findChild<QScrollArea*>();
    const FieldEditor* first = m_view->editor("optimizer.learning_rate");
    QVERIFY(first->mapTo(area->viewport(), QPoint()).y() < 80);
    QCOMPARE(list->currentRow(), indexOf("optimizer"));
  }

  void fieldsAreAsWideAsTheirKind() {
    const auto width = [this](const char* path) { return input(path)->width(); };
    QCOMPARE(width("optimizer.weight_decay"), 132);
    QCOMPARE(width("batch.per_device"), width("batch.global"));
    QVERIFY(width("batch.per_device") >= 156);
    QCOMPARE(width("name"), 308);
    QCOMPARE(width("resources.partition"), 232);
    QCOMPARE(width("model.kind"), 200);
    // Labels and controls stand in columns.
    const auto left = [this](const char* path) {
      return input(path)->mapTo(m_view.get(), QPoint()).x();
    };
    QCOMPARE(left("name"), left("batch.per_device"));
    QCOMPARE(left("name"), 156 + 24 + 140 + 12);
  }

  void pathsAreChipsInRows() {
    auto* train = m_view->editor("data.train")->line();
    QVERIFY(train && train->showsChips());
    const int before = train->height();
    QStringList paths;
    for (int i = 0; i < 6; ++i) paths << QString("/data/books/train-%1.jsonl").arg(i);
    show(QString(formText).replace("a.txt", paths.join(", ")));
    QCOMPARE(train->values(), paths);
    QTRY_VERIFY(train->height() > before + 2 * 20);
    // What is said of them stands below all of them.
    FieldEditor* editor = m_view->editor("data.train");
    editor->setAside("3.0 MiB in 6 files");
    QCOMPARE(editor->note(), "3.0 MiB in 6 files");
    QTRY_VERIFY(editor->height() > train->height());
    const FieldEditor* next = m_view->editor("data.validation");
    QTRY_VERIFY(next->mapTo(m_view.get(), QPoint()).y() >=
                editor->mapTo(m_view.get(), QPoint(0, editor->height())).y());
    // Keys take one away.
    QSignalSpy wanted(m_model.get(), &FormModel::editRequested);
    train->setFocus(Qt::TabFocusReason);
    QTest::keyClick(train, Qt::Key_Left);
    QTest::keyClick(train, Qt::Key_Delete);
    QCOMPARE(train->values(), paths.first(5));
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(input("data.train")->accessibleName(), "Training files");
  }

  void aTimeLimitHasThreeParts() {
    FieldEditor* editor = m_view->editor("resources.time_limit");
    auto* parts = editor->findChild<TimeLimitParts*>();
    const auto shown = [parts] {
      QStringList numbers;
      for (const auto part : {TimeLimitParts::days, TimeLimitParts::hours, TimeLimitParts::minutes})
        numbers << parts->part(part)->text();
      return numbers.join(' ');
    };
    QString document = formText + "resources:\n  time_limit: \"1-12:30:00\"\n";
    connect(m_model.get(), &FormModel::editRequested, m_view.get(), [&](const FieldChange& change) {
      if (change.path != "resources.time_limit") return;
      document = formText + "resources:\n  time_limit: \"" + change.text + "\"\n";
      show(document);
    });
    show(document);
    QCOMPARE(shown(), "1 12 30");
    // Each part writes the text, and the text each part.
    ValueLine* hours = parts->part(TimeLimitParts::hours);
    m_view->jumpTo("resources.time_limit");
    hours->setFocus(Qt::TabFocusReason);
    hours->selectAll();
    QTest::keyClicks(hours, "6");
    QCOMPARE(editor->line()->text(), "1-06:30:00");
    QTest::keyClick(hours, Qt::Key_Up);
    QCOMPARE(editor->line()->text(), "1-07:30:00");
    QTest::keyClicks(hours, "x");  // no number
    QCOMPARE(editor->line()->text(), "1-07:30:00");
    // While a part is empty another number can be typed.
    hours->clear();
    QTest::keyClicks(hours, "08");
    QCOMPARE(hours->text(), "08");
    QCOMPARE(editor->line()->text(), "1-08:30:00");
    // Minutes alone are as good, and stay as they were typed.
    editor->line()->setFocus();
    editor->line()->selectAll();
    QTest::keyClicks(editor->line(), "90");
    QCOMPARE(editor->line()->text(), "90");
    QCOMPARE(shown(), "0 1 30");
    editor->line()->selectAll();
    QTest::keyClicks(editor->line(), "5:30");
    QCOMPARE(shown(), "0 0 5");
    QTest::keyClick(editor->line(), Qt::Key_Tab);
    QVERIFY(parts->part(TimeLimitParts::days)->hasFocus());
    QTest::keyClick(parts->part(TimeLimitParts::days), Qt::Key_Up);
    QCOMPARE(editor->line()->text(), "1-00:05:30");
    // More hours than a day has are typed as they are, and are a day when the parts are left.
    hours->setFocus();
    hours->selectAll();
    QTest::keyClicks(hours, "36");
    QCOMPARE(hours->text(), "36");
    QCOMPARE(editor->line()->text(), "1-36:05:30");
    editor->line()->setFocus();
    QCOMPARE(shown(), "2 12 5");
    QCOMPARE(editor->line()->text(), "1-36:05:30");
    // What is no time has no parts.
    editor->line()->setFocus();
    editor->line()->selectAll();
    QTest::keyClicks(editor->line(), "a day");
    QCOMPARE(shown(), "  ");
    QCOMPARE(parts->part(TimeLimitParts::days)->accessibleName(), "Time limit, days");
  }

  void aTimeLimitOfNothingIsNone() {
    auto* parts = m_view->editor("resources.time_limit")->findChild<TimeLimitParts*>();
    QSignalSpy wanted(parts, &TimeLimitParts::entered);
    ValueLine* hours = parts->part(TimeLimitParts::hours);
    QCOMPARE(hours->text(), "");
    m_view->jumpTo("resources.time_limit");
    hours->setFocus();
    QTest::keyClicks(hours, "5");
    QCOMPARE(wanted.back()[0].toString(), "05:00:00");
    parts->showText("05:00:00");
    QCOMPARE(parts->part(TimeLimitParts::days)->text(), "0");
    QTest::keyClick(hours, Qt::Key_Backspace);
    QCOMPARE(wanted.back()[0].toString(), "");
    // Whoever leaves one empty sees what is the case.
    parts->showText("2-00:00:00");
    hours->clear();
    m_view->editor("name")->input()->setFocus();
    QCOMPARE(hours->text(), "0");
  }

  void inANarrowFormLabelsStandAbove() {
    m_view->resize(156 + 340, 800);
    QTRY_VERIFY(input("name")->mapTo(m_view.get(), QPoint()).x() < 156 + 40);
    FieldEditor* name = m_view->editor("name");
    const auto* label = name->findChild<QLabel*>();
    const QRect place(input("name")->mapTo(name, QPoint()), input("name")->size());
    QVERIFY(label->geometry().bottom() <= place.top());
    QVERIFY(name->rect().contains(place));
    m_view->resize(760, 800);
    QTRY_COMPARE(input("name")->mapTo(m_view.get(), QPoint()).x(), 156 + 24 + 140 + 12);
    QCOMPARE(label->geometry().top(), 0);
  }

  void theWayBackIsSeenWhereItLeads() {
    FieldEditor* decay = m_view->editor("optimizer.weight_decay");
    auto* reset = decay->findChild<QToolButton*>();
    QVERIFY(reset->isVisible() && reset->isEnabled());
    QVERIFY(decay->findChild<QLabel*>()->font().weight() > QFont::Medium);
    QSignalSpy wanted(m_model.get(), &FormModel::resetRequested);
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), "optimizer.weight_decay");
    decay->input()->setFocus();
    QTest::keyClick(decay->input(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(wanted.count(), 2);
    FieldEditor* seed = m_view->editor("seed");
    auto* other = seed->findChild<QToolButton*>();
    QVERIFY(!other->isVisible());
    seed->input()->setFocus();
    QVERIFY(other->isVisible() && !other->isEnabled());
    decay->input()->setFocus();
    QVERIFY(!other->isVisible());
  }

  void theLineBelowSaysWhatIsKnown() {
    FieldEditor* decay = m_view->editor("optimizer.weight_decay");
    QCOMPARE(decay->note(), "Decay of the weights towards zero");
    decay->setMeaning("a tenth");
    QCOMPARE(decay->note(), "a tenth");
    decay->setAside("at most 10");
    QCOMPARE(decay->note(), "a tenth, at most 10");
    decay->input()->setFocus();
    QCOMPARE(decay->note(), "a tenth, at most 10 · Decay of the weights towards zero");
    show(QString(formText).replace("0.1", "-1"));
    QVERIFY(decay->note().contains("0"));
    QVERIFY(decay->findChild<ProblemLabel*>()->isVisible());
  }

  // What comes from elsewhere must not move what is below.
  void aProblemFromElsewhereTakesOneLine() {
    FieldEditor* decay = m_view->editor("optimizer.weight_decay");
    QTest::qWait(20);  // the form is laid out
    const int before = decay->height();
    Document document = read_experiment(formText.toStdString(), "x.yaml");
    document.diagnostics.push_back(
        make_diagnostic(Severity::error, "test.finding", "optimizer.weight_decay", {}));
    document.diagnostics.back().text =
        "a sentence that is much longer than what fits into a line below a field of this form, so "
        "that it would take several";
    m_model->show(document, formText);
    QCoreApplication::processEvents();
    QCOMPARE(decay->height(), before);
    QVERIFY(!decay->findChild<ProblemLabel*>()->isVisible());
    decay->input()->setFocus();
    QTRY_VERIFY(decay->height() > before);
    // Nor does it when the problem is gone by itself.
    QTest::qWait(20);  // the form is laid out
    const int whole = decay->height();
    m_model->show(read_experiment(formText.toStdString(), "x.yaml"), formText);
    QTest::qWait(20);  // nothing tells that it stays
    QCOMPARE(decay->note(), "Decay of the weights towards zero");
    QCOMPARE(decay->height(), whole);
  }

  void valuesThatWouldDoAreLinks() {
    FieldEditor* account = m_view->editor("resources.account");
    account->setOffers({"Yours:", {"IscrC_TUTOR", "a&b"}});
    Document document = read_experiment(formText.toStdString(), "x.yaml");
    document.diagnostics.push_back(
        make_diagnostic(Severity::error, "site.account", "resources.account", {{"site", "there"}}));
    m_model->show(document, formText);
    account->input()->setFocus();
    auto* problem = account->findChild<ProblemLabel*>();
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(">IscrC_TUTOR</a>, <a") &&
                 problem->text().contains("a&amp;b") && problem->text().contains("Yours:"),
             qPrintable(problem->text()));
    QSignalSpy edited(m_model.get(), &FormModel::editRequested);
    // By key, as a person without a mouse does.
    problem->setFocus();
    QTest::keyClick(problem, Qt::Key_Tab);
    problem->setFocus(Qt::TabFocusReason);
    QTest::keyClick(problem, Qt::Key_Return);
    QCOMPARE(edited.count(), 1);
    QCOMPARE(edited[0][0].value<FieldChange>().text, "IscrC_TUTOR");
  }

  void whatHasNoEffectSaysWhy() {
    m_view->jumpTo("schedule.power");
    FieldEditor* power = m_view->editor("schedule.power");
    QVERIFY(power->isVisible());
    QCOMPARE(power->note(), "Has no effect while schedule.kind is linear");
    QCOMPARE(power->input()->property("tone").toString(), "quiet");
  }

  // A document without a search has one field of it, behind all others; with one it has them all.
  void aSearchIsNotInTheWay() {
    const auto shown = [this] {
      QStringList paths;
      for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString path = m_model->index(row).data(FormModel::PathRole).toString();
        if (path.startsWith("search.") && m_view->editor(path)->isVisible()) paths << path;
      }
      return paths;
    };
    for (const QString& workload : {QString("engine"), QString("script")}) {
      const QString text = formText + "workload: " + workload + "\n";
      show(text);
      QCOMPARE(shown(), QStringList{"search.space"});
      QCOMPARE(indexOf("search"), FormModel::sections().size() - 1);
      QVERIFY(m_view->editor("search.space")->mapTo(m_view.get(), QPoint()).y() >
              m_view->editor("resources.time_limit")->mapTo(m_view.get(), QPoint()).y());
      show(text + "search:\n  space:\n    seed: [1, 2]\n");
      QTRY_VERIFY(shown().contains("search.trials"));
    }
    show(formText);
    m_view->setTier(Tier::expert);
    QVERIFY(shown().contains("search.trials"));
  }

  void theListMarksWhereTheFocusIs() {
    for (const char* path : {"resources.time_limit", "checkpoint.every_steps", "name"}) {
      m_view->jumpTo(path);
      QVERIFY(QApplication::focusWidget());
      const QString section =
          m_model->index(m_model->rowOf(path)).data(FormModel::SectionRole).toString();
      QTRY_COMPARE(m_view->sections()->currentRow(), indexOf(section));
    }
    // Also where nothing scrolls: several sections are in sight.
    m_view->jumpTo("optimizer.learning_rate");
    for (int i = 0; i < 40 && m_view->sections()->currentRow() == indexOf("optimizer"); ++i)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(m_view->sections()->currentRow(), indexOf("optimizer") + 1);
    // Who scrolls the field away sees where he is.
    m_view->resize(760, 300);
    QCoreApplication::processEvents();
    auto* bar = m_view->findChild<QScrollArea*>()->verticalScrollBar();
    bar->setValue(bar->maximum());
    QVERIFY(m_view->sections()->currentRow() > indexOf("optimizer") + 1);
  }

  void aSettingIsFoundByItsInitials() {
    auto* find = m_view->findChild<QLineEdit*>();
    for (QLineEdit* each : m_view->findChildren<QLineEdit*>())
      if (each->accessibleName() == "Find a setting") find = each;
    find->setText("lr");
    QVERIFY(m_view->editor("optimizer.learning_rate")->isVisible());
    QVERIFY(!m_view->editor("batch.per_device")->isVisible());
  }

  void detailIsChosen() {
    QVERIFY(!m_view->editor("optimizer.epsilon")->isVisible());
    QVERIFY(m_view->editor("optimizer.weight_decay")->isVisible());  // it is changed
    m_view->setTier(Tier::expert);
    QVERIFY(m_view->editor("optimizer.epsilon")->isVisible());
  }

 private:
  void show(const QString& written) {
    m_model->show(read_experiment(written.toStdString(), "x.yaml"), written);
    QTest::qWait(1);  // counts and filters follow
  }
  QWidget* input(const char* path) { return m_view->editor(QString::fromLatin1(path))->input(); }
  int indexOf(const QString& section) {
    return static_cast<int>(FormModel::sections().indexOf(section));
  }
  SectionList::State stateOf(const QString& section) {
    return m_view->sections()->stateOf(indexOf(section));
  }

  std::unique_ptr<FormModel> m_model;
  std::unique_ptr<FormView> m_view;
};

TRAINYARD_WINDOW_TEST(FormViewTest);
#include "form_view_test.moc"

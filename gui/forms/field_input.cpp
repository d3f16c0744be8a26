// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/field_input.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <algorithm>

#include "gui/forms/boolean_box.h"
#include "gui/forms/choice_box.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_text.h"
#include "gui/forms/form_model.h"
#include "gui/forms/number_steps.h"
#include "gui/forms/value_line.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double numberWidth = 132, choiceBesidePicture = 176, stepperFieldWidth = 156,
                 choiceWidth = 200, nameWidth = 232, limitBesideParts = 104, textWidth = 308,
                 digitsRoom = 76;

bool isOfScheduler(const FieldInfo& info) {
  return info.section == "resources" && info.kind == Kind::text;
}

bool isNumberField(const FieldInfo& info) {
  return info.kind == Kind::integer || info.kind == Kind::auto_integer || info.kind == Kind::real;
}

ValueLine::Takes takesOf(const FieldInfo& info) {
  if (info.kind == Kind::text_list) return ValueLine::Takes::list;
  if (!FormModel::takesSeveral(info)) return ValueLine::Takes::one;
  return isNumberField(info) ? ValueLine::Takes::numbers : ValueLine::Takes::texts;
}

QString placeholderOf(const FieldInfo& info) {
  if (info.kind == Kind::auto_integer) return QStringLiteral("auto");  // the keyword in documents
  return info.nullable || info.kind == Kind::text_list ? FieldInput::tr("not set") : QString();
}

}  // namespace

FieldInput::FieldInput(const FieldInfo& info, QObject* parent) : QObject(parent), m_info(info) {
  m_widget = makeWidget();
  m_widget->setObjectName(QString::fromStdString(info.path));
  m_widget->installEventFilter(this);
  retranslate();
}

ValueLine* FieldInput::line() const { return qobject_cast<ValueLine*>(m_widget); }

QWidget* FieldInput::makeWidget() {
  switch (m_info.kind) {
    case Kind::boolean:
      return makeBox();
    case Kind::choice:
      return makeChoice();
    case Kind::text_map:
    case Kind::value_map:
      return makeLines();
    default:
      return m_info.multiline ? makeLines() : makeLine();
  }
}

QWidget* FieldInput::makeBox() {
  auto* box = new BooleanBox;
  connect(box, &QCheckBox::clicked, this,
          [this](bool on) { emit entered(on ? u"true"_s : u"false"_s); });
  connect(box, &BooleanBox::valuesLeft, this, &FieldInput::severalEntered);
  return box;
}

QWidget* FieldInput::makeChoice() {
  QStringList choices;
  for (const std::string& choice : m_info.choices) choices << QString::fromStdString(choice);
  auto* box = new ChoiceBox(choices);
  connect(box, &QComboBox::currentIndexChanged, this, [this, box](int index) {
    if (!m_isShowing && index >= 0) emit entered(box->itemText(index));
  });
  connect(box, &ChoiceBox::valuesLeft, this, &FieldInput::severalEntered);
  connect(box, &ChoiceBox::severalWanted, this, &FieldInput::severalWanted);
  return box;
}

QWidget* FieldInput::makeLine() {
  auto* line = new ValueLine(takesOf(m_info));
  if (hasSteps(m_info))
    line->setNext(
        [this](const QString& text, int direction) { return nextNumber(m_info, text, direction); });
  line->setCheck([this](const QString& value) {
    return m_info.kind == Kind::text_list || FieldText::isAllowed(m_info, value);
  });
  // Options of a scheduler and names of files may hold commas.
  line->setDividedByCommas(m_info.kind == Kind::text_list && !m_info.is_path &&
                           m_info.path != "resources.extra_directives");
  if (m_info.is_path) line->setPaths();
  if (m_info.path == "resources.partition") line->setIcon(u"server"_s);
  connect(line, &QLineEdit::textEdited, this, [this, line](const QString& text) {
    const QStringList values = line->values();
    const bool isOfTexts = m_info.kind == Kind::text && line->showsChips();
    if (isOfTexts && values.size() > 1)
      emit severalEntered(values);
    else
      emit entered(isOfTexts ? values.value(0) : text);
    fitWidth();
  });
  connect(line, &QLineEdit::editingFinished, this, &FieldInput::fitWidth);
  return line;
}

QWidget* FieldInput::makeLines() {
  auto* lines = new QPlainTextEdit;
  lines->setTabChangesFocus(true);
  lines->setUndoRedoEnabled(false);  // the document has the only history
  lines->setMaximumWidth(px(textWidth));
  connect(lines, &QPlainTextEdit::textChanged, this, [this, lines] {
    fitLines(lines);
    if (!m_isShowing) emit entered(lines->toPlainText());
  });
  fitLines(lines);
  return lines;
}

void FieldInput::fitLines(QPlainTextEdit* lines) {
  const int shown = std::clamp(static_cast<int>(lines->document()->size().height()), 1, 8);
  const int around =
      2 * lines->frameWidth() + 2 * static_cast<int>(lines->document()->documentMargin());
  // A line may be a fraction taller than what the font says.
  lines->setFixedHeight((lines->fontMetrics().lineSpacing() + 1) * shown + around + 2);
}

void FieldInput::fitWidth() {
  if (qobject_cast<ChoiceBox*>(m_widget)) {
    const auto* box = static_cast<ChoiceBox*>(m_widget);
    // Beside the schedule stands its picture.
    const double one = m_info.path == "schedule.kind" ? choiceBesidePicture : choiceWidth;
    m_widget->setMaximumWidth(px(box->showsChips() ? textWidth : one));
  }
  const ValueLine* one = line();
  if (!one) return;
  double width = px(textWidth);
  if (one->showsChips() && m_info.kind != Kind::text_list) {
    width = px(textWidth);
  } else if (isNumberField(m_info)) {
    const QString unit = ContractText::unit(m_info);
    const int words =
        QFontMetrics(look::font(look::Role::help)).horizontalAdvance(unit) + px(digitsRoom);
    width = hasSteps(m_info) ? std::max(px(stepperFieldWidth), words + px(40))
                             : std::max(px(numberWidth), words);
  } else if (m_info.path == "resources.time_limit") {
    width = px(limitBesideParts);
  } else if (isOfScheduler(m_info)) {
    width = px(nameWidth);
  }
  m_widget->setMaximumWidth(static_cast<int>(width));
}

void FieldInput::retranslate() {
  if (ValueLine* one = line()) {
    one->setPlaceholderText(placeholderOf(m_info));
    one->setUnit(ContractText::unit(m_info));
  }
  if (auto* lines = qobject_cast<QPlainTextEdit*>(m_widget))
    lines->setPlaceholderText(m_info.kind == Kind::text ? QString()
                                                        : tr("name: value, one per line"));
  fitWidth();
}

// Undo and redo are the document's, not the editor's.
bool FieldInput::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride)
    if (const auto* key = static_cast<QKeyEvent*>(event);
        key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();  // it remains a shortcut of the page
      return true;
    }
  return QObject::eventFilter(watched, event);
}

void FieldInput::show(const QString& text, const QStringList& values) {
  m_isShowing = true;
  if (auto* box = qobject_cast<BooleanBox*>(m_widget)) {
    box->setValues(values);
  } else if (auto* choice = qobject_cast<ChoiceBox*>(m_widget)) {
    choice->setValues(values);
  } else if (auto* lines = qobject_cast<QPlainTextEdit*>(m_widget)) {
    if (!FieldText::isSame(m_info, lines->toPlainText(), text)) lines->setPlainText(text);
  } else if (ValueLine* one = line()) {
    showInLine(one, text, values);
  }
  m_isShowing = false;
  fitWidth();
}

void FieldInput::showInLine(ValueLine* line, const QString& text, const QStringList& values) {
  if (m_info.kind == Kind::text) line->setSeveral(values.size() > 1);
  const QStringList shown = line->showsChips() ? line->values() : QStringList(line->text());
  const QStringList wanted =
      line->showsChips() ? valuesIn(text, line->separator()) : QStringList(text);
  const auto isSame = [this](const QString& a, const QString& b) {
    return m_info.kind == Kind::text_list ? a == b : FieldText::isSame(m_info, a, b);
  };
  if (std::ranges::equal(shown, wanted, isSame)) return;
  const int at = line->cursorPosition();
  line->setText(text);
  line->setCursorPosition(std::min(at, static_cast<int>(text.size())));
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/field_editor.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QToolButton>
#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/field_text.h"
#include "gui/forms/values_popup.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int labelWidth = 190, narrowLabelWidth = 120, narrowBelow = 420;
constexpr int shortestChoice = 8;  // in characters

const FieldInfo& infoOf(int row) { return fields()[static_cast<std::size_t>(row)]; }

QString placeholder(const FieldInfo& info) {
  if (info.kind == Kind::auto_integer) return QStringLiteral("auto");  // the keyword in documents
  if (!info.nullable) return {};
  return FieldEditor::tr("not set");
}

QString range(const FieldInfo& info) {
  if (!info.minimum && !info.maximum) return {};
  const auto bound = [](double value) { return QLocale::c().toString(value, 'g', 6); };
  if (!info.maximum)
    return info.exclusive_minimum ? FieldEditor::tr("above %1").arg(bound(*info.minimum))
                                  : FieldEditor::tr("at least %1").arg(bound(*info.minimum));
  if (!info.minimum)
    return info.exclusive_maximum ? FieldEditor::tr("below %1").arg(bound(*info.maximum))
                                  : FieldEditor::tr("at most %1").arg(bound(*info.maximum));
  return FieldEditor::tr("%1 to %2").arg(bound(*info.minimum), bound(*info.maximum));
}

QString affects(Affects what) {
  switch (what) {
    case Affects::numerics:
      return FieldEditor::tr("Changes the results.");
    case Affects::speed:
      return FieldEditor::tr("Changes the speed, not the results.");
    case Affects::bookkeeping:
      return FieldEditor::tr("Changes neither results nor speed.");
  }
  return {};
}

// The full description of a field, for its tooltip.
QString explanation(const FieldInfo& info, const QString& help) {
  QString text = u"<p style='white-space:pre-wrap'>"_s + help.toHtmlEscaped() + u"</p><p><code>"_s +
                 QString::fromStdString(info.path) + u"</code>"_s;
  const QString standard = FieldText::show(info, info.default_value);
  text += u"<br>"_s +
          FieldEditor::tr("Default: %1")
              .arg(standard.isEmpty() ? FieldEditor::tr("not set") : standard.toHtmlEscaped());
  if (const QString bounds = range(info); !bounds.isEmpty()) text += u" · "_s + bounds;
  text += u"<br>"_s + affects(info.affects);
  if (FormModel::takesSeveral(info))
    text += u"<br>"_s + FieldEditor::tr("Ctrl+T tries several values in a study.");
  return text + u"</p>"_s;
}

}  // namespace

FieldEditor::FieldEditor(FormModel* model, int row, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_row(row),
      m_label(new QLabel),
      m_unit(new QLabel),
      m_note(new ElidedLabel),
      m_aside(new QLabel),
      m_reset(new QToolButton) {
  m_input = makeInput();
  m_input->setObjectName(QString::fromStdString(infoOf(row).path));
  m_input->installEventFilter(this);
  m_label->setTextFormat(Qt::PlainText);
  m_label->setBuddy(m_input);
  m_label->setFixedWidth(labelWidth);
  m_label->setWordWrap(true);
  m_unit->setTextFormat(Qt::PlainText);
  m_unit->setForegroundRole(QPalette::PlaceholderText);
  m_reset->setIcon(look::icon(QStringLiteral("arrow-back-up")));
  m_reset->setAutoRaise(true);
  QSizePolicy keepsPlace = m_reset->sizePolicy();
  keepsPlace.setRetainSizeWhenHidden(true);
  m_reset->setSizePolicy(keepsPlace);
  const QFont small = look::font(look::Role::help);
  m_note->setFont(small);
  m_note->setTextInteractionFlags(Qt::NoTextInteraction);  // the list of findings can be copied
  m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_aside->setFont(small);
  m_aside->setTextFormat(Qt::PlainText);
  m_aside->setForegroundRole(QPalette::PlaceholderText);
  m_aside->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  layOut();
  if (FormModel::takesSeveral(infoOf(m_row))) offerSeveral();
  connect(m_reset, &QToolButton::clicked, this, [this] { m_model->resetToDefault(m_row); });
  retranslate();
}

void FieldEditor::layOut() {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(1);
  auto* line = new QHBoxLayout;
  line->setSpacing(6);
  line->addWidget(m_input, 1);
  line->addWidget(m_unit);
  line->addWidget(m_reset, 0, Qt::AlignTop);
  grid->addWidget(m_label, 0, 0, Qt::AlignTop);
  grid->addLayout(line, 0, 1);
  auto* below = new QHBoxLayout;
  below->setSpacing(12);
  below->addWidget(m_note, 1);
  below->addWidget(m_aside);
  grid->addLayout(below, 1, 1);
  grid->setColumnStretch(1, 1);
}

void FieldEditor::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_label->setFixedWidth(width() < narrowBelow ? narrowLabelWidth : labelWidth);
}

void FieldEditor::retranslate() {
  const FieldInfo& info = infoOf(m_row);
  const QModelIndex index = m_model->index(m_row);
  m_label->setText(index.data().toString());
  m_input->setAccessibleName(m_label->text());
  for (QAction* action : m_input->actions())
    if (action->shortcut() == QKeySequence(u"Ctrl+T"_s)) action->setText(tr("Try several values…"));
  setToolTip(explanation(info, index.data(Qt::ToolTipRole).toString()));
  m_unit->setText(ContractText::unit(info));
  const QString standard = FieldText::show(info, info.default_value);
  m_reset->setAccessibleName(
      tr("Back to the default: %1").arg(standard.isEmpty() ? tr("not set") : standard));
  m_reset->setToolTip(plainTip(m_reset->accessibleName()));
  if (auto* edit = qobject_cast<QLineEdit*>(m_input)) edit->setPlaceholderText(placeholder(info));
  if (auto* lines = qobject_cast<QPlainTextEdit*>(m_input))
    lines->setPlaceholderText(info.kind == Kind::text        ? QString()
                              : info.kind == Kind::text_list ? tr("one a line")
                                                             : tr("name: value, one per line"));
  refresh();
}

void FieldEditor::setAside(const QString& words) { m_aside->setText(words); }

QString FieldEditor::aside() const { return m_aside->text(); }

void FieldEditor::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

void FieldEditor::fitLines(QPlainTextEdit* lines) {
  const int shown = std::clamp(static_cast<int>(lines->document()->size().height()), 1, 8);
  const int around =
      2 * lines->frameWidth() + 2 * static_cast<int>(lines->document()->documentMargin());
  // A line may be a fraction taller than what the font says.
  lines->setFixedHeight((lines->fontMetrics().lineSpacing() + 1) * shown + around + 2);
}

QWidget* FieldEditor::makeLines() {
  auto* lines = new QPlainTextEdit;
  lines->setTabChangesFocus(true);
  lines->setUndoRedoEnabled(false);  // the document has the only history
  connect(lines, &QPlainTextEdit::textChanged, this, [this, lines] {
    fitLines(lines);
    if (!m_refreshing) m_model->enter(m_row, lines->toPlainText());
  });
  fitLines(lines);
  return lines;
}

QWidget* FieldEditor::makeLine() {
  auto* edit = new QLineEdit;
  connect(edit, &QLineEdit::textEdited, this,
          [this](const QString& text) { m_model->enter(m_row, text); });
  // Its default menu has its own undo, which would bypass the document.
  edit->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(edit, &QWidget::customContextMenuRequested, this, [edit](const QPoint& at) {
    QMenu* menu = edit->createStandardContextMenu();
    for (QAction* undoAndRedo : menu->actions().mid(0, 3)) menu->removeAction(undoAndRedo);
    menu->addActions(edit->actions());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(edit->mapToGlobal(at));
  });
  return edit;
}

QWidget* FieldEditor::makeChoice() {
  auto* box = new QComboBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(shortestChoice);
  for (const std::string& choice : infoOf(m_row).choices)
    box->addItem(QString::fromStdString(choice));
  box->setFocusPolicy(Qt::StrongFocus);
  connect(box, &QComboBox::currentIndexChanged, this, [this, box](int index) {
    if (!m_refreshing && index >= 0) m_model->enter(m_row, box->itemText(index));
  });
  return box;
}

void FieldEditor::offerSeveral() {
  auto* action = new QAction(tr("Try several values…"), m_input);
  action->setShortcut(QKeySequence(u"Ctrl+T"_s));
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(action, &QAction::triggered, this, &FieldEditor::askSeveral);
  m_input->addAction(action);
  if (!qobject_cast<QLineEdit*>(m_input)) m_input->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void FieldEditor::askSeveral() {
  const FieldInfo& info = infoOf(m_row);
  QStringList choices;
  for (const std::string& choice : info.choices) choices << QString::fromStdString(choice);
  if (info.kind == Kind::boolean) choices = {u"true"_s, u"false"_s};
  auto* popup = new ValuesPopup(choices, m_model->valuesOf(m_row), m_input);
  connect(popup, &ValuesPopup::chosen, this,
          [this](const QStringList& values) { m_model->enterSeveral(m_row, values); });
  popup->showBelow(m_input);
}

QWidget* FieldEditor::makeInput() {
  const FieldInfo& info = infoOf(m_row);
  switch (info.kind) {
    case Kind::boolean: {
      auto* box = new QCheckBox;
      connect(box, &QCheckBox::clicked, this, [this](bool on) {
        m_model->enter(m_row, on ? QStringLiteral("true") : QStringLiteral("false"));
      });
      return box;
    }
    case Kind::choice:
      return makeChoice();
    case Kind::text_list:
    case Kind::text_map:
    case Kind::value_map:
      return makeLines();
    default:
      return info.multiline ? makeLines() : makeLine();
  }
}

// A wheel event that scrolls the form must not change the values below it; undo and redo are the
// document's, not the editor's.
bool FieldEditor::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Wheel && qobject_cast<QComboBox*>(watched) && !m_input->hasFocus()) {
    event->ignore();
    return true;
  }
  if (event->type() == QEvent::ShortcutOverride)
    if (const auto* key = static_cast<QKeyEvent*>(event);
        key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();  // it remains a shortcut of the page
      return true;
    }
  return QWidget::eventFilter(watched, event);
}

void FieldEditor::setInputText(const QString& text) {
  const FieldInfo& info = infoOf(m_row);
  if (auto* box = qobject_cast<QCheckBox*>(m_input)) {
    const bool isValue = text == u"true"_s || text == u"false"_s;
    box->setCheckState(!isValue            ? Qt::PartiallyChecked
                       : text == u"true"_s ? Qt::Checked
                                           : Qt::Unchecked);
    box->setTristate(false);  // a click toggles between on and off
  } else if (auto* choice = qobject_cast<QComboBox*>(m_input)) {
    choice->setPlaceholderText(text);  // shown if it is none of the choices
    choice->setCurrentIndex(choice->findText(text));
  } else if (auto* lines = qobject_cast<QPlainTextEdit*>(m_input)) {
    if (!FieldText::isSame(info, lines->toPlainText(), text)) lines->setPlainText(text);
  } else if (auto* edit = qobject_cast<QLineEdit*>(m_input)) {
    if (FieldText::isSame(info, edit->text(), text)) return;
    const int at = edit->cursorPosition();
    edit->setText(text);
    edit->setCursorPosition(std::min(at, static_cast<int>(text.size())));
  }
}

void FieldEditor::refresh() {
  const QModelIndex index = m_model->index(m_row);
  m_refreshing = true;
  setInputText(index.data(FormModel::TextRole).toString());
  m_refreshing = false;
  const bool changed = index.data(FormModel::ChangedRole).toBool();
  QFont labelFont = m_label->font();
  labelFont.setWeight(changed ? QFont::DemiBold : QFont::Normal);
  m_label->setFont(labelFont);
  m_reset->setVisible(changed);
  markProblem(index.data(FormModel::ProblemRole).toString(),
              static_cast<Severity>(index.data(FormModel::SeverityRole).toInt()));
}

void FieldEditor::markProblem(const QString& problem, Severity severity) {
  const look::Tone tone = look::toneOf(severity);
  look::setInk(m_note, [tone, isQuiet = problem.isEmpty()](const look::Tokens& now) {
    return isQuiet ? now.text3 : now.tone(tone).word;
  });
  const QString help = m_model->index(m_row).data(Qt::ToolTipRole).toString();
  m_note->setText(problem.isEmpty() ? help.section(QStringLiteral(". "), 0, 0) : problem);
  m_input->setAccessibleDescription(problem);
  look::setFieldTone(m_input, problem.isEmpty()               ? QString()
                              : severity == Severity::error   ? u"failed"_s
                              : severity == Severity::warning ? u"waiting"_s
                                                              : QString());
}

bool FieldEditor::matches(const QString& words, Tier upTo) const {
  const FieldInfo& info = infoOf(m_row);
  const QModelIndex index = m_model->index(m_row);
  if (!index.data(FormModel::AppliesRole).toBool()) return false;
  const bool wrong = !index.data(FormModel::ProblemRole).toString().isEmpty();
  const bool changed = index.data(FormModel::ChangedRole).toBool();
  if (words.isEmpty()) return info.tier <= upTo || wrong || changed;
  const QString all = m_label->text() + u' ' + QString::fromStdString(info.path) + u' ' +
                      index.data(Qt::ToolTipRole).toString();
  return all.contains(words, Qt::CaseInsensitive);
}

}  // namespace trainyard

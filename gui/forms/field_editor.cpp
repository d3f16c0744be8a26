#include "gui/forms/field_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QToolButton>
#include <algorithm>

#include "gui/forms/contract_words.h"
#include "gui/forms/field_text.h"
#include "gui/forms/tinted_icon.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int labelWidth = 190;

const FieldInfo& infoOf(int row) { return fields()[static_cast<std::size_t>(row)]; }

QString placeholder(const FieldInfo& info) {
  if (info.kind == Kind::auto_integer)
    return QStringLiteral("auto");  // the word that the document takes
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

// Everything there is to know about a field, for the pointer that rests on it.
QString explanation(const FieldInfo& info, const QString& help) {
  QString text = u"<p style='white-space:pre-wrap'>"_s + help.toHtmlEscaped() + u"</p><p><code>"_s +
                 QString::fromStdString(info.path) + u"</code>"_s;
  const QString standard = FieldText::show(info, info.default_value);
  text += u"<br>"_s +
          FieldEditor::tr("Default: %1")
              .arg(standard.isEmpty() ? FieldEditor::tr("not set") : standard.toHtmlEscaped());
  if (const QString bounds = range(info); !bounds.isEmpty()) text += u" · "_s + bounds;
  return text + u"<br>"_s + affects(info.affects) + u"</p>"_s;
}

}  // namespace

FieldEditor::FieldEditor(FormModel* model, int row, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_row(row),
      m_label(new QLabel),
      m_hint(new QLabel),
      m_problem(new QLabel),
      m_reset(new QToolButton) {
  const FieldInfo& info = infoOf(row);
  const QModelIndex index = model->index(row);
  const QString help = index.data(Qt::ToolTipRole).toString();
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(1);
  m_label->setText(index.data().toString());
  m_label->setFixedWidth(labelWidth);
  m_label->setWordWrap(true);
  m_input = makeInput();
  m_input->setObjectName(QString::fromStdString(info.path));
  m_input->setAccessibleName(m_label->text());
  m_label->setBuddy(m_input);
  setToolTip(explanation(info, help));

  auto* unit = new QLabel(ContractWords::unit(info));
  unit->setForegroundRole(QPalette::PlaceholderText);
  m_reset->setIcon(tintedIcon(QStringLiteral("reset"), palette().color(QPalette::PlaceholderText)));
  m_reset->setAutoRaise(true);
  const QString standard = FieldText::show(info, info.default_value);
  m_reset->setToolTip(
      tr("Back to the default: %1").arg(standard.isEmpty() ? tr("not set") : standard));
  m_reset->setAccessibleName(m_reset->toolTip());
  QSizePolicy keepsPlace = m_reset->sizePolicy();
  keepsPlace.setRetainSizeWhenHidden(true);
  m_reset->setSizePolicy(keepsPlace);

  QFont small = font();
  small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.9));
  m_hint->setText(help.section(QStringLiteral(". "), 0, 0));
  m_hint->setFont(small);
  m_hint->setForegroundRole(QPalette::PlaceholderText);
  m_hint->setWordWrap(true);
  m_problem->setFont(small);
  m_problem->setWordWrap(true);
  m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_problem->hide();

  auto* line = new QHBoxLayout;
  line->setSpacing(6);
  line->addWidget(m_input, 1);
  line->addWidget(unit);
  line->addWidget(m_reset, 0, Qt::AlignTop);
  grid->addWidget(m_label, 0, 0, Qt::AlignTop);
  grid->addLayout(line, 0, 1);
  grid->addWidget(m_problem, 1, 1);
  grid->addWidget(m_hint, 2, 1);
  connect(m_reset, &QToolButton::clicked, this, [this] { m_model->resetToDefault(m_row); });
  refresh();
}

QWidget* FieldEditor::makeLines() {
  auto* lines = new QPlainTextEdit;
  const FieldInfo& info = infoOf(m_row);
  lines->setTabChangesFocus(true);
  lines->setPlaceholderText(info.kind == Kind::text        ? QString()
                            : info.kind == Kind::text_list ? tr("one a line")
                                                           : tr("name: value, one a line"));
  connect(lines, &QPlainTextEdit::textChanged, this, [this, lines] {
    const int height = lines->fontMetrics().lineSpacing() *
                           std::clamp(static_cast<int>(lines->document()->size().height()), 1, 8) +
                       14;
    lines->setFixedHeight(height);
    if (!m_refreshing) m_model->enter(m_row, lines->toPlainText());
  });
  lines->setFixedHeight(lines->fontMetrics().lineSpacing() + 14);
  return lines;
}

QWidget* FieldEditor::makeInput() {
  const FieldInfo& info = infoOf(m_row);
  switch (info.kind) {
    case Kind::boolean: {
      auto* box = new QCheckBox;
      connect(box, &QCheckBox::toggled, this, [this](bool on) {
        if (!m_refreshing)
          m_model->enter(m_row, on ? QStringLiteral("true") : QStringLiteral("false"));
      });
      return box;
    }
    case Kind::choice: {
      auto* box = new QComboBox;
      for (const std::string& choice : info.choices) box->addItem(QString::fromStdString(choice));
      box->setFocusPolicy(Qt::StrongFocus);
      box->installEventFilter(this);
      connect(box, &QComboBox::currentTextChanged, this, [this](const QString& text) {
        if (!m_refreshing) m_model->enter(m_row, text);
      });
      return box;
    }
    case Kind::text_list:
    case Kind::text_map:
    case Kind::value_map:
      return makeLines();
    default:
      break;
  }
  if (info.multiline) return makeLines();
  auto* edit = new QLineEdit;
  edit->setPlaceholderText(placeholder(info));
  connect(edit, &QLineEdit::textEdited, this,
          [this](const QString& text) { m_model->enter(m_row, text); });
  return edit;
}

// A wheel that scrolls the form must not change the values it passes over.
bool FieldEditor::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
    event->ignore();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void FieldEditor::setInputText(const QString& text) {
  const FieldInfo& info = infoOf(m_row);
  if (auto* box = qobject_cast<QCheckBox*>(m_input)) {
    box->setChecked(text == u"true"_s);
  } else if (auto* choice = qobject_cast<QComboBox*>(m_input)) {
    choice->setCurrentText(text);
  } else if (auto* lines = qobject_cast<QPlainTextEdit*>(m_input)) {
    const auto typed = FieldText::parse(info, lines->toPlainText());
    if (!typed.value || FieldText::show(info, *typed.value) != text) lines->setPlainText(text);
  } else if (auto* edit = qobject_cast<QLineEdit*>(m_input)) {
    // 5e-5 and 0.00005 are the same value: what was typed stays.
    const auto typed = FieldText::parse(info, edit->text());
    if (!typed.value || FieldText::show(info, *typed.value) != text) edit->setText(text);
  }
}

void FieldEditor::refresh() {
  const QModelIndex index = m_model->index(m_row);
  const QString problem = index.data(FormModel::ProblemRole).toString();
  const auto severity = static_cast<Severity>(index.data(FormModel::SeverityRole).toInt());
  const bool typing = m_input->hasFocus() && !problem.isEmpty();
  m_refreshing = true;
  if (!typing) setInputText(index.data(FormModel::TextRole).toString());
  m_refreshing = false;
  const bool changed = index.data(FormModel::ChangedRole).toBool();
  QFont labelFont = m_label->font();
  labelFont.setBold(changed);
  m_label->setFont(labelFont);
  m_reset->setVisible(changed);
  markProblem(problem, severity);
}

void FieldEditor::markProblem(const QString& problem, Severity severity) {
  const QColor colour = severity == Severity::error     ? QColor(0xd03b3b)
                        : severity == Severity::warning ? QColor(0xb7791f)
                                                        : QColor(0x2f6fde);
  m_problem->setVisible(!problem.isEmpty());
  m_problem->setText(problem);
  QPalette coloured = palette();
  coloured.setColor(QPalette::WindowText, colour);
  m_problem->setPalette(coloured);
  QPalette inputPalette;
  if (!problem.isEmpty() && severity == Severity::error) {
    const QColor base = palette().color(QPalette::Base);
    const auto mix = [](int a, int b) { return (a * 15 + b * 85) / 100; };
    inputPalette.setColor(QPalette::Base,
                          QColor(mix(colour.red(), base.red()), mix(colour.green(), base.green()),
                                 mix(colour.blue(), base.blue())));
  }
  m_input->setPalette(inputPalette);
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

void FieldEditor::showHint(bool shown) { m_hint->setVisible(shown && !m_hint->text().isEmpty()); }

}  // namespace trainyard

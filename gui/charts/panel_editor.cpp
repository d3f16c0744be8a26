// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/panel_editor.h"

#include <QHash>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include "gui/charts/expression_edit.h"
#include "gui/charts/panel_values.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/segmented_control.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::SegmentedControl;

constexpr double editorWidth = 332, padding = 16;
// Of the vertical axis: that of the page comes first.
constexpr int scaleOfPage = 0;

// A number as a person of this country writes it; nothing if it is none.
std::optional<double> numberOf(const QString& text) {
  bool isNumber = false;
  double number = QLocale().toDouble(text.trimmed(), &isNumber);
  if (!isNumber) number = QLocale::c().toDouble(text.trimmed(), &isNumber);
  return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

void showNumber(QLineEdit* field, std::optional<double> number) {
  field->setText(number ? QLocale().toString(*number, 'g', QLocale::FloatingPointShortest)
                        : QString());
  look::setFieldTone(field, {});
}

void showText(QLineEdit* field, const QString& text) {
  if (field->text() != text) field->setText(text);
}

template <class Enum>
void choose(SegmentedControl* control, Enum value) {
  const QSignalBlocker blocker(control);
  control->setCurrent(static_cast<int>(value));
}

}  // namespace

LimitsEdit::LimitsEdit(QWidget* parent)
    : QWidget(parent), m_low(new QLineEdit), m_high(new QLineEdit) {
  auto* row = look::rowIn(this, px(8));
  for (QLineEdit* field : {m_low, m_high}) {
    row->addWidget(field, 1);
    connect(field, &QLineEdit::textEdited, this, [this, field] {
      const bool isWrong = !field->text().trimmed().isEmpty() && !numberOf(field->text());
      look::setFieldTone(field, isWrong ? u"failed"_s : QString());
      emit edited();
    });
  }
  setFocusProxy(m_low);
}

std::optional<double> LimitsEdit::low() const { return numberOf(m_low->text()); }
std::optional<double> LimitsEdit::high() const { return numberOf(m_high->text()); }

void LimitsEdit::setLimits(std::optional<double> low, std::optional<double> high) {
  showNumber(m_low, low);
  showNumber(m_high, high);
}

void LimitsEdit::setNames(const QString& low, const QString& high, const QString& placeholder) {
  m_low->setAccessibleName(low);
  m_high->setAccessibleName(high);
  for (QLineEdit* field : {m_low, m_high}) field->setPlaceholderText(placeholder);
}

PanelEditor::PanelEditor(QWidget* parent)
    : QWidget(parent),
      m_title(plainLabel(look::Role::card)),
      m_name(new QLineEdit),
      m_section(new QLineEdit),
      m_x(new ExpressionEdit(true)),
      m_yLimits(new LimitsEdit),
      m_xLimits(new LimitsEdit),
      m_close(new QToolButton) {
  setFixedWidth(px(editorWidth));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  for (int i = 0; i < 5; ++i) m_buttons << new QPushButton;
  buildChoices();
  auto* head = look::rowIn(nullptr, px(8), {px(padding), px(8), px(8), px(8)});
  m_close->setIcon(look::icon(u"x"_s));
  m_close->setAutoRaise(true);
  look::setKind(m_close, look::toolKind);
  look::addAll(head, {{m_title, 1}, m_close});
  auto* scroll = new QScrollArea;
  scroll->setWidget(buildForm());
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  look::addAll(look::columnIn(this), {head, {scroll, 1}, buildFoot()});
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

void PanelEditor::buildChoices() {
  constexpr int parts[numChoices] = {4, 4, 2, 3, 4, 4, 3};
  for (const int count : parts) m_choices << new SegmentedControl(QStringList(count));
}

void PanelEditor::addLabelled(QVBoxLayout* column, QWidget* field) {
  QLabel* label = plainLabel(look::Role::help);
  look::setInk(label, [](const look::Tokens& t) { return t.text2; });
  label->setBuddy(field);
  m_rows << Row{label, field};
  auto* pair = look::columnIn(nullptr, px(4));
  look::addAll(pair, {label, field});
  column->addLayout(pair);
}

QWidget* PanelEditor::buildForm() {
  auto* form = new QWidget;
  auto* column = look::columnIn(form, px(12), {px(padding), px(4), px(padding), px(padding)});
  addLabelled(column, m_choices[ofKind]);
  addLabelled(column, m_name);
  auto* lines = new QWidget;
  m_lines = look::columnIn(lines, px(6));
  addLabelled(column, lines);
  column->addWidget(m_buttons[0], 0, Qt::AlignLeft);
  addLabelled(column, m_choices[ofReduction]);
  addLabelled(column, m_x);
  addLabelled(column, m_choices[ofXScale]);
  addLabelled(column, m_xLimits);
  addLabelled(column, m_choices[ofYScale]);
  addLabelled(column, m_yLimits);
  addLabelled(column, m_choices[ofBand]);
  addLabelled(column, m_choices[ofWidth]);
  addLabelled(column, m_choices[ofHeight]);
  addLabelled(column, m_section);
  column->addStretch(1);
  return form;
}

QWidget* PanelEditor::buildFoot() {
  auto* foot = new QWidget;
  auto* row = look::rowIn(foot, px(6), {px(padding), px(10), px(padding), px(10)});
  look::setKind(m_buttons[0], look::quietKind);
  look::setKind(m_buttons[4], look::dangerKind);
  for (QPushButton* button : m_buttons) look::setSmall(button);
  look::addAll(row, {m_buttons[1], m_buttons[2], m_buttons[3], look::gap(), m_buttons[4]});
  return foot;
}

void PanelEditor::connectParts() {
  for (QLineEdit* field : {m_name, m_section})
    connect(field, &QLineEdit::textEdited, this, &PanelEditor::collect);
  connect(m_x, &ExpressionEdit::edited, this, &PanelEditor::collect);
  for (LimitsEdit* limits : {m_yLimits, m_xLimits})
    connect(limits, &LimitsEdit::edited, this, &PanelEditor::collect);
  for (SegmentedControl* control : m_choices)
    connect(control, &SegmentedControl::currentChanged, this, [this] {
      showFields();
      collect();
    });
  connect(m_close, &QToolButton::clicked, this, &PanelEditor::closeRequested);
  connect(m_buttons[0], &QPushButton::clicked, this, [this] {
    m_panel.expressions << QString();
    showExpressions();
    m_expressions.last()->enter();
  });
  connect(m_buttons[1], &QPushButton::clicked, this, &PanelEditor::duplicateRequested);
  connect(m_buttons[2], &QPushButton::clicked, this, [this] { emit moveRequested(-1); });
  connect(m_buttons[3], &QPushButton::clicked, this, [this] { emit moveRequested(1); });
  connect(m_buttons[4], &QPushButton::clicked, this, &PanelEditor::removeRequested);
}

ExpressionEdit* PanelEditor::addExpression() {
  auto* edit = new ExpressionEdit(false);
  m_lines->addWidget(edit);
  m_expressions << edit;
  connect(edit, &ExpressionEdit::edited, this, &PanelEditor::collect);
  connect(edit, &ExpressionEdit::removeRequested, this, [this, edit] {
    m_panel.expressions.removeAt(m_expressions.indexOf(edit));
    showExpressions();
    emit this->edited(m_panel);
  });
  return edit;
}

// A line each, and one to write into where there is none.
void PanelEditor::showExpressions() {
  const qsizetype lines = std::max<qsizetype>(m_panel.expressions.size(), 1);
  while (m_expressions.size() > lines) {
    m_expressions.last()->hide();
    m_expressions.takeLast()->deleteLater();
  }
  while (m_expressions.size() < lines) addExpression();
  for (qsizetype i = 0; i < lines; ++i) {
    m_expressions[i]->setMetrics(m_metrics);
    m_expressions[i]->setText(m_panel.expressions.value(i));
    m_expressions[i]->setRemovable(lines > 1);
    m_expressions[i]->setName(tr("Metric or expression %1").arg(i + 1), u"eval/loss"_s);
  }
}

void PanelEditor::setPanel(const OwnPanel& panel, const QStringList& metrics) {
  const bool isOwnChange = panel == m_panel && m_isFilled;
  m_panel = panel;
  m_metrics = metrics;
  showExpressions();
  m_x->setMetrics(metrics);
  if (isOwnChange) return;
  m_isFilled = true;
  showText(m_name, panel.name);
  showText(m_section, panel.section);
  m_x->setText(panel.x);
  m_yLimits->setLimits(panel.low, panel.high);
  m_xLimits->setLimits(panel.xLow, panel.xHigh);
  choose(m_choices[ofKind], panel.kind);
  choose(m_choices[ofReduction], panel.reduction);
  choose(m_choices[ofXScale], panel.isLogX ? YScale::logarithmic : YScale::linear);
  choose(m_choices[ofYScale], panel.scale ? static_cast<int>(*panel.scale) + 1 : scaleOfPage);
  choose(m_choices[ofBand], panel.band);
  choose(m_choices[ofWidth], panel.width);
  choose(m_choices[ofHeight], panel.height);
  showFields();
}

// Only what a panel of this kind has. One that a newer version made is not changed.
void PanelEditor::showFields() {
  using Kind = OwnPanel::Kind;
  const auto now = static_cast<Kind>(m_choices[ofKind]->current());
  const bool isLines = now == Kind::lines, isNumber = now == Kind::number;
  const bool hasX = isLines || now == Kind::scatter;
  const QHash<QWidget*, bool> shown{{m_choices[ofReduction], !isLines},
                                    {m_x, hasX},
                                    {m_choices[ofXScale], hasX},
                                    {m_xLimits, hasX},
                                    {m_choices[ofYScale], !isNumber},
                                    {m_yLimits, !isNumber},
                                    {m_choices[ofBand], now != Kind::scatter}};
  for (const Row& row : m_rows) {
    const bool isShown = shown.value(row.field, true);
    row.label->setVisible(isShown);
    row.field->setVisible(isShown);
    row.field->setEnabled(m_panel.newer.isEmpty());
  }
  m_buttons[0]->setVisible(isLines);
  m_buttons[0]->setEnabled(m_panel.newer.isEmpty());
  for (qsizetype i = 1; i < m_expressions.size(); ++i) m_expressions[i]->setVisible(isLines);
}

void PanelEditor::enter() {
  for (ExpressionEdit* edit : m_expressions)
    if (edit->text().isEmpty()) return edit->enter();
  m_name->setFocus(Qt::OtherFocusReason);
}

void PanelEditor::collect() {
  if (!m_panel.newer.isEmpty()) return;
  OwnPanel panel;
  panel.kind = static_cast<OwnPanel::Kind>(m_choices[ofKind]->current());
  panel.reduction = static_cast<OwnPanel::Reduction>(m_choices[ofReduction]->current());
  panel.name = m_name->text();
  panel.section = m_section->text().trimmed();
  for (const ExpressionEdit* edit : m_expressions) panel.expressions << edit->text();
  panel.x = m_x->text();
  panel.isLogX = m_choices[ofXScale]->current() == 1;
  if (m_choices[ofYScale]->current() != scaleOfPage)
    panel.scale = static_cast<YScale>(m_choices[ofYScale]->current() - 1);
  panel.low = m_yLimits->low();
  panel.high = m_yLimits->high();
  panel.xLow = m_xLimits->low();
  panel.xHigh = m_xLimits->high();
  panel.band = static_cast<Band>(m_choices[ofBand]->current());
  panel.width = static_cast<OwnPanel::Width>(m_choices[ofWidth]->current());
  panel.height = static_cast<OwnPanel::Height>(m_choices[ofHeight]->current());
  if (panel == m_panel) return;
  m_panel = panel;
  emit edited(panel);
}

void PanelEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit closeRequested();
  QWidget::keyPressEvent(event);
}

void PanelEditor::retranslate() {
  m_title->setText(tr("Panel"));
  m_close->setToolTip(plainTip(tr("Close (Esc)")));
  m_close->setAccessibleName(tr("Close the editor of the panel"));
  const QStringList labels{tr("Kind"),
                           tr("Name"),
                           tr("Metrics and expressions"),
                           tr("Value of each run"),
                           tr("x"),
                           tr("x scale"),
                           tr("x from, to"),
                           tr("y scale"),
                           tr("y from, to"),
                           tr("Band around means"),
                           tr("Width"),
                           tr("Height"),
                           tr("Section")};
  for (qsizetype i = 0; i < labels.size(); ++i) m_rows[i].label->setText(labels[i]);
  m_name->setAccessibleName(tr("Name of the panel"));
  m_name->setPlaceholderText(tr("As what it shows"));
  m_section->setAccessibleName(tr("Section of the panel"));
  m_section->setPlaceholderText(tr("First section"));
  m_x->setName(tr("Horizontal axis"), tr("As the page"));
  m_xLimits->setNames(tr("x from"), tr("x to"), tr("all"));
  m_yLimits->setNames(tr("y from"), tr("y to"), tr("all"));
  nameChoices();
  const QStringList buttons{tr("Add"), tr("Duplicate"), tr("Earlier"), tr("Later"), tr("Remove")};
  for (qsizetype i = 0; i < buttons.size(); ++i) m_buttons[i]->setText(buttons[i]);
  showExpressions();
}

void PanelEditor::nameChoices() {
  using Reduction = OwnPanel::Reduction;
  m_choices[ofKind]->setNames({tr("Lines"), tr("Bars"), tr("Scatter"), tr("Number")});
  m_choices[ofKind]->setAccessibleName(tr("Kind of the panel"));
  m_choices[ofReduction]->setNames(
      {PanelValues::name(Reduction::last), PanelValues::name(Reduction::least),
       PanelValues::name(Reduction::greatest), PanelValues::name(Reduction::mean)});
  m_choices[ofReduction]->setAccessibleName(tr("Value of each run"));
  m_choices[ofXScale]->setNames({tr("Linear"), tr("Log")});
  m_choices[ofXScale]->setAccessibleName(tr("Scale of the horizontal axis"));
  m_choices[ofYScale]->setNames({tr("As the page"), tr("Linear"), tr("Log")});
  m_choices[ofYScale]->setAccessibleName(tr("Scale of the vertical axis"));
  m_choices[ofBand]->setNames({tr("Min, max"), tr("Std"), tr("Std error"), tr("None")});
  m_choices[ofBand]->setAccessibleName(tr("Band around means"));
  m_choices[ofWidth]->setNames({u"1/3"_s, u"1/2"_s, u"2/3"_s, tr("All")});
  m_choices[ofWidth]->setAccessibleName(tr("Width of the panel"));
  m_choices[ofHeight]->setNames({tr("S"), tr("M"), tr("L")});
  m_choices[ofHeight]->setAccessibleName(tr("Height of the panel"));
}

}  // namespace trainyard

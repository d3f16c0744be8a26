// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/field_editor.h"

#include <QAction>
#include <QApplication>
#include <QGridLayout>
#include <QPainter>

#include "gui/forms/contract_text.h"
#include "gui/forms/field_explanation.h"
#include "gui/forms/field_input.h"
#include "gui/forms/field_text.h"
#include "gui/forms/help_topic.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/time_limit_parts.h"
#include "gui/forms/value_line.h"
#include "gui/forms/value_ruler.h"
#include "gui/forms/values_popup.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int manyShares = 1 << 16;  // of what is left, as long as it may grow
constexpr double labelWidth = 140, labelHeight = 32, controlWidth = 308, columnGap = 12,
                 resetWidth = 28;
constexpr double changeMarkWidth = 3, changeMarkHeight = 14, changeMarkTop = 9, noteGap = 3,
                 foldBelow = 400;

const FieldInfo& infoOf(int row) { return fields()[static_cast<std::size_t>(row)]; }

// Those of a learning rate are compared by their ratio.
bool isByRatio(const FieldInfo& info) {
  return info.path.ends_with("learning_rate") || info.path == "optimizer.epsilon";
}

}  // namespace

FieldEditor::FieldEditor(FormModel* model, int row)
    : m_model(model),
      m_row(row),
      m_input(new FieldInput(infoOf(row), this)),
      m_problemLabel(new ProblemLabel) {
  m_label->setBuddy(input());
  m_label->setWordWrap(true);
  buildReset();
  buildNotes();
  layOut();
  connectInput();
  if (infoOf(m_row).path == "resources.time_limit") addTimeParts();
  if (FormModel::takesSeveral(infoOf(m_row))) offerSeveral();
  setHelpSource(this, [this] {
    return HelpTopic::field(QString::fromStdString(infoOf(m_row).path), m_meaning);
  });
  look::onEvent(this, QEvent::Resize, [this] {
    if (const bool isNarrow = width() < px(foldBelow); isNarrow != m_isFolded) arrange(isNarrow);
  });
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* FieldEditor::input() const { return m_input->widget(); }

ValueLine* FieldEditor::line() const { return m_input->line(); }

void FieldEditor::buildReset() {
  m_reset->setIcon(look::icon(u"restore"_s, [](const look::Tokens& now) { return now.text3; }));
  m_reset->setIconSize(QSize(px(15), px(15)));
  m_reset->setFixedSize(px(resetWidth), px(resetWidth));
  m_reset->setAutoRaise(true);
  QSizePolicy keepsPlace = m_reset->sizePolicy();
  keepsPlace.setRetainSizeWhenHidden(true);
  m_reset->setSizePolicy(keepsPlace);
  m_reset->hide();
  connect(m_reset, &QToolButton::clicked, this, &FieldEditor::reset);
  auto* byKey = new QAction(this);
  byKey->setShortcut(QKeySequence(u"Ctrl+R"_s));
  byKey->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(byKey, &QAction::triggered, this, &FieldEditor::reset);
  addAction(byKey);
}

void FieldEditor::buildNotes() {
  m_note->setTextInteractionFlags(Qt::NoTextInteraction);  // the list of findings can be copied
  m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  QSizePolicy asHighAsItsWords(QSizePolicy::Ignored, QSizePolicy::Fixed);
  asHighAsItsWords.setHeightForWidth(true);
  m_problemLabel->setSizePolicy(asHighAsItsWords);
  m_problemLabel->setMinimumHeight(m_note->sizeHint().height());
  m_problemLabel->hide();
  look::setInk(m_problemLabel, look::Tone::failed);
  connect(m_problemLabel, &ProblemLabel::chosen, this, [this](const QString& value) {
    input()->setFocus(Qt::OtherFocusReason);
    m_model->enter(m_row, value);
  });
}

void FieldEditor::layOut() {
  m_column->setMaximumWidth(px(controlWidth));
  m_controls = new QHBoxLayout;
  m_controls->setSpacing(px(8));
  m_body = new QVBoxLayout(m_column);
  m_body->setContentsMargins(0, 0, 0, 0);
  m_body->setSpacing(px(noteGap));
  look::addAll(m_body, {m_controls, m_note, m_problemLabel, look::gap()});
  m_controls->addWidget(input(), manyShares);
  m_controls->addStretch(1);
  m_grid = new QGridLayout(this);
  // Left of the label is the mark.
  m_grid->setContentsMargins(px(columnGap), 0, 0, 0);
  m_grid->setHorizontalSpacing(px(columnGap));
  m_grid->setVerticalSpacing(0);
  m_grid->setColumnStretch(3, 1);
  m_grid->addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum), 0, 3);
  arrange(false);
}

// In a narrow form the label stands above the control.
void FieldEditor::arrange(bool isFolded) {
  m_isFolded = isFolded;
  const int row = isFolded ? 1 : 0, column = isFolded ? 0 : 1;
  m_grid->addWidget(m_label, 0, 0, 1, isFolded ? 2 : 1, Qt::AlignTop);
  m_grid->addWidget(m_column, row, column);
  m_grid->addWidget(m_reset, row, column + 1, Qt::AlignTop);
  m_grid->setColumnStretch(0, isFolded ? manyShares : 0);
  m_grid->setColumnStretch(1, isFolded ? 0 : manyShares);
  m_label->setMinimumSize(isFolded ? 0 : px(labelWidth), isFolded ? 0 : px(labelHeight));
  m_label->setMaximumWidth(isFolded ? QWIDGETSIZE_MAX : px(labelWidth));
}

void FieldEditor::paintEvent(QPaintEvent*) {
  if (!m_model->index(m_row).data(FormModel::ChangedRole).toBool()) return;
  QPainter painter(this);
  const double top =
      m_isFolded ? (m_label->height() - px(changeMarkHeight)) / 2.0 : px(changeMarkTop);
  look::paintBox(painter, QRectF(0, top, px(changeMarkWidth), px(changeMarkHeight)), px(2),
                 look::tokens(palette()).accent);
}

void FieldEditor::setBeside(QWidget* picture) { m_controls->insertWidget(1, picture); }

void FieldEditor::connectInput() {
  input()->installEventFilter(this);
  connect(m_input, &FieldInput::entered, this,
          [this](const QString& text) { m_model->enter(m_row, text); });
  connect(m_input, &FieldInput::severalEntered, this,
          [this](const QStringList& values) { m_model->enterSeveral(m_row, values); });
  connect(m_input, &FieldInput::severalWanted, this, &FieldEditor::askSeveral);
}

void FieldEditor::addTimeParts() {
  m_timeParts = new TimeLimitParts;
  setBeside(m_timeParts);
  QWidget* before = input();
  for (const auto part : {TimeLimitParts::days, TimeLimitParts::hours, TimeLimitParts::minutes}) {
    setTabOrder(before, m_timeParts->part(part));
    before = m_timeParts->part(part);
  }
  setTabOrder(before, m_reset);
  connect(m_timeParts, &TimeLimitParts::entered, this,
          [this](const QString& text) { m_model->enter(m_row, text); });
}

void FieldEditor::offerSeveral() {
  auto* action = new QAction(tr("Try several values…"), input());
  action->setShortcut(QKeySequence(u"Ctrl+T"_s));
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(action, &QAction::triggered, this, &FieldEditor::beginSeveral);
  input()->addAction(action);
  if (!line()) input()->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void FieldEditor::beginSeveral() {
  if (!line()) return askSeveral();
  line()->setFocus(Qt::ShortcutFocusReason);
  line()->begin();
  m_input->fitWidth();
}

void FieldEditor::askSeveral() {
  const FieldInfo& info = infoOf(m_row);
  QStringList choices;
  for (const std::string& choice : info.choices) choices << QString::fromStdString(choice);
  if (info.kind == Kind::boolean) choices = {u"true"_s, u"false"_s};
  auto* popup = new ValuesPopup(choices, m_model->valuesOf(m_row), input());
  connect(popup, &ValuesPopup::chosen, this,
          [this](const QStringList& values) { m_model->enterSeveral(m_row, values); });
  popup->showBelow(input());
}

void FieldEditor::retranslate() {
  const FieldInfo& info = infoOf(m_row);
  const QModelIndex index = m_model->index(m_row);
  m_label->setText(index.data().toString());
  input()->setAccessibleName(m_label->text());
  for (QAction* action : input()->actions())
    if (action->shortcut() == QKeySequence(u"Ctrl+T"_s)) action->setText(tr("Try several values…"));
  setToolTip(explanation(info, index.data(Qt::ToolTipRole).toString()));
  const QString standard = FieldText::show(info, info.default_value);
  m_reset->setAccessibleName(
      tr("Back to the default: %1").arg(standard.isEmpty() ? tr("not set") : standard));
  m_reset->setToolTip(plainTip(m_reset->accessibleName()));
  m_input->retranslate();
  if (m_timeParts) m_timeParts->retranslate(m_label->text());
  refresh();
}

void FieldEditor::setAside(const QString& words) {
  if (words == m_aside) return;
  m_aside = words;
  showNote();
}

void FieldEditor::setMeaning(const QString& words) {
  if (words == m_meaning) return;
  m_meaning = words;
  showNote();
}

void FieldEditor::setOffers(const Offers& offers) {
  if (offers == m_offers) return;
  m_offers = offers;
  showNote();
}

bool FieldEditor::eventFilter(QObject* watched, QEvent* event) {
  if (watched == input() &&
      (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
    m_isWhole = m_isWhole || event->type() == QEvent::FocusIn;
    if (event->type() == QEvent::FocusIn) m_column->setMinimumHeight(0);
    showReset();
    showNote();
  }
  return QWidget::eventFilter(watched, event);
}

void FieldEditor::enterEvent(QEnterEvent* event) {
  QWidget::enterEvent(event);
  showReset();
}

void FieldEditor::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  showReset();
}

void FieldEditor::reset() {
  if (m_reset->hasFocus()) input()->setFocus(Qt::OtherFocusReason);
  m_model->resetToDefault(m_row);
}

void FieldEditor::showReset() {
  const bool isChanged = m_model->index(m_row).data(FormModel::ChangedRole).toBool();
  m_reset->setEnabled(isChanged);
  m_reset->setVisible(isChanged || underMouse() || input()->hasFocus());
}

void FieldEditor::refresh(bool isOnlyProblem) {
  const QModelIndex index = m_model->index(m_row);
  m_input->show(index.data(FormModel::TextRole).toString(), m_model->valuesOf(m_row));
  if (m_timeParts) {
    m_timeParts->showText(index.data(FormModel::TextRole).toString());
    m_timeParts->setVisible(!line()->showsChips());
  }
  const bool isChanged = index.data(FormModel::ChangedRole).toBool();
  m_label->setFont(look::font(isChanged ? look::Role::emphasis : look::Role::body));
  if (const QString problem = index.data(FormModel::ProblemRole).toString(); problem != m_problem) {
    m_problem = problem;
    m_isWhole = !isOnlyProblem || !isVisible();
  }
  // What comes from elsewhere must not move what the user is about to click on.
  m_column->setMinimumHeight(isOnlyProblem && isVisible() ? m_column->height() : 0);
  showReset();
  showRuler();
  showTone();
  showNote();
  update();
}

void FieldEditor::showRuler() {
  QList<double> numbers;
  for (const QString& value : m_model->valuesOf(m_row)) {
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    if (isNumber) numbers << number;
  }
  const bool isStudy = !m_model->index(m_row).data(FormModel::StudyRole).toString().isEmpty();
  const bool hasRuler = isStudy && line() && numbers.size() > 1;
  if (hasRuler && !m_ruler) {
    m_ruler = new ValueRuler(isByRatio(infoOf(m_row)));
    m_body->insertWidget(1, m_ruler);
  }
  if (!m_ruler) return;
  if (hasRuler) m_ruler->setValues(numbers);
  m_ruler->setVisible(hasRuler);
}

void FieldEditor::showTone() {
  const QModelIndex index = m_model->index(m_row);
  const auto severity = static_cast<Severity>(index.data(FormModel::SeverityRole).toInt());
  const bool hasEffect = index.data(FormModel::AppliesRole).toBool();
  look::setFieldTone(input(), m_problem.isEmpty()             ? (hasEffect ? QString() : u"quiet"_s)
                              : severity == Severity::error   ? u"failed"_s
                              : severity == Severity::warning ? u"waiting"_s
                                                              : QString());
}

// The first condition of the field that does not hold.
QString FieldEditor::whyNoEffect() const {
  return m_model->index(m_row).data(FormModel::ReasonRole).toString();
}

QString FieldEditor::quietNote() const {
  const QModelIndex index = m_model->index(m_row);
  if (const QString why = whyNoEffect(); !why.isEmpty()) return why;
  const QString help = index.data(Qt::ToolTipRole).toString().section(u". "_s, 0, 0);
  QStringList known{m_meaning, m_aside};
  known.removeAll(QString());
  if (known.isEmpty()) return help;
  if (input()->hasFocus()) return known.join(u", "_s) + u" · "_s + help;
  return known.join(u", "_s);
}

void FieldEditor::showNote() {
  const QModelIndex index = m_model->index(m_row);
  const auto severity = static_cast<Severity>(index.data(FormModel::SeverityRole).toInt());
  const QString study = index.data(FormModel::StudyRole).toString();
  const bool isWhole = !m_problem.isEmpty() && m_isWhole;
  const look::Tone tone = look::toneOf(severity);
  const auto ink = [tone, isWrong = !m_problem.isEmpty(),
                    isStudy = !study.isEmpty()](const look::Tokens& now) {
    return isWrong ? now.tone(tone).word : isStudy ? now.text : now.text3;
  };
  QFont font = look::font(look::Role::help);
  if (m_problem.isEmpty() && !study.isEmpty()) font.setWeight(QFont::DemiBold);
  m_note->setFont(font);
  look::setInk(m_note, ink);
  look::setInk(m_problemLabel, ink);
  m_note->setText(!m_problem.isEmpty() ? m_problem : !study.isEmpty() ? study : quietNote());
  if (isWhole)
    m_problemLabel->showProblem(m_problem, severity == Severity::error ? m_offers : Offers());
  // What is shown is laid out at once: both would take more room for a moment.
  QLabel* line = m_note;
  (isWhole ? line : m_problemLabel)->hide();
  (isWhole ? m_problemLabel : line)->show();
  input()->setAccessibleDescription(!m_problem.isEmpty() ? m_problem : study);
}

QString FieldEditor::note() const { return m_problem.isEmpty() ? m_note->wholeText() : m_problem; }

bool FieldEditor::matches(const QString& words, Tier upTo) const {
  const FieldInfo& info = infoOf(m_row);
  const QModelIndex index = m_model->index(m_row);
  if (!index.data(FormModel::AppliesRole).toBool()) return false;
  const bool isWrong = !m_problem.isEmpty();
  const bool isChanged = index.data(FormModel::ChangedRole).toBool();
  const bool isIdle = index.data(FormModel::IdleRole).toBool() && upTo != Tier::expert;
  if (words.isEmpty()) return (info.tier <= upTo && !isIdle) || isWrong || isChanged;
  const QString all = m_label->text() + u' ' + QString::fromStdString(info.path) + u' ' +
                      index.data(Qt::ToolTipRole).toString();
  return all.contains(words, Qt::CaseInsensitive) ||
         FieldText::initials(info).compare(words, Qt::CaseInsensitive) == 0;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/form_view.h"

#include <QAction>
#include <QApplication>
#include <QFrame>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/field_editor.h"
#include "gui/forms/field_meaning.h"
#include "gui/forms/schedule_picture.h"
#include "gui/forms/section_list.h"
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

constexpr int jumpMargin = 60, jumpMilliseconds = 2000;
constexpr double outlineWidth = 156, outlineSide = 8, outlineTop = 10;
constexpr double formLeft = 12, formTop = 8, fieldGap = 10, headHeight = 34;

}  // namespace

FormView::FormView(FormModel* model)
    : m_model(model),
      m_sections(new SectionList),
      m_schedule(new SchedulePicture),
      m_filterLater(new QTimer(this)),
      m_statesLater(new QTimer(this)) {
  m_outline = buildOutline();
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  m_scroll->setFocusPolicy(Qt::StrongFocus);
  for (QWidget* pane : {static_cast<QWidget*>(m_sections), static_cast<QWidget*>(m_scroll)})
    pane->setProperty("pane", true);  // F6 goes from one to the other
  look::addAll(look::rowIn(this), {m_outline, {m_scroll, 1}});
  buildForm();
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
  filter();
}

QWidget* FormView::buildOutline() {
  auto* outline = new QWidget;
  outline->setFixedWidth(px(outlineWidth));
  auto* column =
      look::columnIn(outline, px(8), {px(outlineSide), px(outlineTop), px(outlineSide) + 1, 0});
  look::setSmall(m_search);
  m_search->setFont(look::font(look::Role::help));
  m_search->setClearButtonEnabled(true);
  m_search->addAction(look::icon(u"search"_s, [](const look::Tokens& now) { return now.text3; }),
                      QLineEdit::LeadingPosition);
  look::addAll(column, {m_search, {m_sections, 1}});
  outline->installEventFilter(this);
  return outline;
}

void FormView::buildForm() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(4), {px(formLeft), px(formTop), px(8), px(24)});
  column->addWidget(m_none);
  m_none->setForegroundRole(QPalette::PlaceholderText);
  m_none->setContentsMargins(px(formLeft), px(8), 0, 0);
  m_none->hide();
  m_editors.resize(static_cast<std::size_t>(m_model->rowCount()));
  for (const QString& section : FormModel::sections()) {
    m_groups.push_back(buildSection(section));
    column->addWidget(m_groups.back().frame);
    m_sections->addSection();
  }
  column->addStretch(1);
  editor(u"schedule.kind"_s)->setBeside(m_schedule);
  m_scroll->setWidget(page);
  // The ground is this widget's. Another role of the background would change that of words.
  for (QWidget* part : {page, m_scroll->viewport()}) part->setAutoFillBackground(false);
  m_sections->setCurrentRow(0);
  m_frozen->setParent(m_scroll);
  m_frozen->setAutoFillBackground(true);
  m_frozen->setBackgroundRole(QPalette::AlternateBase);
  m_frozen->setForegroundRole(QPalette::WindowText);
  m_frozen->setContentsMargins(px(24), px(6), px(8), px(6));
  m_frozen->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  look::setInk(m_frozen, look::Tone::failed);
  m_frozen->hide();
  m_scroll->installEventFilter(this);
}

FormView::Group FormView::buildSection(const QString& section) {
  auto* frame = new QWidget;
  auto* rows = look::columnIn(frame, px(fieldGap));
  Group group{section, frame, plainLabel(look::Role::card), new ElidedLabel, {}};
  group.note->setFont(look::font(look::Role::help));
  rows->addWidget(buildHead(group));
  for (int row = 0; row < m_model->rowCount(); ++row) {
    if (m_model->index(row).data(FormModel::SectionRole).toString() != section) continue;
    auto* editor = new FieldEditor(m_model, row);
    rows->addWidget(editor);
    m_editors[static_cast<std::size_t>(row)] = editor;
    group.editors.push_back(editor);
  }
  return group;
}

// The title with a line below it.
QWidget* FormView::buildHead(Group& group) {
  auto* head = new QWidget;
  auto* words = look::rowIn(nullptr, px(8));
  words->addWidget(group.title);
  words->addWidget(group.note, 1);
  group.note->setForegroundRole(QPalette::PlaceholderText);
  group.note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* rule = new QFrame;
  rule->setFrameShape(QFrame::HLine);
  rule->setFixedHeight(1);
  look::addAll(look::columnIn(head, 0, {px(formLeft), 0, 0, 0}), {{words, 1}, rule});
  head->setFixedHeight(px(headHeight));
  return head;
}

void FormView::connectParts() {
  for (QTimer* later : {m_filterLater, m_statesLater}) {
    later->setSingleShot(true);
    later->setInterval(0);
  }
  connect(m_filterLater, &QTimer::timeout, this, &FormView::filter);
  connect(m_statesLater, &QTimer::timeout, this, &FormView::showStates);
  connect(m_search, &QLineEdit::textChanged, this, &FormView::filter);
  connect(m_search, &QLineEdit::returnPressed, this, &FormView::enterFirst);
  connect(m_sections, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { goToSection(m_sections->row(item)); });
  connect(m_sections, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { goToSection(m_sections->row(item)); });
  connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, &FormView::followScroll);
  connect(qApp, &QApplication::focusChanged, this, [this] {
    if (const int section = focusedSection(); section >= 0) m_sections->setCurrentRow(section);
  });
  connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, &FormView::followJump);
  connect(m_model, &FormModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
            for (int row = first.row(); row <= last.row(); ++row)
              m_editors[static_cast<std::size_t>(row)]->refresh(!roles.isEmpty());
            if (roles.isEmpty()) m_filterLater->start();
            m_statesLater->start();
          });
}

void FormView::retranslate() {
  m_search->setPlaceholderText(tr("Find a setting"));
  m_search->setToolTip(tr("Find a setting (Ctrl+F)"));
  m_search->setAccessibleName(m_search->placeholderText());
  m_sections->setAccessibleName(tr("Sections"));
  m_none->setText(tr("No setting that applies here has this name."));
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    m_groups[i].title->setText(ContractText::sectionTitle(m_groups[i].section));
    m_sections->setTitle(static_cast<int>(i), m_groups[i].title->text());
  }
}

// The pages' ground, where no field is.
void FormView::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), look::tokens(palette()).surface);
}

bool FormView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_outline && event->type() == QEvent::Paint) {
    QPainter painter(m_outline);
    const look::Tokens& now = look::tokens(palette());
    painter.fillRect(m_outline->rect(), now.subtle);
    look::paintEdge(painter, m_outline->rect(), Qt::RightEdge, now.hairline);
    return true;
  }
  if (watched == m_scroll && event->type() == QEvent::Resize) placeFrozen();
  return QWidget::eventFilter(watched, event);
}

void FormView::placeFrozen() {
  m_frozen->setGeometry(0, 0, m_scroll->viewport()->width(),
                        m_frozen->sizeHint().height() + px(12));
}

void FormView::startAnew() {
  m_search->clear();
  m_scroll->verticalScrollBar()->setValue(0);
}

void FormView::freeze(const QString& why) {
  m_frozen->setText(why);
  if (why.isEmpty() != m_isFrozen) return;
  m_isFrozen = !why.isEmpty();
  QWidget* focus = QApplication::focusWidget();
  if (m_isFrozen && focus && isAncestorOf(focus)) {
    // Removes the focus instead of letting it move to the next widget.
    m_inputBefore = focus;
    m_scroll->setFocus();
  }
  placeFrozen();
  m_frozen->setVisible(m_isFrozen);
  m_frozen->raise();
  m_search->setEnabled(!m_isFrozen);
  m_scroll->widget()->setEnabled(!m_isFrozen);
  if (!m_isFrozen && m_inputBefore && m_scroll->hasFocus()) m_inputBefore->setFocus();
  if (!m_isFrozen) m_inputBefore.clear();
}

void FormView::setTier(Tier upTo) {
  m_tier = upTo;
  filter();
}

void FormView::filter() {
  const QString words = m_search->text().trimmed();
  bool isAnyShown = false;
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    bool any = false;
    for (FieldEditor* editor : m_groups[i].editors) {
      // The field with the focus is not hidden.
      const bool shown = editor->matches(words, m_tier) || editor->input()->hasFocus();
      editor->setVisible(shown);
      any = any || shown;
    }
    m_groups[i].frame->setVisible(any);
    m_sections->item(static_cast<int>(i))->setHidden(!any);
    isAnyShown = isAnyShown || any;
  }
  m_none->setVisible(!isAnyShown);
}

void FormView::showStates() {
  QHash<QString, SectionList::State> states;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex index = m_model->index(row);
    if (!index.data(FormModel::AppliesRole).toBool()) continue;
    SectionList::State& state = states[index.data(FormModel::SectionRole).toString()];
    state.numChanged += index.data(FormModel::ChangedRole).toBool();
    const auto severity = static_cast<Severity>(index.data(FormModel::SeverityRole).toInt());
    const bool isSaid = !index.data(FormModel::ProblemRole).toString().isEmpty();
    if (isSaid && severity != Severity::info)
      state.worst = std::min(state.worst.value_or(severity), severity);
  }
  for (std::size_t i = 0; i < m_groups.size(); ++i)
    m_sections->setState(static_cast<int>(i), states.value(m_groups[i].section));
}

void FormView::setSectionNote(const QString& section, const QString& words) {
  for (const Group& group : m_groups)
    if (group.section == section) group.note->setText(words);
}

void FormView::showMeanings(const Experiment& experiment, const TrainingPlan* plan) {
  const QMap<QString, QString> meanings = FieldMeaning::meanings(experiment, plan);
  for (FieldEditor* editor : m_editors)
    editor->setMeaning(meanings.value(editor->input()->objectName()));
  m_schedule->showSchedule(experiment.schedule, experiment.optimizer.learning_rate,
                           FieldMeaning::numSteps(experiment, plan));
}

FieldEditor* FormView::editor(const QString& path) const {
  const int row = m_model->rowOf(path);
  return row < 0 ? nullptr : m_editors[static_cast<std::size_t>(row)];
}

void FormView::find() {
  if (!isVisible()) return;
  m_search->setFocus(Qt::ShortcutFocusReason);
  m_search->selectAll();
}

void FormView::enterFirst() {
  for (const Group& group : m_groups)
    for (FieldEditor* editor : group.editors)
      if (editor->isVisible()) return editor->input()->setFocus(Qt::ShortcutFocusReason);
}

void FormView::goToSection(int row) {
  m_scroll->verticalScrollBar()->setValue(m_groups[static_cast<std::size_t>(row)].frame->y() - 4);
  m_sections->setCurrentRow(row);
}

// That of the field with the focus; -1 if none has it, or if it is scrolled out of sight.
int FormView::focusedSection() const {
  const QWidget* focus = QApplication::focusWidget();
  if (!focus || !m_scroll->widget()->isAncestorOf(focus) || focus->visibleRegion().isEmpty())
    return -1;
  const auto group = std::ranges::find_if(
      m_groups, [&](const Group& each) { return each.frame->isAncestorOf(focus); });
  return group == m_groups.end() ? -1 : static_cast<int>(group - m_groups.begin());
}

void FormView::followScroll() {
  if (const int section = focusedSection(); section >= 0) return m_sections->setCurrentRow(section);
  const int top = m_scroll->verticalScrollBar()->value();
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    const QWidget* frame = m_groups[i].frame;
    if (frame->isVisible() && frame->y() + frame->height() > top + 8)
      return m_sections->setCurrentRow(static_cast<int>(i));
  }
}

void FormView::jumpTo(const QString& path) {
  QString known = path;
  while (m_model->rowOf(known) < 0 && known.contains(u'.')) known.truncate(known.lastIndexOf(u'.'));
  const int row = m_model->rowOf(known);
  if (row < 0) return;
  FieldEditor* editor = m_editors[static_cast<std::size_t>(row)];
  editor->setVisible(true);
  editor->parentWidget()->setVisible(true);
  editor->parentWidget()->layout()->activate();
  editor->input()->setFocus(Qt::OtherFocusReason);
  m_jumpedTo = editor;
  m_sinceJump.start();
  m_scroll->ensureWidgetVisible(editor, 0, jumpMargin);
}

// Fields above it may grow once their texts are known, which is soon.
void FormView::followJump() {
  if (m_jumpedTo && m_sinceJump.elapsed() < jumpMilliseconds &&
      m_jumpedTo->isAncestorOf(QApplication::focusWidget()))
    m_scroll->ensureWidgetVisible(m_jumpedTo, 0, jumpMargin);
}

}  // namespace trainyard

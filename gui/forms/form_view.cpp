// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/form_view.h"

#include <QApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/field_editor.h"
#include "gui/look/ink.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

constexpr int jumpMargin = 60, jumpMilliseconds = 2000;

}  // namespace

FormView::FormView(FormModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_head(new QStackedWidget),
      m_frozen(new ElidedLabel),
      m_none(new QLabel),
      m_search(new QLineEdit),
      m_sections(new QListWidget),
      m_scroll(new QScrollArea),
      m_filterLater(new QTimer(this)) {
  m_sections->setFrameShape(QFrame::NoFrame);
  m_sections->setFixedWidth(124);
  m_sections->setSpacing(3);
  m_sections->setContentsMargins(6, 0, 0, 0);
  m_sections->setFocusPolicy(Qt::TabFocus);
  m_sections->viewport()->setBackgroundRole(QPalette::Window);
  for (QWidget* pane : {static_cast<QWidget*>(m_sections), static_cast<QWidget*>(m_scroll)})
    pane->setProperty("pane", true);  // F6 goes from one to the other
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  m_scroll->setFocusPolicy(Qt::StrongFocus);
  buildHead();
  auto* body = new QHBoxLayout;
  body->setSpacing(0);
  body->addWidget(m_sections);
  body->addWidget(m_scroll, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_head);
  column->addLayout(body, 1);
  buildSections();
  connect(m_sections, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { goToSection(m_sections->row(item)); });
  connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, &FormView::followScroll);
  connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, &FormView::followJump);
  connect(m_model, &FormModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
            for (int row = first.row(); row <= last.row(); ++row)
              m_editors[static_cast<std::size_t>(row)]->refresh();
            if (roles.isEmpty()) m_filterLater->start();
          });
  retranslate();
  filter();
}

// The search, or the reason in its place while the form is frozen.
void FormView::buildHead() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(8, 6, 8, 6);
  row->addWidget(m_search, 1);
  m_search->setClearButtonEnabled(true);
  m_frozen->setContentsMargins(12, 0, 12, 0);
  m_frozen->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  look::setInk(m_frozen, look::Tone::failed);
  m_head->addWidget(bar);
  m_head->addWidget(m_frozen);
  m_head->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  m_filterLater->setSingleShot(true);
  m_filterLater->setInterval(0);
  connect(m_filterLater, &QTimer::timeout, this, &FormView::filter);
  connect(m_search, &QLineEdit::textChanged, this, &FormView::filter);
  connect(m_search, &QLineEdit::returnPressed, this, &FormView::enterFirst);
}

void FormView::buildSections() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(12, 2, 12, 24);
  column->setSpacing(14);
  column->addWidget(m_none);
  m_none->setForegroundRole(QPalette::PlaceholderText);
  m_none->hide();
  m_editors.resize(static_cast<std::size_t>(m_model->rowCount()));
  for (const QString& section : FormModel::sections()) {
    m_groups.push_back(buildSection(section));
    column->addWidget(m_groups.back().frame);
    m_sections->addItem(QString());
  }
  column->addStretch();
  m_scroll->setWidget(page);
  m_sections->setCurrentRow(0);
}

FormView::Group FormView::buildSection(const QString& section) {
  auto* frame = new QWidget;
  auto* rows = new QVBoxLayout(frame);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(7);
  auto* title = new QLabel;
  title->setTextFormat(Qt::PlainText);
  title->setFont(look::font(look::Role::card));
  auto* rule = new QFrame;
  rule->setFrameShape(QFrame::HLine);
  rule->setForegroundRole(QPalette::Mid);
  rows->addWidget(title);
  rows->addWidget(rule);
  Group group{section, frame, title, {}};
  for (int row = 0; row < m_model->rowCount(); ++row) {
    if (m_model->index(row).data(FormModel::SectionRole).toString() != section) continue;
    auto* editor = new FieldEditor(m_model, row);
    rows->addWidget(editor);
    m_editors[static_cast<std::size_t>(row)] = editor;
    group.editors.push_back(editor);
  }
  return group;
}

void FormView::retranslate() {
  m_search->setPlaceholderText(tr("Find a setting (Ctrl+F)"));
  m_search->setAccessibleName(m_search->placeholderText());
  m_sections->setAccessibleName(tr("Sections"));
  m_none->setText(tr("No setting that applies here has this name."));
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    m_groups[i].title->setText(ContractText::sectionTitle(m_groups[i].section));
    m_sections->item(static_cast<int>(i))->setText(m_groups[i].title->text());
  }
}

void FormView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
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
  m_head->setCurrentIndex(m_isFrozen ? 1 : 0);
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

void FormView::followScroll() {
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

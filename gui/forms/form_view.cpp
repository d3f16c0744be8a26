#include "gui/forms/form_view.h"

#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/forms/contract_words.h"
#include "gui/forms/field_editor.h"

namespace trainyard {

FormView::FormView(FormModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_search(new QLineEdit),
      m_tier(new QComboBox),
      m_sections(new QListWidget),
      m_scroll(new QScrollArea),
      m_filterLater(new QTimer(this)) {
  m_search->setPlaceholderText(tr("Find a setting (Ctrl+F)"));
  m_search->setClearButtonEnabled(true);
  m_tier->addItems({tr("Essential settings"), tr("Essential and advanced"), tr("All settings")});
  m_tier->setToolTip(
      tr("Settings that differ from their default or need attention are always shown"));
  m_sections->setFrameShape(QFrame::NoFrame);
  m_sections->setFixedWidth(124);
  m_sections->setSpacing(3);
  m_sections->setContentsMargins(6, 0, 0, 0);
  m_sections->setFocusPolicy(Qt::TabFocus);
  QPalette flat = m_sections->palette();
  flat.setColor(QPalette::Base, palette().color(QPalette::Window));
  m_sections->setPalette(flat);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 6, 8, 6);
  bar->addWidget(m_search, 1);
  bar->addWidget(m_tier);
  auto* body = new QHBoxLayout;
  body->setSpacing(0);
  body->addWidget(m_sections);
  body->addWidget(m_scroll, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addLayout(body, 1);
  buildSections();

  m_filterLater->setSingleShot(true);
  m_filterLater->setInterval(0);
  connect(m_filterLater, &QTimer::timeout, this, &FormView::filter);
  connect(m_search, &QLineEdit::textChanged, this, &FormView::filter);
  connect(m_search, &QLineEdit::returnPressed, this, &FormView::enterFirst);
  connect(m_tier, &QComboBox::currentIndexChanged, this, &FormView::filter);
  connect(m_sections, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { goToSection(m_sections->row(item)); });
  connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, &FormView::followScroll);
  connect(m_model, &FormModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last) {
            for (int row = first.row(); row <= last.row(); ++row)
              m_editors[static_cast<std::size_t>(row)]->refresh();
            m_filterLater->start();
          });
  filter();
}

void FormView::buildSections() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(12, 2, 12, 24);
  column->setSpacing(14);
  m_editors.resize(static_cast<std::size_t>(m_model->rowCount()));
  for (const QString& section : FormModel::sections()) {
    auto* frame = new QWidget;
    auto* rows = new QVBoxLayout(frame);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(7);
    auto* title = new QLabel(ContractWords::sectionTitle(section));
    QFont bold = title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.12);
    title->setFont(bold);
    auto* rule = new QFrame;
    rule->setFrameShape(QFrame::HLine);
    rule->setForegroundRole(QPalette::Mid);
    rows->addWidget(title);
    rows->addWidget(rule);
    Group group{section, frame, {}};
    for (int row = 0; row < m_model->rowCount(); ++row) {
      if (m_model->index(row).data(FormModel::SectionRole).toString() != section) continue;
      auto* editor = new FieldEditor(m_model, row);
      rows->addWidget(editor);
      m_editors[static_cast<std::size_t>(row)] = editor;
      group.editors.push_back(editor);
    }
    column->addWidget(frame);
    m_groups.push_back(std::move(group));
    m_sections->addItem(ContractWords::sectionTitle(section));
  }
  column->addStretch();
  m_scroll->setWidget(page);
  m_sections->setCurrentRow(0);
}

void FormView::filter() {
  const QString words = m_search->text().trimmed();
  const Tier upTo = static_cast<Tier>(m_tier->currentIndex());
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    bool any = false;
    for (FieldEditor* editor : m_groups[i].editors) {
      // The field a person is in does not vanish under the cursor.
      const bool shown = editor->matches(words, upTo) || editor->input()->hasFocus();
      editor->setVisible(shown);
      editor->showHint(true);
      any = any || shown;
    }
    m_groups[i].frame->setVisible(any);
    m_sections->item(static_cast<int>(i))->setHidden(!any);
  }
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
  m_scroll->ensureWidgetVisible(editor, 0, 60);
  editor->input()->setFocus(Qt::OtherFocusReason);
}

}  // namespace trainyard

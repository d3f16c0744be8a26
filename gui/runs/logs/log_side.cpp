// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_side.h"

#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/runs/logs/log_names.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double logSideWidth = 222, logSidePadding = 14, fileRow = 26, rankDot = 8, switchRow = 28;
enum FileColumn { NameColumn, SizeColumn, FileColumnCount };
constexpr int fileRole = Qt::UserRole, rankRole = Qt::UserRole + 1;

// Rows of files with the colour of their rank.
class FileRowDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return {QStyledItemDelegate::sizeHint(option, index).width(), look::px(fileRow)};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() == SizeColumn) {
      option->font = look::font(look::Role::caption);
      option->palette.setColor(QPalette::Text, look::tokens(option->palette).text3);
    }
    const QVariant rank = index.data(rankRole);
    if (!rank.isValid()) return;
    const int size = look::px(rankDot);
    const double ratio = option->widget ? option->widget->devicePixelRatioF() : 1;
    QPixmap dot((QSizeF(size, size) * ratio).toSize());
    dot.setDevicePixelRatio(ratio);
    dot.fill(Qt::transparent);
    QPainter painter(&dot);
    look::paintBox(painter, QRectF(0, 0, size, size), look::px(3),
                   look::curveColour(rank.toInt(), option->palette));
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(size, size);
    option->icon = QIcon(dot);
  }
};

}  // namespace

LogSide::LogSide() : m_processes(tree()), m_streams(tree()) {
  setFixedWidth(look::px(logSideWidth));
  look::setSmall(m_attempts);
  m_attempts->hide();
  auto* column = new QVBoxLayout(this);
  const int padding = look::px(logSidePadding);
  column->setContentsMargins(padding, look::px(10), padding, look::px(12));
  column->setSpacing(look::px(4));
  look::addAll(column, {m_attempts, m_processesHead, m_processes});
  column->addSpacing(look::px(8));
  look::addAll(column, {m_streamsHead, m_streams});
  column->addSpacing(look::px(8));
  column->addWidget(m_showHead);
  addSwitch(m_wrap, m_wrapWords);
  addSwitch(m_colours, m_coloursWords);
  addSwitch(m_collapse, m_collapseWords);
  column->addStretch(1);
  m_colours->setChecked(true);
  m_collapse->setChecked(true);
  look::keepTranslated(this, [this] { retranslate(); });
}

QTreeWidget* LogSide::tree() {
  auto* tree = new QTreeWidget;
  tree->setColumnCount(FileColumnCount);
  tree->setHeaderHidden(true);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setIndentation(look::px(14));
  tree->setItemDelegate(new FileRowDelegate(tree));
  tree->setUniformRowHeights(true);
  tree->setSelectionBehavior(QAbstractItemView::SelectRows);
  tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // What is below is the side's own ground.
  tree->viewport()->setAutoFillBackground(false);
  tree->header()->setStretchLastSection(false);
  tree->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
  tree->header()->setSectionResizeMode(SizeColumn, QHeaderView::ResizeToContents);
  connect(tree, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    const QString file = item ? item->data(NameColumn, fileRole).toString() : QString();
    if (file.isEmpty() || file == m_chosen) return;
    choose(file);
    emit chosenByPerson(file);
  });
  for (auto changed : {&QTreeWidget::itemExpanded, &QTreeWidget::itemCollapsed})
    connect(tree, changed, this, [this, tree] { fit(tree); });
  return tree;
}

void LogSide::addSwitch(look::Switch* shown, QLabel* words) {
  auto* row = new QHBoxLayout;
  look::addAll(row, {{words, 1}, shown});
  words->setMinimumHeight(look::px(switchRow));
  words->setBuddy(shown);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void LogSide::retranslate() {
  m_attempts->setAccessibleName(tr("Attempt"));
  m_processesHead->setText(tr("Processes"));
  m_processes->setAccessibleName(tr("Output of processes"));
  m_streamsHead->setText(tr("Output of the job"));
  m_streams->setAccessibleName(tr("Output of the job"));
  m_showHead->setText(tr("Show"));
  m_wrapWords->setText(tr("Wrap long lines"));
  m_coloursWords->setText(tr("Colours of the program"));
  m_collapseWords->setText(tr("Collapse progress bars"));
  m_wrap->setAccessibleName(m_wrapWords->text());
  m_colours->setAccessibleName(m_coloursWords->text());
  m_collapse->setAccessibleName(m_collapseWords->text());
  fill();
}

void LogSide::showFiles(const QList<LogFile>& files) {
  m_files = files;
  fill();
}

void LogSide::fill() {
  const QSignalBlocker quietProcesses(m_processes), quietStreams(m_streams);
  m_processes->clear();
  m_streams->clear();
  for (const LogFile& file : m_files) {
    const LogPlace at = LogNames::place(file.name);
    QTreeWidgetItem* group = groupOf(file);
    auto* item = group ? new QTreeWidgetItem(group) : new QTreeWidgetItem(m_streams);
    const bool isInRank = group && group->data(NameColumn, fileRole).isValid();
    const QString own = at.task.isEmpty() ? file.name : file.name.section(u'/', 2);
    item->setText(NameColumn, isInRank                ? tr("stderr")
                              : at.rank && at.isError ? tr("Rank %1, standard error").arg(*at.rank)
                              : at.rank               ? tr("Rank %1").arg(*at.rank)
                                                      : LogNames::title(own));
    item->setText(SizeColumn, file.bytes > 0 ? QuantityText::bytes(file.bytes) : QString());
    item->setTextAlignment(SizeColumn, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(NameColumn, fileRole, file.name);
    item->setToolTip(NameColumn, plainTip(file.name));
    if (at.rank && !isInRank) item->setData(NameColumn, rankRole, *at.rank);
  }
  m_processes->expandAll();
  m_processesHead->setVisible(m_processes->topLevelItemCount() > 0);
  m_streamsHead->setVisible(m_streams->topLevelItemCount() > 0);
  fit(m_processes);
  fit(m_streams);
  choose(m_chosen);
}

// The task, its node, and for standard error the rank whose output is listed already; nothing for
// the job's own files.
QTreeWidgetItem* LogSide::groupOf(const LogFile& file) {
  const LogPlace at = LogNames::place(file.name);
  if (at.isOfJob()) return nullptr;
  QTreeWidgetItem* group = m_processes->invisibleRootItem();
  const auto enter = [&](const QString& name) {
    for (int i = 0; i < group->childCount(); ++i)
      if (group->child(i)->text(NameColumn) == name &&
          !group->child(i)->data(NameColumn, fileRole).isValid()) {
        group = group->child(i);
        return;
      }
    group = new QTreeWidgetItem(group, {name});
    group->setFlags(Qt::ItemIsEnabled);
  };
  if (!at.task.isEmpty()) enter(tr("Task %1").arg(at.task));
  if (!at.node.isEmpty()) enter(at.node);
  if (!at.rank || !at.isError) return group;
  for (int i = 0; i < group->childCount(); ++i)
    if (group->child(i)->data(NameColumn, rankRole) == QVariant(*at.rank)) return group->child(i);
  return group;
}

QTreeWidgetItem* LogSide::itemOf(const QString& file) const {
  for (QTreeWidget* tree : {m_streams, m_processes})
    for (QTreeWidgetItemIterator each(tree); *each; ++each)
      if ((*each)->data(NameColumn, fileRole).toString() == file) return *each;
  return nullptr;
}

void LogSide::choose(const QString& file) {
  m_chosen = file;
  QTreeWidgetItem* item = file.isEmpty() ? nullptr : itemOf(file);
  for (QTreeWidget* tree : {m_processes, m_streams}) {
    const QSignalBlocker quiet(tree);
    const bool isIn = item && item->treeWidget() == tree;
    tree->setCurrentItem(isIn ? item : nullptr);
    if (!isIn) tree->clearSelection();
    tree->viewport()->update();
  }
}

// As high as its rows, so that what is below stands right under them; it scrolls where there is no
// room for all.
void LogSide::fit(QTreeWidget* tree) {
  int rows = 0;
  for (QTreeWidgetItemIterator each(tree, QTreeWidgetItemIterator::NotHidden); *each; ++each) {
    bool isShown = true;
    for (const QTreeWidgetItem* up = (*each)->parent(); up; up = up->parent())
      isShown &= up->isExpanded();
    rows += isShown;
  }
  const int height = rows * look::px(fileRow);
  tree->setVisible(rows > 0);
  tree->setMaximumHeight(height);
  tree->setMinimumHeight(std::min(height, 3 * look::px(fileRow)));
  tree->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
}

void LogSide::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).subtle, Qt::RightEdge);
}

}  // namespace trainyard

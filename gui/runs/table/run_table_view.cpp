// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_table_view.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "gui/charts/axis_ticks.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"
#include "gui/runs/table/run_columns.h"
#include "gui/runs/table/run_row_delegate.h"
#include "gui/runs/table/run_table_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double markWidth = 62, shortestName = 116;

// The longest text that a column commonly has.
QString longestText(const QString& key) {
  switch (RunColumns::kind(key)) {
    case RunColumns::Kind::state:
      return u"OO Out of reach"_s;
    case RunColumns::Kind::curve:
      return u"OOOOOOOO 0.0000"_s;
    case RunColumns::Kind::progress:
      return u"OOOO 23 h 59 min"_s;
    case RunColumns::Kind::number:
      return u"0.00012"_s;
    case RunColumns::Kind::text:
      break;
  }
  return key == "name"_L1 ? u"a-name-of-a-run-1"_s : u"28 Nov 00:00"_s;
}

}  // namespace

RunTableView::RunTableView(RunTableModel* model, SparkReader* sparks, GroupVerdicts* verdicts)
    : GroupedRunView(model, verdicts) {
  setModel(model);
  setItemDelegate(new RunRowDelegate(model, sparks, this));
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setDragDropMode(DragOnly);
  setDragEnabled(true);
  setEditTriggers(NoEditTriggers);
  setUniformRowHeights(true);
  setAllColumnsShowFocus(true);
  setRootIsDecorated(false);
  setIndentation(0);
  setExpandsOnDoubleClick(false);
  setMouseTracking(true);
  setVerticalScrollMode(ScrollPerPixel);
  header()->setSectionsClickable(true);
  header()->setSectionsMovable(false);
  header()->setHighlightSections(false);
  header()->setStretchLastSection(false);
  connect(header(), &QHeaderView::sectionClicked, this, [this](int section) {
    const QString key =
        m_model->headerData(section, Qt::Horizontal, RunTableModel::KeyRole).toString();
    if (!key.isEmpty())
      emit sortRequested(key, key == m_sortKey ? !m_isDescending
                                               : RunColumns::kind(key) != RunColumns::Kind::text);
  });
  connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &RunTableView::keep);
  connect(model, &QAbstractItemModel::modelReset, this, &RunTableView::restore);
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &RunTableView::chosenChanged);
  connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
          &RunTableView::chosenChanged);
}

QStringList RunTableView::chosen() const {
  QModelIndexList rows = selectionModel()->selectedRows(RunTableModel::nameColumn);
  std::ranges::sort(rows, [](const QModelIndex& a, const QModelIndex& b) {
    return std::pair(a.internalId(), a.row()) < std::pair(b.internalId(), b.row());
  });
  QStringList runs;
  for (const QModelIndex& row : rows)
    if (const QString run = m_model->runAt(row); !run.isEmpty()) runs << run;
  return runs;
}

QString RunTableView::current() const { return m_model->runAt(currentIndex()); }

void RunTableView::choose(const QString& run) {
  QModelIndex row = m_model->indexOf(run);
  if (const QString array = m_model->arrayOf(run); !row.isValid() && !array.isEmpty()) {
    m_model->setFolded(array, false);
    row = m_model->indexOf(run);
  }
  if (!row.isValid()) return;
  expand(row.parent());
  setCurrentIndex(row);
  scrollTo(row);
}

void RunTableView::keep() {
  m_keptChosen = chosen();
  m_keptCurrent = current();
  m_keptGroup = m_model->isGroup(currentIndex())
                    ? std::optional(m_model->groupOf(currentIndex()).key)
                    : std::nullopt;
}

void RunTableView::restore() {
  {
    // Said once, below.
    const QSignalBlocker quiet(selectionModel());
    QModelIndex current = m_model->indexOf(m_keptCurrent);
    for (int group = 0; group < m_model->rowCount(); ++group) {
      const QModelIndex index = m_model->index(group, 0);
      const QString& key = m_model->groupOf(index).key;
      setExpanded(index, !isGroupFolded(key));
      if (key == m_keptGroup) current = index;
    }
    QItemSelection selection;
    for (const QString& run : m_keptChosen)
      if (const QModelIndex row = m_model->indexOf(run); row.isValid())
        selection.select(row.siblingAtColumn(0), row.siblingAtColumn(m_model->columnCount() - 1));
    selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  }
  const bool isGrouped =
      m_model->rowCount() > 1 ||
      (m_model->rowCount() == 1 && !m_model->groupOf(m_model->index(0, 0)).title.isEmpty());
  setRootIndex(isGrouped ? QModelIndex() : m_model->index(0, 0));
  fitColumns();
  viewport()->update();
  emit chosenChanged();
}

void RunTableView::fitColumns() {
  QHeaderView* head = header();
  if (head->count() <= RunTableModel::nameColumn) return;
  head->setMinimumSectionSize(px(40));
  head->resizeSection(RunTableModel::markColumn, px(markWidth));
  const QFontMetrics metrics(look::font(Role::body));
  for (int section = RunTableModel::nameColumn; section < head->count(); ++section) {
    const QString key =
        m_model->headerData(section, Qt::Horizontal, RunTableModel::KeyRole).toString();
    const int title = metrics.horizontalAdvance(RunColumns::title(key));
    head->setSectionResizeMode(section, QHeaderView::Interactive);
    head->resizeSection(
        section,
        std::max(metrics.horizontalAdvance(longestText(key)), std::min(title, px(110))) + px(16));
  }
  fitName();
}

// The name takes what the others leave, but stays long enough to tell runs apart; then the table
// scrolls.
void RunTableView::fitName() {
  QHeaderView* head = header();
  if (head->count() <= RunTableModel::nameColumn) return;
  const int others = head->length() - head->sectionSize(RunTableModel::nameColumn);
  head->resizeSection(RunTableModel::nameColumn,
                      std::max(px(shortestName), viewport()->width() - others));
}

void RunTableView::resizeEvent(QResizeEvent* event) {
  GroupedRunView::resizeEvent(event);
  fitName();
}

void RunTableView::setSort(const QString& key, bool isDescending) {
  m_sortKey = key;
  m_isDescending = isDescending;
  const auto section = m_model->keys().indexOf(key);
  header()->setSortIndicatorShown(section >= 0);
  if (section >= 0)
    header()->setSortIndicator(RunTableModel::nameColumn + static_cast<int>(section),
                               isDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void RunTableView::toggleShown(const QStringList& runs) {
  const bool areShown =
      std::ranges::all_of(runs, [this](const QString& run) { return m_model->isShown(run); });
  if (!runs.isEmpty()) emit showRequested(m_model->withCurves(runs), !areShown);
}

bool RunTableView::toggleArray(const QModelIndex& index, bool isFolded) {
  const QString run = m_model->runAt(index);
  const QString array = m_model->isArray(run) ? run : m_model->arrayOf(run);
  if (array.isEmpty() || m_model->isFolded(array) == isFolded) return false;
  // The task that is left without a row leaves its place to the array.
  choose(array);
  m_model->setFolded(array, isFolded);
  return true;
}

bool RunTableView::isOnFold(const QModelIndex& index, QPoint position) const {
  if (!index.isValid() || !m_model->isArray(m_model->runAt(index))) return false;
  const QModelIndex name = index.siblingAtColumn(RunTableModel::nameColumn);
  return RunRowDelegate::foldPlace(visualRect(name)).contains(position);
}

bool RunTableView::isOnEye(const QModelIndex& index, QPoint position) const {
  if (!index.isValid() || m_model->isGroup(index)) return false;
  const QModelIndex mark = index.siblingAtColumn(RunTableModel::markColumn);
  return RunRowDelegate::eyeIn(visualRect(mark)).contains(position);
}

void RunTableView::showTime() {
  static const QStringList ofTime{u"duration"_s, u"progress"_s, u"started"_s, u"created"_s};
  QHash<std::pair<QString, int>, QString> texts;
  for (QModelIndex row = indexAt({0, 0}); row.isValid(); row = indexBelow(row)) {
    if (visualRect(row).top() > viewport()->height()) break;
    if (m_model->isGroup(row)) continue;
    for (int column = RunTableModel::nameColumn; column < m_model->columnCount(); ++column) {
      if (!ofTime.contains(m_model->keys()[column - RunTableModel::nameColumn])) continue;
      const QModelIndex cell = row.siblingAtColumn(column);
      const std::pair key{m_model->runAt(row), column};
      texts.insert(key, cell.data().toString());
      if (m_timeTexts.value(key) != texts[key]) update(cell);
    }
  }
  m_timeTexts = std::move(texts);
}

void RunTableView::repaintRun(const QString& run) {
  const QModelIndex row = m_model->indexOf(run);
  if (!row.isValid()) return;
  const QRect place = visualRect(row);
  viewport()->update(QRect(0, place.top(), viewport()->width(), place.height()));
}

void RunTableView::paintEvent(QPaintEvent* event) {
  m_painted = event->region();
  GroupedRunView::paintEvent(event);
  m_painted = {};
}

// A group is a row of its own across all columns.
void RunTableView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
  if (m_model->isGroup(index))
    paintGroup(*painter, option.rect, index);
  else
    GroupedRunView::drawRow(painter, option, index);
  look::paintEdge(*painter, option.rect, Qt::BottomEdge, look::tokens(palette()).hairline);
}

void RunTableView::mousePressEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  const bool isLeft = event->button() == Qt::LeftButton;
  m_isTaken = true;
  if (isLeft && isOnEye(index, event->position().toPoint())) {
    // All that are chosen follow the eye of one of them.
    const QString run = m_model->runAt(index);
    const bool wasShown = m_model->isShown(run);
    const QStringList all = chosen();
    emit showRequested(m_model->withCurves(all.contains(run) ? all : QStringList{run}), !wasShown);
    return;
  }
  if (isLeft && isOnFold(index, event->position().toPoint())) {
    setFocus(Qt::MouseFocusReason);
    toggleArray(index, !m_model->isFolded(m_model->runAt(index)));
    return;
  }
  m_isTaken = m_model->isGroup(index);
  if (!m_isTaken) return GroupedRunView::mousePressEvent(event);
  if (!isLeft) return;  // the menu chooses
  setFocus(Qt::MouseFocusReason);
  if (isOnGroupFold(event->position().toPoint())) return toggleGroup(index);
  chooseGroup(index, event->modifiers());
}

void RunTableView::mouseReleaseEvent(QMouseEvent* event) {
  if (!std::exchange(m_isTaken, false)) GroupedRunView::mouseReleaseEvent(event);
}

void RunTableView::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  const bool isGroup = m_model->isGroup(index);
  if (isOnEye(index, event->position().toPoint()) || isOnFold(index, event->position().toPoint()) ||
      (isGroup && isOnGroupFold(event->position().toPoint())))
    return mousePressEvent(event);
  if (isGroup && event->button() == Qt::LeftButton) return toggleGroup(index);
  if (const QString run = m_model->runAt(index);
      !run.isEmpty() && event->button() == Qt::LeftButton)
    emit openRequested(run);
}

void RunTableView::mouseMoveEvent(QMouseEvent* event) {
  emit hovered(m_model->runAt(indexAt(event->position().toPoint())));
  if (!m_isTaken) GroupedRunView::mouseMoveEvent(event);
}

void RunTableView::leaveEvent(QEvent* event) {
  emit hovered({});
  GroupedRunView::leaveEvent(event);
}

void RunTableView::keyPressEvent(QKeyEvent* event) {
  const bool isPlain = event->modifiers() == Qt::NoModifier;
  const bool isGroup = m_model->isGroup(currentIndex());
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!isPlain) break;
      if (isGroup) return toggleGroup(currentIndex());
      if (const QString run = current(); !run.isEmpty()) emit openRequested(run);
      return;
    case Qt::Key_Space:
      if (!isPlain) break;
      if (isGroup) return toggleGroup(currentIndex());
      return toggleShown(chosen());
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (isPlain && isGroup &&
          isExpanded(currentIndex().siblingAtColumn(0)) == (event->key() == Qt::Key_Left))
        return toggleGroup(currentIndex());
      if (isPlain && !isGroup && toggleArray(currentIndex(), event->key() == Qt::Key_Left)) return;
      break;
    default:
      break;
  }
  const QPersistentModelIndex before = currentIndex();
  GroupedRunView::keyPressEvent(event);
  if (isPlain && m_model->isGroup(currentIndex()) && currentIndex() != before)
    chooseGroup(currentIndex(), Qt::NoModifier);
}

// Focus alone chooses nothing.
void RunTableView::focusInEvent(QFocusEvent* event) {
  const bool hasNone = !currentIndex().isValid();
  const QSignalBlocker quiet(hasNone ? selectionModel() : nullptr);
  GroupedRunView::focusInEvent(event);
  if (hasNone) selectionModel()->clear();
}

void RunTableView::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index =
      event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
  const QString run = m_model->runAt(index);
  if (m_model->isGroup(index) && !isGroupChosen(index))
    chooseGroup(index, Qt::NoModifier);
  else if (run.isEmpty() && !m_model->isGroup(index))
    return;
  else if (!run.isEmpty() && !chosen().contains(run))
    choose(run);
  emit menuRequested(event->reason() == QContextMenuEvent::Mouse
                         ? event->globalPos()
                         : viewport()->mapToGlobal(visualRect(index).bottomLeft()));
}

}  // namespace trainyard

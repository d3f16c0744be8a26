// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "gui/forms/plain_table.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/runs/records/state_mark.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;
using Column = QueueJobsModel::Column;

constexpr double jobBarWidth = 90, nameOfJob = 190, whyOfJob = 180, narrowedOfJob = 120;
constexpr int mostRowsOfJobs = 8, leastRowsOfJobs = 2;
// Of the design; what waits, or the name, gets what is left.
constexpr std::array columnWidths{nameOfJob, 80.0, 100.0, 150.0, 92.0, whyOfJob, 132.0};

RunState stateOf(QueuedJob::Phase phase) {
  switch (phase) {
    case QueuedJob::Phase::waiting:
      return RunState::waiting;
    case QueuedJob::Phase::running:
      return RunState::running;
    case QueuedJob::Phase::ending:
      break;
  }
  return RunState::completed;
}

// Behind the name, on a ground of its own.
void paintBadge(QPainter& painter, const QRectF& area, const QString& text,
                const look::Tokens& now) {
  if (text.isEmpty()) return;
  const double width = QFontMetricsF(look::font(Role::caption)).horizontalAdvance(text) + 2 * px(6);
  const QRectF box(area.left(), area.center().y() - px(9), std::min(width, area.width()), px(18));
  if (box.width() < px(24)) return;
  look::paintBox(painter, box, px(4), now.sunken);
  look::paintWords(painter, box.adjusted(px(6), 0, -px(4), 0), text, Role::caption, now.text2);
}

class QueueDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& given,
             const QModelIndex& index) const override {
    const auto* model = static_cast<const QueueJobsModel*>(index.model());
    const QueueRow* row = model->at(index);
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QString text = look::paintWithoutWords(*painter, option);
    const look::Tokens& now = look::tokens(option.palette);
    QRectF area = QRectF(option.rect).adjusted(px(8), 0, -px(8), 0);
    if (index.column() == Column::RunColumn) area.adjust(px(8), 0, 0, 0);
    if (index.column() == Column::TimeColumn) area.adjust(0, 0, -px(8), 0);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintCell(*painter, area, index.column(), *row, text, now);
    painter->restore();
  }

 private:
  static void paintCell(QPainter& painter, QRectF area, int column, const QueueRow& row,
                        const QString& text, const look::Tokens& now) {
    if (column == Column::RunColumn) {
      const bool isRun = row.run.has_value();
      const double width = look::paintWords(painter, area, text, isRun ? Role::name : Role::body,
                                            isRun ? now.text : now.text2);
      return paintBadge(painter, area.adjusted(width + px(6), 0, 0, 0), QueueText::badge(row), now);
    }
    if (column == Column::StateColumn) {
      const RunState state = stateOf(row.job().phase);
      return look::paintState(painter, area, {text, stateIcon(state), stateTone(state)}, now);
    }
    const auto share = column == Column::WhyColumn ? QueueText::share(row) : std::nullopt;
    if (share && area.width() > px(jobBarWidth)) {
      look::paintBar(painter,
                     QRectF(area.left(), area.center().y() - px(2) + 0.5, px(jobBarWidth), px(4)),
                     *share, now.accent, now.press);
      area.adjust(px(jobBarWidth) + px(10), 0, 0, 0);
    }
    const bool isRight = column == Column::GpusColumn || column == Column::TimeColumn;
    look::paintWords(
        painter, area, text, Role::body,
        column == Column::WhyColumn || column == Column::JobColumn ? now.text2 : now.text,
        isRight ? Qt::AlignRight : Qt::AlignLeft);
  }
};

}  // namespace

QueueTable::QueueTable() : m_view(plainTable(&m_model)) {
  column()->setContentsMargins(1, 1, 1, 1);
  column()->addWidget(m_view);
  m_view->setItemDelegate(new QueueDelegate(m_view));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setProperty("pane", true);
  m_view->installEventFilter(this);
  connect(m_view, &QTableView::doubleClicked, this, &QueueTable::openRequested);
  connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &QueueTable::chosenChanged);
  connect(&m_model, &QAbstractItemModel::modelReset, this, &QueueTable::chosenChanged);
  look::onEvent(m_view->viewport(), QEvent::Resize, [this] { fitColumns(); });
  look::keepTranslated(this, [this] {
    m_view->setAccessibleName(tr("Jobs"));
    m_model.retranslate();
  });
}

void QueueTable::show(const QList<QueueRow>& rows, bool hasSeveralTargets, double now) {
  const QueueRow* before = chosen();
  const QString key = before ? before->key() : QString();
  m_view->setColumnHidden(Column::JobColumn, hasSeveralTargets);
  m_model.show(rows, hasSeveralTargets, now);
  choose(key);
  if (!chosen() && !rows.isEmpty()) {
    // The first that waits: why it does is what people come for.
    const auto waiting = std::ranges::find_if(rows, [](const QueueRow& row) {
      return row.entry.isMine && row.job().phase == QueuedJob::Phase::waiting;
    });
    m_view->selectRow(waiting == rows.end() ? 0 : static_cast<int>(waiting - rows.begin()));
  }
  const int shown = std::clamp(static_cast<int>(rows.size()), leastRowsOfJobs, mostRowsOfJobs);
  setFixedHeight(m_view->horizontalHeader()->sizeHint().height() +
                 shown * m_view->verticalHeader()->defaultSectionSize() + 4);
  fitColumns();
}

const QueueRow* QueueTable::chosen() const {
  const QModelIndexList rows = m_view->selectionModel()->selectedRows();
  return rows.isEmpty() ? nullptr : m_model.at(rows.first());
}

void QueueTable::choose(const QString& key) {
  const int row = m_model.rowOf(key);
  if (row >= 0 && (!chosen() || chosen()->key() != key)) m_view->selectRow(row);
}

void QueueTable::fitColumns() {
  int left = m_view->viewport()->width();
  for (std::size_t i = 0; i < columnWidths.size(); ++i) {
    const auto column = static_cast<int>(i);
    if (m_view->isColumnHidden(column)) continue;
    m_view->setColumnWidth(column, px(columnWidths[i]));
    left -= px(columnWidths[i]);
  }
  const int more = std::max(left, 0), fewer = std::min(std::max(-left, 0), px(narrowedOfJob));
  m_view->setColumnWidth(Column::RunColumn, px(nameOfJob) + more / 3 - fewer / 2);
  m_view->setColumnWidth(Column::WhyColumn, px(whyOfJob) + more - more / 3 - (fewer - fewer / 2));
}

bool QueueTable::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_view && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && chosen()) {
      emit openRequested();
      return true;
    }
  }
  return Card::eventFilter(watched, event);
}

}  // namespace trainyard

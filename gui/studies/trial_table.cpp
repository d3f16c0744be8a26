// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/trial_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/forms/plain_table.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"
#include "gui/studies/study_text.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr int measuredRows = 40;  // for the widths of columns
constexpr double trialNumberWidth = 70, trialStateWidth = 120, leastTrialWidth = 88,
                 widestCause = 360;

class TrialDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& given,
             const QModelIndex& index) const override {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QString text = look::paintWithoutWords(*painter, option);
    const look::Tokens& now = look::tokens(option.palette);
    const QRectF area = QRectF(option.rect).adjusted(px(8), 0, -px(8), 0);
    const auto state =
        static_cast<search::TrialState>(index.data(TrialTableModel::TrialStateRole).toInt());
    painter->save();
    if (index.column() == TrialTableModel::StateColumn) {
      look::paintState(*painter, area, {text, StudyText::icon(state), StudyText::tone(state)}, now);
    } else {
      const bool isValue = index.column() == TrialTableModel::ValueColumn;
      const bool isBest = isValue && index.data(TrialTableModel::IsBestRole).toBool();
      const bool isResult = state == search::TrialState::complete;
      look::paintWords(*painter, area, text, isBest ? Role::emphasis : Role::body,
                       isBest                 ? now.tone(look::Tone::completed).word
                       : isValue && !isResult ? now.text3
                                              : now.text,
                       option.displayAlignment & Qt::AlignRight ? Qt::AlignRight : Qt::AlignLeft);
    }
    painter->restore();
  }
};

}  // namespace

TrialTable::TrialTable(StudyModel* study, TrialTableModel* trials)
    : m_study(study), m_trials(trials), m_view(plainTable(trials)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 1, 1, 1);
  column->addWidget(m_view);
  m_view->setItemDelegate(new TrialDelegate(m_view));
  m_view->setWordWrap(false);
  setProperty("pane", true);
  look::onEvent(this, QEvent::Resize, [this] { fitColumns(); });
  look::keepTranslated(this, [this] { m_view->setAccessibleName(tr("Trials")); });
  QHeaderView* rows = m_view->verticalHeader();
  rows->setSectionResizeMode(QHeaderView::Fixed);
  QHeaderView* head = m_view->horizontalHeader();
  head->setResizeContentsPrecision(measuredRows);
  head->setSortIndicator(trials->sortColumn(), trials->sortOrder());
  m_view->setSortingEnabled(true);
  connect(trials, &QAbstractItemModel::modelReset, this, &TrialTable::followModel);
  connect(trials, &QAbstractItemModel::layoutChanged, this, &TrialTable::followChoice);
  connect(study, &StudyModel::chosenChanged, this, &TrialTable::followChoice);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) {
            if (!m_isFollowing && index.isValid()) m_study->choose(m_trials->trialAt(index.row()));
          });
  followModel();
}

void TrialTable::followModel() {
  {
    const QSignalBlocker quiet(m_view->horizontalHeader());
    m_view->horizontalHeader()->setSortIndicator(m_trials->sortColumn(), m_trials->sortOrder());
  }
  fitColumns();
  followChoice();
}

void TrialTable::followChoice() {
  const auto chosen = m_study->chosen();
  const int row = chosen ? m_trials->rowOf(*chosen) : -1;
  if (row < 0 || row == m_view->currentIndex().row()) return;
  m_isFollowing = true;
  m_view->selectRow(row);
  m_view->scrollTo(m_trials->index(row, 0));
  m_isFollowing = false;
}

// As wide as what is in them; what is left over is given to the numbers.
void TrialTable::fitColumns() {
  const int num = m_trials->columnCount();
  if (num == 0) return;
  std::vector<int> widths;
  const QFontMetrics metrics(look::font(Role::helpName));
  const int rows = std::min(m_trials->rowCount(), measuredRows);
  const QFontMetrics cells(look::font(Role::body));
  for (int column = 0; column < num; ++column) {
    int width = metrics.horizontalAdvance(
                    m_trials->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) +
                px(32);
    for (int row = 0; row < rows; ++row)
      width = std::max(
          width, cells.horizontalAdvance(m_trials->index(row, column).data().toString()) + px(20));
    width = std::max(width, px(column == TrialTableModel::NumberColumn  ? trialNumberWidth
                               : column == TrialTableModel::StateColumn ? trialStateWidth
                                                                        : leastTrialWidth));
    widths.push_back(column == m_trials->causeColumn() ? std::min(width, px(widestCause)) : width);
  }
  // Mostly nothing failed.
  const StudyContent* content = m_study->content().get();
  m_view->setColumnHidden(m_trials->causeColumn(), content && content->causes.isEmpty());
  if (m_view->isColumnHidden(m_trials->causeColumn())) widths.back() = 0;
  int spare = m_view->viewport()->width();
  for (const int width : widths) spare -= width;
  if (spare < 0) {
    int& cause = widths.back();
    cause -= std::clamp(cause - px(leastTrialWidth), 0, -spare);
  }
  const int numbers = m_trials->causeColumn() - TrialTableModel::ValueColumn;
  for (int column = 0; column < num; ++column) {
    const bool isNumber =
        column >= TrialTableModel::ValueColumn && column < m_trials->causeColumn();
    const int width = widths[static_cast<std::size_t>(column)];
    m_view->setColumnWidth(column, width + (isNumber && spare > 0 ? spare / numbers : 0));
  }
}

}  // namespace trainyard

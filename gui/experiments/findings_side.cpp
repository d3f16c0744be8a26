// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/findings_side.h"

#include <QHeaderView>
#include <QPainter>
#include <QSettings>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <algorithm>
#include <numeric>

#include "gui/experiments/document/diagnostics_model.h"
#include "gui/experiments/problems_head.h"
#include "gui/experiments/checks/target_check.h"
#include "gui/forms/plain_table.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double problemRow = 30, problemsPadding = 12;
constexpr int usualProblems = 2;
const QString foldedKey = u"problems/folded"_s;

using look::px;
using look::Role;

constexpr double problemRowHeight = 30, problemPadding = 12, problemGap = 8, problemMark = 15,
                 widestKey = 220;

Role roleOf(int column) {
  return column == DiagnosticsModel::MessageColumn ? Role::body
         : column == DiagnosticsModel::FieldColumn ? Role::code
                                                   : Role::caption;
}

// Rows of the list of problems: the mark of its severity and the sentence, the setting's key, the
// line.
class ProblemDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

void ProblemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                            const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString words = look::paintWithoutWords(*painter, option);
  const look::Tokens& t = look::tokens(option.palette);
  painter->save();
  QRectF room(option.rect);
  if (index.column() == DiagnosticsModel::MessageColumn) {
    const auto severity = static_cast<Severity>(index.data(DiagnosticsModel::SeverityRole).toInt());
    room.adjust(px(problemPadding), 0, 0, 0);
    QRectF mark = room;
    mark.setWidth(px(problemMark));
    look::paintIcon(*painter, mark, px(problemMark), look::iconOf(severity),
                    t.tone(look::toneOf(severity)).word, look::stateStroke);
    room.setLeft(mark.right() + px(problemGap));
    look::paintWords(*painter, room, QString(words).replace(u'\n', u' '), Role::body, t.text);
  } else {
    const bool isLine = index.column() == DiagnosticsModel::LineColumn;
    room.adjust(px(problemGap), 0, isLine ? -px(problemPadding) : 0, 0);
    look::paintWords(*painter, room, words, roleOf(index.column()), t.text3, Qt::AlignRight);
  }
  painter->restore();
}

QSize ProblemDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  const int words =
      QFontMetrics(look::font(roleOf(index.column()))).horizontalAdvance(index.data().toString());
  const bool isLine = index.column() == DiagnosticsModel::LineColumn;
  return {std::min(words + 1, px(widestKey)) + px(problemGap) + (isLine ? px(problemPadding) : 0),
          px(problemRowHeight)};
}

}  // namespace

FindingsSide::FindingsSide(DiagnosticsModel* findings, TargetCheck* check)
    : m_findings(findings),
      m_head(new ProblemsHead(check)),
      m_table(plainTable(findings, DiagnosticsModel::MessageColumn)) {
  m_table->horizontalHeader()->hide();
  m_table->horizontalHeader()->setMinimumSectionSize(1);
  m_table->verticalHeader()->setDefaultSectionSize(look::px(problemRow));
  m_table->verticalHeader()->setMinimumSectionSize(look::px(problemRow));
  m_table->setItemDelegate(new ProblemDelegate(m_table));
  m_table->setMinimumHeight(look::px(problemRow));
  // In the place of the first row.
  m_none->setParent(m_table->viewport());
  m_none->move(look::px(problemsPadding), 0);
  m_none->setMinimumHeight(look::px(problemRow));
  look::setInk(m_none, [](const look::Tokens& t) { return t.text3; });
  look::addAll(look::columnIn(this), {m_head, {m_table, 1}});
  connect(m_table, &QTableView::clicked, this,
          [this](const QModelIndex& index) { chooseRow(index.row()); });
  connect(m_table, &QTableView::activated, this,
          [this](const QModelIndex& index) { chooseRow(index.row()); });
  connect(m_head, &ProblemsHead::foldWanted, this, [this] { setFolded(!m_isFolded); });
  look::keepTranslated(this, [this] {
    retranslate();
    showCounts();
  });
  m_unfoldedHeight = usualHeight();
  if (QSettings().value(foldedKey).toBool()) setFolded(true);
}

int FindingsSide::usualHeight() const {
  return m_head->height() + usualProblems * look::px(problemRow);
}

void FindingsSide::setFolded(bool isFolded) {
  if (isFolded == m_isFolded) return;
  m_isFolded = isFolded;
  QSettings().setValue(foldedKey, isFolded);
  if (isFolded && isVisible()) m_unfoldedHeight = height();
  m_head->showFolded(isFolded);
  m_table->setVisible(!isFolded);
  setMaximumHeight(isFolded ? m_head->height() : QWIDGETSIZE_MAX);
  takeRoom(isFolded ? m_head->height() : m_unfoldedHeight);
}

// What is above it gets the rest.
void FindingsSide::takeRoom(int height) {
  auto* halves = qobject_cast<QSplitter*>(parentWidget());
  if (!halves || halves->count() != 2) return;
  const QList<int> sizes = halves->sizes();
  const int all = std::accumulate(sizes.begin(), sizes.end(), 0);
  if (all > height) halves->setSizes({all - height, height});
}

void FindingsSide::chooseRow(int row) {
  const QModelIndex index = m_findings->index(row, DiagnosticsModel::MessageColumn);
  m_lastRow = row;
  m_lastPath = index.data(DiagnosticsModel::PathRole).toString();
  m_lastWords = index.data().toString();
  emit chosen(index);
}

int FindingsSide::lastRow() const {
  for (int row = 0; row < m_findings->rowCount(); ++row) {
    const QModelIndex index = m_findings->index(row, DiagnosticsModel::MessageColumn);
    if (index.data(DiagnosticsModel::PathRole).toString() == m_lastPath &&
        index.data().toString() == m_lastWords)
      return row;
  }
  return -1;
}

void FindingsSide::step(int by) {
  const int count = m_findings->rowCount();
  if (count == 0) return;
  int row = lastRow();
  // One that is gone was followed by the one that has its place now.
  if (row < 0) row = m_lastRow < 0 ? (by > 0 ? -1 : 0) : (by > 0 ? m_lastRow - 1 : m_lastRow);
  row = ((row + by) % count + count) % count;
  m_table->setCurrentIndex(m_findings->index(row, DiagnosticsModel::MessageColumn));
  chooseRow(row);
}

void FindingsSide::showCounts() {
  m_head->showCounts(*m_findings);
  m_none->setVisible(m_findings->rowCount() == 0);
}

void FindingsSide::retranslate() {
  m_table->setAccessibleName(tr("Problems"));
  m_none->setText(tr("No problems found"));
  m_none->adjustSize();
}

}  // namespace trainyard

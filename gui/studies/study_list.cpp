// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_list.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <array>
#include <utility>

#include "gui/forms/plain_table.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/skeleton.h"
#include "gui/look/style.h"
#include "gui/runs/records/state_mark.h"
#include "gui/studies/study_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

enum StudyListPage { ReadingPage, NonePage, SomePage };

constexpr double studyBarWidth = 60, widestNothing = 460;

class StudyRowDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& given,
             const QModelIndex& index) const override {
    const auto* model = static_cast<const StudyListModel*>(index.model());
    const StudySummary& study = model->studies()[index.row()];
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QString text = look::paintWithoutWords(*painter, option);
    const look::Tokens& now = look::tokens(option.palette);
    const QRectF area = QRectF(option.rect).adjusted(px(8), 0, -px(8), 0);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    switch (index.column()) {
      case StudyListModel::NameColumn: {
        look::paintIcon(*painter, QRectF(area.left(), area.top(), px(16), area.height()), px(16),
                        u"git-fork"_s, now.text3);
        look::paintWords(*painter, area.adjusted(px(24), 0, 0, 0), text, Role::name, now.text);
        break;
      }
      case StudyListModel::StateColumn:
        look::paintState(*painter, area, {text, stateIcon(study.state), stateTone(study.state)},
                         now);
        break;
      case StudyListModel::TrialsColumn: {
        const double words =
            look::paintWords(*painter, area, text, Role::body, now.text, Qt::AlignRight);
        if (area.width() < words + px(studyBarWidth) + px(12) || study.wanted == 0) break;
        look::paintBar(*painter,
                       QRectF(area.right() - words - px(studyBarWidth) - px(10),
                              area.center().y() - px(2) + 0.5, px(studyBarWidth), px(4)),
                       static_cast<double>(study.numDecided()) / static_cast<double>(study.wanted),
                       now.accent, now.press);
        break;
      }
      case StudyListModel::BestColumn:
        look::paintWords(*painter, area, text, Role::emphasis, now.tone(look::Tone::completed).word,
                         Qt::AlignRight);
        break;
      default:
        look::paintWords(*painter, area, text, Role::body, now.text2,
                         option.displayAlignment & Qt::AlignRight ? Qt::AlignRight : Qt::AlignLeft);
    }
    painter->restore();
  }
};

}  // namespace

StudyList::StudyList() : m_view(plainTable(&m_model)) {
  auto* column = look::columnIn(this);
  auto* head = look::makePageHead(new QWidget);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(px(20), 0, px(20), 0);
  look::addAll(row, {m_title, look::gap()});
  column->addWidget(head);
  auto* table = new QWidget;
  auto* around = new QVBoxLayout(table);
  around->setContentsMargins(px(20), px(14), px(20), px(16));
  auto* card = new look::Card;
  card->column()->setContentsMargins(1, 1, 1, 1);
  card->column()->addWidget(m_view);
  around->addWidget(card);
  auto* reading = new QWidget;
  auto* lines = new QVBoxLayout(reading);
  lines->setContentsMargins(px(20), px(14), px(20), px(16));
  look::addAll(lines, {new look::Skeleton(4), look::gap()});
  m_pages->addWidget(reading);
  m_pages->addWidget(buildEmpty());
  m_pages->addWidget(table);
  column->addWidget(m_pages, 1);
  m_view->setItemDelegate(new StudyRowDelegate(m_view));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->installEventFilter(this);
  m_view->setProperty("pane", true);
  connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    emit openRequested(m_model.studies()[index.row()].study);
  });
  connect(m_new, &QPushButton::clicked, this, &StudyList::experimentWanted);
  look::onEvent(this, QEvent::Resize, [this] { fitColumns(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* StudyList::buildEmpty() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setSpacing(px(12));
  m_nothing->setWordWrap(true);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setFixedWidth(px(widestNothing));
  look::setInk(m_nothing, [](const look::Tokens& t) { return t.text2; });
  m_new->setIcon(look::icon(u"plus"_s));
  column->addStretch(2);
  column->addWidget(m_nothing, 0, Qt::AlignHCenter);
  column->addWidget(m_new, 0, Qt::AlignHCenter);
  column->addStretch(3);
  return page;
}

void StudyList::retranslate() {
  m_title->setText(tr("Studies"));
  m_view->setAccessibleName(tr("Studies"));
  m_nothing->setText(
      tr("No study yet. An experiment with a section `search` tries values of its settings in "
         "trials; what they found is shown here."));
  // A layout that centres it asks for the height of fewer lines.
  m_nothing->setMinimumHeight(m_nothing->heightForWidth(px(widestNothing)));
  m_new->setText(tr("Open an experiment"));
}

void StudyList::show(const QList<StudySummary>& studies) {
  const bool wasEmpty = std::exchange(m_isRead, true) && m_model.studies().isEmpty();
  const QString chosen = m_view->currentIndex().isValid()
                             ? m_model.studies()[m_view->currentIndex().row()].study
                             : QString();
  m_model.show(studies);
  m_pages->setCurrentIndex(studies.isEmpty() ? NonePage : SomePage);
  fitColumns();
  choose(chosen);
  if (wasEmpty || !m_view->currentIndex().isValid()) m_view->selectRow(0);
}

void StudyList::choose(const QString& study) {
  if (const int row = m_model.rowOf(study); row >= 0) m_view->selectRow(row);
}

void StudyList::fitColumns() {
  // Of the design; the name takes what is left.
  const std::array widths{0.0, 130.0, 130.0, 230.0, 80.0, 80.0, 130.0, 100.0, 110.0};
  int left = m_view->viewport()->width();
  for (std::size_t i = 1; i < widths.size(); ++i) {
    m_view->setColumnWidth(static_cast<int>(i), px(widths[i]));
    left -= px(widths[i]);
  }
  m_view->setColumnWidth(0, std::max(left, px(180)));
}

bool StudyList::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_view && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const QModelIndex current = m_view->currentIndex();
    if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) &&
        key->modifiers() == Qt::NoModifier && current.isValid()) {
      emit openRequested(m_model.studies()[current.row()].study);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard

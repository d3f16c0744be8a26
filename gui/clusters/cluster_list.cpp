// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/cluster_list.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/targets/link_mark.h"
#include "gui/targets/practice_start.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double clusterRow = 48, clusterMark = 14, clusterSide = 16, asideShare = 0.45;

// Name, host below it, and the link at the right.
class ClusterDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {px(160), px(clusterRow)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& given,
             const QModelIndex& index) const override {
    const auto* model = static_cast<const ClustersModel*>(index.model());
    const TargetRecord& cluster = *model->at(index);
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QString name = look::paintWithoutWords(*painter, option);
    const look::Tokens& now = look::tokens(option.palette);
    const LinkMark mark = linkMark(cluster);
    const QRectF area = QRectF(option.rect).adjusted(px(clusterSide), px(6), -px(14), -px(6));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    look::paintIcon(*painter, QRectF(area.left(), area.top(), px(clusterMark), area.height()),
                    px(clusterMark), mark.icon, look::toneColour(mark.tone, option.palette),
                    look::stateStroke);
    const QRectF texts = area.adjusted(px(clusterMark) + px(8), 0, 0, 0);
    const double aside = look::paintWords(
        *painter, texts.adjusted(texts.width() * (1 - asideShare), 0, 0, 0),
        ClustersModel::linkText(cluster, unix_time()), Role::caption,
        cluster.link == TargetLink::refused ? now.tone(look::Tone::waiting).word : now.text3,
        Qt::AlignRight);
    const QRectF left = texts.adjusted(0, 0, -aside - px(8), 0);
    look::paintWords(*painter, left.adjusted(0, 0, 0, -left.height() / 2), name, Role::name,
                     now.text);
    look::paintWords(*painter, left.adjusted(0, left.height() / 2, 0, 0), cluster.settings.host,
                     Role::caption, now.text3);
    look::paintEdge(*painter, option.rect, Qt::BottomEdge, now.hairline);
    painter->restore();
  }
};

}  // namespace

ClusterList::ClusterList(TargetList* targets)
    : m_targets(targets), m_model(targets), m_empty(emptyLabel(px(16))) {
  m_view->setModel(&m_model);
  m_view->setItemDelegate(new ClusterDelegate(m_view));
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setProperty("pane", true);
  m_pages->addWidget(m_view);
  m_pages->addWidget(m_empty);
  m_add->setIcon(look::icon(u"plus"_s));
  auto* foot = look::columnIn(nullptr, px(8), {px(14), px(12), px(14), px(12)});
  look::addAll(foot, {m_add, m_practice});
  look::addAll(look::columnIn(this, 0, {0, 0, 1, 0}), {{m_pages, 1}, foot});
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &ClusterList::currentChanged);
  connect(m_add, &QPushButton::clicked, this, &ClusterList::addRequested);
  connect(m_practice, &QPushButton::clicked, this, [practice = m_targets->practice()] {
    if (practice->isBusy())
      practice->cancel();
    else
      practice->start();
  });
  connect(m_targets->practice(), &PracticeStart::changed, this, &ClusterList::showPractice);
  connect(m_targets, &TargetList::changed, this, [this] {
    showPractice();
    showEmpty();
  });
  look::keepTranslated(this, [this] { retranslate(); });
  showEmpty();
}

void ClusterList::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).surface, Qt::RightEdge);
}

void ClusterList::showEmpty() {
  const bool hasAny = m_model.rowCount() > 0;
  m_pages->setCurrentIndex(hasAny ? 0 : 1);
  look::setKind(m_add, hasAny ? "" : look::primaryKind);
}

// What is being done is said by the tip: its text has any length.
void ClusterList::showPractice() {
  const PracticeStart* practice = m_targets->practice();
  m_practice->setVisible(practice->isBusy() || !practice->isThere());
  m_practice->setText(practice->isBusy() ? tr("Cancel the start") : tr("Start practice cluster"));
  m_practice->setToolTip(plainTip(practice->isBusy() && !practice->doing().isEmpty()
                                      ? practice->doing()
                                      : tr("A small Slurm on this computer, to try everything")));
}

void ClusterList::retranslate() {
  showPractice();
  m_empty->setText(
      tr("No cluster yet.\n\nAdd one that you reach with ssh; this computer is always "
         "available and needs no setup."));
  m_add->setText(tr("Add cluster…"));
  m_add->setToolTip(tr("Add a cluster (Ctrl+N)"));
  m_view->setAccessibleName(tr("Clusters"));
  m_view->viewport()->update();
}

void ClusterList::choose(int row) { m_view->setCurrentIndex(m_model.index(row, 0)); }

void ClusterList::chooseNone() { m_view->selectionModel()->clear(); }

const TargetRecord* ClusterList::current() const { return m_model.at(m_view->currentIndex()); }

}  // namespace trainyard

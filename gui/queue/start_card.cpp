// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/start_card.h"

#include <QVBoxLayout>
#include <algorithm>

#include "gui/forms/plain_label.h"
#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr qsizetype mostPlaces = 10;

}  // namespace

StartCard::StartCard(ServiceClient* client)
    : m_job(plainLabel(look::Role::help)),
      m_text(textLabel(look::Role::body)),
      m_placesMenu(new QMenu(this)),
      m_moreMenu(new QMenu(this)),
      m_output(m_moreMenu->addAction(QString())),
      m_adopt(m_moreMenu->addAction(QString())),
      m_cancel(m_moreMenu->addAction(QString())),
      m_offer(client),
      m_bar(new OfferBar(&m_offer)) {
  m_title->setFont(look::font(look::Role::card));
  m_title->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_job->setForegroundRole(QPalette::PlaceholderText);
  look::setInk(m_text, [](const look::Tokens& t) { return t.text2; });
  look::setSmall(m_run);
  look::setSmall(m_places);
  m_places->setMenu(m_placesMenu);
  m_more->setIcon(look::icon(u"dots"_s));
  m_more->setMenu(m_moreMenu);
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setFocusPolicy(Qt::TabFocus);
  m_lanes->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  auto* head = look::rowIn(nullptr, px(8));
  look::addAll(head, {{m_title, 1}, m_job, m_run, m_places, m_more});
  look::addAll(column(), {head, m_text, {m_lanes, 1}, m_bar, look::gap(0)});
  connectOffer();
  connect(m_run, &QPushButton::clicked, this, &StartCard::runRequested);
  connect(m_output, &QAction::triggered, this, &StartCard::outputRequested);
  connect(m_adopt, &QAction::triggered, this, &StartCard::adoptionRequested);
  connect(m_cancel, &QAction::triggered, this, &StartCard::cancellationRequested);
  look::keepTranslated(this, [this] { retranslate(); });
}

QList<QAbstractButton*> StartCard::buttons() const {
  return QList<QAbstractButton*>{m_run, m_places, m_more} + m_bar->buttons();
}

void StartCard::connectOffer() {
  connect(&m_offer, &StartOffer::changed, this, &StartCard::showGhost);
  connect(&m_offer, &StartOffer::failed, this, &StartCard::failed);
  connect(&m_offer, &StartOffer::submitted, this, &StartCard::submitted);
  connect(m_lanes, &LaneView::dragged, this, [this](qint64 seconds, int rows) {
    if (!m_offer.isPossible()) return;
    QueueRequest request = m_offer.now();
    request.seconds = seconds;
    if (request.gpus > 0) request.gpus = rows;
    m_offer.change(request);
  });
}

// Where it would start, once that is known.
void StartCard::showGhost() {
  m_lanes->setDraggable(m_offer.isPossible());
  if (!m_offer.isChanged()) return m_lanes->setGhost(std::nullopt);
  const double begin = m_offer.answer().start.value_or(m_start);
  const QueueRequest& now = m_offer.now();
  m_lanes->setGhost(
      LaneGhost{begin, begin + static_cast<double>(now.seconds), std::max(now.gpus, 1)});
}

void StartCard::retranslate() {
  m_run->setText(tr("Show the run"));
  m_run->setToolTip(tr("The run that this job belongs to"));
  m_places->setText(tr("Where else it fits"));
  m_places->setToolTip(
      tr("Partitions that have what it requests, by what is known of your clusters"));
  m_more->setAccessibleName(tr("More"));
  m_more->setToolTip(tr("More"));
  m_output->setText(tr("Output"));
  m_output->setToolTip(tr("Show the file that a job of yours writes its output to"));
  m_adopt->setText(tr("Make it a run"));
  m_adopt->setToolTip(
      tr("Follow a job of yours that was not started from here like a run: its state, output and "
         "end"));
  m_cancel->setText(tr("Cancel job…"));
  m_cancel->setToolTip(
      tr("Cancel a job of yours that is not a run; runs are cancelled on their own page"));
}

void StartCard::show(const QueueRow& row, const LanePlan& plan, const LaneText::Names& names,
                     const QList<OtherPlace>& places, const ClusterState& state) {
  const QueueEntry& entry = row.entry;
  m_title->setText(LaneText::title(row));
  setAccessibleName(LaneText::title(row));
  m_job->setText(tr("job %1").arg(shownText(row.job().id, ShownLines::one).left(40)));
  m_text->setText(LaneText::start(row, plan));
  m_lanes->show(plan, names);
  m_lanes->setVisible(!plan.lanes.isEmpty());
  m_run->setEnabled(!entry.run.isEmpty());
  // One's own that belongs to no run of this computer.
  const bool isStrange =
      entry.isMine && entry.run.isEmpty() && row.job().phase != QueuedJob::Phase::ending;
  m_output->setEnabled(isStrange);
  m_adopt->setEnabled(isStrange && !entry.isRuns && !entry.isCheck &&
                      entry.job.id == entry.job.number);
  m_cancel->setEnabled(isStrange);
  m_more->setEnabled(isStrange);
  fillPlaces(places);
  m_start = plan.start > 0 ? plan.start : row.job().start;
  m_offer.setRow(row, state);
  m_bar->setStart(m_start);
  showGhost();
}

void StartCard::fillPlaces(const QList<OtherPlace>& places) {
  m_placesMenu->clear();
  for (const OtherPlace& place : places.first(std::min(places.size(), mostPlaces))) {
    const QString where =
        tr("%1, %2").arg(place.target, shownText(place.partition, ShownLines::one));
    const QString free =
        place.gpus > 0
            ? tr("%1 of %2 free").arg(place.freeGpus).arg(QuantityText::gpus(place.gpus))
            : tr("%1 of %2 idle").arg(place.idleNodes).arg(QuantityText::nodes(place.nodes));
    QString text =
        (place.fitsNow ? tr("%1: enough is free now (%2)") : tr("%1: it would wait (%2)"))
            .arg(where, free);
    connect(m_placesMenu->addAction(text.replace(u'&', u"&&"_s)), &QAction::triggered, this,
            [this, target = place.target] { emit clusterRequested(target); });
  }
  m_places->setEnabled(!places.isEmpty());
}

}  // namespace trainyard

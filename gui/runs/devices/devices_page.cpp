// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/devices/devices_page.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <array>

#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/segmented_control.h"
#include "gui/look/style.h"
#include "gui/runs/devices/device_text.h"
#include "gui/runs/devices/lanes_view.h"
#include "gui/runs/devices/log_around.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/store_reader.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int devicePause = 5000;  // milliseconds between looks at a run that goes on
constexpr std::array shownMeasures{DeviceMeasure::load, DeviceMeasure::memory, DeviceMeasure::power,
                                   DeviceMeasure::temperature};
enum DevicesPages { NoDevices, SomeDevices };

QStringList measureNames() {
  QStringList names;
  for (const DeviceMeasure measure : shownMeasures) names << DeviceText::measureName(measure);
  return names;
}

}  // namespace

DevicesPage::DevicesPage(RunModel* run, RunActions* actions, const StoreReader* store)
    : m_run(run),
      m_actions(actions),
      m_reader(store->path()),
      m_measures(new look::SegmentedControl(measureNames())),
      m_summary(plainLabel(look::Role::help)),
      m_moment(plainLabel(look::Role::emphasis)),
      m_empty(emptyLabel(px(30))),
      m_previous(new QPushButton),
      m_next(new QPushButton),
      m_all(new QPushButton),
      m_profile(new QPushButton),
      m_lanes(new LanesView),
      m_log(new LogAround(run, actions)),
      m_pages(new QStackedWidget),
      m_pause(new QTimer(this)) {
  m_pause->setSingleShot(true);
  m_pause->setInterval(devicePause);
  m_moment->setWordWrap(true);
  auto* shown = new QWidget;
  look::addAll(look::columnIn(shown, px(8)), {m_lanes, m_moment});
  m_pages->insertWidget(NoDevices, m_empty);
  m_pages->insertWidget(SomeDevices, shown);
  m_pages->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* card = new look::Card;
  look::addAll(card->column(), {buildBar(), m_pages});
  auto* body = new QWidget;
  look::addAll(look::columnIn(body, px(14), {px(20), px(14), px(20), px(16)}),
               {card, m_log, look::gap()});
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(body);
  look::columnIn(this)->addWidget(scroll);
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

// What a GPU does in a step is asked for where its load is looked at.
QWidget* DevicesPage::buildBar() {
  auto* bar = new QWidget;
  look::setInk(m_summary, [](const look::Tokens& t) { return t.text2; });
  m_previous->setIcon(look::icon(u"chevron-left"_s));
  m_next->setIcon(look::icon(u"chevron-right"_s));
  for (QPushButton* button : {m_previous, m_next, m_all, m_profile}) look::setSmall(button);
  m_summary->setWordWrap(true);
  look::addAll(look::rowIn(bar, px(8)),
               {m_measures, {m_summary, 1}, m_previous, m_next, m_all, m_profile});
  return bar;
}

void DevicesPage::connectParts() {
  connect(m_run, &RunModel::chosen, this, &DevicesPage::showRun);
  connect(m_run, &RunModel::detailChanged, this, &DevicesPage::readSoon);
  connect(m_run, &RunModel::recordChanged, this, &DevicesPage::showState);
  connect(m_actions, &RunActions::connectionChanged, this, &DevicesPage::showState);
  connect(m_pause, &QTimer::timeout, this, [this] {
    if (isOpen(m_run->record().state)) readSoon();
  });
  connect(&m_reader, &DeviceReader::lanesRead, this, &DevicesPage::take);
  connect(&m_reader, &DeviceReader::failed, this, &DevicesPage::failed);
  connect(m_measures, &look::SegmentedControl::currentChanged, this,
          [this](int part) { m_lanes->setMeasure(shownMeasures[static_cast<std::size_t>(part)]); });
  connect(m_lanes, &LanesView::momentChosen, this, &DevicesPage::choose);
  connect(m_lanes, &LanesView::rangeChanged, this, &DevicesPage::showState);
  connect(m_lanes, &LanesView::logRequested, m_log, &LogAround::open);
  connect(m_log, &LogAround::openRequested, this, &DevicesPage::logRequested);
  connect(m_previous, &QPushButton::clicked, this, [this] { nextIdle(true); });
  connect(m_next, &QPushButton::clicked, this, [this] { nextIdle(false); });
  connect(m_all, &QPushButton::clicked, m_lanes, [this] { m_lanes->setRange(std::nullopt); });
  connect(m_profile, &QPushButton::clicked, this, &DevicesPage::profileRequested);
}

void DevicesPage::retranslate() {
  m_measures->setNames(measureNames());
  m_measures->setAccessibleName(tr("What is shown"));
  m_previous->setAccessibleName(tr("Previous idle time"));
  m_previous->setToolTip(tr("To the idle time before"));
  m_next->setAccessibleName(tr("Next idle time"));
  m_next->setToolTip(tr("To the next time in which GPUs were idle"));
  m_all->setText(tr("All of it"));
  m_all->setToolTip(tr("Show the whole time (0)"));
  m_profile->setText(tr("Profile…"));
  m_profile->setToolTip(plainTip(tr("Where the time of a step goes")));
  showState();
}

void DevicesPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  readSoon();
}

void DevicesPage::showRun() {
  if (m_run->record().run == m_shown) return;
  m_shown = m_run->record().run;
  m_lanes->choose(std::nullopt);
  m_lanes->setRange(std::nullopt);
  m_lanes->show({}, false);
  m_log->showNothing();
  m_pause->stop();
  showState();
  readSoon();
}

void DevicesPage::readSoon() {
  if (isVisible() && !m_pause->isActive()) read();
}

void DevicesPage::read() {
  if (m_shown.isEmpty()) return;
  m_pause->start();
  m_reader.request(m_shown);
}

void DevicesPage::take(const QString& run, const QList<DeviceLane>& lanes) {
  if (run != m_shown) return;
  m_lanes->show(lanes, isOpen(m_run->record().state));
  showState();
}

// Whose output it is says the sample at that moment, else the last attempt.
void DevicesPage::choose(double time) {
  int attempt = m_run->record().attempt;
  for (const DeviceLane& lane : m_lanes->lanes())
    if (const LaneSample* sample = sampleAt(lane, time)) {
      attempt = sample->attempt;
      break;
    }
  m_log->show(attempt, time);
  showState();
}

// To the next time in which all GPUs, or else any, stood still.
void DevicesPage::nextIdle(bool backwards) {
  QList<DeviceSpan> spans = allIdleSpans(m_lanes->lanes());
  if (spans.isEmpty())
    for (const DeviceLane& lane : m_lanes->lanes())
      if (lane.isGpu()) spans << idleSpans(lane);
  const double from =
      m_lanes->moment().value_or(backwards ? m_lanes->range().end : m_lanes->range().begin - 1);
  std::optional<double> next;
  for (const DeviceSpan& span : spans) {
    const bool isBehind = backwards ? span.begin < from : span.begin > from;
    if (isBehind && (!next || (backwards ? span.begin > *next : span.begin < *next)))
      next = span.begin;
  }
  if (!next) return;
  m_lanes->choose(next);
  choose(*next);
}

void DevicesPage::showState() {
  const bool isEmpty = m_lanes->lanes().isEmpty();
  m_pages->setCurrentIndex(isEmpty ? NoDevices : SomeDevices);
  m_empty->setText(isOpen(m_run->record().state)
                       ? tr("CPU, memory and GPU use appear here every 5 seconds while the run is "
                            "active.")
                       : tr("Nothing was measured while this run was active."));
  m_profile->setEnabled(m_actions->isConnected() && !m_run->isGone());
  m_log->setVisible(!isEmpty);
  for (QWidget* control : QList<QWidget*>{m_measures, m_previous, m_next, m_all})
    control->setEnabled(!isEmpty);
  m_summary->clear();
  if (isEmpty) return;
  m_summary->setText(DeviceText::summary(m_lanes->lanes(), m_lanes->range()));
  const QString moment = m_lanes->momentText();
  m_moment->setText(moment.isEmpty() ? tr("Click at a moment to see it; drag to zoom.") : moment);
  bool hasIdle = false;
  for (const DeviceLane& lane : m_lanes->lanes())
    hasIdle = hasIdle || (lane.isGpu() && !idleSpans(lane).isEmpty());
  m_previous->setEnabled(hasIdle);
  m_next->setEnabled(hasIdle);
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/moment/moment_bar.h"

#include <QComboBox>
#include <QDateTime>
#include <QLocale>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/runs/moment/moment_slider.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int tickOfPlaying = 100;    // milliseconds
constexpr double clockAlone = 86400;  // shorter runs need no date

}  // namespace

MomentBar::MomentBar(const RunModel* run, const StoreReader* store)
    : m_run(run),
      m_reader(store->path()),
      m_slider(new MomentSlider),
      m_note(plainLabel(look::Role::help)),
      m_keys(plainLabel(look::Role::help)),
      m_previous(new QToolButton),
      m_play(new QToolButton),
      m_next(new QToolButton),
      m_speed(new QComboBox),
      m_back(new QPushButton),
      m_clock(new QTimer(this)) {
  build();
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
  hide();
}

void MomentBar::build() {
  m_previous->setIcon(look::icon(u"chevron-left"_s));
  m_next->setIcon(look::icon(u"chevron-right"_s));
  m_speed->addItem(u"1 ×"_s, 1.0);
  m_speed->addItem(u"60 ×"_s, 60.0);
  m_speed->addItem(u"600 ×"_s, 600.0);
  m_speed->setCurrentIndex(1);
  look::setInk(m_keys, [](const look::Tokens& t) { return t.text3; });
  m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* column = look::columnIn(this, px(2), {px(20), px(8), px(20), px(6)});
  auto* words = look::rowIn(nullptr, px(12));
  look::addAll(words, {{m_note, 1}, m_keys});
  auto* row = look::rowIn(nullptr, px(8));
  look::addAll(row, {m_previous, m_play, m_next, m_speed, {m_slider, 1}, m_back});
  column->addLayout(words);
  column->addLayout(row);
  m_clock->setInterval(tickOfPlaying);
}

void MomentBar::connectParts() {
  connect(&m_reader, &MomentReader::stepsRead, this, &MomentBar::take);
  connect(m_run, &RunModel::chosen, this, &MomentBar::close);
  connect(m_run, &RunModel::detailChanged, this, &MomentBar::read);
  connect(m_slider, &MomentSlider::chosen, this, [this](double time) {
    m_isAtEnd = false;
    show(time);
  });
  connect(m_slider, &MomentSlider::endRequested, this, &MomentBar::close);
  connect(m_slider, &MomentSlider::playRequested, this,
          [this] { setPlaying(!m_clock->isActive()); });
  connect(m_back, &QPushButton::clicked, this, &MomentBar::close);
  connect(m_play, &QToolButton::clicked, this, [this] { setPlaying(!m_clock->isActive()); });
  const auto step = [this](QToolButton* button, bool isBack) {
    connect(button, &QToolButton::clicked, this, [this, isBack] {
      if (const auto time = m_slider->moments().nextStep(m_slider->moment(), isBack)) {
        m_isAtEnd = false;
        show(*time);
      }
    });
  };
  step(m_previous, true);
  step(m_next, false);
  connect(m_clock, &QTimer::timeout, this, [this] {
    show(m_slider->moments().played(m_slider->moment(), tickOfPlaying / 1000.0,
                                    m_speed->currentData().toDouble()));
    if (m_slider->moment() >= m_slider->moments().end()) setPlaying(false);
  });
}

void MomentBar::retranslate() {
  m_slider->setAccessibleName(tr("Moment of the run"));
  m_previous->setToolTip(tr("Previous step"));
  m_next->setToolTip(tr("Next step"));
  for (QToolButton* button : {m_previous, m_next}) button->setAccessibleName(button->toolTip());
  m_speed->setAccessibleName(tr("How fast it plays"));
  m_back->setText(tr("Back to now"));
  m_keys->setText(tr("Arrows: step, with Shift: checkpoint, F8: message, Space: play, Esc: now"));
  setPlaying(m_clock->isActive());
  showNote();
}

void MomentBar::setPlaying(bool isPlaying) {
  if (isPlaying && !m_slider->moments().isEmpty()) {
    if (m_slider->moment() >= m_slider->moments().end()) show(m_slider->moments().begin());
    m_isAtEnd = false;
    m_clock->start();
  } else {
    m_clock->stop();
  }
  m_play->setIcon(look::icon(m_clock->isActive() ? u"player-stop"_s : u"player-play"_s));
  m_play->setToolTip(plainTip(m_clock->isActive() ? tr("Stop") : tr("Play")));
  m_play->setAccessibleName(m_clock->isActive() ? tr("Stop") : tr("Play"));
}

void MomentBar::open() {
  if (m_run->isEmpty() || isOpen()) return;
  m_shown = m_run->record().run;
  m_steps.clear();
  m_isAtEnd = true;
  QWidget::show();
  m_slider->setFocus(Qt::ShortcutFocusReason);
  take(m_shown, {});
  read();
}

void MomentBar::close() {
  if (!isOpen()) return;
  setPlaying(false);
  m_shown.clear();
  hide();
  emit momentChanged(std::nullopt, std::nullopt);
}

void MomentBar::read() {
  if (!m_shown.isEmpty()) m_reader.request(m_shown);
}

void MomentBar::take(const QString& run, const QList<StepPlace>& steps) {
  if (run != m_shown) return;
  m_steps = steps;
  const RunTimeline timeline =
      RunTimeline::of(m_run->record(), m_run->attempts(), m_run->jobs(), m_run->highestSteps(),
                      m_run->checkpoints(), unix_time());
  QList<qint64> evaluations;
  if (!m_run->evaluated().isEmpty()) evaluations = m_run->evaluated().first().values.keys();
  m_slider->show(
      RunMoments::of({m_run->record(), m_run->attempts(), m_steps, m_run->written(),
                      m_run->checkpoints(), evaluations, m_run->messages().messages(), timeline}));
  const bool hasTimes = !m_slider->moments().isEmpty();
  for (QWidget* part : QList<QWidget*>{m_previous, m_play, m_next, m_speed, m_slider})
    part->setEnabled(hasTimes);
  show(m_isAtEnd ? m_slider->moments().end() : m_slider->moment());
}

void MomentBar::show(double time) {
  m_slider->setMoment(time);
  showNote();
  const RunMoments& moments = m_slider->moments();
  if (moments.isEmpty()) return;
  emit momentChanged(m_slider->moment() - RunText::clockOffset(m_run->record()),
                     moments.stepAt(m_slider->moment()));
}

void MomentBar::showNote() {
  const RunMoments& moments = m_slider->moments();
  if (moments.isEmpty()) {
    m_note->setText(tr("Nothing of this run has a time that could be gone back to."));
    return;
  }
  const QDateTime at =
      QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(m_slider->moment() * 1000));
  const QString clock = moments.end() - moments.begin() < clockAlone
                            ? at.toString(u"HH:mm:ss"_s)
                            : QLocale().toString(at, u"d MMM HH:mm:ss"_s);
  const auto step = moments.stepAt(m_slider->moment());
  if (!step) {
    m_note->setText(tr("The run as it was at %1, before its first step.").arg(clock));
    return;
  }
  const qint64 since = *moments.lastStep() - *step;
  m_note->setText(tr("The run as it was at %1, step %2; %3 steps have come since.")
                      .arg(clock, QLocale().toString(*step), QLocale().toString(since)));
}

void MomentBar::paintEvent(QPaintEvent*) {
  look::paintPane(this, look::tokens(palette()).surface, Qt::TopEdge);
}

}  // namespace trainyard

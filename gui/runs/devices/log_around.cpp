// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/devices/log_around.h"

#include <QLabel>
#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/devices/device_text.h"
#include "gui/runs/logs/log_pane.h"
#include "gui/runs/logs/log_reader.h"
#include "gui/runs/records/run_model.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double logAroundHeight = 170;

}  // namespace

LogAround::LogAround(RunModel* run, RunActions* actions)
    : m_run(run),
      m_reader(new LogReader(run, actions, this)),
      m_moment(actions->client()),
      m_pane(new LogPane),
      m_note(plainLabel(look::Role::help)),
      m_open(new QPushButton) {
  look::setInk(m_note, [](const look::Tokens& t) { return t.text3; });
  look::setKind(m_open, look::linkKind);
  m_note->setWordWrap(true);
  m_pane->setFixedHeight(px(logAroundHeight));
  m_pane->setFrameShape(QFrame::NoFrame);
  auto* row = look::rowIn(nullptr, px(8));
  look::addAll(row, {{m_note, 1}, m_open});
  look::addAll(column(), {row, m_pane});
  connect(m_reader, &LogReader::opened, m_pane, &LogPane::clearLines);
  connect(m_reader, &LogReader::read, m_pane, &LogPane::append);
  connect(m_reader, &LogReader::reached, m_pane, &LogPane::goToLine);
  connect(m_reader, &LogReader::listed, this, &LogAround::startReading);
  connect(&m_moment, &LogMoment::found, this, [this](const QString& run, int, qint64 offset) {
    if (run != m_run->record().run || !m_place) return;
    m_place->offset = offset;
    m_reader->chooseAttempt(m_place->attempt);
    showState();
  });
  connect(&m_moment, &LogMoment::missing, this,
          [this](const QString& run, const QString& sentence) {
            if (run != m_run->record().run) return;
            m_problem = sentence;
            showState();
          });
  connect(m_open, &QPushButton::clicked, this, &LogAround::open);
  look::keepTranslated(this, [this] { retranslate(); });
}

void LogAround::retranslate() {
  m_open->setText(tr("Open in Logs"));
  m_pane->setAccessibleName(tr("Output"));
  showState();
}

void LogAround::show(int attempt, double time) {
  m_place = Place{attempt, time, {}};
  m_problem.clear();
  double started = m_run->record().started;
  for (const AttemptRecord& each : m_run->attempts())
    if (each.attempt == attempt && each.started > 0) started = each.started;
  m_moment.find(m_run->record().run, attempt, started, time);
  showState();
}

void LogAround::open() {
  if (m_place && m_place->offset) emit openRequested(m_place->attempt, *m_place->offset);
}

// Nothing is asked for while nobody looks.
void LogAround::showEvent(QShowEvent* event) {
  Card::showEvent(event);
  m_reader->setActive(true);
}

void LogAround::hideEvent(QHideEvent* event) {
  Card::hideEvent(event);
  m_reader->setActive(false);
}

void LogAround::showNothing() {
  m_place.reset();
  m_problem.clear();
  m_pane->clearLines();
  showState();
}

// The files of the attempt are known now.
void LogAround::startReading() {
  if (!m_place || !m_place->offset) return;
  m_reader->open(LogMoment::file);
  m_reader->openAt(*m_place->offset);
}

QString LogAround::note() const { return m_note->text(); }

void LogAround::showState() {
  setTitle(m_place ? tr("Log around %1").arg(DeviceText::clock(m_place->time)) : tr("Log"));
  m_note->setText(!m_place ? tr("A click in the lanes shows here what all ranks printed then.")
                  : !m_problem.isEmpty() ? m_problem
                  : m_place->offset      ? tr("all ranks, follows the line above")
                                         : tr("It is being looked for."));
  m_open->setVisible(m_place && m_place->offset);
  m_pane->setVisible(m_place && m_place->offset);
}

}  // namespace trainyard

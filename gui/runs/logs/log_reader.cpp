// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_reader.h"

#include <algorithm>

#include "gui/runs/records/run_model.h"

namespace trainyard {
namespace {

constexpr int pollMilliseconds = 500;
constexpr qint64 longChunk = 1 << 19;
// Shown before a place that is gone to.
constexpr qint64 beforeBytes = 1 << 14;

}  // namespace

LogReader::LogReader(RunModel* run, RunActions* actions, QObject* parent)
    : QObject(parent), m_model(run), m_actions(actions) {
  m_timer.setInterval(pollMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &LogReader::poll);
  m_timer.start();
  m_feedTimer.setSingleShot(true);
  connect(&m_feedTimer, &QTimer::timeout, this, &LogReader::feedPiece);
  connect(m_model, &RunModel::chosen, this, &LogReader::restart);
  connect(m_actions, &RunActions::logsListed, this,
          [this](const QString& name, int attempt, const QList<LogFile>& files) {
            if (name != m_run || attempt != m_attempt) return;
            m_files = files;
            emit listed();
          });
  connect(m_actions, &RunActions::logRead, this,
          [this](const QString& name, int attempt, const QString& file, const LogChunk& chunk) {
            if (name != m_run || attempt != m_attempt || file != m_file) return;
            // Another offset is the answer to a request of before, or of who saves the file.
            if (chunk.nextOffset - chunk.data.content.size() == m_offset)
              take(chunk);
            else if (m_feed.isEmpty())
              m_isReading = false;
          });
  connect(m_actions, &RunActions::logFailed, this,
          [this](const QString& name, const QString& sentence) {
            if (name != m_run) return;
            m_isReading = false;
            m_problem = sentence;
            emit changed();
          });
}

bool LogReader::canReadEarlier(bool hasDropped) const {
  return !isPiece() && (m_begin > 0 || hasDropped) && m_tail < maxTailBytes;
}

void LogReader::restart() {
  m_run = m_model->record().run;
  m_files.clear();
  m_file.clear();
  m_problem.clear();
  m_attempt = 0;
  m_begin = m_offset = m_tail = m_stop = 0;
  m_feed.restart();
  m_feedTimer.stop();
  m_isReading = m_isLastLook = m_isComplete = m_isAtEnd = false;
  emit restarted();
  if (m_isActive && !m_run.isEmpty()) m_actions->listLogs(m_run, m_attempt);
}

void LogReader::setActive(bool isActive) {
  m_isActive = isActive;
  if (m_isActive && !m_run.isEmpty()) m_actions->listLogs(m_run, m_attempt);
}

void LogReader::chooseAttempt(int attempt) {
  m_attempt = attempt;
  m_file.clear();
  m_isReading = false;
  m_actions->listLogs(m_run, m_attempt);
}

// Begins with the complete lines within the tail.
void LogReader::open(const QString& file) {
  m_file = file;
  m_offset = m_stop = 0;
  m_tail = tailBytes;
  qint64 size = 0;
  for (const LogFile& each : m_files)
    if (each.name == m_file) size = each.bytes;
  begin(std::max<qint64>(0, size - m_tail));
}

void LogReader::readEarlier() {
  m_tail = std::min(4 * m_tail, maxTailBytes);
  begin(std::max<qint64>(0, m_offset - m_tail));
}

void LogReader::openAt(qint64 offset) {
  if (m_file.isEmpty()) return;
  m_stop = offset + tailBytes;
  begin(std::max<qint64>(0, offset - beforeBytes));
  m_feed.find(offset);
}

void LogReader::setCollapsing(bool isCollapsing) {
  m_feed.setCollapsing(isCollapsing);
  if (!m_file.isEmpty()) begin(m_begin);
}

void LogReader::begin(qint64 offset) {
  m_feed.restart(offset > 0);
  m_feedTimer.stop();
  m_isReading = m_isLastLook = m_isComplete = m_isAtEnd = false;
  m_begin = m_offset = offset;
  m_problem.clear();
  emit opened();
  // The timer asks again for a run that has no file yet.
  if (!m_file.isEmpty()) poll();
}

void LogReader::poll() {
  if (!m_isActive || m_isReading || m_run.isEmpty()) return;
  const bool isOver = !isOpen(m_model->record().state);
  if (m_file.isEmpty()) {
    if (!isOver) m_actions->listLogs(m_run, m_attempt);
    return;
  }
  if ((isOver && m_isComplete) || (isPiece() && m_offset >= m_stop)) return;
  m_isLastLook = isOver;
  m_isReading = true;
  m_actions->readLog(m_run, m_attempt, m_file, m_offset);
}

void LogReader::take(const LogChunk& chunk) {
  const QByteArray& data = chunk.data.content;
  m_offset = chunk.nextOffset;
  m_isComplete = m_isLastLook && data.isEmpty();
  m_hasMore = data.size() >= longChunk;
  m_problem.clear();
  const qint64 line = m_feed.add(data, m_offset);
  feedPiece();
  if (line >= 0) emit reached(line);
}

// The window answers between two pieces, and nothing is asked for before the last one.
void LogReader::feedPiece() {
  const bool isAny = !m_feed.isEmpty();
  const QList<LogLine> lines = isAny ? m_feed.next() : QList<LogLine>();
  m_isReading = !m_feed.isEmpty();
  m_isAtEnd = !m_isReading && !m_hasMore;
  if (m_isReading)
    m_feedTimer.start();
  else if (m_hasMore)
    QMetaObject::invokeMethod(this, &LogReader::poll, Qt::QueuedConnection);
  if (isAny) emit read(lines, m_feed.open());
  emit changed();
}

}  // namespace trainyard

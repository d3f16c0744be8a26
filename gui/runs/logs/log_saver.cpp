// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_saver.h"

#include <QCoreApplication>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>

namespace trainyard {

// Used by one thread at a time: the next piece is asked for when this one is written.
struct LogSaver::Target {
  explicit Target(const QString& path) : file(path) {}

  // The last piece is empty. Returns nothing, or why it cannot be written.
  std::optional<QString> write(const QByteArray& content) {
    const bool isOpen = file.isOpen() || file.open(QIODevice::WriteOnly);
    const bool isWritten = isOpen && file.write(content) == content.size();
    if (isWritten && (!content.isEmpty() || file.commit())) return std::nullopt;
    return file.errorString();
  }

  QSaveFile file;
};

LogSaver::LogSaver(RunActions* actions, QObject* parent) : QObject(parent), m_actions(actions) {
  connect(m_actions, &RunActions::logRead, this,
          [this](const QString& run, int attempt, const QString& file, const LogChunk& chunk) {
            if (!m_file || run != m_run || attempt != m_attempt || file != m_name) return;
            // Another offset is the answer to who shows the file.
            if (chunk.nextOffset - chunk.data.content.size() != m_offset) return;
            m_offset = chunk.nextOffset;
            take(chunk.data.content);
          });
  connect(m_actions, &RunActions::logFailed, this,
          [this](const QString& run, const QString& sentence) {
            if (m_file && run == m_run) end(sentence);
          });
}

LogSaver::~LogSaver() = default;

void LogSaver::save(const QString& run, int attempt, const QString& file, const QString& path) {
  if (m_file) return;
  m_file = std::make_shared<Target>(path);
  m_run = run;
  m_attempt = attempt;
  m_name = file;
  m_path = path;
  m_offset = 0;
  m_actions->readLog(m_run, m_attempt, m_name, m_offset);
}

void LogSaver::take(const QByteArray& content) {
  const bool isLast = content.isEmpty();
  QThreadPool::globalInstance()->start(
      [self = QPointer<LogSaver>(this), target = m_file, content, isLast] {
        const std::optional<QString> why = target->write(content);
        QMetaObject::invokeMethod(
            qApp,
            [self, target, why, isLast] {
              if (!self || self->m_file != target) return;
              if (why || isLast) return self->end(why);
              self->m_actions->readLog(self->m_run, self->m_attempt, self->m_name, self->m_offset);
            },
            Qt::QueuedConnection);
      });
}

void LogSaver::end(const std::optional<QString>& why) {
  m_file.reset();
  emit ended(m_path,
             why ? std::optional(tr("%1 could not be saved: %2").arg(m_path, *why)) : std::nullopt);
}

}  // namespace trainyard

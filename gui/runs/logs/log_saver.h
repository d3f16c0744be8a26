// SPDX-License-Identifier: GPL-3.0-or-later
// Copies all of an output file to this computer, piece by piece; neither reading nor writing blocks
// the window.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "gui/runs/actions/run_actions.h"

namespace trainyard {

class LogSaver : public QObject {
  Q_OBJECT
 public:
  explicit LogSaver(RunActions* actions, QObject* parent = nullptr);
  ~LogSaver() override;

  bool isSaving() const { return m_file != nullptr; }
  // One at a time. The file appears when all of it is there.
  void save(const QString& run, int attempt, const QString& file, const QString& path);

 signals:
  // `why`: what went wrong, as a sentence.
  void ended(const QString& path, const std::optional<QString>& why);

 private:
  struct Target;

  void take(const QByteArray& content);
  void end(const std::optional<QString>& why);

  RunActions* m_actions;
  std::shared_ptr<Target> m_file;
  QString m_run, m_name, m_path;
  int m_attempt = 0;
  qint64 m_offset = 0;
};

}  // namespace trainyard

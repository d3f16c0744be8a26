// SPDX-License-Identifier: GPL-3.0-or-later
// Access to files without our helper: the requests of all runs go to the host together, in one
// shell at a time, and files are polled for growth in rounds that become rarer while nothing
// happens. Lives in Qt's thread, inside its host.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include <QByteArray>
#include <QCoroTask>
#include <QDeadlineTimer>
#include <QList>
#include <QString>

#include "remote/process/run_program.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

class FileShell {
 public:
  explicit FileShell(SshLink& link) : m_link(link) {}

  // Returns the output of a small script from file_scripts.h that needs no input. `path` is for
  // errors, which are those of a separate shell.
  QCoro::Task<Result<ProgramOutput>> ask(QByteArray script, qint64 outputLimitBytes, QString path,
                                         std::stop_token stop);
  // Waits until the file's size differs from `bytes`, or for some seconds.
  QCoro::Task<void> untilGrown(QString path, qint64 bytes, std::stop_token stop);

  static constexpr std::chrono::milliseconds shortestRound{2000}, maxRound{10000};

 private:
  struct Question {
    QByteArray script;
    qint64 limitBytes = 0;
    QString path;
    Waiter waiter;
    std::optional<Result<ProgramOutput>> answer;
  };
  struct Watched {
    QString path;
    qint64 bytes = 0;
    QDeadlineTimer patience;
    Waiter waiter;
    bool isOver = false;
  };
  using Batch = std::deque<std::shared_ptr<Question>>;

  QCoro::Task<void> answerAll();
  QCoro::Task<void> answerBatch(Batch batch, std::stop_token stop);
  QCoro::Task<void> lookInRounds();
  QCoro::Task<bool> lookOnce(std::stop_token stop);

  SshLink& m_link;
  Batch m_open;
  bool m_isAnswering = false, m_isLooking = false;
  QList<Watched*> m_watched;
  std::chrono::milliseconds m_round = shortestRound;
};

}  // namespace trainyard

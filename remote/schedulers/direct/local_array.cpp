// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/local_array.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <vector>

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/messages.h"
#include "remote/host/places.h"

namespace trainyard {
namespace {

// Tasks that could not run anyway would only be processes that wait.
std::size_t atOnce(const LocalJob& job, const Machine& machine) {
  qsizetype most = machine.processors.size() / std::max(job.wanted.processors, 1);
  if (job.wanted.gpus > 0) most = std::min(most, machine.gpus.size() / job.wanted.gpus);
  const int limit = job.array.section(QLatin1Char('%'), 1, 1).toInt();
  if (limit > 0) most = std::min<qsizetype>(most, limit);
  return static_cast<std::size_t>(std::max<qsizetype>(most, 1));
}

std::vector<QByteArray> wordsOf(const LocalJob& job, int task) {
  std::vector<QByteArray> words{"yard", "wait-turn", "--run-dir=" + QFile::encodeName(job.folder)};
  words.push_back("--submission=" + QByteArray::number(job.submission));
  words.push_back("--processors=" + QByteArray::number(job.wanted.processors));
  words.push_back("--gpus=" + QByteArray::number(job.wanted.gpus));
  words.push_back("--task=" + QByteArray::number(task));
  return words;
}

Error notStarted(const LocalJob& job) {
  return jobError("job.not_started", job.folder, QString::fromLocal8Bit(std::strerror(errno)));
}

// In its own session: a signal to the array's process is not one to its tasks.
Result<pid_t> start(const LocalJob& job, int task) {
  const QString place =
      QStringLiteral("%1/submissions/%2").arg(taskFolder(job.folder, task)).arg(job.submission);
  if (!QDir().mkpath(place)) return notStarted(job);
  const QByteArray output = QFile::encodeName(place + QStringLiteral("/output.log"));
  std::vector<QByteArray> words = wordsOf(job, task);
  std::vector<char*> arguments;
  for (QByteArray& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const QByteArray program = QFile::encodeName(programPath(QStringLiteral("yard")));
  qputenv("SLURM_ARRAY_TASK_ID", QByteArray::number(task));
  const pid_t pid = ::fork();
  if (pid < 0) return notStarted(job);
  if (pid > 0) return pid;
  ::setsid();
  const int log = ::open(output.constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (log >= 0) {
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
  }
  ::execv(program.constData(), arguments.data());
  ::_exit(127);
}

void waitForOne(std::set<pid_t>& running) {
  int status = 0;
  const pid_t ended = ::waitpid(-1, &status, 0);
  if (ended > 0) running.erase(ended);
  if (ended < 0 && errno != EINTR) running.clear();
}

}  // namespace

Result<void> runTasks(const LocalJob& job, const ProcessIdentity& self, const Machine& machine) {
  const auto indices = array_indices(job.array.toStdString()).value_or(std::vector<std::int64_t>{});
  if (indices.empty()) return {};
  qputenv("SLURM_ARRAY_JOB_ID", QByteArray::number(self.pid));
  qputenv("SLURM_ARRAY_TASK_COUNT", QByteArray::number(indices.size()));
  qputenv("SLURM_ARRAY_TASK_MIN", QByteArray::number(static_cast<qint64>(indices.front())));
  qputenv("SLURM_ARRAY_TASK_MAX", QByteArray::number(static_cast<qint64>(indices.back())));
  const std::size_t most = atOnce(job, machine);
  std::set<pid_t> running;
  for (const std::int64_t index : indices) {
    while (running.size() >= most) waitForOne(running);
    const int task = static_cast<int>(index);
    if (QFile::exists(taskFolder(job.folder, task) + QStringLiteral("/cancel"))) continue;
    TRY(const pid_t pid, start(job, task));
    running.insert(pid);
  }
  while (!running.empty()) waitForOne(running);
  return {};
}

}  // namespace trainyard

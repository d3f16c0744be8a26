// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/local_job.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <QFile>
#include <QFileInfo>

#include <sched.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/schedulers/direct/local_array.h"
#include "remote/schedulers/direct/process_identity.h"
#include "remote/schedulers/direct/run_probe.h"

namespace trainyard {
namespace {

constexpr std::chrono::milliseconds ticketPause{200};
constexpr int maxPauses = 150;
constexpr std::chrono::milliseconds runPause{500};

// Waits until all runs have ended as required. It does not queue before that: a job that waits for
// another must not block others.
Result<void> waitForRuns(const QList<AfterRun>& after, JobFile& file, const QString& path) {
  for (const AfterRun& one : after) {
    const Message reason = waitingFor(one.when, QFileInfo(one.run).fileName());
    for (;;) {
      const RunProbe look = probeRun(one.run);
      if (look == RunProbe::open && file.reason.text != reason.text) {
        file.reason = reason;
        TRY(writeJobFile(path, file));
      }
      if (look != RunProbe::open && isMetBy(one.when, look == RunProbe::completed)) break;
      if (look != RunProbe::open) {
        const Error never = neverAfter(one.when, QFileInfo(one.run).fileName());
        file.waiting = false;
        file.never = makeMessage(never.code, never.arguments);
        TRY(writeJobFile(path, file));
        return never;
      }
      std::this_thread::sleep_for(runPause);
    }
  }
  return {};
}

// Waits for this job's turn.
Result<Allocation> waitTurn(LocalJobQueue& queue, JobFile& file, const QString& path) {
  for (;;) {
    TRY(const auto look, queue.look());
    if (look.admitted) return look.turn;
    if (file.reason.text != look.reason.text) {
      file.reason = look.reason;
      TRY(writeJobFile(path, file));
    }
    // The position is updated less often the longer the queue is, since each update reads the whole
    // queue.
    int pauses = std::clamp(look.ahead, 1, maxPauses);
    do std::this_thread::sleep_for(ticketPause);
    while (--pauses > 0 && queue.isBehind());
  }
}

// The job sees only its allocation, as in a batch system.
void confine(const Allocation& turn, const Machine& machine) {
  if (!turn.processors.isEmpty() && turn.processors.size() < machine.processors.size()) {
    cpu_set_t given;
    CPU_ZERO(&given);
    for (int processor : turn.processors) CPU_SET(processor, &given);
    ::sched_setaffinity(0, sizeof given, &given);
  }
  if (machine.gpus.isEmpty()) return;
  QStringList gpus;
  for (int gpu : turn.gpus) gpus << QString::number(gpu);
  qputenv("CUDA_VISIBLE_DEVICES", gpus.join(QLatin1Char(',')).toLatin1());
}

// Becomes the script; returns only with an error.
Error run(const LocalJob& job, const QString& ownFolder) {
  const QByteArray native = QFile::encodeName(job.folder);
  // Used to find processes that the script starts before the agent takes over.
  qputenv("TRAINYARD_RUN_DIR", QFile::encodeName(ownFolder));
  if (::chdir(native.constData()) != 0)
    return jobError("job.no_folder", job.folder, QString::fromLocal8Bit(std::strerror(errno)));
  ::execlp("bash", "bash", (native + "/job.sh").constData(), native.constData(),
           static_cast<char*>(nullptr));
  return make_error("job.no_bash", {{"why", std::strerror(errno)}});
}

}  // namespace

QString taskFolder(const QString& folder, int task) {
  return QStringLiteral("%1/tasks/%2").arg(folder).arg(task);
}

Result<void> runLocalJob(const LocalJob& job) {
  const QString folder = job.task ? taskFolder(job.folder, *job.task) : job.folder;
  const QString path = jobFilePath(folder, job.submission);
  const auto self = identify(::getpid());
  if (!self) return jobError("job.unidentified", path);
  JobFile file{toText(*self), true, makeMessage("turn.waiting")};
  TRY(claimJobFile(path, file));

  TRY(waitForRuns(job.after, file, path));
  const Machine machine = thisMachine();
  std::optional<Allocation> turn;
  LocalJobQueue queue(dataFolder() + QStringLiteral("/queue"), machine);
  if (job.array.isEmpty()) {
    TRY(queue.enter(job.wanted));
    TRY(turn, waitTurn(queue, file, path));
    confine(*turn, machine);
  }
  file.waiting = false;
  file.reason = {};
  TRY(writeJobFile(path, file));
  if (!job.array.isEmpty()) return runTasks(job, *self, machine);
  // Cancelled at the last moment: the script must not start.
  if (QFile::exists(folder + QStringLiteral("/cancel"))) return make_error("job.cancelled", {});
  return run(job, folder);
}

}  // namespace trainyard

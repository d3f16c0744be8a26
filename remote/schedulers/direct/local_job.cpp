// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/local_job.h"

#include "remote/values/records.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "remote/host/places.h"
#include "remote/schedulers/direct/process_identity.h"
#include "remote/schedulers/direct/run_probe.h"

namespace trainyard {
namespace {

QByteArray textOf(const JobFile& file) {
  const QJsonObject content{{QStringLiteral("job"), file.job},
                            {QStringLiteral("waiting"), file.waiting},
                            {QStringLiteral("reason"), file.reason.text},
                            {QStringLiteral("code"), QString::fromStdString(file.reason.code)},
                            {QStringLiteral("arguments"), jsonOf(file.reason.arguments)},
                            {QStringLiteral("never"), toJson(file.never)}};
  return QJsonDocument(content).toJson(QJsonDocument::Compact) + '\n';
}

constexpr std::chrono::milliseconds ticketPause{200};
constexpr int maxPauses = 150;

Error jobError(const char* code, const QString& path, const QString& why = {}) {
  return make_error(code, {{"path", path.toStdString()}, {"why", why.toStdString()}});
}

// Only one process ever gets past this for one submission. The content appears together with the
// name.
Result<void> claim(const QString& path, const JobFile& file) {
  const QByteArray temporary = QFile::encodeName(path + QStringLiteral(".%1").arg(::getpid()));
  const QByteArray text = textOf(file);
  QFile claimFile(QFile::decodeName(temporary));
  if (!claimFile.open(QIODevice::WriteOnly) || claimFile.write(text) != text.size() ||
      !claimFile.flush())
    return jobError("job.not_written", path, claimFile.errorString());
  claimFile.close();
  const bool linked = ::link(temporary.constData(), QFile::encodeName(path).constData()) == 0;
  const int problem = errno;
  ::unlink(temporary.constData());
  if (linked) return {};
  if (problem == EEXIST) return jobError("job.claimed", path);
  return jobError("job.not_written", path, QString::fromLocal8Bit(std::strerror(problem)));
}

Result<void> report(const QString& path, const JobFile& file) {
  const QByteArray text = textOf(file);
  return write_file_atomically(
      std::filesystem::path(QFile::encodeName(path).toStdString()),
      std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

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
        TRY(report(path, file));
      }
      if (look != RunProbe::open && isMetBy(one.when, look == RunProbe::completed)) break;
      if (look != RunProbe::open) {
        const Error never = neverAfter(one.when, QFileInfo(one.run).fileName());
        file.waiting = false;
        file.never = makeMessage(never.code, never.arguments);
        TRY(report(path, file));
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
      TRY(report(path, file));
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

}  // namespace

QString jobFilePath(const QString& folder, int submission) {
  return QStringLiteral("%1/submissions/%2/job.json").arg(folder).arg(submission);
}

Result<JobFile> readJobFile(const QString& path) {
  QFile file(path);
  if (!file.exists()) return jobError("file.missing", path);
  if (!file.open(QIODevice::ReadOnly)) return jobError("job.unreadable", path, file.errorString());
  const QJsonObject content = QJsonDocument::fromJson(file.read(1 << 16)).object();
  return JobFile{content[QStringLiteral("job")].toString(),
                 content[QStringLiteral("waiting")].toBool(),
                 Message(content[QStringLiteral("code")].toString().toStdString(),
                         mapFrom(content[QStringLiteral("arguments")].toObject()),
                         content[QStringLiteral("reason")].toString()),
                 fromJson<Message>(content[QStringLiteral("never")].toObject())};
}

Error waitForAllocationAndRun(const QString& folder, int submission, const Wanted& wanted,
                              const QList<AfterRun>& after) {
  const QString path = jobFilePath(folder, submission);
  const auto self = identify(::getpid());
  if (!self) return jobError("job.unidentified", path);
  JobFile file{toText(*self), true, makeMessage("turn.waiting")};
  TRY(claim(path, file));

  TRY(waitForRuns(after, file, path));
  const Machine machine = thisMachine();
  LocalJobQueue queue(dataFolder() + QStringLiteral("/queue"), machine);
  TRY(queue.enter(wanted));
  TRY(const auto turn, waitTurn(queue, file, path));
  confine(turn, machine);
  file.waiting = false;
  file.reason = {};
  TRY(report(path, file));
  // Cancelled at the last moment: the script must not start.
  if (QFile::exists(folder + QStringLiteral("/cancel"))) return make_error("job.cancelled", {});

  const QByteArray native = QFile::encodeName(folder);
  // Used to find processes that the script starts before the agent takes over.
  qputenv("TRAINYARD_RUN_DIR", native);
  if (::chdir(native.constData()) != 0)
    return jobError("job.no_folder", folder, QString::fromLocal8Bit(std::strerror(errno)));
  ::execlp("bash", "bash", (native + "/job.sh").constData(), native.constData(),
           static_cast<char*>(nullptr));
  return make_error("job.no_bash", {{"why", std::strerror(errno)}});
}

}  // namespace trainyard

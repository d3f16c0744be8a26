// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/process_identity.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QStringList>

#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>

namespace trainyard {
namespace {

QByteArray readAll(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

QString toText(const ProcessIdentity& process) {
  return QStringLiteral("%1-%2-%3")
      .arg(process.pid)
      .arg(process.start_time)
      .arg(QString::fromStdString(process.boot_id));
}

std::optional<ProcessIdentity> processFromText(const QString& text) {
  ProcessIdentity process;
  bool pidOk = false, timeOk = false;
  process.pid = text.section(QLatin1Char('-'), 0, 0).toInt(&pidOk);
  process.start_time = text.section(QLatin1Char('-'), 1, 1).toLongLong(&timeOk);
  process.boot_id = text.section(QLatin1Char('-'), 2).toStdString();
  if (!pidOk || !timeOk || process.pid <= 1 || process.boot_id.empty()) return std::nullopt;
  return process;
}

bool sendSignal(const ProcessIdentity& process, int signal) {
  // The descriptor refers to the process, so the check and the signal apply to the same one.
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0));
  if (descriptor < 0) return is_alive(process) && ::kill(process.pid, signal) == 0;
  const bool sent =
      is_alive(process) && ::syscall(SYS_pidfd_send_signal, descriptor, signal, nullptr, 0) == 0;
  ::close(descriptor);
  return sent;
}

QList<ProcessIdentity> processesWithVariable(const QList<QByteArray>& assignments) {
  QList<ProcessIdentity> found;
  for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
    bool isNumber = false;
    const int pid = name.toInt(&isNumber);
    if (!isNumber || pid == ::getpid()) continue;
    const QList<QByteArray> variables =
        readAll(QStringLiteral("/proc/%1/environ").arg(pid)).split('\0');
    if (std::none_of(assignments.begin(), assignments.end(),
                     [&](const QByteArray& assignment) { return variables.contains(assignment); }))
      continue;
    if (const auto process = identify(pid)) found.append(*process);
  }
  return found;
}

}  // namespace trainyard

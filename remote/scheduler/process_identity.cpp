#include "remote/scheduler/process_identity.h"

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

QString currentBoot() {
  static const QString boot = QString::fromLatin1(readAll(QStringLiteral("/proc/sys/kernel/random/boot_id")).trimmed());
  return boot;
}

}  // namespace

QString ProcessIdentity::toText() const { return QStringLiteral("%1-%2-%3").arg(pid).arg(startTime).arg(bootId); }

std::optional<ProcessIdentity> ProcessIdentity::fromText(const QString& text) {
  ProcessIdentity process;
  bool pidOk = false, timeOk = false;
  process.pid = text.section(QLatin1Char('-'), 0, 0).toLongLong(&pidOk);
  process.startTime = text.section(QLatin1Char('-'), 1, 1).toULongLong(&timeOk);
  process.bootId = text.section(QLatin1Char('-'), 2);
  if (!pidOk || !timeOk || process.pid <= 1 || process.bootId.isEmpty()) return std::nullopt;
  return process;
}

std::optional<ProcessIdentity> identify(qint64 pid) {
  const QByteArray stat = readAll(QStringLiteral("/proc/%1/stat").arg(pid));
  const qsizetype afterName = stat.lastIndexOf(')');  // the name may hold anything, parentheses too
  if (afterName < 0) return std::nullopt;
  const QList<QByteArray> fields = stat.mid(afterName + 2).split(' ');
  constexpr int state = 0, startTime = 19;  // fields 3 and 22 of proc(5)
  if (fields.size() <= startTime || fields[state] == "Z" || fields[state] == "X") return std::nullopt;
  return ProcessIdentity{pid, fields[startTime].toULongLong(), currentBoot()};
}

bool isAlive(const ProcessIdentity& process) {
  const auto now = identify(process.pid);
  return now && now->startTime == process.startTime && process.bootId == now->bootId;
}

bool sendSignal(const ProcessIdentity& process, int signal) {
  // The descriptor holds on to the process, so the check and the signal mean the same one.
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(process.pid), 0));
  if (descriptor < 0) return isAlive(process) && ::kill(static_cast<pid_t>(process.pid), signal) == 0;
  const bool sent = isAlive(process) && ::syscall(SYS_pidfd_send_signal, descriptor, signal, nullptr, 0) == 0;
  ::close(descriptor);
  return sent;
}

QList<ProcessIdentity> processesWithVariable(const QList<QByteArray>& assignments) {
  QList<ProcessIdentity> found;
  for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
    bool isNumber = false;
    const qint64 pid = name.toLongLong(&isNumber);
    if (!isNumber || pid == ::getpid()) continue;
    const QList<QByteArray> variables = readAll(QStringLiteral("/proc/%1/environ").arg(pid)).split('\0');
    if (std::none_of(assignments.begin(), assignments.end(), [&](const QByteArray& assignment) { return variables.contains(assignment); })) continue;
    if (const auto process = identify(pid)) found.append(*process);
  }
  return found;
}

}  // namespace trainyard

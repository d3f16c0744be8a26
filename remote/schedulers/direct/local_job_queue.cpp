// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/local_job_queue.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/host/places.h"

namespace trainyard {
namespace {

Error queueError(const char* code, const QString& path, const QString& why = {}) {
  return make_error(code, {{"path", path.toStdString()}, {"why", why.toStdString()}});
}

// Holds the queue's own lock during its lifetime.
class QueueLock {
 public:
  explicit QueueLock(const QString& folder) {
    m_descriptor = ::open(QFile::encodeName(folder + QStringLiteral("/lock")).constData(),
                          O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (m_descriptor >= 0 && ::flock(m_descriptor, LOCK_EX) != 0) close();
  }
  ~QueueLock() { close(); }
  QueueLock(const QueueLock&) = delete;
  QueueLock& operator=(const QueueLock&) = delete;
  bool held() const { return m_descriptor >= 0; }

 private:
  void close() {
    if (m_descriptor >= 0) ::close(m_descriptor);
    m_descriptor = -1;
  }
  int m_descriptor = -1;
};

// Whether some process still holds the ticket's lock. Other processes that are checking at the same
// time do not count.
bool isHeld(const QString& path) {
  const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
  ::close(descriptor);
  return held;
}

QJsonArray toJson(const QList<int>& numbers) {
  QJsonArray array;
  for (int number : numbers) array.append(number);
  return array;
}

QList<int> numbersFrom(const QJsonValue& value) {
  QList<int> numbers;
  for (const QJsonValue& number : value.toArray()) numbers.append(number.toInt());
  return numbers;
}

QList<int> without(const QList<int>& all, const QList<int>& taken) {
  QList<int> rest;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rest),
               [&](int number) { return !taken.contains(number); });
  return rest;
}

Map numbersOf(int wanted, qsizetype free, qsizetype there) {
  return {{"wanted", wanted},
          {"free", static_cast<std::int64_t>(free)},
          {"there", static_cast<std::int64_t>(there)}};
}

}  // namespace

struct LocalJobQueue::Ticket {
  QString file;
  Wanted wanted;
  Allocation turn;
  bool running = false;
};

Machine thisMachine() {
  Machine machine;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &allowed)) machine.processors.append(i);
  for (int i = 0; QFile::exists(QStringLiteral("/dev/nvidia%1").arg(i)); ++i)
    machine.gpus.append(i);
  return machine;
}

LocalJobQueue::LocalJobQueue(QString folder, Machine machine)
    : m_folder(std::move(folder)), m_machine(std::move(machine)) {}

Result<QList<LocalJobQueue::Ticket>> LocalJobQueue::tickets() {
  const QDir folder(m_folder + QStringLiteral("/tickets"));
  QList<Ticket> tickets;
  for (const QString& name :
       folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
    const QString path = folder.filePath(name);
    if (name != m_mine && !isHeld(path)) {
      QFile::remove(path);
      continue;
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QJsonObject content = QJsonDocument::fromJson(file.readAll()).object();
    tickets.append({name,
                    {content[QStringLiteral("wants_processors")].toInt(),
                     content[QStringLiteral("wants_gpus")].toInt()},
                    {numbersFrom(content[QStringLiteral("processors")]),
                     numbersFrom(content[QStringLiteral("gpus")])},
                    content[QStringLiteral("running")].toBool()});
  }
  return tickets;
}

Result<void> LocalJobQueue::write(const Ticket& ticket) {
  const QJsonObject content{{QStringLiteral("wants_processors"), ticket.wanted.processors},
                            {QStringLiteral("wants_gpus"), ticket.wanted.gpus},
                            {QStringLiteral("processors"), toJson(ticket.turn.processors)},
                            {QStringLiteral("gpus"), toJson(ticket.turn.gpus)},
                            {QStringLiteral("running"), ticket.running},
                            {QStringLiteral("pid"), static_cast<qint64>(::getpid())}};
  // Written in place: the lock belongs to this file. Others read it only while holding the queue's
  // lock.
  QFile file(m_folder + QStringLiteral("/tickets/") + ticket.file);
  const QByteArray text = QJsonDocument(content).toJson(QJsonDocument::Compact) + '\n';
  if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size() ||
      !file.flush())
    return queueError("queue.not_written", file.fileName(), file.errorString());
  return {};
}

Result<void> LocalJobQueue::enter(Wanted wanted) {
  TRY(ensureFolder(m_folder + QStringLiteral("/tickets")));
  const QueueLock lock(m_folder);
  if (!lock.held()) return queueError("queue.locked", m_folder);
  TRY(const auto others, tickets());
  const qint64 last =
      others.isEmpty() ? 0 : others.last().file.section(QLatin1Char('-'), 0, 0).toLongLong();
  m_mine = QStringLiteral("%1-%2.json").arg(last + 1, 12, 10, QLatin1Char('0')).arg(::getpid());
  const QString path = m_folder + QStringLiteral("/tickets/") + m_mine;
  // Deliberately not close-on-exec: the job's processes inherit the lock.
  const int descriptor =
      ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (descriptor < 0 || ::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return queueError("queue.not_written", path, QString::fromLocal8Bit(std::strerror(errno)));
  return write({m_mine, wanted, {}, false});
}

bool LocalJobQueue::isBehind() const {
  if (m_before.isEmpty()) return false;
  const QString path = m_folder + QStringLiteral("/tickets/") + m_before;
  if (!isHeld(path)) return false;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return false;
  // Incomplete while it is being written: then something is changing.
  const QJsonObject content = QJsonDocument::fromJson(file.readAll()).object();
  return content.contains(QStringLiteral("running")) &&
         !content[QStringLiteral("running")].toBool();
}

Result<LocalJobQueue::Look> LocalJobQueue::look() {
  const QueueLock lock(m_folder);
  if (!lock.held()) return queueError("queue.locked", m_folder);
  TRY(const auto all, tickets());
  Allocation taken;
  int ahead = 0;
  std::optional<Ticket> mine;
  m_before.clear();
  for (const Ticket& ticket : all) {
    taken.processors += ticket.turn.processors;
    taken.gpus += ticket.turn.gpus;
    if (ticket.file == m_mine) mine = ticket;
    if (!mine && !ticket.running) ++ahead, m_before = ticket.file;
  }
  if (!mine) return queueError("queue.ticket_gone", m_folder + QStringLiteral("/") + m_mine);
  const QList<int> processors = without(m_machine.processors, taken.processors);
  const QList<int> gpus = without(m_machine.gpus, taken.gpus);
  const Wanted& wanted = mine->wanted;
  Look result;
  result.ahead = ahead;
  if (ahead == 0 && processors.size() >= wanted.processors && gpus.size() >= wanted.gpus) {
    result.admitted = true;
    result.turn = {processors.mid(0, wanted.processors), gpus.mid(0, wanted.gpus)};
    TRY(write({m_mine, wanted, result.turn, true}));
    return result;
  }
  result.reason = makeMessage("turn.processors", numbersOf(wanted.processors, processors.size(),
                                                           m_machine.processors.size()));
  if (wanted.gpus > 0) {
    Map numbers = numbersOf(wanted.gpus, gpus.size(), m_machine.gpus.size());
    numbers.emplace_back("processors", asArgument(result.reason));
    result.reason = makeMessage("turn.gpus", std::move(numbers));
  }
  if (ahead > 0)
    result.reason =
        makeMessage("turn.behind", {{"why", asArgument(result.reason)}, {"ahead", ahead}});
  return result;
}

}  // namespace trainyard

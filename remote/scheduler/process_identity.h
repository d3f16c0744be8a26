// Which process of this computer is meant, also after its number was given to another one or the machine was started anew:
// pid, boot id and start time together. Linux only (/proc); the other systems' kinds belong here.
#pragma once

#include <optional>

#include <QList>
#include <QString>

namespace trainyard {

struct ProcessIdentity {
  qint64 pid = 0;
  quint64 startTime = 0;  // clock ticks after boot
  QString bootId;

  QString toText() const;  // "4711-98765-<boot id>"
  static std::optional<ProcessIdentity> fromText(const QString& text);
};

std::optional<ProcessIdentity> identify(qint64 pid);  // nothing when it is gone or a zombie
bool isAlive(const ProcessIdentity& process);
// Sends the signal to exactly this process; false when it is gone.
bool sendSignal(const ProcessIdentity& process, int signal);

// This user's processes that carry one of these assignments ("NAME=value") in the environment they were started with.
QList<ProcessIdentity> processesWithVariable(const QList<QByteArray>& assignments);

}  // namespace trainyard

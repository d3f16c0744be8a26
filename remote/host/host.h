// SPDX-License-Identifier: GPL-3.0-or-later
// A target as a machine. Paths are absolute, on the target. Every call ends with "cancelled" when
// stopped; errors name the file. A host on the network connects on demand and may fail with
// "host.unreachable" (worth retrying), or with "host.refused", "host.needs_person" or "ask.nobody"
// (login, host key: the user must act), all with exit code 8.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QDeadlineTimer>
#include <QList>
#include <QProcessEnvironment>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/stream_listener.h"
#include "remote/process/readers.h"
#include "remote/process/run_program.h"
#include "remote/ssh/channels/remote_terminal.h"

namespace trainyard {

// Whether an error means that the host was not reached, so that it says nothing about the request.
bool isOutOfReach(const Error& error);

struct FolderEntry {
  QString name;
  qint64 bytes = 0;
  bool isFolder = false;
};

// A port in the target's network that is reachable from this computer as long as the object exists.
class Forward {
 public:
  virtual ~Forward() = default;
  virtual QString address() const = 0;  // numeric, on this computer
  virtual quint16 port() const = 0;
};

// The port and the way to it. The host connects to it or, with a relay, starts that program once
// for all connections; the program connects to a port on its own computer (relay_protocol.h).
struct ForwardWay {
  QString address;  // as known to the host
  quint16 port = 0;
  quint16 localPort = 0;  // 0: any
  CommandLine relay{};
};

// How rsync reaches the target: the argument of `-e`, the host's name before the colon, and
// variables for rsync's environment. Valid as long as the object exists.
class RemoteShell {
 public:
  virtual ~RemoteShell() = default;
  virtual QStringList words() const = 0;
  virtual QString host() const = 0;
  virtual QProcessEnvironment variables() const = 0;
};

// A program that a person runs on the target as if it were on this computer.
struct ClientProgram {
  CommandLine command;                       // without a program: the account's login shell
  std::optional<RemoteTerminal> terminal{};  // nothing: three streams
  std::shared_ptr<const void> keeps{};       // released when it has ended
};

class Host {
 public:
  virtual ~Host() = default;

  // The program is searched in the PATH of a login shell on the target.
  virtual QCoro::Task<Result<ProgramOutput>> run(CommandLine command, ProgramOptions options,
                                                 std::stop_token stop, QDeadlineTimer deadline) = 0;

  // Reads at most `limitBytes` from `offset`; empty at the end. A file that does not exist is
  // "file.missing".
  virtual QCoro::Task<Result<QByteArray>> readFile(QString path, qint64 offset, qint64 limitBytes,
                                                   std::stop_token stop) = 0;
  // Writes atomically; only readable by the owner.
  virtual QCoro::Task<Result<void>> writeFile(QString path, QByteArray content,
                                              std::stop_token stop) = 0;
  // Sorted by name. A folder that does not exist is empty.
  virtual QCoro::Task<Result<QList<FolderEntry>>> list(QString path, std::stop_token stop) = 0;
  // Creates missing parents; "folder.exists" if it already exists.
  virtual QCoro::Task<Result<void>> makeFolder(QString path, std::stop_token stop) = 0;
  // Removes the folder recursively without following links. It is not an error if it does not
  // exist.
  virtual QCoro::Task<Result<void>> removeTree(QString path, std::stop_token stop) = 0;

  // Waits until the file's size differs from `bytes` if the target can report this, but not
  // indefinitely; otherwise for one pause.
  virtual QCoro::Task<void> untilGrown(QString path, qint64 bytes, std::stop_token stop);

  // Errors: "forward.refused" if the site forbids it (files must then be read by offset instead),
  // "forward.unreachable" if nothing answers there.
  virtual QCoro::Task<Result<std::unique_ptr<Forward>>> forward(QString address, quint16 port,
                                                                std::stop_token stop) = 0;
  // The same with a specific way; "forward.port_taken".
  virtual QCoro::Task<Result<std::unique_ptr<Forward>>> tunnel(ForwardWay way,
                                                               std::stop_token stop) {
    return forward(std::move(way.address), way.port, std::move(stop));
  }
  // Null if the target's paths are this computer's own.
  virtual QCoro::Task<Result<std::unique_ptr<RemoteShell>>> remoteShell(std::stop_token stop) = 0;
  // The program starts once a client has come with the ticket, ends with it, and then leaves its
  // exit status there. Error "terminal.here" if the target is this computer.
  virtual QCoro::Task<Result<StreamListener::Ticket>> offerProgram(ClientProgram program,
                                                                   std::stop_token stop);
  // Measured in the last transfer to or from it that was large enough; 0: there was none.
  double measuredBytesPerSecond = 0;
  // Who may read what is created there.
  virtual Readers readers() const { return Readers::owner; }
  // The polling interval for something that changes.
  virtual std::chrono::milliseconds pause() const = 0;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// What a target can do as a machine. Paths are absolute, on the target. Every call ends with
// "cancelled" when stopped; errors name the file. A host that is reached over a network connects on
// demand and may fail with "host.unreachable" (worth trying again), or with "host.refused",
// "host.needs_person" or "ask.nobody" (login, host key: a person must act), all with exit code 8.
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
#include "remote/process/readers.h"
#include "remote/process/run_program.h"

namespace trainyard {

// Whether an error says that the host was not reached, and so nothing about what it was asked.
bool isOutOfReach(const Error& error);

struct FolderEntry {
  QString name;
  qint64 bytes = 0;
  bool isFolder = false;
};

// A port of the target's network, reachable from this computer as long as the object lives.
class Forward {
 public:
  virtual ~Forward() = default;
  virtual QString address() const = 0;  // numeric, of this computer
  virtual quint16 port() const = 0;
};

// Which port, and how. The host connects to it, or, where there is a relay, starts that program
// once for all connections; it connects to the port of its own computer (relay_protocol.h).
struct ForwardWay {
  QString address;  // as the host knows it
  quint16 port = 0;
  quint16 localPort = 0;  // 0: any
  CommandLine relay{};
};

// How rsync reaches the target: as the words after `-e` and the host's name before the colon, with
// variables for rsync's environment. Valid as long as the object lives.
class RemoteShell {
 public:
  virtual ~RemoteShell() = default;
  virtual QStringList words() const = 0;
  virtual QString host() const = 0;
  virtual QProcessEnvironment variables() const = 0;
};

class Host {
 public:
  virtual ~Host() = default;

  // The program is looked up in the PATH that a login shell of the target has.
  virtual QCoro::Task<Result<ProgramOutput>> run(CommandLine command, ProgramOptions options,
                                                 std::stop_token stop, QDeadlineTimer deadline) = 0;

  // At most `limitBytes` from `offset`, empty at the end. A file that does not exist is
  // "file.missing".
  virtual QCoro::Task<Result<QByteArray>> readFile(QString path, qint64 offset, qint64 limitBytes,
                                                   std::stop_token stop) = 0;
  // Whole or not at all; readable by its owner only.
  virtual QCoro::Task<Result<void>> writeFile(QString path, QByteArray content,
                                              std::stop_token stop) = 0;
  // Sorted by name. A folder that does not exist is empty.
  virtual QCoro::Task<Result<QList<FolderEntry>>> list(QString path, std::stop_token stop) = 0;
  // With missing parents; "folder.exists" when it is there already.
  virtual QCoro::Task<Result<void>> makeFolder(QString path, std::stop_token stop) = 0;
  // The folder with all in it, following no link. One that is not there is no error.
  virtual QCoro::Task<Result<void>> removeTree(QString path, std::stop_token stop) = 0;

  // Until the file is not `bytes` long any more, as far as the target tells by itself, and then for
  // a while at most; else for one pause.
  virtual QCoro::Task<void> untilGrown(QString path, qint64 bytes, std::stop_token stop);

  // Errors: "forward.refused" where the site forbids it (what is read must then be read by file and
  // offset), "forward.unreachable" when nothing answers there.
  virtual QCoro::Task<Result<std::unique_ptr<Forward>>> forward(QString address, quint16 port,
                                                                std::stop_token stop) = 0;
  // The same by a way of one's own; "forward.port_taken".
  virtual QCoro::Task<Result<std::unique_ptr<Forward>>> tunnel(ForwardWay way,
                                                               std::stop_token stop) {
    return forward(std::move(way.address), way.port, std::move(stop));
  }
  // Nothing (a null pointer) where the target's paths are this computer's own.
  virtual QCoro::Task<Result<std::unique_ptr<RemoteShell>>> remoteShell(std::stop_token stop) = 0;
  // Of the last transfer to or from it that was large enough to tell; 0: there was none.
  double measuredBytesPerSecond = 0;
  // Who may read what is made there.
  virtual Readers readers() const { return Readers::owner; }
  // The pause between two looks at something that changes.
  virtual std::chrono::milliseconds pause() const = 0;
};

}  // namespace trainyard

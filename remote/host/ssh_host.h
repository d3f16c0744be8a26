// SPDX-License-Identifier: GPL-3.0-or-later
// A host that is reached over ssh. Lives in one thread with an event loop; the session behind it
// has its own thread. Its owner must await finish() before destroying it.
//
// A lost connection ends running operations with "host.unreachable"; the host reconnects by itself
// as long as this does not need the user, and operations wait for that for up to 3 s. What was
// stopped or timed out is also ended on the host, with its process group.
//
// Commands run as the account, in /bin/sh, with the PATH of a login shell prepended, and are passed
// in a form that no login shell can misinterpret. ProgramOptions::environment is not sent:
// variables must be part of the command (`env NAME=value program`).
#pragma once

#include <QObject>

#include "remote/host/file_shell.h"
#include "remote/host/follow_program.h"
#include "remote/host/host.h"
#include "remote/host/relay_channel.h"
#include "remote/host/stream_listener.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

class SshHost : public QObject, public Host {
  Q_OBJECT

 public:
  // `door` must outlive the host.
  SshHost(SshHostSettings settings, AskPerson ask, StreamListener& door, QObject* parent = nullptr);

  // For a click by the user: tries immediately, even after a refusal. Every operation also connects
  // on demand, except after a refusal.
  QCoro::Task<Result<void>> connect(std::stop_token stop);
  void disconnect();
  void disconnectWhenIdle() { m_link.disconnectWhenIdle(); }
  void leave() { m_link.leave(); }
  void setSettings(const QString& target, Readers readers) { m_link.setSettings(target, readers); }
  LinkState state() const { return m_link.state(); }
  // What was ignored or could not be read in the ssh configuration and known_hosts at the last
  // login.
  const std::vector<Diagnostic>& warnings() const { return m_link.warnings(); }
  // Above 0: the server refused another program while this many were running in this session.
  int programLimit() const { return m_link.programLimit(); }
  // Reads files below `base`, and queries Slurm, through our helper on the host if it is available
  // (follow_program.h); `programs`: a folder that contains it, empty: what was sent to the base.
  void useHelper(const QString& base, const QString& programs) {
    m_helper.setPlace(base, programs);
  }
  const FollowProgram& helper() const { return m_helper; }
  // Ends everything with "cancelled" and leaves nothing behind.
  QCoro::Task<void> finish();

  QCoro::Task<Result<ProgramOutput>> run(CommandLine command, ProgramOptions options,
                                         std::stop_token stop, QDeadlineTimer deadline) override;
  QCoro::Task<Result<QByteArray>> readFile(QString path, qint64 offset, qint64 limitBytes,
                                           std::stop_token stop) override;
  QCoro::Task<Result<void>> writeFile(QString path, QByteArray content,
                                      std::stop_token stop) override;
  QCoro::Task<Result<QList<FolderEntry>>> list(QString path, std::stop_token stop) override;
  QCoro::Task<Result<void>> makeFolder(QString path, std::stop_token stop) override;
  QCoro::Task<Result<void>> removeTree(QString path, std::stop_token stop) override;
  QCoro::Task<Result<std::unique_ptr<Forward>>> forward(QString address, quint16 port,
                                                        std::stop_token stop) override;
  QCoro::Task<Result<std::unique_ptr<Forward>>> tunnel(ForwardWay way,
                                                       std::stop_token stop) override;
  QCoro::Task<Result<std::unique_ptr<RemoteShell>>> remoteShell(std::stop_token stop) override;
  QCoro::Task<Result<StreamListener::Ticket>> offerProgram(ClientProgram program,
                                                           std::stop_token stop) override;
  QCoro::Task<void> untilGrown(QString path, qint64 bytes, std::stop_token stop) override;
  std::chrono::milliseconds pause() const override;
  Readers readers() const override { return m_link.settings().readers; }

 signals:
  void stateChanged();

 private:
  QCoro::Task<Result<ProgramOutput>> runFileScript(QByteArray script, QByteArray input,
                                                   qint64 outputLimitBytes, QString path,
                                                   std::stop_token stop);
  QCoro::Task<Result<ProgramOutput>> askFiles(QByteArray script, qint64 outputLimitBytes,
                                              QString path, std::stop_token stop);

  SshLink m_link;
  FollowProgram m_helper{m_link};
  FileShell m_files{m_link};
  RelayChannels m_relays{m_link};
  StreamListener& m_listener;
};

}  // namespace trainyard

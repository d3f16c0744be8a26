// SPDX-License-Identifier: GPL-3.0-or-later
// A host that is reached over ssh. Lives in one thread with an event loop; the session behind it
// has a thread of its own. Before it dies its owner awaits finish().
//
// A lost connection ends what runs with "host.unreachable"; the host connects again by itself as
// long as no person is needed, and operations wait for that up to 3 s. What was stopped or ran out
// of time is ended on the host too, with its process group.
//
// Commands run as the account, in /bin/sh, with the PATH of a login shell in front and nothing on
// their way that a login shell could take apart. ProgramOptions::environment is not sent: variables
// belong into the command (`env NAME=value program`).
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
  // `door` outlives the host.
  SshHost(SshHostSettings settings, AskPerson ask, StreamListener& door, QObject* parent = nullptr);

  // A person's click: tries at once, after a refusal too. Every operation connects on demand as
  // well, except while refused.
  QCoro::Task<Result<void>> connect(std::stop_token stop);
  void disconnect();
  void leave() { m_link.leave(); }
  void become(const QString& target, Readers readers) { m_link.become(target, readers); }
  LinkState state() const { return m_link.state(); }
  // What the ssh configuration and known_hosts say and is not done or cannot be read; of the last
  // login.
  const std::vector<Diagnostic>& warnings() const { return m_link.warnings(); }
  // More than 0: the server has refused a program beside that many others in this session.
  int programLimit() const { return m_link.programLimit(); }
  // Reads files below `base`, and asks Slurm, through our helper on the host where it can be had
  // (follow_program.h); `programs`: a folder with it, empty: what was sent into the base.
  void useHelper(const QString& base, const QString& programs) {
    m_helper.setPlace(base, programs);
  }
  const FollowProgram& helper() const { return m_helper; }
  // Everything ends with "cancelled"; afterwards nothing is left behind.
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

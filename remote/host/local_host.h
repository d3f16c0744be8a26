// SPDX-License-Identifier: GPL-3.0-or-later
// This computer as a host. File calls are done at once: the run folder is on a disk of this
// machine.
#pragma once

#include "remote/host/host.h"

namespace trainyard {

class LocalHost : public Host {
 public:
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
  // Nothing to open: the port is this computer's already. Error "tunnel.here" for another local
  // port.
  QCoro::Task<Result<std::unique_ptr<Forward>>> tunnel(ForwardWay way,
                                                       std::stop_token stop) override;
  QCoro::Task<Result<std::unique_ptr<RemoteShell>>> remoteShell(std::stop_token stop) override;
  std::chrono::milliseconds pause() const override;
};

}  // namespace trainyard

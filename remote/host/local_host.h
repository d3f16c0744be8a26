// SPDX-License-Identifier: GPL-3.0-or-later
// This computer as a host. Files are read and written in threads of their own, since the run folder
// may be on a network file system, which hangs when its server is gone.
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
  // Nothing to open: the port is already on this computer. Error "tunnel.here" for a different
  // local port.
  QCoro::Task<Result<std::unique_ptr<Forward>>> tunnel(ForwardWay way,
                                                       std::stop_token stop) override;
  QCoro::Task<Result<std::unique_ptr<RemoteShell>>> remoteShell(std::stop_token stop) override;
  std::chrono::milliseconds pause() const override;
};

}  // namespace trainyard

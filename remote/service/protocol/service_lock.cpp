// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/service_lock.h"

#include <QLockFile>
#include <QSysInfo>

#include "engine/contract/messages.h"
#include "remote/host/places.h"

namespace trainyard {

QString serviceLockFile() { return dataFolder() + QStringLiteral("/service.lock"); }

std::optional<Error> serviceElsewhere() {
  QLockFile lock(serviceLockFile());
  qint64 process = 0;
  QString host, program;
  if (!lock.getLockInfo(&process, &host, &program) || host.isEmpty() ||
      host == QSysInfo::machineHostName())
    return std::nullopt;
  return make_error("service.elsewhere", {{"folder", dataFolder().toStdString()},
                                          {"host", host.toStdString()},
                                          {"pid", static_cast<std::int64_t>(process)},
                                          {"lock", serviceLockFile().toStdString()}});
}

}  // namespace trainyard

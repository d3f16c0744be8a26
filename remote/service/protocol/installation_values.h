// SPDX-License-Identifier: GPL-3.0-or-later
// What this installation can train on this computer, as exchanged between the service and its
// clients.
#pragma once

#include <optional>

#include <QList>
#include <QString>

#include "remote/service/protocol/method.h"
#include "remote/values/records.h"

namespace trainyard {

struct InstalledGpu {
  QString name;
  qint64 memoryMib = 0;
};

struct InstallationFacts {
  // The interpreter of programs in Python that name none; empty: none was found.
  QString python, pythonVersion;
  QString torch;  // its version there; empty: it is not there
  // engine: the program is there; with canTrain, so is the torch that it needs.
  bool hasEngine = false, canTrain = false;
  bool isForGpus = false;  // the engine has its part for GPUs
  qint64 cores = 1;
  std::optional<qint64> memoryBytes;
  QList<InstalledGpu> gpus;
};

void describe(Section<InstalledGpu>& section);
void describe(Section<InstallationFacts>& section);

namespace methods {

// Asks Python and the GPU's driver, which takes a second or two.
inline constexpr Method<Nothing, InstallationFacts> installationShow{"installation.show",
                                                                     OnLeave::end};

}  // namespace methods
}  // namespace trainyard

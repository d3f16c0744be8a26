// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/installation_values.h"

namespace trainyard {

void describe(Section<InstalledGpu>& section) {
  section.field("name", &InstalledGpu::name);
  section.field("memory_mib", &InstalledGpu::memoryMib).minimum(0);
}

void describe(Section<InstallationFacts>& section) {
  section.field("python", &InstallationFacts::python);
  section.field("python_version", &InstallationFacts::pythonVersion);
  section.field("torch", &InstallationFacts::torch);
  section.field("engine", &InstallationFacts::hasEngine);
  section.field("can_train", &InstallationFacts::canTrain);
  section.field("for_gpus", &InstallationFacts::isForGpus);
  section.field("cores", &InstallationFacts::cores).minimum(1);
  section.field("memory_bytes", &InstallationFacts::memoryBytes).minimum(0);
  section.field("gpus", &InstallationFacts::gpus);
}

}  // namespace trainyard

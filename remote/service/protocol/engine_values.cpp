// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/engine_values.h"

namespace trainyard {

void describe(Section<InstallEngineArguments>& section) {
  section.field("name", &InstallEngineArguments::name).required();
  section.field("for", &InstallEngineArguments::engineFor);
  section.field("from_here", &InstallEngineArguments::fromHere);
}

void describe(Section<InstalledEngine>& section) {
  section.field("programs", &InstalledEngine::programs);
  section.field("brought", &InstalledEngine::brought);
}

void describe(Section<EngineTreeRecord>& section) {
  section.field("name", &EngineTreeRecord::name);
  section.field("bytes", &EngineTreeRecord::bytes).minimum(0);
  section.field("source", &EngineTreeRecord::source);
}

void describe(Section<EngineListing>& section) {
  section.field("trees", &EngineListing::trees);
  section.field("folders", &EngineListing::folders);
}

void describe(Section<RemoveEngineArguments>& section) {
  section.field("name", &RemoveEngineArguments::name).required();
  section.field("trees", &RemoveEngineArguments::trees);
}

}  // namespace trainyard

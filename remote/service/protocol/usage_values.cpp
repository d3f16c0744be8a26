// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/usage_values.h"

namespace trainyard {

void describe(Section<KeptFolder>& section) {
  section.field("kind", &KeptFolder::kind);
  section.field("name", &KeptFolder::name);
  section.field("bytes", &KeptFolder::bytes).minimum(0);
  section.field("modified", &KeptFolder::modified);
  section.field("kept_for", &KeptFolder::keptFor);
}

void describe(Section<TargetUsage>& section) {
  section.field("base", &TargetUsage::base);
  section.field("free_bytes", &TargetUsage::freeBytes);
  section.field("quota_bytes", &TargetUsage::quotaBytes);
  section.field("folders", &TargetUsage::folders);
}

void describe(Section<CleanArguments>& section) {
  section.field("name", &CleanArguments::name).required();
  section.field("folders", &CleanArguments::folders).required();
}

void describe(Section<CleanedFolders>& section) {
  section.field("removed", &CleanedFolders::removed);
  section.field("left", &CleanedFolders::left);
}

}  // namespace trainyard

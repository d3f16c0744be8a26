// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/results/rehearsal.h"

namespace trainyard {

void describe(Section<NamedNumber>& section) {
  section.field("name", &NamedNumber::name);
  section.field("value", &NamedNumber::value);
}

void describe(Section<Rehearsal>& section) {
  section.field("format", &Rehearsal::format);
  section.field("diagnostics", &Rehearsal::diagnostics);
  section.field("plan", &Rehearsal::plan).omitted_when_default();
  section.field("losses", &Rehearsal::losses).omitted_when_default();
  section.field("metrics", &Rehearsal::metrics).omitted_when_default();
  section.field("gpu_bytes", &Rehearsal::gpu_bytes).omitted_when_default();
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Output derived from the description.
#pragma once

#include <string>

namespace trainyard {

struct Experiment;

// resolved.yaml: every field with its value, in document order; reads back as the same experiment.
std::string write_resolved(const Experiment& experiment);

// A document to start with: name, workload, model, data and the fields that differ from their
// defaults.
std::string write_minimal(const Experiment& experiment);

// JSON Schema (draft 2020-12) of the document.
std::string json_schema();

// resources/help/parameters.md: one table per section.
std::string parameters_markdown();

}  // namespace trainyard

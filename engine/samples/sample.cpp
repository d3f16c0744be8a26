// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/samples/sample.h"

#include <algorithm>
#include <ranges>

#include "engine/checkpoint/hugging_face.h"
#include "engine/system/comma_list.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/experiment/edit.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/samples/preset_texts.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Fields for clusters that do not apply on a laptop.
constexpr const char* kFieldsOfClusters[] = {
    "resources.nodes",
    "resources.gpu_type",
    "resources.cpus_per_process",
    "resources.time_limit",
    "resources.memory_gib_per_node",
    "resources.partition",
    "resources.account",
    "resources.qos",
    "resources.extra_directives",
};

std::vector<Sample> all_samples() {
  std::vector<Sample> all;
  for (auto& samples : {language_samples(), note_samples(), timeline_samples()})
    all.insert(all.end(), samples.begin(), samples.end());
  std::ranges::sort(all, {}, &Sample::name);
  return all;
}

std::string_view text_of_preset(std::string_view name) {
  const auto texts = preset_texts();
  const auto found = std::ranges::find(texts, name, &PresetText::name);
  return found == texts.end() ? std::string_view() : found->text;
}

}  // namespace

// The preset with other values, which are listed at its top: the comments next to them are the
// preset's.
Result<std::string> sample_document(const Sample& sample) {
  const std::string name(sample.name);
  std::string text(text_of_preset(sample.name));
  std::string first = "# A small sample of the preset " + name + ", with made-up data.\n" +
                      "# What differs from it, whatever comments below say: the resources, and\n";
  for (const char* field : kFieldsOfClusters) {
    TRY(text, reset(text, field));
  }
  TRY(text, edit(text, "resources.gpus_per_node", Value(0)));
  if (written_value(text, "environment.modules")) {
    TRY(text, edit(text, "environment.modules", Value(List())));
  }
  TRY(text, edit(text, "name", Value(name + "-sample")));
  for (const auto& [field, value] : sample.changes) {
    TRY(text, edit(text, field, value));
    first += "#   " + field + ": " + to_json(value) + "\n";
  }
  return first + text;
}

Result<void> write_sample(const std::string& name, const fs::path& output) {
  const std::vector<Sample> all = all_samples();
  const auto sample = std::ranges::find(all, name, &Sample::name);
  if (sample == all.end()) {
    const std::string names = comma_list(all | std::views::transform(&Sample::name));
    return make_error("sample.unknown", {{"name", name}, {"names", names}});
  }
  TRY(const std::string document, sample_document(*sample));
  return make_folder_whole(output, [&](const fs::path& folder) -> Result<void> {
    TRY(write_file_atomically(folder / kSampleDocument, document));
    const fs::path files = folder / name;
    TRY(make_folders(files));
    return sample->write_files(files);
  });
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/kinds/dataset_builder.h"

#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/source.h"

namespace trainyard {

namespace fs = std::filesystem;

// Each is defined in a file in kinds/.
using MakeBuilder = std::unique_ptr<DatasetBuilder>(const DataRequest&);
MakeBuilder make_prepared_builder, make_timeline_builder, make_instruction_builder,
    make_labelled_builder, make_text_builder;

namespace {

struct KindOfData {
  DataKind kind;
  std::optional<TaskRecords> records;  // what the task learns from; none: any
  MakeBuilder* make;
};

constexpr KindOfData kKindsOfData[] = {
    {DataKind::prepared, std::nullopt, make_prepared_builder},
    {DataKind::timelines, std::nullopt, make_timeline_builder},
    {DataKind::text, TaskRecords::instructions, make_instruction_builder},
    {DataKind::text, TaskRecords::labelled, make_labelled_builder},
    {DataKind::text, TaskRecords::texts, make_text_builder}};

}  // namespace

std::unique_ptr<DatasetBuilder> make_dataset_builder(const DataRequest& request) {
  const DataKind kind = request.experiment.data.kind;
  const TaskRecords records = traits_of(request.experiment.task.kind).records;
  const auto found = std::ranges::find_if(kKindsOfData, [&](const KindOfData& candidate) {
    return candidate.kind == kind && candidate.records.value_or(records) == records;
  });
  return found->make(request);
}

Result<PreparedData> DatasetBuilder::prepare_into(const fs::path& folder,
                                                  const PrepareProgress& progress) const {
  TRY(const auto steps, this->steps(progress));
  return steps ? steps->run_into(folder, progress) : prepare(folder, progress);
}

Result<PreparedData> DatasetBuilder::prepare_cached(const PrepareProgress& progress) const {
  TRY(const auto steps, this->steps(progress));
  if (steps) return steps->run_all(progress);
  TRY(const Map key, this->key(progress));
  return prepared_from_cache(key,
                             [&](const fs::path& folder) { return prepare(folder, progress); });
}

Result<OpenStream> DatasetBuilder::open_stream(const PreparedData&, const StreamSettings&) const {
  return OpenStream{};
}

std::unique_ptr<Source> DatasetBuilder::training_source(std::unique_ptr<Source> rows,
                                                        const SpecialTokens&) const {
  return rows;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Instruction records, possibly a mixture of several data sets.
#include "engine/contract/experiment/experiment.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/instructions/preference_columns.h"
#include "engine/data/instructions/prepare_instructions.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

InstructionDataSettings settings_of_instructions(const DataRequest& request) {
  InstructionDataSettings settings;
  settings.sources = sources_of(request);
  settings.data = data_of(request);
  settings.instructions = with_paths(request.experiment.instructions, request.resolve);
  settings.tokenizer = tokenizer_of(request);
  settings.num_threads = request.num_threads;
  return settings;
}

class InstructionBuilder final : public DatasetBuilder {
 public:
  explicit InstructionBuilder(const DataRequest& request)
      : settings_(settings_of_instructions(request)) {}

  std::vector<Error> check() const override { return check_instruction_sources(settings_); }
  std::vector<Error> notes() const override {
    // A format reads what it needs, a mixture has its files elsewhere.
    if (settings_.instructions.formatter || settings_.instructions.mixture) return {};
    return preference_columns_left(settings_.sources);
  }
  std::optional<fs::path> vocabulary() const override { return settings_.tokenizer; }
  Result<Map> key(const PrepareProgress& progress) const override {
    return instruction_key(settings_, progress);
  }
  Result<PreparedData> prepare(const fs::path& folder,
                               const PrepareProgress& progress) const override {
    return prepare_instructions(settings_, folder, progress);
  }

 private:
  const InstructionDataSettings settings_;
};

}  // namespace

std::unique_ptr<DatasetBuilder> make_instruction_builder(const DataRequest& request) {
  return std::make_unique<InstructionBuilder>(request);
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/open_dataset.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/data/random/numpy_generator.h"

namespace trainyard {

Result<std::unique_ptr<Dataset>> open_dataset(const Experiment& experiment,
                                              const PreparedData& data, const PreparedSplit& split,
                                              LabelsAre labels) {
  const std::int64_t length = experiment.data.sequence_length;
  const RowKind wanted = rows_of(experiment, labels);
  if (data.rows != wanted && !(is_language(wanted) && is_language(data.rows)))
    return make_error("data.other_rows", {{"folder", data.folder.string()},
                                          {"found", std::string(name_of(data.rows))},
                                          {"wanted", std::string(name_of(wanted))}});
  if (data.rows == RowKind::blocks) {
    TRY(auto blocks, data.open_split(split, length));
    return std::unique_ptr<Dataset>(std::make_unique<BlockDataset>(std::move(blocks)));
  }
  TRY(auto rows, data.open_rows(split));
  if (rows.longest_row() > length)
    return make_error("data.row_too_long", {{"folder", data.folder.string()},
                                            {"tokens", rows.longest_row()},
                                            {"sequence_length", length}});
  return std::unique_ptr<Dataset>(std::make_unique<RowDataset>(std::move(rows)));
}

std::unique_ptr<Dataset> some_examples(std::unique_ptr<Dataset> all,
                                       const std::optional<std::int64_t>& most,
                                       const std::optional<std::int64_t>& seed) {
  if (!most) return all;
  if (!seed || *most >= all->num_examples())
    return std::make_unique<FirstExamples>(std::move(all), *most);
  auto chosen =
      NumpyGenerator(static_cast<std::uint64_t>(*seed)).choice(all->num_examples(), *most);
  return std::make_unique<ChosenExamples>(std::move(all), std::move(chosen));
}

}  // namespace trainyard

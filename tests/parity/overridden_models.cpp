// SPDX-License-Identifier: GPL-3.0-or-later
// overridden_models CASES FOLDER
// CASES is a JSON list of objects: kind, task (of HeadKind: 0 to 2), folder (a config.json) and
// overrides. For each: FOLDER/NUMBER/refused has the code of the error, or config.json is that of
// the model, weights/NAME and logits are raw fp32, and differs is 1 where dropout changes the
// logits in training. The tokens are 2 rows of 12 that follow from their places. FOLDER/keys.json
// has the keys of each kind. What overrides_test.py compares with transformers.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <ATen/core/grad_mode.h>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/model/architecture.h"
#include "engine/model/forward.h"

using namespace trainyard;

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kRows = 2, kLength = 12, kVocabulary = 97;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

void write(const fs::path& path, const at::Tensor& tensor) {
  const at::Tensor dense = tensor.detach().to(at::kFloat).contiguous();
  write(path, std::string(static_cast<const char*>(dense.const_data_ptr()), dense.nbytes()));
}

void compute(const fs::path& folder, const Model& model) {
  Parameters parameters(model.table(), at::kCPU);
  parameters.initialize(3);
  at::manual_seed(3);  // zeros and ones would hide mistakes
  for (LayerParameters& layer : parameters.layers())
    layer.flat.add_(at::randn_like(layer.flat), 0.05);
  parameters.update_copies();
  for (std::size_t l = 0; l < parameters.table().size(); ++l)
    for (std::size_t i = 0; i < parameters.table()[l].parameters.size(); ++i)
      write(folder / "weights" / parameters.table()[l].parameters[i].name,
            parameters.layers()[l].parameters[i].value);
  const at::Tensor ids =
      at::arange(kRows * kLength, at::kLong).mul(31).add(7).remainder(kVocabulary - 1).add(1);
  const Batch batch{.input_ids = ids.view({kRows, kLength}), .row_keys = {5, 6}};
  const at::NoGradGuard no_grad;
  const at::Tensor found = logits(model, parameters, batch, {.training = false});
  write(folder / "logits", found);
  write(folder / "differs",
        found.equal(logits(model, parameters, batch, {.training = true})) ? "0" : "1");
}

void take(const fs::path& folder, const Map& given) {
  const auto kind = get<std::string>(given, "kind");
  const auto config =
      apply_overrides(kind, get<Map>(given, "folder"), get<Map>(given, "overrides"));
  if (!config) return write(folder / "refused", config.error().code);
  const auto model =
      make_model(kind, *config, static_cast<HeadKind>(get<std::int64_t>(given, "task")));
  if (!model) return write(folder / "refused", model.error().code);
  write(folder / "config.json", to_json(Value((*model)->config())));
  compute(folder, **model);
}

void write_keys(const fs::path& file) {
  Map keys;
  for (const Architecture& architecture : architectures())
    keys.emplace_back(std::string(architecture.kind),
                      List(architecture.config_keys.begin(), architecture.config_keys.end()));
  write(file, to_json(Value(std::move(keys))));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const fs::path folder = arguments[2];
  write_keys(folder / "keys.json");
  const auto text = read_file(arguments[1], 16 << 20);
  const auto cases = text ? parse_json(*text) : Result<Value>(text.error());
  const List* list = cases ? cases->get_if<List>() : nullptr;
  if (!list) return std::fprintf(stderr, "no list of cases in %s\n", arguments[1]), 2;
  for (std::size_t i = 0; i < list->size(); ++i)
    take(folder / std::to_string(i), *(*list)[i].get_if<Map>());
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The stores of the engine under power_cuts_test.py: writes them as the engine does, noting what is
// whole, and reads them as the engine does when it starts again.
//   stores write-checkpoints FOLDER TOKENIZER     stores read-checkpoints FOLDER...
//   stores write-prepared TEXT...                 stores read-prepared CACHE TEXT...
// Answers: one JSON line for each folder, or text.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "engine/checkpoint/store.h"
#include "engine/contract/run/checkpoint_manifest.h"
#include "engine/contract/json.h"
#include "engine/contract/files/whole_file.h"
#include "engine/data/texts/prepare.h"
#include "engine/data/prepared_folder.h"
#include "engine/train/snapshot.h"
#include "tests/power_cuts/must.h"
#include "tests/power_cuts/note.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

void answer(const Map& map) { std::printf("%s\n", to_json(Value(map)).c_str()); }

// Everything in it says the step.
Snapshot snapshot_of(std::int64_t step, const fs::path& tokenizer) {
  const at::Tensor values = at::full({40, 70}, static_cast<double>(step));
  ModelContent model;
  model.weights = {{"weights", values}};
  model.config = {{"step", step}};
  model.auxiliary = {tokenizer, {}};
  return {std::move(model), {{"first_moment", values}}, {{"step", step}}};
}

bool holds(const fs::path& file, const char* name, std::int64_t step) {
  const auto weights = WeightFolder::open_file(file);
  const at::Tensor values = at::zeros({40, 70});
  return weights && weights->read(name, values) &&
         values.equal(at::full({40, 70}, static_cast<double>(step)));
}

bool says(const fs::path& file, std::int64_t step) {
  const auto text = read_file(file, 1 << 20);
  return text && *text == to_json(Value(Map{{"step", step}})) + "\n";
}

bool is_whole(const fs::path& folder, std::int64_t step) {
  return verify_manifest(folder) && holds(folder / "model.safetensors", "weights", step) &&
         holds(folder / "training/optimizer.safetensors", "first_moment", step) &&
         says(folder / "config.json", step) && says(folder / "training/state.json", step) &&
         fs::exists(folder / "tokenizer.json");
}

void publish(const CheckpointStore& store, std::int64_t step, const fs::path& tokenizer) {
  const Snapshot snapshot = snapshot_of(step, tokenizer);
  must(store.publish(step, [&](const fs::path& to) { return write_snapshot(to, snapshot); }));
  note("published " + std::to_string(step));
}

// Three attempts: a beginning, one that resumes, one that starts over.
void write_checkpoints(const fs::path& root, const fs::path& tokenizer) {
  const RunFolder run{root};
  const CheckpointStore first(run, must(make_attempt(run)));
  for (std::int64_t step = 1; step <= 4; ++step) {
    publish(first, step, tokenizer);
    if (step == 2) must(first.mark_best(2));
    must(first.retain(1, std::nullopt));
  }
  const CheckpointStore second(run, must(make_attempt(run)));
  note("attempt 2");
  note("damaging 4");
  std::ofstream(root / "checkpoints/step-00000004/model.safetensors") << "damage";
  must(second.clean_leftovers());
  must(second.find_newest(Quarantine::yes));
  for (std::int64_t step = 4; step <= 6; ++step) {
    publish(second, step, tokenizer);
    must(second.retain(2, 2));
  }
  const CheckpointStore third(run, must(make_attempt(run)));
  note("attempt 3");
  note("setting aside");
  must(third.set_aside());
  note("set aside");
  for (std::int64_t step = 11; step <= 12; ++step) publish(third, step, tokenizer);
}

void read_checkpoints(const fs::path& root, const fs::path& tokenizer) {
  const RunFolder run{root};
  const auto attempts = list_attempts(run);
  const auto latest = latest_checkpoint(run);
  const std::string named = read_file(run.latest(), 100) ? *read_file(run.latest(), 100) : "";
  const CheckpointStore store(run, must(make_attempt(run)));
  const auto best = store.best();
  must(store.clean_leftovers());
  const auto found = store.find_newest(Quarantine::yes);
  const auto* newest = found && *found ? &**found : nullptr;
  Map said{{"attempts", static_cast<std::int64_t>(attempts.size())},
           {"step", newest ? newest->step : 0},
           {"whole", !newest || is_whole(newest->folder, newest->step)},
           {"passed_over", static_cast<std::int64_t>(newest ? newest->passed_over.size() : 0)},
           {"error", found ? "" : found.error().message},
           {"latest_named", named},
           {"latest_whole", latest && is_whole(*latest, *checkpoint_step(*latest))},
           {"best_whole", !best || is_whole(run.checkpoints() / checkpoint_name(*best), *best)}};
  // And it goes on from there.
  publish(store, 50, tokenizer);
  const auto next = store.find_newest(Quarantine::no);
  said.emplace_back("goes_on",
                    next && *next && (*next)->step == 50 && is_whole((*next)->folder, 50));
  answer(said);
}

TextDataSettings settings_for(const fs::path& text) {
  TextDataSettings settings;
  settings.sources.train = {text};
  settings.vocab_size = 300;
  return settings;
}

const PrepareProgress on_progress = [](std::string_view, double, double) { return true; };

Result<PreparedData> prepare_text_cached(const TextDataSettings& settings,
                                         const PrepareProgress& progress) {
  TRY(const Map key, text_key(settings, progress));
  return prepared_from_cache(
      key, [&](const fs::path& folder) { return prepare_text(settings, folder, progress); });
}

void write_prepared_texts(const std::vector<fs::path>& texts) {
  for (const fs::path& text : texts) {
    const auto data = must(prepare_text_cached(settings_for(text), on_progress));
    note("prepared " + data.folder.filename().string());
    note("damaging " + data.folder.filename().string());
    std::ofstream(data.folder / data.train.tokens.name, std::ios::app) << "damage";
    must(prepare_text_cached(settings_for(text), on_progress));
    note("prepared " + data.folder.filename().string());
  }
}

// Before anything is repaired: which entries are taken for whole. Then the data is asked for again.
void read_prepared_texts(const fs::path& cache, const std::vector<fs::path>& texts) {
  ::setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  List whole;
  std::error_code ignored;
  for (fs::directory_iterator entry(cache / "trainyard/prepared", ignored), end;
       !ignored && entry != end; entry.increment(ignored))
    if (const std::string name = entry->path().filename().string();
        name.find(".tmp-") == name.npos && read_prepared(entry->path()))
      whole.emplace_back(name);
  answer({{"whole", whole}});
  std::fflush(stdout);
  for (const fs::path& text : texts) must(prepare_text_cached(settings_for(text), on_progress));
}

}  // namespace
}  // namespace trainyard

int main(int argc, char** argv) {
  using namespace trainyard;
  at::set_num_threads(1);
  const std::string command = argc > 2 ? argv[1] : "";
  const std::vector<std::filesystem::path> paths(argv + std::min(argc, 2), argv + argc);
  if (command == "write-checkpoints")
    write_checkpoints(paths[0], paths[1]);
  else if (command == "read-checkpoints")
    read_checkpoints(paths[0], paths[1]);
  else if (command == "write-prepared")
    write_prepared_texts(paths);
  else if (command == "read-prepared")
    read_prepared_texts(paths[0], {paths.begin() + 1, paths.end()});
  else
    return 2;
}

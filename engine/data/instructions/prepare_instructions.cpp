// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/prepare_instructions.h"

#include <algorithm>
#include <numeric>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/data/instructions/instruction_plan.h"
#include "engine/data/instructions/mix_plan.h"
#include "engine/data/instructions/packing.h"
#include "engine/data/instructions/record_stager.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/random/numpy_generator.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// The rows of a list of data sets, and the number of records in each.
struct Staged {
  StagedRows rows;
  std::vector<std::int64_t> row_of_record;
  std::vector<std::int64_t> num_records;  // per set
  std::vector<bool> cut_rows;
  std::int64_t num_prompts_apart = 0, num_begins_twice = 0, num_without_end = 0;
};

// What all splits are made from and with.
struct Preparation {
  const InstructionDataSettings& settings;
  const InstructionRules& rules;
  const PreparedData& data;
  const PrepareProgress& progress;
};

Result<Staged> stage(const Preparation& preparation, const std::vector<DataSet>& sets,
                     const std::string& name) {
  const auto& [settings, rules, data, progress] = preparation;
  TRY(auto rows, StagedRows::create(data.folder, name, data.bytes_per_token, rules.has_targets()));
  Staged staged{std::move(rows), {}, {}, {}};
  RecordStager stager(rules, settings.num_threads, staged.rows);
  TRY(Walked walked, bytes_of(sets));
  for (const DataSet& set : sets) {
    std::int64_t num_records = 0;
    TRY(walk_set(
        set, walked,
        [&](GivenRecord&& record) {
          ++num_records;
          return stager.add(std::move(record));
        },
        progress, UINT64_MAX, settings.sources.max_records));
    staged.num_records.push_back(num_records);
  }
  TRY(stager.finish());
  TRY(staged.rows.finish());
  staged.row_of_record = stager.take_row_of_record();
  staged.cut_rows = stager.take_cut_rows();
  staged.num_prompts_apart = stager.sum_of(&InstructionEncoder::num_prompts_apart);
  staged.num_begins_twice = stager.sum_of(&InstructionEncoder::num_begins_twice);
  staged.num_without_end = stager.sum_of(&InstructionEncoder::num_without_end);
  return staged;
}

// Returns staged rows in training order; releases the index that they were found by.
Result<std::vector<std::int64_t>> ordered(const std::optional<Mix>& mix, const std::string& split,
                                          Staged& staged) {
  std::vector<std::int64_t> order;
  if (!mix) {
    order = std::move(staged.row_of_record);
    std::erase(order, RecordStager::kLeftOut);
    return order;
  }
  std::vector<std::int64_t> begins(staged.num_records.size());
  std::exclusive_scan(staged.num_records.begin(), staged.num_records.end(), begins.begin(),
                      std::int64_t{0});
  const auto row_of = [&](MixRow row) {
    return staged.row_of_record[static_cast<std::size_t>(begins[row.entry] + row.row)];
  };
  TRY(const auto rows, plan_mix(
                           *mix, split, staged.num_records,
                           [&](MixRow row, std::uint64_t) -> Result<bool> {
                             return row_of(row) != RecordStager::kLeftOut;
                           },
                           [](std::uint64_t seed, std::int64_t count) {
                             return NumpyGenerator(seed).permutation(count);
                           }));
  for (const MixRow& row : rows) order.push_back(row_of(row));
  return order;
}

// A pack is a single row (wrapped), or rows that do not see each other.
Result<void> append_pack(const Staged& staged, const std::vector<std::int64_t>& order,
                         std::span<const PackPiece> pieces, bool is_wrapped, EncodedRows& rows) {
  for (const PackPiece& piece : pieces) {
    TRY(staged.rows.read(order[piece.row], piece.begin, piece.end, rows));
    if (!is_wrapped) rows.ends.push_back(rows.ids.size());
  }
  if (is_wrapped)
    rows.ends.push_back(rows.ids.size());
  else
    rows.pack_ends.push_back(rows.ends.size());
  return {};
}

// The number of rows in `order` that are truncated: either when they were encoded, or when they are
// put into a pack.
std::int64_t num_cut_rows(const InstructionDataSettings& settings, const Staged& staged,
                          const std::vector<std::int64_t>& order) {
  if (settings.instructions.packing == Packing::wrapped) return 0;
  return std::ranges::count_if(order, [&](std::int64_t row) {
    return staged.cut_rows[static_cast<std::size_t>(row)] ||
           staged.rows.length(row) > settings.data.sequence_length;
  });
}

// Writes the rows in `order`, packed according to the settings.
Result<PreparedSplit> write_rows(const Preparation& preparation, const Staged& staged,
                                 const std::vector<std::int64_t>& order, const std::string& name) {
  const auto& [settings, rules, data, progress] = preparation;
  constexpr std::size_t kWrittenIds = 1 << 20;
  const bool is_packed = settings.instructions.packing != Packing::none;
  const bool is_wrapped = settings.instructions.packing == Packing::wrapped;
  Packs packs;
  if (is_packed) {
    std::vector<std::uint32_t> lengths;
    lengths.reserve(order.size());
    for (const std::int64_t row : order) lengths.push_back(staged.rows.length(row));
    TRY(packs,
        pack_rows(lengths, {is_wrapped ? PackStrategy::wrapped : PackStrategy::first_fit_decreasing,
                            settings.data.sequence_length}));
  }
  const std::size_t num_packs = is_packed ? packs.ends.size() : order.size();
  TRY(auto writer, SplitWriter::create(data.folder, name,
                                       {.rows = RowKind::sequences,
                                        .bytes_per_token = data.bytes_per_token,
                                        .has_targets = rules.has_targets(),
                                        .has_packs = is_packed && !is_wrapped}));
  writer.count_cut(num_cut_rows(settings, staged, order));
  EncodedRows rows;
  for (std::size_t pack = 0; pack < num_packs; ++pack) {
    PackPiece whole{static_cast<std::uint32_t>(pack), 0, 0};
    if (!is_packed) whole.end = staged.rows.length(order[pack]);
    const auto pieces = is_packed ? packs.pack(pack) : std::span<const PackPiece>(&whole, 1);
    TRY(append_pack(staged, order, pieces, !is_packed || is_wrapped, rows));
    if (rows.ids.size() < kWrittenIds && pack + 1 < num_packs) continue;
    TRY(writer.append(rows));
    rows = {};
    if (!progress("phase.packing", static_cast<double>(pack + 1), static_cast<double>(num_packs)))
      return preparing_stopped();
  }
  return writer.finish();
}

// Changes the end token in a settings file next to a tokenizer, if the file exists: generation ends
// at a different token.
Result<void> set_end_token(const fs::path& file, const std::string& token) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  TRY(const std::string text, read_file(file, max_template_bytes));
  TRY(const Value document, parse_json(text));
  Map settings = document.get_if<Map>() ? *document.get_if<Map>() : Map();
  std::erase_if(settings, [](const auto& entry) { return entry.first == "eos_token"; });
  settings.emplace_back("eos_token", token);
  return write_file_atomically(file, to_json(Value(std::move(settings))) + "\n");
}

// Includes the given template and end token, so that the trained model has them too.
Result<void> write_tokenizer(const InstructionDataSettings& settings, const InstructionRules& rules,
                             const fs::path& folder) {
  TRY(rules.tokenizer.write(folder));
  if (settings.instructions.eos_token)
    for (const char* name : {"tokenizer_config.json", "special_tokens_map.json"}) {
      TRY(set_end_token(folder / name, *settings.instructions.eos_token));
    }
  if (!settings.instructions.chat_template) return {};
  TRY(const std::string source,
      read_file(*settings.instructions.chat_template, max_template_bytes));
  return write_file_atomically(folder / "chat_template.jinja", source);
}

// Writes the rows of a split that has data sets of its own; nothing if they have no rows.
Result<std::optional<PreparedSplit>> write_held_out(const Preparation& preparation,
                                                    const std::vector<DataSet>& sets,
                                                    const std::optional<Mix>& mix,
                                                    const std::string& split,
                                                    const std::string& name) {
  TRY(Staged staged, stage(preparation, sets, "held_out"));
  TRY(const auto rows, ordered(mix, split, staged));
  std::optional<PreparedSplit> written;
  if (!rows.empty()) {
    TRY(written, write_rows(preparation, staged, rows, name));
  }
  staged.rows.remove();
  return written;
}

// The training rows, and those of them that are held out for validation if it has no data sets.
Result<void> fill_training(const Preparation& preparation, const InstructionPlan& plan,
                           PreparedData& data) {
  TRY(Staged train, stage(preparation, plan.train, "staged"));
  TRY(auto order, ordered(plan.mix, "train", train));
  if (order.empty()) return make_error("instructions.no_records", {});
  if (plan.validation.empty()) {
    const auto num_held_out = preparation.settings.sources.num_held_out(std::ssize(order));
    const std::vector<std::int64_t> held_out(order.begin(), order.begin() + num_held_out);
    order.erase(order.begin(), order.begin() + num_held_out);
    if (!held_out.empty()) {
      TRY(data.validation, write_rows(preparation, train, held_out, "validation"));
    }
  } else {
    const std::string split = plan.mix ? *validation_split_of(*plan.mix) : "validation";
    TRY(auto written, write_held_out(preparation, plan.validation, plan.mix, split, "validation"));
    if (written) data.validation = *std::move(written);
  }
  TRY(data.train, write_rows(preparation, train, order, "train"));
  train.rows.remove();
  data.num_prompts_apart = train.num_prompts_apart;
  data.train.num_begins_twice = train.num_begins_twice;
  data.train.num_without_end = train.num_without_end;
  return {};
}

Result<PreparedData> fill_instructions(const InstructionDataSettings& settings,
                                       const InstructionPlan& plan, const fs::path& folder,
                                       const PrepareProgress& progress) {
  TRY(const auto rules, InstructionRules::create(settings));
  SpecialTokens tokens = special_tokens(rules.tokenizer);
  if (settings.instructions.eos_token)
    tokens.end_of_text = rules.tokenizer.token_id(*settings.instructions.eos_token);
  TRY(auto data, begin_prepared(folder, tokens, [&](const fs::path& place) {
        return write_tokenizer(settings, rules, place);
      }));
  data.rows = RowKind::sequences;
  const Preparation preparation{settings, rules, data, progress};
  TRY(fill_training(preparation, plan, data));
  for (const Split split : test_splits) {
    if (member_of(plan, split).empty()) continue;
    const std::string name(name_of(split));
    TRY(auto written,
        write_held_out(preparation, member_of(plan, split), std::nullopt, name, name));
    if (!written) return make_error("instructions.no_test_records", {{"split", name}});
    data[split] = *std::move(written);
  }
  return finish_prepared(std::move(data), plan.files(settings.sources), progress);
}

}  // namespace

Result<PreparedData> prepare_instructions(const InstructionDataSettings& settings,
                                          const fs::path& folder, const PrepareProgress& progress) {
  TRY(const auto plan, plan_of(settings));
  return make_prepared(folder, progress,
                       [&](const fs::path& place, const PrepareProgress& on_progress) {
                         return fill_instructions(settings, plan, place, on_progress);
                       });
}

FieldNames fields_without_use(const InstructionDataSettings& settings) {
  FieldNames names = fields_outside_keys(settings.sources);
  names.insert(names.end(),
               {"data.text_column", "data.text_pair_column", "data.label_column",
                "data.keep_linebreaks", "data.texts_per_group", "data.keep_short_groups",
                "data.split_seed", "data.test_split_ratio", "data.drop_incomplete_rows",
                "data.sentences", "data.sentence_parameters", "instructions.padding_free"});
  return names;
}

Result<Map> instruction_key(const InstructionDataSettings& settings,
                            const PrepareProgress& progress) {
  TRY(const auto plan, plan_of(settings));
  TRY(auto key, source_key(plan.files(settings.sources), settings.tokenizer, progress));
  const FieldNames without = fields_without_use(settings);
  TRY(auto data, described_key("data", settings.data, without));
  append(key, std::move(data));
  TRY(auto instructions, described_key("instructions", settings.instructions, without));
  append(key, std::move(instructions));
  key.emplace_back("rows", "instructions");
  key.emplace_back("nulls", "of a text");  // what is learned of them; older data had none
  TRY(const auto rules, InstructionRules::create(settings));
  key.emplace_back("end_ids", List(rules.end_ids.begin(), rules.end_ids.end()));
  return key;
}

}  // namespace trainyard

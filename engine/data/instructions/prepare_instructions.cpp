#include "engine/data/instructions/prepare_instructions.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "engine/contract/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/contract/run_folder.h"
#include "engine/data/instructions/instruction_record.h"
#include "engine/data/instructions/mix_plan.h"
#include "engine/data/instructions/mix_sources.h"
#include "engine/data/instructions/packing.h"
#include "engine/data/instructions/record_stager.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/random/numpy_generator.h"
#include "engine/data/record_error.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Files whose records follow each other, told by one format.
struct DataSet {
  std::vector<fs::path> files;
  const Formatter* formatter = nullptr;
};

// What is prepared: without a mix one set of training's and perhaps one of validation's.
struct InstructionPlan {
  std::optional<Mix> mix;
  std::vector<DataSet> train, validation;  // of a mix: a set for each entry, perhaps without files
  std::vector<DataSet> test, temporal_test;  // never of a mix

  // All files, for checksums and the cache.
  TextSources files(const TextSources& settings) const {
    TextSources all;
    all.validation_split_ratio = settings.validation_split_ratio;
    all.most_records = settings.most_records;
    for (const Split split : all_splits)
      for (const DataSet& set : member_of(*this, split)) {
        std::vector<fs::path>& files = member_of(all, split);
        files.insert(files.end(), set.files.begin(), set.files.end());
      }
    return all;
  }
};

Result<const Formatter*> formatter_called(const std::string& name) {
  if (const Formatter* found = find_formatter(name)) return found;
  if (const auto nearest = nearest_formatter(name))
    return make_error("instructions.no_formatter_near", {{"name", name}, {"nearest", *nearest}});
  const std::string names = comma_list(formatters() | std::views::transform(&Formatter::name));
  return make_error("instructions.no_formatter", {{"name", name}, {"names", names}});
}

// The mix's split that is evaluated, if it has one.
std::optional<std::string> validation_split_of(const Mix& mix) {
  for (const char* name : {"validation", "test"})
    if (std::ranges::find(mix.splits, name) != mix.splits.end()) return name;
  return std::nullopt;
}

Result<std::vector<DataSet>> sets_of_mix(const Mix& mix, const std::string& split,
                                         const fs::path& base) {
  std::vector<DataSet> sets;
  for (const MixEntry& entry : mix.entries) {
    DataSet set{{}, find_formatter(entry.format)};
    if (std::ranges::find(entry.splits, split) != entry.splits.end()) {
      TRY(set.files, mix_files(entry, split, base));
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

Result<InstructionPlan> plan_of(const InstructionDataSettings& settings) {
  InstructionPlan plan;
  if (!settings.mixture) {
    const Formatter* formatter = nullptr;
    if (settings.formatter) {
      TRY(formatter, formatter_called(*settings.formatter));
    }
    for (const Split split : all_splits)
      if (const auto& files = settings.files(split); !files.empty())
        member_of(plan, split) = {{files, formatter}};
    return plan;
  }
  TRY(const std::string text, read_file(*settings.mixture, 1u << 20));
  const MixDocument document = read_mix(text, settings.mixture->string());
  for (const Diagnostic& diagnostic : document.diagnostics)
    if (diagnostic.severity == Severity::error)
      return make_error("instructions.mixture", {{"what", to_line(diagnostic)}});
  plan.mix = document.mix;
  const fs::path base = settings.mixture->parent_path();
  TRY(plan.train, sets_of_mix(*plan.mix, "train", base));
  if (const auto split = validation_split_of(*plan.mix)) {
    TRY(plan.validation, sets_of_mix(*plan.mix, *split, base));
  }
  return plan;
}

// Bytes of all sets, and of those that were walked before.
struct Walked {
  double total = 0, before = 0;
};

// Errors: those of TextFile::open.
Result<Walked> bytes_of(const std::vector<DataSet>& sets) {
  Walked walked;
  for (const DataSet& set : sets)
    for (const fs::path& path : set.files) {
      TRY(const auto file, TextFile::open(path));
      walked.total += static_cast<double>(file.size());
    }
  return walked;
}

// Calls `take` for each record of a set of files.
Result<void> walk_set(const DataSet& set, Walked& walked,
                      const std::function<Result<void>(GivenRecord&&)>& take,
                      const PrepareProgress& progress, std::uint64_t most = UINT64_MAX,
                      std::optional<std::int64_t> most_records = {}) {
  std::int64_t before = 0;
  Excerpt excerpt(most_records);
  for (const fs::path& path : set.files) {
    TRY(const auto file, TextFile::open(path));
    const auto go_on = [&](std::uint64_t done) -> Result<void> {
      if (progress("phase.tokenizing", walked.before + static_cast<double>(done), walked.total))
        return {};
      return preparing_stopped();
    };
    std::int64_t in_file = 0;
    const auto take_object = [&](Map&& object, std::int64_t line,
                                 std::int64_t number) -> Result<void> {
      in_file = number + 1;
      TRY(take({&path, line, before + number, set.formatter, std::move(object)}));
      return excerpt.take();
    };
    TRY(excerpt.walk(file, go_on, [&](std::uint64_t of_excerpt) {
      return for_each_instruction(file, take_object, go_on, std::min(most, of_excerpt));
    }));
    before += in_file;
    walked.before += static_cast<double>(file.size());
  }
  return {};
}

// The rows of some sets of files, and where those of each set begin among their records.
struct Staged {
  StagedRows rows;
  std::vector<std::int64_t> row_of_record;
  std::vector<std::int64_t> num_records;  // of each set
  std::int64_t num_prompts_apart = 0;
};

Result<Staged> stage(const InstructionDataSettings& settings, const InstructionRules& rules,
                     const std::vector<DataSet>& sets, const PreparedData& data,
                     const std::string& name, const PrepareProgress& progress) {
  TRY(auto rows, StagedRows::create(data.folder, name, data.bytes_per_token, rules.has_targets()));
  Staged staged{std::move(rows), {}, {}, 0};
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
        progress, UINT64_MAX, settings.most_records));
    staged.num_records.push_back(num_records);
  }
  TRY(stager.finish());
  TRY(staged.rows.finish());
  staged.row_of_record = stager.take_row_of_record();
  staged.num_prompts_apart = stager.num_prompts_apart();
  return staged;
}

// Staged rows in the order that they are learned in; what they were found by is given away.
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

// A pack is a row by itself (wrapped), or rows that do not see each other.
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

// Writes rows of `order`, packed as the settings say. What is left out of them is counted in
// `notes`.
Result<PreparedSplit> write_rows(const InstructionDataSettings& settings,
                                 const InstructionRules& rules, const Staged& staged,
                                 const std::vector<std::int64_t>& order, const PreparedData& data,
                                 const std::string& name, const PrepareProgress& progress) {
  constexpr std::size_t kWrittenIds = 1 << 20;
  const bool is_packed = settings.packing != Packing::none;
  const bool is_wrapped = settings.packing == Packing::wrapped;
  Packs packs;
  if (is_packed) {
    std::vector<std::uint32_t> lengths;
    lengths.reserve(order.size());
    for (const std::int64_t row : order) lengths.push_back(staged.rows.length(row));
    TRY(packs,
        pack_rows(lengths, {is_wrapped ? PackStrategy::wrapped : PackStrategy::first_fit_decreasing,
                            settings.sequence_length}));
  }
  const std::size_t num_packs = is_packed ? packs.ends.size() : order.size();
  TRY(auto writer, SplitWriter::create(data.folder, name,
                                       {.rows = RowKind::sequences,
                                        .bytes_per_token = data.bytes_per_token,
                                        .has_targets = rules.has_targets(),
                                        .has_packs = is_packed && !is_wrapped}));
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

// With the template that was given, so that the trained model has it too.
Result<void> write_tokenizer(const InstructionDataSettings& settings, const InstructionRules& rules,
                             const fs::path& folder) {
  TRY(rules.tokenizer.write(folder));
  if (!settings.chat_template) return {};
  TRY(const std::string source, read_file(*settings.chat_template, most_template_bytes));
  return write_file_atomically(folder / "chat_template.jinja", source);
}

Result<PreparedData> fill_instructions(const InstructionDataSettings& settings,
                                       const InstructionPlan& plan, const fs::path& folder,
                                       const PrepareProgress& progress) {
  TRY(const auto rules, InstructionRules::create(settings));
  TRY(auto data,
      begin_prepared(folder, special_tokens(rules.tokenizer), [&](const fs::path& place) {
        return write_tokenizer(settings, rules, place);
      }));
  data.rows = RowKind::sequences;
  TRY(Staged train, stage(settings, rules, plan.train, data, "staged", progress));
  TRY(auto order, ordered(plan.mix, "train", train));
  if (order.empty()) return make_error("instructions.no_records", {});
  const auto write = [&](const Staged& staged, const std::vector<std::int64_t>& rows,
                         const std::string& name) {
    return write_rows(settings, rules, staged, rows, data, name, progress);
  };
  if (plan.validation.empty()) {
    const auto num_held_out = settings.num_held_out(std::ssize(order));
    const std::vector<std::int64_t> held_out(order.begin(), order.begin() + num_held_out);
    order.erase(order.begin(), order.begin() + num_held_out);
    if (!held_out.empty()) {
      TRY(data.validation, write(train, held_out, "validation"));
    }
  } else {
    TRY(Staged staged, stage(settings, rules, plan.validation, data, "held_out", progress));
    const std::string split = plan.mix ? *validation_split_of(*plan.mix) : "validation";
    TRY(const auto rows, ordered(plan.mix, split, staged));
    if (!rows.empty()) {
      TRY(data.validation, write(staged, rows, "validation"));
    }
    staged.rows.remove();
  }
  TRY(data.train, write(train, order, "train"));
  train.rows.remove();
  data.num_prompts_apart = train.num_prompts_apart;
  for (const Split split : test_splits) {
    if (member_of(plan, split).empty()) continue;
    const std::string name(name_of(split));
    TRY(Staged staged, stage(settings, rules, member_of(plan, split), data, "held_out", progress));
    TRY(const auto rows, ordered(std::nullopt, name, staged));
    if (rows.empty()) return make_error("instructions.no_test_records", {{"split", name}});
    TRY(data[split], write(staged, rows, name));
    staged.rows.remove();
  }
  return finish_prepared(std::move(data), plan.files(settings), progress);
}

}  // namespace

std::vector<Error> check_instruction_sources(const InstructionDataSettings& settings) {
  std::vector<Error> errors;
  const auto note = [&](const auto& outcome) {
    if (!outcome) errors.push_back(outcome.error());
  };
  note(InstructionRules::create(settings));
  const auto plan = plan_of(settings);
  note(plan);
  if (!plan) return errors;
  const auto look = [](GivenRecord&& record) -> Result<void> {
    const auto told = [&]() -> Result<void> {
      if (!record.formatter) {
        TRY(read_instruction(record.object));
        return {};
      }
      TRY(const Formatted formatted, format_record(*record.formatter, record.object,
                                                   static_cast<std::uint64_t>(record.number)));
      if (formatted) {
        TRY(read_instruction(*formatted));
      }
      return {};
    }();
    return told ? told : record_error(*record.file, record.line, told.error());
  };
  const PrepareProgress always = [](std::string_view, double, double) { return true; };
  for (const auto* sets : {&plan->train, &plan->validation, &plan->test, &plan->temporal_test})
    for (const DataSet& set : *sets) {
      Walked walked;
      note(walk_set(set, walked, look, always, preflight_bytes));
    }
  return errors;
}

Result<PreparedData> prepare_instructions(const InstructionDataSettings& settings,
                                          const fs::path& folder, const PrepareProgress& progress) {
  TRY(const auto plan, plan_of(settings));
  return make_prepared(folder, progress, [&](const fs::path& place, const PrepareProgress& go_on) {
    return fill_instructions(settings, plan, place, go_on);
  });
}

Result<PreparedData> prepare_instructions_cached(const InstructionDataSettings& settings,
                                                 const PrepareProgress& progress) {
  TRY(const auto plan, plan_of(settings));
  TRY(auto key, source_key(plan.files(settings), settings.tokenizer, progress));
  key.emplace_back("rows", "instructions");
  key.emplace_back("formatter", settings.formatter ? Value(*settings.formatter) : Value());
  key.emplace_back("eos_token", settings.eos_token ? Value(*settings.eos_token) : Value());
  key.emplace_back("loss_on", std::string(name_of(settings.loss_on)));
  key.emplace_back("packing", std::string(name_of(settings.packing)));
  key.emplace_back("sequence_length", settings.sequence_length);
  for (const auto& [name, path] :
       {std::pair("mixture", settings.mixture), std::pair("chat_template", settings.chat_template)})
    if (path) {
      TRY(const std::string content, read_file(*path, most_template_bytes));
      key.emplace_back(name, digest_text(content));
    }
  return prepared_from_cache(key, [&](const fs::path& folder) {
    return prepare_instructions(settings, folder, progress);
  });
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ side of instructions_parity.py: does what that script asks for, in files.
//   instructions_parity formats RECORDS_FILE OUTPUT_FILE
//     RECORDS_FILE: a JSON object a line, {"format", "number", "record"}; OUTPUT_FILE: what the
//     format makes of each, null where it leaves it out, {"error": SENTENCE}
//   instructions_parity rows TOKENIZER SETTINGS RECORDS_FILE OUTPUT_FILE
//     SETTINGS: a JSON object {"eos_token", "max_length", "assistant_only_loss",
//     "completion_only_loss"}; a record with messages has what its template makes of them beside
//     it, "rendered": [{"text", "assistant": [[begin, end], ...] in bytes}], in the order of the
//     calls. OUTPUT_FILE: {"ids", "completion_mask", "assistant_mask", "labels"} a line, the last
//     line
//     {"prompts_apart"}
//   instructions_parity plan MIX_FILE SPLIT COUNTS SKIPPED PERMUTATIONS_FILE OUTPUT_FILE
//     COUNTS: records of each entry, separated by commas; SKIPPED: rows whose number it divides are
//     left out, unless it is 0; PERMUTATIONS_FILE: a JSON list a line; OUTPUT_FILE: a JSON list
//     [entry, row] a line
//   instructions_parity pack ffd|wrapped LENGTH ROWS_AT_ONCE LENGTHS_FILE OUTPUT_FILE
//     LENGTHS_FILE: 32-bit numbers; OUTPUT_FILE: 32-bit numbers, for each pack how many pieces it
//     has, how many document ends, then row, begin and end of each piece, then the ends. Prints the
//     seconds that packing took.
//   instructions_parity flat ROWS_FILE FOLDER BATCH OUTPUT_FILE
//     ROWS_FILE: a JSON object a line, {"ids", "targets", "positions"}: positions begin again with
//     each row of a pack; FOLDER: an empty one to prepare the rows in; OUTPUT_FILE: {"ids",
//     "labels", "positions"} of each BATCH rows, one behind the other without padding
#include <chrono>
#include <cstdint>
#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/data/flat_rows.h"
#include "engine/data/instructions/formatters.h"
#include "engine/data/instructions/instruction_encoder.h"
#include "engine/data/instructions/mix_plan.h"
#include "engine/data/instructions/packing.h"
#include "engine/data/json_objects.h"
#include "engine/data/prepared.h"
#include "engine/data/split_writer.h"

namespace trainyard {
namespace {

template <class T>
T valid(Result<T> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().message << '\n';
  std::exit(static_cast<int>(result.error().exit_code));
}

const auto read_on = [](std::uint64_t) { return Result<void>(); };

// Calls `take` with each object of a file.
void for_each(const char* name, const std::function<void(Map&&)>& take) {
  const TextFile file = valid(TextFile::open(name));
  const auto take_all = [&](Map&& object, std::int64_t) {
    take(std::move(object));
    return Result<void>();
  };
  const auto done = for_each_object(file, take_all, read_on);
  if (done) return;
  std::cerr << done.error().message << '\n';
  std::exit(2);
}

int format_all(char** arguments) {
  std::ofstream out(arguments[1], std::ios::binary);
  for_each(arguments[0], [&](Map&& line) {
    const Formatter* formatter = find_formatter(get<std::string>(line, "format"));
    const auto number = static_cast<std::uint64_t>(get<std::int64_t>(line, "number"));
    const auto made = format_record(*formatter, get<Map>(line, "record"), number);
    Value shown;
    if (!made) shown = Map{{"error", made.error().message}};
    if (made && *made) shown = **made;
    out << to_json(shown) << '\n';
  });
  out.close();
  return out ? 0 : 3;
}

List numbers(const auto& values) {
  List list;
  for (const auto value : values) list.emplace_back(static_cast<std::int64_t>(value));
  return list;
}

// What the script rendered, call by call.
class Renderings {
 public:
  void set(const List& rendered) {
    rest_.clear();
    for (const Value& chat : rendered) rest_.push_back(*chat.get_if<Map>());
  }
  Result<RenderedChat> operator()(const ChatInput&) {
    RenderedChat chat{.text = get<std::string>(rest_.front(), "text")};
    for (const Value& span : get<List>(rest_.front(), "assistant")) {
      const List& ends = *span.get_if<List>();
      chat.assistant.push_back(
          byte_span(static_cast<std::size_t>(*ends[0].get_if<std::int64_t>()),
                    static_cast<std::size_t>(*ends[1].get_if<std::int64_t>())));
    }
    rest_.pop_front();
    return chat;
  }

 private:
  std::deque<Map> rest_;
};

int encode_rows(char** arguments) {
  const Map given = *valid(parse_json(arguments[1])).get_if<Map>();
  InstructionSettings settings;
  if (const std::string eos = get<std::string>(given, "eos_token"); !eos.empty())
    settings.eos_token = eos;
  if (const auto most = get<std::int64_t>(given, "max_length"); most > 0)
    settings.max_length = most;
  settings.assistant_only_loss = get<bool>(given, "assistant_only_loss");
  Renderings renderings;
  InstructionEncoder encoder(valid(Tokenizer::read(arguments[0])), settings,
                             [&](const ChatInput& input) { return renderings(input); });
  std::ofstream out(arguments[3], std::ios::binary);
  InstructionRow row;
  for_each(arguments[2], [&](Map&& line) {
    renderings.set(get<List>(line, "rendered"));
    const auto done = encoder.encode(valid(read_instruction(line)), row);
    if (!done) {
      out << to_json(Map{{"error", done.error().message}}) << '\n';
      return;
    }
    std::vector<std::uint8_t> targets;
    append_targets(row, get<bool>(given, "completion_only_loss"), targets);
    std::vector<std::int64_t> labels;
    for (std::size_t i = 0; i < targets.size(); ++i)
      labels.push_back(targets[i] != 0 ? std::int64_t{row.ids[i]} : -100);
    out << to_json(Map{{"ids", numbers(row.ids)},
                       {"completion_mask", numbers(row.completion_mask)},
                       {"assistant_mask", numbers(row.assistant_mask)},
                       {"labels", numbers(labels)}})
        << '\n';
  });
  out << to_json(Map{{"prompts_apart", encoder.num_prompts_apart()}}) << '\n';
  out.close();
  return out ? 0 : 3;
}

int plan(char** arguments) {
  const auto document = read_mix(valid(read_file(arguments[0], 1 << 20)), arguments[0]);
  for (const Diagnostic& diagnostic : document.diagnostics)
    std::cerr << to_line(diagnostic) << '\n';
  if (has_errors(document.diagnostics)) return 2;
  std::vector<std::int64_t> counts;
  std::istringstream words(arguments[2]);
  for (std::string count; std::getline(words, count, ',');) counts.push_back(std::stoll(count));
  std::map<std::size_t, std::vector<std::int64_t>> permutations;
  const auto skipped = static_cast<std::uint32_t>(std::stoul(arguments[3]));
  const KeepRow keep = [&](MixRow row, std::uint64_t) {
    return Result<bool>(skipped == 0 || row.row % skipped != 0);
  };
  std::ifstream lines(arguments[4]);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::int64_t> permutation;
    const Value list = valid(parse_json(line));
    for (const Value& row : *list.get_if<List>())
      permutation.push_back(*row.get_if<std::int64_t>());
    permutations[permutation.size()] = std::move(permutation);
  }
  const auto rows =
      valid(plan_mix(document.mix, arguments[1], counts, keep, [&](std::uint64_t, std::int64_t n) {
        return permutations.at(static_cast<std::size_t>(n));
      }));
  std::ofstream out(arguments[5], std::ios::binary);
  for (const MixRow& row : rows) out << '[' << row.entry << ',' << row.row << "]\n";
  out.close();
  return out ? 0 : 3;
}

int pack(char** arguments) {
  PackSettings settings;
  settings.strategy = std::string(arguments[0]) == "wrapped" ? PackStrategy::wrapped
                                                             : PackStrategy::first_fit_decreasing;
  settings.length = std::stoll(arguments[1]);
  settings.rows_at_once = std::stoll(arguments[2]);
  const std::string bytes = valid(read_file(arguments[3], std::uint64_t{1} << 32));
  std::vector<std::uint32_t> lengths(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(lengths.data(), bytes.data(), lengths.size() * sizeof(std::uint32_t));
  const auto begin = std::chrono::steady_clock::now();
  const Packs packs = valid(pack_rows(lengths, settings));
  std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()
            << '\n';
  std::vector<std::uint32_t> written;
  std::vector<std::int64_t> ends;
  for (std::size_t i = 0; i < packs.ends.size(); ++i) {
    const auto pieces = packs.pack(i);
    // Rows of a wrapped pack see each other.
    ends.clear();
    for (std::int64_t end = 0; const PackPiece& piece : pieces)
      ends.push_back(end += piece.end - piece.begin);
    if (packs.strategy == PackStrategy::wrapped) ends = {ends.back()};
    written.push_back(static_cast<std::uint32_t>(pieces.size()));
    written.push_back(static_cast<std::uint32_t>(ends.size()));
    for (const PackPiece& piece : pieces)
      written.insert(written.end(), {piece.row, piece.begin, piece.end});
    for (const std::int64_t end : ends) written.push_back(static_cast<std::uint32_t>(end));
  }
  std::ofstream out(arguments[4], std::ios::binary);
  out.write(reinterpret_cast<const char*>(written.data()),
            static_cast<std::streamsize>(written.size() * sizeof(std::uint32_t)));
  out.close();
  return out ? 0 : 3;
}

// As prepared data has them.
EncodedRows rows_in(const char* file) {
  EncodedRows rows;
  for_each(file, [&](Map&& row) {
    const List ids = get<List>(row, "ids"), positions = get<List>(row, "positions");
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (i > 0 && *positions[i].get_if<std::int64_t>() == 0) rows.ends.push_back(rows.ids.size());
      rows.ids.push_back(static_cast<std::uint32_t>(*ids[i].get_if<std::int64_t>()));
    }
    rows.ends.push_back(rows.ids.size());
    rows.pack_ends.push_back(rows.ends.size());
    for (const Value& target : get<List>(row, "targets"))
      rows.targets.push_back(static_cast<std::uint8_t>(*target.get_if<std::int64_t>()));
  });
  return rows;
}

int flatten(char** arguments) {
  const EncodedRows rows = rows_in(arguments[0]);
  PreparedData data;
  data.folder = arguments[1];
  data.rows = RowKind::sequences;
  data.bytes_per_token = 4;
  data.tokens.vocab_size = 1 << 20;
  const bool is_packed = rows.pack_ends.size() < rows.ends.size();
  auto writer = valid(SplitWriter::create(data.folder, "train",
                                          {.rows = data.rows,
                                           .bytes_per_token = data.bytes_per_token,
                                           .has_targets = !rows.targets.empty(),
                                           .has_packs = is_packed}));
  if (const auto written = writer.append(rows); !written) return 3;
  data.train = valid(writer.finish());
  const auto examples = valid(data.open_rows(data.train));
  const std::int64_t batch = std::stoll(arguments[2]);
  std::ofstream out(arguments[3], std::ios::binary);
  for (std::int64_t first = 0; first < examples.num_examples(); first += batch) {
    std::vector<std::int64_t> indices;
    for (std::int64_t i = first; i < std::min(first + batch, examples.num_examples()); ++i)
      indices.push_back(i);
    MicroBatch flat = flattened(valid(examples.rows(indices)));
    if (flat.positions.empty())
      for (std::int64_t i = 0; i < flat.length; ++i) flat.positions.push_back(i);
    out << to_json(Map{{"ids", numbers(flat.input_ids)},
                       {"labels", numbers(flat.labels.empty() ? flat.input_ids : flat.labels)},
                       {"positions", numbers(flat.positions)}})
        << '\n';
  }
  out.close();
  return out ? 0 : 3;
}

}  // namespace
}  // namespace trainyard

int main(int num_arguments, char** arguments) {
  const std::string command = num_arguments > 1 ? arguments[1] : "";
  if (command == "formats" && num_arguments == 4) return trainyard::format_all(arguments + 2);
  if (command == "rows" && num_arguments == 6) return trainyard::encode_rows(arguments + 2);
  if (command == "plan" && num_arguments == 8) return trainyard::plan(arguments + 2);
  if (command == "pack" && num_arguments == 7) return trainyard::pack(arguments + 2);
  if (command == "flat" && num_arguments == 6) return trainyard::flatten(arguments + 2);
  std::cerr << "usage: see the top of instructions_parity.cpp\n";
  return 2;
}

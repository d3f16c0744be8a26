// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ side of timelines_parity.py, vocabulary_parity.py, parquet_parity.py and
// text_stream_parity.py: answers cases of a file.
//   timelines_parity CASES_FILE ANSWERS_FILE
// A case is a line of JSON with "do", one of the functions below, and what that needs. An answer is
// a 64-bit kind, a 64-bit count and then so much, little endian: of kind 0 so many 64-bit integers,
// of 1 the bytes of a text, of 2 those of an error's code and sentence, a line break between.
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include "engine/contract/json.h"
#include "engine/data/order.h"
#include "engine/data/random/numpy_generator.h"
#include "engine/data/random/torch_generator.h"
#include "engine/data/streams/buffer_shuffle.h"
#include "engine/data/streams/text_stream.h"
#include "engine/data/timelines/classification_rows.h"
#include "engine/data/timelines/packed_timelines.h"
#include "engine/data/timelines/synthetic_timelines.h"
#include "engine/data/timelines/timeline_stream.h"
#include "engine/data/timelines/timeline_vocabulary.h"
#include "engine/parquet/parquet_reader.h"

namespace {

using namespace trainyard;
using Numbers = std::vector<std::int64_t>;
using Answer = std::variant<Numbers, std::string>;

std::int64_t whole(const Map& asked, const char* name, std::int64_t absent = 0) {
  return get<std::int64_t>(asked, name, absent);
}
double real(const Map& asked, const char* name, double absent = 0) {
  const Value* value = find(asked, name);
  if (value && value->get_if<std::int64_t>())
    return static_cast<double>(*value->get_if<std::int64_t>());
  return get<double>(asked, name, absent);
}
// JSON's integers are signed: seeds are texts.
std::uint64_t seed_of(const Map& asked, const char* name = "seed") {
  return std::stoull(get<std::string>(asked, name, "42"));
}
Numbers list_of(const Map& asked, const char* name) {
  Numbers numbers;
  for (const Value& value : get<List>(asked, name))
    numbers.push_back(*value.get_if<std::int64_t>());
  return numbers;
}

TimelineFiles files_of(const Map& asked) {
  TimelineFiles files;
  for (const Value& path : get<List>(asked, "files"))
    files.paths.emplace_back(*path.get_if<std::string>());
  files.column = get<std::string>(asked, "column", "tokens");
  files.vocab_size = whole(asked, "vocab_size", files.vocab_size);
  return files;
}

std::optional<ShuffleSettings> shuffle_of(const Map& asked) {
  const std::int64_t buffer = whole(asked, "buffer");
  if (buffer == 0) return {};
  return ShuffleSettings{buffer, seed_of(asked), static_cast<std::uint64_t>(whole(asked, "epoch")),
                         get<bool>(asked, "is_arrow") ? ShuffleSettings::rows_of_arrow(buffer) : 1};
}

Result<Answer> numpy(const Map& asked) {
  NumpyGenerator generator(seed_of(asked));
  Numbers numbers;
  for (const std::int64_t bits : list_of(asked, "bits"))
    numbers.push_back(
        static_cast<std::int64_t>(generator.at_most(bits == 64 ? UINT64_MAX : (1ull << bits) - 1)));
  for (const std::int64_t largest : list_of(asked, "at_most"))
    numbers.push_back(static_cast<std::int64_t>(generator.at_most(largest)));
  for (const std::int64_t count : list_of(asked, "permutations"))
    for (const std::int64_t item : generator.permutation(count)) numbers.push_back(item);
  return Answer(numbers);
}

Result<Answer> poisson(const Map& asked) {
  TorchGenerator generator(seed_of(asked));
  Numbers numbers(static_cast<std::size_t>(whole(asked, "count")));
  for (std::int64_t& number : numbers) number = generator.poisson(real(asked, "rate"));
  return Answer(numbers);
}

Result<Answer> order(const Map& asked) {
  const std::int64_t rows = whole(asked, "rows"), epochs = whole(asked, "epochs", 1);
  std::int64_t taken = 0;
  BufferShuffle shuffle(*shuffle_of(asked), [&](TokenRow& row) -> Result<bool> {
    if (taken == rows * epochs) return false;
    row = {static_cast<std::uint32_t>(taken++ % rows)};
    return true;
  });
  Numbers numbers;
  for (Timeline row;;) {
    TRY(const bool is_there, shuffle.next(row));
    if (!is_there) return Answer(numbers);
    numbers.push_back(row.front());
  }
}

PackingSettings packing_of(const Map& asked) {
  return {.files = files_of(asked),
          .is_packed = get<bool>(asked, "is_packed", true),
          .window_length = whole(asked, "window"),
          .num_epochs = whole(asked, "epochs", 1),
          .shuffle = shuffle_of(asked),
          .padding_rate = real(asked, "rate"),
          .padding_seed = seed_of(asked, "padding_seed"),
          .padding_id = static_cast<std::uint32_t>(whole(asked, "padding_id"))};
}

// All windows; with "again_at", from there on by another reader that takes over the position.
Result<Answer> pack(const Map& asked) {
  TRY(auto packed, PackedTimelines::open(packing_of(asked)));
  const std::int64_t again_at = whole(asked, "again_at", -1);
  Numbers numbers;
  if (again_at < 0) {
    TRY(const std::int64_t count, pack_all(packed, [&](auto window) -> Result<void> {
          numbers.insert(numbers.end(), window.begin(), window.end());
          return {};
        }));
    if (count * whole(asked, "window") != static_cast<std::int64_t>(numbers.size())) std::exit(4);
    return Answer(numbers);
  }
  std::vector<std::uint32_t> window;
  for (std::int64_t i = 0;; ++i) {
    if (i == again_at) {
      const auto position = parse_json(to_json(packed.position()));
      TRY(packed, PackedTimelines::open(packing_of(asked)));
      if (!packed.seek(*position->get_if<Map>())) std::exit(4);
    }
    TRY(const bool is_there, packed.next(window));
    if (!is_there) return Answer(numbers);
    numbers.insert(numbers.end(), window.begin(), window.end());
  }
}

// Each window with its length before it.
Result<Answer> rows(const Map& asked) {
  TRY(auto packed, PackedTimelines::open(packing_of(asked)));
  Numbers numbers;
  TRY(pack_all(packed, [&](auto window) -> Result<void> {
    numbers.push_back(std::ssize(window));
    numbers.insert(numbers.end(), window.begin(), window.end());
    return {};
  }));
  return Answer(numbers);
}

using OpenStreamOf = std::function<Result<std::unique_ptr<RowStream>>(const StreamSettings&)>;

// What all ranks get in "steps" steps, put together again: for each step the number of windows,
// then those with their lengths. At step "again_at" each goes on as another source.
Result<Answer> stream_of(const Map& asked, const OpenStreamOf& open) {
  const std::int64_t world = whole(asked, "world", 1), steps = whole(asked, "steps");
  StreamSettings settings{.per_device = whole(asked, "per_device", 1),
                          .accumulation = whole(asked, "accumulation", 1),
                          .world_size = world,
                          .seed = seed_of(asked)};
  if (whole(asked, "most") > 0) settings.most = whole(asked, "most");
  std::vector<std::unique_ptr<RowStream>> ranks;
  for (settings.rank = 0; settings.rank < world; ++settings.rank) {
    TRY(auto opened, open(settings));
    ranks.push_back(std::move(opened));
  }
  Numbers numbers;
  for (std::int64_t step = 0; step < steps; ++step) {
    if (step == whole(asked, "again_at", -1))
      for (settings.rank = 0; settings.rank < world; ++settings.rank) {
        auto& source = ranks[static_cast<std::size_t>(settings.rank)];
        const auto position = parse_json(to_json(source->position()));
        TRY(source, open(settings));
        if (!source->seek(*position->get_if<Map>())) std::exit(4);
      }
    std::vector<StepBatches> got;
    for (const auto& source : ranks) {
      TRY(auto batches, source->next());
      got.push_back(std::move(batches));
    }
    const std::size_t place = numbers.size();
    numbers.push_back(0);
    for (std::int64_t micro = 0; micro < settings.accumulation; ++micro)
      for (const StepBatches& of_rank : got) {
        const MicroBatch& batch = of_rank.micro_batches[static_cast<std::size_t>(micro)];
        numbers[place] += batch.num_rows;
        for (std::int64_t row = 0; row < batch.num_rows; ++row) {
          const auto first = batch.input_ids.begin() + row * batch.length;
          numbers.push_back(batch.length_of(row));
          numbers.insert(numbers.end(), first, first + batch.length_of(row));
        }
      }
    numbers.push_back(static_cast<std::int64_t>(got.front().epochs * 1e6));
  }
  return Answer(numbers);
}

Result<Answer> stream(const Map& asked) {
  return stream_of(asked, [&](const StreamSettings& settings) {
    return open_timeline_stream(settings, packing_of(asked));
  });
}

// The same of texts, encoded by the tokenizer in the folder "tokenizer".
Result<Answer> texts(const Map& asked) {
  DataSection data;
  data.text_column = get<std::string>(asked, "column", "text");
  data.sequence_length = whole(asked, "length");
  data.shuffle_buffer = whole(asked, "buffer");
  if (whole(asked, "group") > 0) data.texts_per_group = whole(asked, "group");
  TRY(const auto tokenizer, Tokenizer::read(get<std::string>(asked, "tokenizer")));
  return stream_of(asked, [&](const StreamSettings& settings) {
    return Result(make_text_stream(settings, {files_of(asked).paths, data, tokenizer}));
  });
}

Result<Answer> time_packing(const Map& asked) {
  const auto begin = std::chrono::steady_clock::now();
  TRY(auto packed, PackedTimelines::open(packing_of(asked)));
  TRY(const std::int64_t count,
      pack_all(packed, [](std::span<const std::uint32_t>) { return Result<void>(); }));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return Answer(to_json(Map{{"windows", count}, {"seconds", seconds.count()}}));
}

// Of each row: place, row, label, its tokens padded on the left to their number.
Result<Answer> classify(const Map& asked) {
  ClassificationSettings settings{
      .files = files_of(asked),
      .outcome = get<std::string>(asked, "outcome"),
      .drop_outcome_of_24h = get<bool>(asked, "drop"),
      .fraction = real(asked, "fraction", 1),
      .padding_id = static_cast<std::uint32_t>(whole(asked, "padding_id"))};
  if (find(asked, "seed")) settings.shuffle_seed = seed_of(asked);
  TRY(auto reader, ClassificationReader::open(settings));
  Numbers numbers{reader.num_rows()};
  for (ClassificationRow row;;) {
    TRY(const bool is_there, reader.next(row));
    if (!is_there) return Answer(numbers);
    std::vector<std::uint32_t> padded(row.tokens.size());
    pad_left(row.tokens, row.length, settings.padding_id, padded);
    numbers.insert(numbers.end(), {row.place, row.row, row.label});
    numbers.insert(numbers.end(), padded.begin(), padded.end());
  }
}

Result<Answer> truncate(const Map& asked) {
  Numbers numbers;
  for (std::int64_t row = 0; row < whole(asked, "rows"); ++row)
    numbers.push_back(
        truncated_length(row_key(seed_of(asked), static_cast<std::uint64_t>(whole(asked, "epoch")),
                                 static_cast<std::uint64_t>(row)),
                         whole(asked, "length"), whole(asked, "width")));
  return Answer(numbers);
}

Result<Answer> vocabulary(const Map& asked) {
  TRY(const auto read, read_vocab_gzip(get<std::string>(asked, "path")));
  TRY(write_vocabulary(get<std::string>(asked, "json"), read));
  TRY(const auto again, read_vocabulary(get<std::string>(asked, "json")));
  const bool is_same = again.words == read.words && again.auxiliary.size() == read.auxiliary.size();
  return Answer(std::string(is_same ? "same" : "other"));
}

Result<Answer> read_json_vocabulary(const Map& asked) {
  TRY(const auto read, read_vocabulary(get<std::string>(asked, "path")));
  return Answer(std::to_string(read.words.size()));
}

Result<Answer> synthetic(const Map& asked) {
  SyntheticSettings settings;
  settings.num_rows = whole(asked, "rows", settings.num_rows);
  settings.num_words = whole(asked, "words", settings.num_words);
  settings.mean_length = real(asked, "mean_length", settings.mean_length);
  settings.padded_length = whole(asked, "padded_length", settings.padded_length);
  settings.seed = seed_of(asked);
  settings.part = static_cast<std::uint64_t>(whole(asked, "part"));
  TRY(write_synthetic_timelines(get<std::string>(asked, "path"), settings));
  const SyntheticTruth truth = synthetic_truth(settings);
  return Answer(to_json(Map{{"bits", truth.bits_per_token},
                            {"auc", truth.best_auc},
                            {"auc_without_24h", truth.best_auc_without_24h}}));
}

void append(Map& column, ParquetCells& cells) {
  const auto add = [&](const char* name, auto& values) {
    for (auto& value : values)
      for (auto& [key, list] : column)
        if (key == name) std::get<List>(list).emplace_back(std::move(value));
  };
  std::vector<std::int64_t> lengths;
  for (std::size_t i = 1; i < cells.offsets.size(); ++i)
    lengths.push_back(cells.offsets[i] - cells.offsets[i - 1]);
  add("integers", cells.integers);
  add("reals", cells.reals);
  add("texts", cells.texts);
  add("lengths", lengths);
}

// Fields, and all cells of the columns.
Result<Answer> parquet(const Map& asked) {
  TRY(const auto reader, open_parquet_file(get<std::string>(asked, "path")));
  List fields;
  for (const ParquetField& field : reader->fields())
    fields.push_back(List{field.name, static_cast<int>(field.kind), field.is_list});
  std::vector<std::string> names;
  std::vector<Map> columns;
  for (const Value& name : get<List>(asked, "columns")) {
    names.push_back(*name.get_if<std::string>());
    columns.push_back(
        {{"integers", List()}, {"reals", List()}, {"texts", List()}, {"lengths", List()}});
  }
  TRY(reader->start(names, whole(asked, "at_once", 100)));
  std::int64_t num_rows = 0;
  for (ParquetRows rows;;) {
    TRY(const bool is_there, reader->next(rows));
    if (!is_there) break;
    if (rows.first_row != num_rows || rows.num_rows > whole(asked, "at_once", 100)) std::exit(4);
    num_rows += rows.num_rows;
    for (std::size_t i = 0; i < columns.size(); ++i) append(columns[i], rows.columns[i]);
  }
  return Answer(to_json(Map{{"rows", num_rows},
                            {"said", reader->num_rows()},
                            {"fields", std::move(fields)},
                            {"columns", List(columns.begin(), columns.end())}}));
}

Result<Answer> answer(const Map& asked) {
  const auto name = get<std::string>(asked, "do");
  if (name == "numpy") return numpy(asked);
  if (name == "poisson") return poisson(asked);
  if (name == "order") return order(asked);
  if (name == "pack") return pack(asked);
  if (name == "rows") return rows(asked);
  if (name == "stream") return stream(asked);
  if (name == "texts") return texts(asked);
  if (name == "time") return time_packing(asked);
  if (name == "classify") return classify(asked);
  if (name == "truncate") return truncate(asked);
  if (name == "vocabulary") return vocabulary(asked);
  if (name == "json_vocabulary") return read_json_vocabulary(asked);
  if (name == "synthetic") return synthetic(asked);
  if (name == "parquet") return parquet(asked);
  std::exit(2);
}

void put(std::ofstream& out, std::int64_t kind, const void* items, std::size_t count,
         std::size_t size) {
  const std::int64_t head[] = {kind, static_cast<std::int64_t>(count)};
  out.write(reinterpret_cast<const char*>(head), sizeof head);
  out.write(static_cast<const char*>(items), static_cast<std::streamsize>(count * size));
}

}  // namespace

int main(int num_arguments, char** arguments) {
  if (num_arguments != 3) return 2;
  std::ifstream cases(arguments[1]);
  std::ofstream out(arguments[2], std::ios::binary);
  for (std::string line; std::getline(cases, line);) {
    const auto asked = parse_json(line);
    if (!asked) return 2;
    const auto made = answer(*asked->get_if<Map>());
    if (!made) {
      const std::string text = made.error().code + "\n" + made.error().message;
      put(out, 2, text.data(), text.size(), 1);
    } else if (const auto* numbers = std::get_if<Numbers>(&*made)) {
      put(out, 0, numbers->data(), numbers->size(), 8);
    } else {
      const auto& text = std::get<std::string>(*made);
      put(out, 1, text.data(), text.size(), 1);
    }
  }
  out.close();
  return out ? 0 : 3;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/record_parser.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/data/json_objects.h"
#include "engine/data/labelled/conll_parser.h"
#include "engine/data/labelled/csv_parser.h"
#include "engine/data/labelled/json_parser.h"
#include "engine/data/parquet_objects.h"

namespace trainyard {

namespace {

using ParserPointer = std::unique_ptr<RecordParser>;

Result<ParserPointer> make_parser(const std::filesystem::path& file,
                                  const LabelledTextSettings& settings, const TakeRecord& take) {
  const std::string ending = ending_of(file);
  const auto refuse = [&](const char* code) { return make_error(code, {{"file", file.string()}}); };
  if (ending == ".json" || ending == ".jsonl")
    return ParserPointer(std::make_unique<JsonParser>(file, settings, take));
  if (ending == ".csv" || ending == ".tsv") {
    if (has_words(settings.rows)) return refuse("data.words_in_csv");
    return ParserPointer(
        std::make_unique<CsvParser>(file, settings, ending == ".csv" ? ',' : '\t', take));
  }
  if (!has_words(settings.rows)) return refuse("data.labelled_ending");
  if (ending != ".conll" && ending != ".txt") return refuse("data.words_ending");
  return ParserPointer(std::make_unique<ConllParser>(file, settings.rows, take));
}

// The columns to read from a Parquet file.
Result<std::vector<std::string>> wanted_columns(const std::filesystem::path& file,
                                                const LabelledTextSettings& settings) {
  std::vector<std::string> columns{settings.data.text_column};
  if (settings.first_column_otherwise) {
    TRY(const auto all, parquet_columns(file));
    if (!all.empty() && std::ranges::find(all, settings.data.text_column) == all.end())
      columns = {all.front()};
  }
  if (settings.data.text_pair_column) columns.push_back(*settings.data.text_pair_column);
  if (has_labels(settings.rows)) columns.push_back(settings.data.label_column);
  return columns;
}

}  // namespace

Error record_error(const LabelledRecord& record, const Error& what) {
  return record_error(*record.file, record.line, what);
}

List endings_of(const TextSources& sources) {
  List endings;
  for (const std::filesystem::path& path : sources.all_files())
    endings.emplace_back(ending_of(path));
  return endings;
}

Result<bool> for_each_record(const TextFile& file, const LabelledTextSettings& settings,
                             const TakeRecord& take, const TextFile::OnProgress& on_progress,
                             std::uint64_t most) {
  if (ending_of(file.path()) == ".parquet") {
    TRY(const auto columns, wanted_columns(file.path(), settings));
    JsonParser objects(file.path(), settings, take);
    return for_each_row(
        file, columns,
        [&](Map&& object, std::int64_t row) { return objects.take_object(object, row); },
        on_progress, most);
  }
  TRY(const auto parser, make_parser(file.path(), settings, take));
  TRY(const bool is_whole,
      file.for_each_text_block([&](std::string_view block) { return parser->add(block); },
                               on_progress, most));
  if (is_whole) {
    TRY(parser->finish());
  }
  return is_whole;
}

}  // namespace trainyard

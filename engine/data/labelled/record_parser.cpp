#include "engine/data/labelled/record_parser.h"

#include "engine/contract/messages.h"
#include "engine/data/json_objects.h"
#include "engine/data/labelled/conll_parser.h"
#include "engine/data/labelled/csv_parser.h"
#include "engine/data/labelled/json_parser.h"

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

}  // namespace

Error record_error(const LabelledRecord& record, const Error& what) {
  return record_error(*record.file, record.line, what);
}

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& letter : ending)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return ending;
}

List endings_of(const TextSources& sources) {
  List endings;
  for (const std::filesystem::path& path : sources.all_files())
    endings.emplace_back(ending_of(path));
  return endings;
}

Result<void> for_each_record(const TextFile& file, const LabelledTextSettings& settings,
                             const TakeRecord& take, const TextFile::GoOn& go_on,
                             std::uint64_t most) {
  TRY(const auto parser, make_parser(file.path(), settings, take));
  TRY(file.for_each_text_block([&](std::string_view block) { return parser->add(block); }, go_on,
                               most));
  return most < file.size() ? Result<void>() : parser->finish();
}

}  // namespace trainyard

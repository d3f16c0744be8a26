// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/checkpoint/safetensors.h"
#include "engine/checkpoint/torch_tensors.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/writer.h"
#include "remote/import/import.h"
#include "engine/contract/json.h"
#include "engine/data/labelled/conll_parser.h"
#include "engine/data/labelled/csv_parser.h"
#include "engine/data/labelled/json_parser.h"
#include "engine/data/prepared.h"
#include "engine/data/split_writer.h"
#include "engine/text/chat/chat_template.h"
#include "engine/text/offset_encoder.h"
#include "engine/text/sentences/punkt_splitter.h"
#include "engine/text/sentences/punkt_trainer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {
namespace {

void fuzz_experiment(std::string_view input) {
  const Document document = read_experiment(input, "experiment.yaml");
  static_cast<void>(check_executable(document.experiment));
  static_cast<void>(write_resolved(document.experiment));
  static_cast<void>(write_minimal(document.experiment));
}

void fuzz_import(std::string_view input) {
  const ImportSource sources[] = {{"settings", std::string(input)}};
  const auto imported = import_settings(sources, {});
  if (!imported) return;
  // The document must be one that a person can go on with.
  for (const Diagnostic& note : imported->notes)
    if (note.code.starts_with("field.") || note.code.starts_with("document.") ||
        note.code.starts_with("key."))
      std::abort();
}

void fuzz_tokenizer(std::string_view input) {
  auto vocabulary = parse_tokenizer_json(std::string(input), "tokenizer.json");
  if (!vocabulary || !vocabulary->build_indexes()) return;
  const Tokenizer tokenizer(std::make_shared<const Vocabulary>(*std::move(vocabulary)));
  std::vector<std::uint32_t> ids;
  const std::string_view text = "The e\u0301 <0x41>[CLS] 中\u0000\n 12's";
  TextEncoder(tokenizer, 1 << 16).encode_whole(text, ids);
  std::vector<std::uint32_t> ids_with_spans;
  std::vector<CharacterSpan> spans;
  OffsetEncoder(tokenizer).encode_whole(text, ids_with_spans, spans);
  if (ids != ids_with_spans || ids.size() != spans.size()) std::abort();
  static_cast<void>(tokenizer.decode(ids));
}

// A template that can be read renders a conversation, or says why not; what it gives is UTF-8, and
// its spans lie inside.
void fuzz_chat_template(std::string_view input) {
  const auto chat = ChatTemplate::parse(input, "chat_template.jinja");
  if (!chat) {
    if (chat.error().message.empty()) std::abort();
    return;
  }
  static const List messages = {
      Map{{"role", "system"}, {"content", "Be brief."}},
      Map{{"role", "user"}, {"content", "W\u00e4r' es \"so\"?\n"}},
      Map{{"role", "assistant"},
          {"content", "<think>\nx\n</think>\n\ny"},
          {"tool_calls",
           List{Map{{"id", "abcdef123"},
                    {"function", Map{{"name", "f"}, {"arguments", Map{{"a", 1.5}}}}}}}}},
      Map{{"role", "user"}, {"content", List{Map{{"type", "text"}, {"text", "z"}}}}}};
  static const List tools = {Map{{"type", "function"}, {"function", Map{{"name", "f"}}}}};
  static const Map variables = {
      {"bos_token", "<s>"}, {"eos_token", "</s>"}, {"add_generation_prompt", true}};
  const auto rendered =
      chat->render(messages, &tools, variables,
                   {.limits = {.text_bytes = 1 << 20, .steps = 1'000'000}, .now = std::tm{}});
  if (!rendered) {
    if (rendered.error().message.empty()) std::abort();
    return;
  }
  if (find_invalid_utf8(rendered->text)) std::abort();
  for (const ByteSpan& span : rendered->assistant)
    if (span.begin > span.end || span.end > rendered->text.size()) std::abort();
}

void fuzz_safetensors(std::string_view input) {
  static_cast<void>(parse_safetensors_header(input, input.size(), "model.safetensors"));
}

void fuzz_pickle(std::string_view input) {
  if (const auto pickle = parse_pickle(input)) static_cast<void>(tensors_of_state_dict(*pickle));
}

// A folder of its own, removed at the end.
struct PreparedFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("trainyard-fuzz-" + std::to_string(::getpid()));
  PreparedFolder() {
    std::filesystem::create_directory(path);
    auto writer = SplitWriter::create(path, "train", {RowKind::single_label, 2});
    EncodedRows rows{.ids = std::vector<std::uint32_t>(32, 257),
                     .ends = {4, 8, 12, 16, 20, 24, 28, 32},
                     .row_labels = std::vector<double>(8)};
    if (!writer || !writer->append(rows) || !writer->finish()) std::abort();
  }
  ~PreparedFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

void fuzz_prepared(std::string_view input) {
  static const PreparedFolder folder;
  std::ofstream(folder.path / prepared_file_name, std::ios::binary) << input;
  const auto data = read_prepared(folder.path);
  if (!data) return;
  if (data->rows != RowKind::blocks) {
    const auto rows = data->open_rows(data->train);
    if (rows && rows->num_examples() > 0)
      static_cast<void>(rows->rows({rows->num_examples() - 1, 0}));
    return;
  }
  const auto blocks = data->open_split(data->train, 4);
  if (blocks && blocks->num_examples() > 0) static_cast<void>(blocks->rows({0}));
}

void fuzz_records(std::string_view input) {
  const std::filesystem::path file = "train.csv";
  const auto take = [](LabelledRecord&&) { return Result<void>(); };
  const auto feed = [&](RecordParser&& parser) {
    const std::size_t half = input.size() / 2;
    if (parser.add(input.substr(0, half)) && parser.add(input.substr(half)))
      static_cast<void>(parser.finish());
  };
  LabelledTextSettings settings;
  for (const auto& [kind, name] : Names<RowKind>::all) {
    settings.rows = kind;
    feed(JsonParser(file, settings, take));
    if (has_words(kind))
      feed(ConllParser(file, kind, take));
    else
      feed(CsvParser(file, settings, ',', take));
  }
}

// As parameters, and as a text.
void fuzz_sentences(std::string_view input) {
  PunktTrainer trainer;
  trainer.add(input);
  const PunktParameters learned = trainer.parameters();
  const auto read = PunktParameters::from_json(input, "english.json");
  for (const PunktParameters& parameters : {learned, read ? *read : PunktParameters()}) {
    std::size_t end = 0;
    for (const SentenceSpan& span : PunktSplitter(parameters).spans(input)) {
      if (span.begin < end || span.end <= span.begin || span.end > input.size()) std::abort();
      end = span.end;
    }
  }
}

// Shows that a fault is found and its input kept: reads behind the end of what begins with "[" and
// goes on with "{".
void fuzz_planted(std::string_view input) {
  const std::vector<char> copy(input.begin(), input.end());
  if (copy.empty() || copy[0] != '[') return;
  if (copy.size() < 2 || copy[1] != '{') return;
  [[maybe_unused]] static volatile char last = 0;
  last = copy.data()[copy.size()];
}

constexpr FuzzTarget kTargets[] = {
    {"planted", fuzz_planted},
    {"experiment", fuzz_experiment},
    {"chat_template", fuzz_chat_template},
    {"tokenizer", fuzz_tokenizer},
    {"safetensors", fuzz_safetensors},
    {"prepared", fuzz_prepared},
    {"records", fuzz_records},
    {"import", fuzz_import},
    {"pickle", fuzz_pickle},
    {"sentences", fuzz_sentences},
    {"trackers", fuzz_trackers},
    {"databases", fuzz_databases},
};

}  // namespace

std::span<const FuzzTarget> fuzz_targets() { return kTargets; }

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Data of other settings is never taken from the cache: every described field that changes numbers
// is in the key of a kind of data, or is named among those that it has no use for.
#include "engine/data/described_key.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/json.h"
#include "engine/data/instructions/prepare_instructions.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "engine/data/texts/prepare.h"
#include "engine/data/steps/steps.h"
#include "engine/data/timelines/prepare_timelines.h"
#include "engine/text/sentences/punkt_parameters.h"
#include "tests/engine/temporary_folder.h"
#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

const PrepareProgress keep_on = [](std::string_view, double, double) { return true; };

// What a field may have beside its value, where the kind of the field does not tell.
using OtherValues = std::map<std::string, Value>;

Value other_value(const FieldDescription& field, const Value& value, const OtherValues& given) {
  if (const auto found = given.find(field.path); found != given.end()) return found->second;
  switch (field.kind) {
    case Kind::boolean:
      return !*value.get_if<bool>();
    case Kind::integer:
    case Kind::auto_integer:
      return value.get_if<std::int64_t>() ? *value.get_if<std::int64_t>() + 1 : std::int64_t{7};
    case Kind::real:
      return value.get_if<double>() ? *value.get_if<double>() / 2 + 0.01 : 0.01;
    case Kind::choice:
      return *value.get_if<std::string>() == field.choices.front() ? field.choices.back()
                                                                   : field.choices.front();
    case Kind::text_list:
      return List{"another"};
    default:
      return "another";
  }
}

template <class Settings, class KeyOf>
class KeyCheck {
 public:
  KeyCheck(Settings& settings, KeyOf key_of, OtherValues others)
      : settings_(settings), key_of_(key_of), others_(std::move(others)) {}

  template <class S>
  void look(const std::string& name, S& section) {
    const FieldNames unused = fields_without_use(settings_);
    const std::string before = key();
    Section<S> described(name);
    describe(described);
    for (const Field<S>& field : described.fields()) {
      if (field.affects != Affects::numerics) continue;
      const S kept = section;
      field.set(section, other_value(field, field.get(section), others_));
      const bool is_unused = std::ranges::find(unused, field.path) != unused.end();
      EXPECT_EQ(key() == before, is_unused) << field.path;
      section = kept;
    }
    for (const std::string_view path : unused)
      EXPECT_TRUE(find_field(path)) << path << " is no field any more";
  }

 private:
  std::string key() const {
    const auto key = key_of_(settings_, keep_on);
    EXPECT_TRUE(key) << key.error().message;
    return key ? to_json(Value(*key)) : "";
  }

  Settings& settings_;
  KeyOf key_of_;
  OtherValues others_;
};

TextSources one_file(const TemporaryFolder& scratch, const std::string& name) {
  scratch.write(name, "text,label\na b,x\n");
  ::setenv("XDG_CACHE_HOME", (scratch / "cache").c_str(), 1);
  TextSources sources;
  sources.train = {scratch / name};
  return sources;
}

OtherValues files_of(const TemporaryFolder& scratch) {
  scratch.write("parameters.json", "{}");
  return {{"data.sentence_parameters", (scratch / "parameters.json").string()}};
}

TEST(DescribedKey, HasAllFieldsOfTexts) {
  const TemporaryFolder scratch;
  TextDataSettings settings;
  settings.sources = one_file(scratch, "a.csv");
  KeyCheck check(settings, text_key, files_of(scratch));
  check.look("data", settings.data);
  check.look("tokenizer", settings.trained);
  settings.data.texts_per_group = 3;
  check.look("data", settings.data);
}

TEST(DescribedKey, HasAllFieldsOfSteps) {
  const TemporaryFolder scratch;
  ASSERT_TRUE(PunktParameters().write_json(scratch / "parameters.json"));
  TextDataSettings settings;
  settings.sources = one_file(scratch, "a.csv");
  settings.data.drop_incomplete_rows = true;
  settings.data.split_seed = 3;
  settings.data.sentences = SentenceSplitter::punkt;
  settings.data.texts_per_group = 2;
  const auto last_folder = [&] {
    const auto steps = text_steps(settings, keep_on);
    EXPECT_TRUE(steps) << steps.error().message;
    return steps ? steps->all().back().folder : std::filesystem::path();
  };
  const auto before = last_folder();
  const FieldNames unused = fields_outside_keys(settings.sources);
  const OtherValues others{{"data.sentence_parameters", (scratch / "parameters.json").string()}};
  Section<DataSection> described("data");
  describe(described);
  for (const Field<DataSection>& field : described.fields()) {
    if (field.affects != Affects::numerics) continue;
    const DataSection kept = settings.data;
    field.set(settings.data, other_value(field, field.get(settings.data), others));
    const bool is_unused = std::ranges::find(unused, field.path) != unused.end();
    EXPECT_EQ(last_folder() == before, is_unused) << field.path;
    settings.data = kept;
  }
}

TEST(DescribedKey, HasAllFieldsOfLabelledTexts) {
  const TemporaryFolder scratch;
  scratch.write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n");
  LabelledTextSettings settings;
  settings.sources = one_file(scratch, "a.csv");
  settings.tokenizer = scratch / "vocab.txt";
  KeyCheck check(settings, labelled_key, files_of(scratch));
  check.look("data", settings.data);
  check.look("task", settings.task);
}

TEST(DescribedKey, HasAllFieldsOfInstructions) {
  const TemporaryFolder scratch;
  ASSERT_TRUE(small_tokenizer(small_vocabulary({})).write(scratch.path()).ok());
  scratch.write("a.jsonl", "{}");
  scratch.write("template.jinja", "{{ messages }}{% generation %}{% endgeneration %}");
  scratch.write("mixture.yaml",
                "datasets: [{name: json, data_files: a.jsonl, map_fn: alpaca_chat}]\n");
  InstructionDataSettings settings;
  settings.sources = one_file(scratch, "b.jsonl");
  settings.tokenizer = scratch / "tokenizer.json";
  OtherValues others = files_of(scratch);
  others["instructions.formatter"] = "alpaca_chat";
  others["instructions.eos_token"] = "a";
  others["instructions.chat_template"] = (scratch / "template.jinja").string();
  others["instructions.mixture"] = (scratch / "mixture.yaml").string();
  KeyCheck check(settings, instruction_key, std::move(others));
  check.look("data", settings.data);
  check.look("instructions", settings.instructions);
}

TEST(DescribedKey, HasAllFieldsOfTimelines) {
  const TemporaryFolder scratch;
  scratch.write("vocabulary.json", "{}");
  scratch.write("other.json", "{ }");
  TimelineDataSettings settings;
  settings.sources = one_file(scratch, "a.parquet");
  settings.timelines.vocabulary = (scratch / "vocabulary.json").string();
  OtherValues others = files_of(scratch);
  others["timelines.vocabulary"] = (scratch / "other.json").string();
  KeyCheck check(settings, timeline_key, std::move(others));
  for (const bool classifies : {false, true}) {
    settings.classifies = classifies;
    check.look("data", settings.data);
    check.look("timelines", settings.timelines);
  }
}

TEST(DescribedKey, KnowsAPathByItsContent) {
  const TemporaryFolder scratch;
  std::filesystem::create_directory(scratch / "folder");
  for (const char* name : {"a", "b", "folder/a"}) scratch.write(name, "the same");
  const auto key = [&](const std::string& name) {
    DataSection data;
    data.sentence_parameters = (scratch / name).string();
    const auto found = described_key("data", data, {});
    EXPECT_TRUE(found) << found.error().message;
    return found ? to_json(Value(*found)) : "";
  };
  const std::string a = key("a"), folder = key("folder");
  EXPECT_EQ(key("b"), a);
  scratch.write("b", "another");
  EXPECT_NE(key("b"), a);
  EXPECT_NE(folder, a);
  scratch.write("folder/a", "another");
  EXPECT_NE(key("folder"), folder);
  DataSection data;
  data.sentence_parameters = (scratch / "absent").string();
  EXPECT_FALSE(described_key("data", data, {}));
}

TEST(DescribedKey, ResolvesPathsOnly) {
  DataSection data;
  data.train = {"a.txt", "b.txt"};
  data.text_column = "c";
  data.tokenizer = "t";
  const DataSection here = with_paths(
      data, [](const std::string& path) { return std::filesystem::path("/here") / path; });
  EXPECT_EQ(here.train, (TextList{"/here/a.txt", "/here/b.txt"}));
  EXPECT_EQ(here.tokenizer, "/here/t");
  EXPECT_EQ(here.text_column, "c");
  EXPECT_EQ(here.path, std::nullopt);
}

}  // namespace
}  // namespace trainyard

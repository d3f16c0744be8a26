// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/record_parser.h"

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const auto read_on = [](std::uint64_t) { return Result<void>(); };

LabelledTextSettings of_kind(RowKind rows) {
  LabelledTextSettings settings;
  settings.rows = rows;
  return settings;
}

// The records of a file of this name and content.
Result<std::vector<LabelledRecord>> records_of(const std::string& name, const std::string& content,
                                               const LabelledTextSettings& settings = {},
                                               std::uint64_t most = UINT64_MAX) {
  const TemporaryFolder scratch;
  scratch.write(name, content);
  TRY(const auto file, TextFile::open(scratch / name));
  std::vector<LabelledRecord> records;
  const auto take = [&](LabelledRecord&& record) {
    records.push_back(std::move(record));
    return Result<void>();
  };
  TRY(for_each_record(file, settings, take, read_on, most));
  return records;
}

std::vector<std::string> texts_of(const Result<std::vector<LabelledRecord>>& records) {
  std::vector<std::string> texts;
  if (!records) return {records.error().message};
  for (const LabelledRecord& record : *records)
    texts.push_back(std::to_string(record.line) + "|" + record.text + "|" + record.labels.at(0));
  return texts;
}

// The sentence after the file's name.
std::string refusal_of(const std::string& name, const std::string& content,
                       const LabelledTextSettings& settings = {}) {
  const auto records = records_of(name, content, settings);
  if (records) return "accepted";
  EXPECT_EQ(records.error().exit_code, ExitCode::invalid_input);
  const std::string& message = records.error().message;
  const std::size_t place = message.find(name);
  return place == message.npos ? message : message.substr(place + name.size());
}

using Texts = std::vector<std::string>;

TEST(CsvParser, ReadsQuotesBreaksAndColumnsInAnyOrder) {
  EXPECT_EQ(texts_of(records_of("a.csv",
                                "label,id,text\n"
                                "good,1,plain\n"
                                "bad,2,\"with, comma and \"\"quotes\"\"\"\n"
                                "good,3,\"two\nlines\"\r\n"
                                "\n"
                                " \t\n"
                                "bad,4,\"\"\n"
                                "NA,5,a \"quote\" inside\r"
                                "bad,6,\"cut\"off")),
            (Texts{"2|plain|good", "3|with, comma and \"quotes\"|bad", "4|two\nlines|good",
                   "8||bad", "9|a \"quote\" inside|NA", "10|cutoff|bad"}));
  EXPECT_EQ(
      texts_of(records_of("a.TSV", "\xef\xbb\xbftext\tlabel\r\na, b\t0\r\n\"c\r\nd\"\t1\r\n")),
      (Texts{"2|a, b|0", "3|c\r\nd|1"}));
  EXPECT_EQ(texts_of(records_of("a.csv", "text,label\n")), Texts{});
}

TEST(CsvParser, ReadsLabelsOfEachKind) {
  const auto several =
      records_of("a.csv", "text,label\nx,red; big ;\ny,\nz,red\n", of_kind(RowKind::multi_label));
  ASSERT_TRUE(several.ok()) << several.error().message;
  EXPECT_EQ((*several)[0].labels, (Texts{"red", "big"}));
  EXPECT_EQ((*several)[1].labels, Texts{});
  const auto numbers =
      records_of("a.csv", "text,label\nx,1\ny,-2.5e-1\nz, +3 \n", of_kind(RowKind::regression));
  ASSERT_TRUE(numbers.ok()) << numbers.error().message;
  EXPECT_EQ((*numbers)[1].number, -0.25);
  EXPECT_EQ((*numbers)[2].number, 3);
}

TEST(CsvParser, ReadsASecondText) {
  LabelledTextSettings settings;
  settings.data.text_column = "premise";
  settings.data.text_pair_column = "hypothesis";
  const auto records = records_of("a.csv", "premise,hypothesis,label\nx,y,0\n", settings);
  ASSERT_TRUE(records.ok()) << records.error().message;
  EXPECT_EQ((*records)[0].text_pair, "y");
  EXPECT_EQ(refusal_of("a.csv", "premise,label\nx,0\n", settings),
            ", line 1: no column hypothesis; the columns are premise, label: correct "
            "data.text_column, data.text_pair_column or data.label_column");
}

TEST(CsvParser, RefusesWhatCannotBe) {
  const std::string head = "text,label\n";
  EXPECT_EQ(refusal_of("a.csv", head + "x,0\ny\n"), ", line 3: no value in column label");
  EXPECT_EQ(refusal_of("a.csv", head + "x,0\ny,\n"), ", line 3: no value in column label");
  EXPECT_EQ(refusal_of("a.csv", head + "x,0\n\"a\nb\",0,1\n"),
            ", line 3: more fields than the 2 columns; quote fields that contain separators");
  EXPECT_EQ(refusal_of("a.csv", head + "x,0\n\"a\nb,0\n"),
            ", line 3: a quote in this record is never closed");
  EXPECT_EQ(refusal_of("a.csv", "\n\n"),
            ", line 3: the first line must be a header with column names, but there is none");
  EXPECT_EQ(refusal_of("a.csv", head + "x,1.5.2\n", of_kind(RowKind::regression)),
            ", line 2: column label must be a number");
  for (const char* number : {"nan", "inf", "1e999", "0x10", "one"})
    EXPECT_NE(refusal_of("a.csv", head + "x," + number + "\n", of_kind(RowKind::regression)),
              "accepted")
        << number;
}

TEST(CsvParser, EndsWhatIsTooLargeForMemory) {
  const std::string open(max_record_bytes + 10, 'x');
  EXPECT_NE(
      refusal_of("a.csv", "text,label\na,0\n\"" + open).find(", line 3: the record is longer"),
      std::string::npos);
  EXPECT_NE(refusal_of("a.csv", std::string(70000, ',')).find("more than 65536 columns"),
            std::string::npos);
}

TEST(JsonParser, ReadsObjectsALineAndAList) {
  const Texts expected = {"1|a \"b\" {|x", "2|NaN|7", "4|\xc3\xa9\n|true"};
  EXPECT_EQ(
      texts_of(records_of("a.jsonl", R"({"text": "a \"b\" {", "label": "x", "more": [{"a": []}]})"
                                     "\n"
                                     R"({"label": 7, "text": "NaN"})"
                                     "\r\n\n"
                                     R"({"text": "\u00e9\n", "label": true})")),
      expected);
  EXPECT_EQ(texts_of(records_of("a.json", R"([{"text": "a \"b\" {", "label": "x"},)"
                                          "\n"
                                          R"({"label": 7, "text": "NaN"})"
                                          "\n,\n"
                                          R"({"text": "\u00e9\n",
                                    "label": true}]
                                  )")),
            expected);
  EXPECT_EQ(texts_of(records_of("a.json", " [ ] ")), Texts{});
}

TEST(JsonParser, ReadsWordsAndLabelsOfEachKind) {
  const auto words = records_of("a.json", R"({"text": ["Infinity", "Paris"], "label": [0, "B"]})",
                                of_kind(RowKind::token_labels));
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ((*words)[0].words, (Texts{"Infinity", "Paris"}));
  EXPECT_EQ((*words)[0].labels, (Texts{"0", "B"}));
  const auto several =
      records_of("a.json", R"({"text": "x", "label": ["a", 1]})", of_kind(RowKind::multi_label));
  ASSERT_TRUE(several.ok()) << several.error().message;
  EXPECT_EQ((*several)[0].labels, (Texts{"a", "1"}));
  const auto number =
      records_of("a.json", R"({"text": "x", "label": -2})", of_kind(RowKind::regression));
  ASSERT_TRUE(number.ok()) << number.error().message;
  EXPECT_EQ((*number)[0].number, -2);
}

TEST(JsonParser, RefusesWhatCannotBe) {
  const std::string good = R"({"text": "x", "label": 1})"
                           "\n";
  const auto refused = [&](const std::string& second, RowKind rows = RowKind::single_label) {
    return refusal_of("a.jsonl", (rows == RowKind::single_label ? good : "\n") + second,
                      of_kind(rows));
  };
  EXPECT_EQ(refused(R"({"text": "x"})"), ", line 2: no value in column label");
  EXPECT_EQ(refused(R"({"text": null, "label": 1})"), ", line 2: no value in column text");
  EXPECT_EQ(refused(R"({"text": 5, "label": 1})"), ", line 2: column text must be a string");
  EXPECT_EQ(refused(R"({"text": "x", "label": 0.5})"),
            ", line 2: column label must be a label: a string, an integer, true or false");
  EXPECT_EQ(refused(R"({"text": "x", "label": "NaN"})", RowKind::regression),
            ", line 2: column label must be a number");
  EXPECT_EQ(refused(R"({"text": "x", "label": "a;b"})", RowKind::multi_label),
            ", line 2: column label must be a list of labels");
  EXPECT_EQ(refused(R"({"text": ["a", "b"], "label": ["O"]})", RowKind::token_labels),
            ", line 2: 2 words, but 1 labels; provide one label per word");
  EXPECT_EQ(refused(R"({"text": "a b", "label": ["O"]})", RowKind::token_labels),
            ", line 2: column text must be a list of words");
  EXPECT_EQ(refused("{\"text\": \"x,\n\"label\": 1}"),
            ", line 2: a string of this JSON object continues past the end of its line; close "
            "its quote");
  EXPECT_EQ(refused("{\"text\": \n\n"),
            ", line 2: the JSON object that starts here is never closed");
  EXPECT_EQ(refused(R"(["x", 1])"),
            ", line 2: expected a JSON object; write one per line, or a single list of them");
  EXPECT_NE(refused("{]").find(", line 2: not valid JSON"), std::string::npos);
  EXPECT_NE(
      refused(R"({"text": "x", "label": )" + std::string(100, '[') + std::string(100, ']') + "}")
          .find("nested deeper"),
      std::string::npos);
  EXPECT_EQ(refusal_of("a.json", "[" + good), ", line 2: the JSON list is never closed");
  for (const char* content : {"[{},]", "[,{}]", "[{}{}]", "[{}] {}", "{},{}", "]", "5"})
    EXPECT_NE(refusal_of("a.json", content), "accepted") << content;
  EXPECT_NE(refusal_of("a.json", "{\"text\": \"" + std::string(max_record_bytes, 'x'))
                .find("the record is longer than 16 MiB"),
            std::string::npos);
}

TEST(ConllParser, ReadsWordsWithTheLabelInTheLastColumn) {
  for (const std::string name : {"a.conll", "a.txt"}) {
    const auto records = records_of(name,
                                    "-DOCSTART- -X- O O\n"
                                    "\n"
                                    "EU NNP I-NP B-ORG\n"
                                    "rejects\tVBZ\tO\r\n"
                                    " \n\n"
                                    "Paris B-LOC \n"
                                    "-DOCSTART- O\n"
                                    ". O",
                                    of_kind(RowKind::token_labels));
    ASSERT_TRUE(records.ok()) << records.error().message;
    ASSERT_EQ(records->size(), 3u);
    EXPECT_EQ((*records)[0].line, 3);
    EXPECT_EQ((*records)[0].words, (Texts{"EU", "rejects"}));
    EXPECT_EQ((*records)[0].labels, (Texts{"B-ORG", "O"}));
    EXPECT_EQ((*records)[1].words, Texts{"Paris"});
    EXPECT_EQ((*records)[2].labels, Texts{"O"});
  }
  EXPECT_EQ(refusal_of("a.conll", "EU B-ORG\nrejects\n", of_kind(RowKind::token_labels)),
            ", line 2: word without a label; its label belongs in the last column");
}

TEST(ConllParser, ReadsWordsWithoutLabels) {
  const auto records =
      records_of("a.conll", "EU NNP\nrejects\n\n Paris\t\n", of_kind(RowKind::unlabelled_words));
  ASSERT_TRUE(records.ok()) << records.error().message;
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ((*records)[0].words, (Texts{"EU", "rejects"}));
  EXPECT_EQ((*records)[1].words, Texts{"Paris"});
  EXPECT_TRUE((*records)[0].labels.empty());
}

TEST(ForEachRecord, TellsEndingsApart) {
  EXPECT_NE(refusal_of("a.csv", "x", of_kind(RowKind::token_labels)).find("list of words"),
            std::string::npos);
  EXPECT_NE(refusal_of("a.txt", "x").find(".csv, .tsv, .json, .jsonl"), std::string::npos);
  EXPECT_NE(refusal_of("a.feather", "x", of_kind(RowKind::token_labels)).find(".conll"),
            std::string::npos);
  EXPECT_NE(refusal_of("csv", "x"), "accepted");
}

TEST(ForEachRecord, LeavesOutTheRecordThatIsCut) {
  EXPECT_EQ(texts_of(records_of("a.csv", "text,label\na,0\n\"bb\",1\n", {}, 18)), Texts{"2|a|0"});
  EXPECT_EQ(
      texts_of(records_of("a.json", R"([{"text":"a","label":0},{"text":"b","label":1}])", {}, 30)),
      Texts{"1|a|0"});
}

}  // namespace
}  // namespace trainyard

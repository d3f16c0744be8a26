// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/first_columns.h"

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

std::vector<std::string> notes_of(const TextSources& sources, const std::string& column = "text") {
  std::vector<std::string> notes;
  for (const Error& note : first_columns_taken(sources, column)) notes.push_back(note.message);
  return notes;
}

// The one note about a file of training, "" for none.
std::string note_on(const std::string& name, const std::string& content) {
  const TemporaryFolder scratch;
  scratch.write(name, content);
  TextSources sources;
  sources.train = {scratch / name};
  const auto notes = notes_of(sources);
  if (notes.empty()) return "";
  EXPECT_EQ(notes.size(), 1u);
  return notes.front().substr(0, 7) + notes.front().substr(notes.front().find(name));
}

TEST(FirstColumns, AreToldOnceASplit) {
  EXPECT_EQ(note_on("a.csv", "title,body\nx,y\n"),
            "train: a.csv has no column text, so its first column, title, is used as the text; "
            "to use another one, set data.text_column (available: title, body)");
  EXPECT_NE(note_on("a.tsv", "title\tbody\n").find("title, body"), std::string::npos);
  EXPECT_NE(note_on("a.jsonl", "{\"id\": 3, \"body\": \"y\"}\nno more is read").find(", id,"),
            std::string::npos);
  EXPECT_NE(note_on("a.json", "[{\"body\": \"y\", \"id\": 3}").find(", body,"), std::string::npos);
}

TEST(FirstColumns, AreNotToldWhereThereIsNoChoice) {
  EXPECT_EQ(note_on("a.csv", "title,text\nx,y\n"), "");
  EXPECT_EQ(note_on("a.txt", "title,body\n"), "");
  EXPECT_EQ(note_on("a.jsonl", "{\"body\": \"y\"}\n"), "");
  EXPECT_EQ(note_on("a.jsonl", "{"), "") << "left to those who read all of it";
  EXPECT_EQ(note_on("a.jsonl", "[]"), "");
}

TEST(FirstColumns, AreToldWhereATableHasNoOther) {
  EXPECT_EQ(note_on("a.csv", "title\nx\n"),
            "train: a.csv has no column text, so its only column, title, is used as the text; if "
            "its first line is a text and no header, write a line with text above it");
  EXPECT_EQ(note_on("a.csv", "text\nx\n"), "");
}

TEST(FirstColumns, TellOfOtherSeparators) {
  const struct {
    const char *name, *header, *words;
  } cases[] = {
      {"a.csv", "id;text", "\",\" separates columns, but its header has \";\": id;text;"},
      {"a.csv", "id\ttext", "but its header has \"\\t\": "},
      {"a.csv", "id|text", "but its header has \"|\": id|text;"},
      {"a.tsv", "id,text", "\"\\t\" separates columns, but its header has \",\": id,text;"}};
  for (const auto& [name, header, words] : cases)
    EXPECT_NE(note_on(name, std::string(header) + "\n1\n").find(words), std::string::npos)
        << note_on(name, std::string(header) + "\n1\n");
}

TEST(FirstColumns, NameTheFirstFileOfEachSplit) {
  const TemporaryFolder scratch;
  for (const char* name : {"a.csv", "b.csv", "c.csv"}) scratch.write(name, "title,body\nx,y\n");
  scratch.write("good.csv", "text,body\nx,y\n");
  TextSources sources;
  sources.train = {scratch / "good.csv", scratch / "a.csv", scratch / "b.csv"};
  sources.test = {scratch / "c.csv"};
  const auto notes = notes_of(sources);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0], "train: " + (scratch / "a.csv").string() +
                          " and 1 more files have no column text, so the first column of each is "
                          "used as the text, here title; to use another one, set "
                          "data.text_column (available: title, body)");
  EXPECT_TRUE(notes[1].starts_with("test: " + (scratch / "c.csv").string())) << notes[1];
  EXPECT_TRUE(notes_of(sources, "body").empty());
}

TEST(FirstColumns, AreShortened) {
  std::string header = "c0";
  for (int i = 1; i < 5000; ++i) header += ",c" + std::to_string(i);
  const std::string note = note_on("a.csv", header + "\n");
  EXPECT_LT(note.size(), 400u);
  EXPECT_NE(note.find("c19, ...)"), std::string::npos) << note;
}

}  // namespace
}  // namespace trainyard

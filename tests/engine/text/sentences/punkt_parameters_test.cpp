// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_parameters.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

PunktParameters sample() {
  PunktParameters parameters;
  parameters.abbreviations = {"dr", "p.o", "nan", "\"\\\u00e9"};
  parameters.collocations = {{"##number##", "floor"}, {"j", "bach"}};
  parameters.sentence_starters = {"however"};
  parameters.orthographic_context = {{"the", 46}, {"NaN", 2}};
  return parameters;
}

TEST(PunktParameters, JsonIsReadAsItWasWritten) {
  const auto read = PunktParameters::from_json(sample().to_json(), "x.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, sample());
  const auto empty = PunktParameters::from_json(PunktParameters().to_json(), "x.json");
  ASSERT_TRUE(empty) << empty.error().message;
  EXPECT_EQ(*empty, PunktParameters());
}

TEST(PunktParameters, FilesAreReadAsTheyWereWritten) {
  const TemporaryFolder folder;
  const auto file = folder / "english.json";
  ASSERT_TRUE(sample().write_json(file));
  EXPECT_EQ(*PunktParameters::read(file), sample());
  EXPECT_EQ(PunktParameters::read(folder / "none.json").error().code, "file.missing");
}

TEST(PunktParameters, EveryTruncationIsRefused) {
  const std::string text = sample().to_json();
  for (std::size_t size = 0; size + 2 < text.size(); ++size)
    EXPECT_FALSE(PunktParameters::from_json(text.substr(0, size), "x.json")) << size;
}

TEST(PunktParameters, DamagedJsonIsTold) {
  const auto message = [](std::string_view text) {
    const auto read = PunktParameters::from_json(text, "x.json");
    return read ? std::string("read") : read.error().message;
  };
  EXPECT_EQ(message("[]"),
            "x.json: not parameters for sentence splitting: there is no JSON object with "
            "\"format\": \"punkt\"; write them again, or use the original file");
  const std::string head = "{\"format\": \"punkt\", \"version\": ";
  EXPECT_NE(message(head + "2}").find("\"version\" must be 1"), std::string::npos);
  EXPECT_NE(message(head + "1,\n\n x}").find(": line 3: "), std::string::npos);
  const std::string rest = ", \"sentence_starters\": [], \"orthographic_context\": ";
  const std::string start = head + "1, \"abbreviations\": [], \"collocations\": ";
  EXPECT_NE(message(head + "1}").find("\"abbreviations\" must be a list"), std::string::npos);
  EXPECT_NE(message(head + "1, \"abbreviations\": [\"a\", 1]}").find("entry 2 of"),
            std::string::npos);
  EXPECT_NE(message(start + "[[\"a\"]]" + rest + "{}}").find("a list of two strings"),
            std::string::npos);
  EXPECT_NE(message(start + "[]" + rest + "[]}").find("must be an object"), std::string::npos);
  for (const char* bits : {"128", "-1", "1.5", "\"1\"", "99999999999999999999"})
    EXPECT_NE(message(start + "[]" + rest + "{\"a\": " + bits + "}}").find("from 0 to 127"),
              std::string::npos)
        << bits;
  EXPECT_EQ(message(start + "[]" + rest + "{\"a\": 127}}"), "read");
}

class PunktTab : public testing::Test {
 protected:
  PunktTab() {
    write("abbrev_types.txt", "dr\np.o\r\nnan\n\"\\\u00e9");
    write("collocations.tab", "##number##\tfloor\nj\tbach");
    write("sent_starters.txt", "however\n");
    write("ortho_context.tab", "the\t46\nNaN\t2\n");
  }
  void write(const char* name, std::string_view text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string message() const {
    const auto read = PunktParameters::read(folder_.path());
    return read ? std::string("read") : read.error().message;
  }
  TemporaryFolder folder_;
};

TEST_F(PunktTab, IsRead) { EXPECT_EQ(*PunktParameters::read(folder_.path()), sample()); }

TEST_F(PunktTab, DamagedLinesAreTold) {
  write("ortho_context.tab", "the\t46\nof\t128\n");
  EXPECT_NE(message().find("ortho_context.tab: not parameters for sentence splitting: "
                           "line 2: the second field must be an integer from 0 to 127"),
            std::string::npos)
      << message();
  for (const char* text :
       {"the", "the\t", "\t4", "the\t4\t5", "the\t4 ", "the\t0x4", "the\t\xFF"}) {
    write("ortho_context.tab", text);
    EXPECT_NE(message().find("line 1"), std::string::npos) << text << ": " << message();
  }
  write("ortho_context.tab", "");
  write("collocations.tab", "a\tb\n\nc\td");
  EXPECT_NE(message().find("line 2: is empty"), std::string::npos) << message();
  write("collocations.tab", "");
  write("sent_starters.txt", "a\tb");
  EXPECT_NE(message().find("contains a tab"), std::string::npos) << message();
  std::filesystem::remove(folder_ / "sent_starters.txt");
  EXPECT_NE(message().find("sent_starters.txt"), std::string::npos) << message();
}

}  // namespace
}  // namespace trainyard

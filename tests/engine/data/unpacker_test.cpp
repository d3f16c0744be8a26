// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/unpacker.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "engine/data/text_file.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

Result<void> keep_unpacking(std::uint64_t) { return {}; }

// The tool of each format, which writes to stdout; xz and bzip2 may be absent.
struct Tool {
  const char* ending;
  const char* command;
};
constexpr Tool kTools[] = {
    {".gz", "gzip -c"}, {".zst", "zstd -q -c"}, {".xz", "xz -0 -c"}, {".bz2", "bzip2 -c"}};

class Unpacked : public testing::TestWithParam<Tool> {
 protected:
  void SetUp() override {
    const std::string name = GetParam().command;
    if (std::system(("command -v " + name.substr(0, name.find(' ')) + " >/dev/null").c_str()) != 0)
      GTEST_SKIP() << name;
  }
  // `content` compressed, in as many members.
  std::string packed(const std::vector<std::string>& members) const {
    std::string command = "cd '" + scratch.path().string() + "' && rm -f packed";
    for (std::size_t i = 0; i < members.size(); ++i) {
      scratch.write("member" + std::to_string(i), members[i]);
      command +=
          " && " + std::string(GetParam().command) + " member" + std::to_string(i) + " >> packed";
    }
    EXPECT_EQ(std::system(command.c_str()), 0);
    return scratch.read("packed");
  }
  struct Read {
    std::string content, code;
    std::uint64_t last_said = 0;
  };
  Read read(const std::string& bytes, std::uint64_t most = UINT64_MAX) const {
    const std::string name = std::string("text.txt") + GetParam().ending;
    scratch.write(name, bytes);
    const auto file = TextFile::open(scratch / name);
    Read found;
    if (!file) return {{}, file.error().code};
    const auto done = file->for_each_text_block(
        [&](std::string_view block) -> Result<void> {
          EXPECT_LE(block.size(), Unpacker::kMaxAtOnce);
          found.content += block;
          return {};
        },
        [&](std::uint64_t said) -> Result<void> {
          EXPECT_GE(said, found.last_said);
          EXPECT_LE(said, file->size());
          found.last_said = said;
          return {};
        },
        most);
    if (!done) found.code = done.error().code;
    return found;
  }
  const TemporaryFolder scratch;
};

std::string long_text() {
  std::string text;
  for (int i = 0; text.size() < 5'000'000; ++i)
    text += "line " + std::to_string(i * 7919L % 100'003) + " é\r\n";
  return text;
}

TEST_P(Unpacked, ContentInMembersOneAfterAnother) {
  const std::string text = long_text();
  EXPECT_EQ(read(packed({text})).content, text);
  EXPECT_EQ(read(packed({"one\n", text, "", "two"})).content, "one\n" + text + "two");
  EXPECT_EQ(read(packed({text}), 1'234'567).content, text.substr(0, 1'234'567));
  const std::string bytes = packed({text});
  EXPECT_EQ(read(bytes).last_said, bytes.size());
}

TEST_P(Unpacked, LinesAreThoseOfThePlainFile) {
  const std::string text = long_text() + "no break at the end";
  const auto lines_of = [&](const std::string& name, const std::string& bytes) {
    scratch.write(name, bytes);
    std::vector<std::string> lines;
    const auto file = TextFile::open(scratch / name);
    EXPECT_TRUE(file->check_text(keep_unpacking).ok());
    EXPECT_TRUE(file->for_each_line(
                        [&](std::string_view line) -> Result<void> {
                          lines.emplace_back(line);
                          return {};
                        },
                        keep_unpacking)
                    .ok());
    return lines;
  };
  const auto wanted = lines_of("plain.txt", text);
  EXPECT_GT(wanted.size(), 100'000u);
  EXPECT_EQ(lines_of(std::string("text.txt") + GetParam().ending, packed({text})), wanted);
}

TEST_P(Unpacked, DamageIsASentence) {
  const std::string whole = packed({long_text().substr(0, 300'000)});
  for (const std::size_t size :
       {whole.size() - 1, whole.size() / 2, std::size_t{20}, std::size_t{3}})
    EXPECT_EQ(read(whole.substr(0, size)).code, "data.packed_short") << size;
  EXPECT_EQ(read("this is no compressed file, but plain text").code, "data.packed_damaged");
  EXPECT_EQ(read(whole + "behind the end").code, "data.packed_damaged");
  EXPECT_EQ(read(packed({""})).code, "data.empty");
  EXPECT_EQ(read("").code, "data.empty");
  int damaged = 0;
  for (std::size_t place = 0; place < whole.size(); place += whole.size() / 50) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x55);
    const std::string code = read(bytes).code;
    EXPECT_TRUE(code.empty() || code == "data.packed_damaged" || code == "data.packed_short")
        << code;
    damaged += code.empty() ? 0 : 1;
  }
  EXPECT_GT(damaged, 20);
}

// Some KB that hold a gigabyte without a break: refused, and never as a whole in memory.
TEST_P(Unpacked, ABombIsNotHeldInMemory) {
  const std::string name = std::string("bomb.txt") + GetParam().ending;
  const std::string command = "cd '" + scratch.path().string() +
                              "' && head -c 60000000 /dev/zero | " + GetParam().command + " > " +
                              name;
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto file = TextFile::open(scratch / name);
  ASSERT_LT(file->size(), 1'000'000u);
  EXPECT_EQ(file->check_text(keep_unpacking).error().code, "data.binary");
  std::uint64_t sum = 0;
  const auto count = [&](std::string_view block) -> Result<void> {
    sum += block.size();
    return {};
  };
  EXPECT_TRUE(file->for_each_text_block(count, keep_unpacking).ok());
  EXPECT_EQ(sum, 60'000'000u);
}

INSTANTIATE_TEST_SUITE_P(Formats, Unpacked, testing::ValuesIn(kTools),
                         [](const auto& info) { return std::string(info.param.ending).substr(1); });

TEST(Endings, ACompressedFileIsOfWhatItHolds) {
  EXPECT_EQ(ending_of("a/b.JSONL.Gz"), ".jsonl");
  EXPECT_EQ(ending_of("b.csv"), ".csv");
  EXPECT_EQ(ending_of("b.zst"), "");
  EXPECT_EQ(compression_of("b.txt.BZ2"), Compression::bzip2);
  EXPECT_EQ(compression_of("b.parquet"), Compression::none);
}

}  // namespace
}  // namespace trainyard

#include "engine/contract/import/shell.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// Words of all commands, those that are not known in braces, commands separated by "|".
std::string read(const std::string& text, ShellVariables variables = {}) {
  std::string out;
  for (const ShellWords& words : read_shell(text, 1, variables)) {
    if (!out.empty()) out += "|";
    for (const ShellWord& word : words) {
      if (&word != words.data()) out += " ";
      out += word.is_known ? word.text : "{" + word.text + "}";
    }
  }
  return out;
}

TEST(Shell, SplitsAsAShellDoes) {
  EXPECT_EQ(read("a b  'c d' \"e f\" g\\ h"), "a b c d e f g h");
  EXPECT_EQ(read("a \\\n  b # c\nd; e && f | g"), "a b|d|e|f|g");
  EXPECT_EQ(read("a \"\" b#c 'x'y"), "a  b#c xy");
  EXPECT_EQ(read("a > log.txt 2>&1 b <in"), "a b");
  EXPECT_EQ(read("a <<EOF\nnot read\nEOF\nb"), "a|b");
  EXPECT_EQ(read("if x; then\n  a\nfi\nfor i in 1 2; do b $i; done"), "x|a|for i in 1 2|b {$i}");
  EXPECT_EQ(read("a \\\r\n b\r\n"), "a b");
}

TEST(Shell, FollowsVariables) {
  EXPECT_EQ(read("N=8\nA=\"--x $N\"\na $A \"$A\" ${N}0 '$N'"), "a --x 8 --x 8 80 $N");
  EXPECT_EQ(read("A=1\nA+=2\nexport B=$A\nb $B"), "export B=12|b 12");
  EXPECT_EQ(read("a ${N:-4} ${N:-$M} $M $(date) `date` $1"),
            "a 4 {${N:-$M}} {$M} {$(date)} {`date`} {$1}");
  EXPECT_EQ(read("A=(--x 1  # one\n  \"--y z\")\nA+=(--w)\na \"${A[@]}\" $A"),
            "a --x 1 --y z --w --x");
  EXPECT_EQ(read("P=$(port -i 1)\na $P"), "a {$(port -i 1)}");
  EXPECT_EQ(read("a $N", {{"N", {{"2", 1, true}}}}), "a 2");
}

TEST(Shell, KnowsLines) {
  ShellVariables none;
  const auto commands = read_shell("a \\\n  b 'c\nd' \\\n e\nf", 10, none);
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0][1].line, 11);
  EXPECT_EQ(commands[0][3].line, 13);
  EXPECT_EQ(commands[1][0].line, 14);
}

TEST(Shell, EndsOnAnything) {
  // Each doubles what the one before holds.
  std::string doubling = "A=xxxxxxxxxxxxxxxx\n";
  for (int i = 0; i < 60; ++i) doubling += "A=$A$A\n";
  std::size_t size = 0;
  ShellVariables none;
  for (const ShellWords& words : read_shell(doubling + "a $A $A", 1, none))
    for (const ShellWord& word : words) size += word.text.size();
  EXPECT_LT(size, 1u << 18);
  std::string many = "A=" + std::string(60000, 'x') + "\n";
  for (int i = 0; i < 2000; ++i) many += "a $A\n";
  size = 0;
  for (const ShellWords& words : read_shell(many, 1, none))
    for (const ShellWord& word : words) size += word.text.size();
  EXPECT_LT(size, 2u << 20);
  std::string nested;
  for (int i = 0; i < 200000; ++i) nested += "A=(";
  for (const std::string& text :
       {std::string("'"), std::string("\""), std::string("$"), std::string("${"), std::string("$("),
        std::string("`"), std::string("\\"), std::string("A=("), std::string("<<"),
        std::string("a <<E"), std::string(200000, '('), nested})
    static_cast<void>(read(text));
}

}  // namespace
}  // namespace trainyard

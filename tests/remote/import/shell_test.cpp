// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

std::vector<ShellRun> runs_of(const std::string& text, ShellState state = {},
                              const ShellDialect& dialect = {}) {
  std::vector<ShellRun> out;
  ShellInterpreter shell(dialect, [&](const ShellRun& run, ShellState&) { out.push_back(run); });
  shell.run(text, 1, state);
  return out;
}

// Words of all commands, those that are not known in braces (with the values that were seen),
// commands separated by "|", those that may not run behind a "?".
std::string read(const std::string& text, ShellState state = {}, const ShellDialect& dialect = {}) {
  std::string out;
  for (const ShellRun& run : runs_of(text, std::move(state), dialect)) {
    if (!out.empty()) out += "|";
    if (!run.is_certain) out += "?";
    for (const ShellWord& word : run.words) {
      if (&word != run.words.data()) out += " ";
      if (word.is_known) {
        out += word.text;
        continue;
      }
      out += "{" + (word.seen.empty() ? word.text : std::string());
      for (const SeenValue& value : word.seen)
        out +=
            (&value == word.seen.data() ? "" : ",") + value.text + ":" + std::to_string(value.line);
      out += "}";
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
  EXPECT_EQ(read("a <<-'E' b\n\tnot $read\n\tE\nc"), "a b|c");
  EXPECT_EQ(read("a \\\r\n b\r\n"), "a b");
  EXPECT_EQ(read("a {1..3} x{b,c}y '{d,e}'"), "a 1 2 3 xby xcy {d,e}");
  EXPECT_EQ(read("a $'b' x=\"c d\" -- 'it'\\''s'"), "a b x=c d -- it's");
  EXPECT_EQ(read("a data/*.txt 'b*'"), "a {data/*.txt} b*");
}

TEST(Shell, FollowsVariables) {
  EXPECT_EQ(read("N=8\nA=\"--x $N\"\na $A \"$A\" ${N}0 '$N'"), "a --x 8 --x 8 80 $N");
  EXPECT_EQ(read("A=1\nA+=2\nexport B=$A\nb $B"), "b 12");
  EXPECT_EQ(read("a ${N:-4} ${N:-$M} $M $(date) `date` $1"),
            "a 4 {$M} {$M} {$(date)} {`date`} {$1}");
  EXPECT_EQ(read(": ${N:=3}\na $N ${N:-5} ${N:+x} \"${M:+x}\""), "a 3 3 x {${M:+x}}");
  EXPECT_EQ(read("A=(--x 1  # one\n  \"--y z\")\nA+=(--w)\na \"${A[@]}\" $A ${#A[@]} ${A[1]}"),
            "a --x 1 --y z --w --x 4 1");
  EXPECT_EQ(read("P=$(port -i 1)\na $P"), "a {$(port -i 1)}");
  EXPECT_EQ(read("F=/d/x.tar.gz\na ${F##*/} ${F%.gz} ${F%%.*} ${F/x/y} ${F:3:1} ${#F}"),
            "a x.tar.gz /d/x.tar /d/x /d/y.tar.gz x 11");
  EXPECT_EQ(read("F=\xc3\xa9t\na ${F:0:1}"), "a {${F:0:1}}");
  EXPECT_EQ(read("declare -A M=([s]=1 [b]=2)\nK=b\na ${M[$K]} ${M[s]}"), "a 2 1");
  EXPECT_EQ(read("N=2 G=4\na $((N * G + 1)) $(( (N+G) % 4 )) $((X + 1))"), "a 9 2 {$((X + 1))}");
  EXPECT_EQ(read("A=x; unset A; a $A; set -a; B=1; set +a; b $B"), "a {$A}|b 1");
}

TEST(Shell, SplitsWhatIsOnlyPartlyKnown) {
  EXPECT_EQ(read("H=$(hostname)\nC=\"run --end $H:29500 fit.py --x 1\"\ns $C"),
            "s run --end {$(hostname):29500} fit.py --x 1");
  EXPECT_EQ(read("C=\"run $M\"\ns \"$C\" $C"), "s {run $M} run {$M}");
  EXPECT_EQ(read("C='a b'\ns $C", {}, {false, 1}), "s a b");
  EXPECT_EQ(runs_of("C='a b'\ns $C", {}, {false, 1}).front().words.size(), 2u);  // zsh: one word
}

TEST(Shell, FollowsFunctionsAndArguments) {
  EXPECT_EQ(read("f() { a \"$1\" $2 \"$@\"; }\nf 'x y' z\nf"), "a x y z x y z|a ");
  EXPECT_EQ(read("A=(); a \"${A[@]}\" b\"${A[@]}\" \"\""), "a b ");
  EXPECT_EQ(read("function f { local L=$1; a $L; }\nf 3; b $L"), "a 3|b 3");
  EXPECT_EQ(read("f() { if [ $1 = 1 ]; then return; fi; a; }\nf 1; f 2"), "a");
  EXPECT_EQ(read("set -- p q\nshift\na $1 $#\neval \"b $1\""), "a q 1|b q");
  EXPECT_EQ(read("a \"$@\" ${1:-5}"), "a {$@} 5");
}

TEST(Shell, TakesTheBranchesThatItKnows) {
  EXPECT_EQ(read("A=x\nif [ $A = x ]; then a; else b; fi; [[ $A == x* && 1 -lt 2 ]] && c"), "a|c");
  EXPECT_EQ(read("case big in small) a;; b*) c;; *) d;; esac"), "c");
  EXPECT_EQ(read("for i in 1 2; do a $i; done"), "a 1|a 2");
  EXPECT_EQ(read("for ((i = 0; i < 3; i++)); do a $i; done"), "a 0|a 1|a 2");
  EXPECT_EQ(read("i=0\nwhile [ $i -lt 2 ]; do a $i; i=$((i+1)); done; b $i"), "a 0|a 1|b 2");
  EXPECT_EQ(read("for i in 1 2 3; do [ $i = 2 ] && break; a $i; done"), "a 1");
  EXPECT_EQ(read("a || exit 1\nb\nexit 0\nc"), "a|b");
  EXPECT_EQ(read("[ -z \"${S:-}\" ] && exit 1\na ${S:-} P${S:-}"), "a {${S:-}} {P${S:-}}");
  EXPECT_EQ(read("(X=1; a $X); a $X; { X=2; }; a $X"), "a 1|a {$X}|a 2");
}

TEST(Shell, NamesWhatDependsOnABranch) {
  EXPECT_EQ(read("B=8\nif [ \"$1\" = big ]; then B=64; fi\na $B"), "a {64:2,8:1}");
  EXPECT_EQ(read("if [ -f x ]; then B=1; else B=2; fi\na --b $B"), "a --b {1:1,2:1}");
  EXPECT_EQ(read("case $T in\n0) L=1e-4;;\n1) L=3e-4;;\nesac\na out-$L"),
            "a {out-1e-4:2,out-3e-4:3}");
  EXPECT_EQ(read("A=\"--x 1\"\n[ -n \"$D\" ] && A=\"$A --d\"\na $A"), "a --x 1 {--d:2,:1}");
  EXPECT_EQ(read("A=(--x 1)\nif [ $# -gt 1 ]; then A+=(--y); fi\na \"${A[@]}\""),
            "a --x 1 {--y:2,:1}");
  EXPECT_EQ(read("if [ -z \"$1\" ]; then echo usage; exit 1; fi\nB=1\na $B"), "a 1");
  EXPECT_EQ(read("for f in $(ls); do B=$f; done\na $B"), "a {$f:1}");
  EXPECT_EQ(read("f() { if [ -n \"$Q\" ]; then L=1; return; fi; L=2; }\nf\na $L"), "a {1:1,2:1}");
  EXPECT_EQ(read("if [ -n \"$Q\" ]; then a; fi; b"), "?a|b");
  EXPECT_EQ(read("while read x; do a $x; done; b"), "?a {$x}|b");
}

TEST(Shell, KnowsLines) {
  const auto runs = runs_of("a \\\n  b 'c\nd' \\\n e\nf");
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].words[1].line, 2);
  EXPECT_EQ(runs[0].words[3].line, 4);
  EXPECT_EQ(runs[1].words[0].line, 5);
  ShellInterpreter shell({}, [](const ShellRun&, ShellState&) {});
  ShellState state;
  shell.run("a\nif x; then\nb\n", 1, state);
  EXPECT_EQ(shell.broken_line(), 4);
}

TEST(Shell, EndsOnAnything) {
  // Each doubles what the one before holds.
  std::string doubling = "A=xxxxxxxxxxxxxxxx\n";
  for (int i = 0; i < 60; ++i) doubling += "A=$A$A\n";
  std::size_t size = 0;
  for (const ShellRun& run : runs_of(doubling + "a $A $A"))
    for (const ShellWord& word : run.words) size += word.text.size();
  EXPECT_LT(size, 1u << 18);
  std::string many = "A=" + std::string(60000, 'x') + "\n";
  for (int i = 0; i < 2000; ++i) many += "a $A\n";
  size = 0;
  for (const ShellRun& run : runs_of(many))
    for (const ShellWord& word : run.words) size += word.text.size();
  EXPECT_LT(size, 2u << 20);
  std::string nested, functions = "f() { f; f; }\nf", loops, branches;
  for (int i = 0; i < 200000; ++i) nested += "A=(";
  for (int i = 0; i < 30; ++i) loops += "for i in 1 2 3 4 5 6 7 8 9; do ";
  for (int i = 0; i < 40; ++i) branches += "if x; then A=" + std::to_string(i) + "; fi\n";
  for (const std::string& text : {std::string("'"),
                                  std::string("\""),
                                  std::string("$"),
                                  std::string("${"),
                                  std::string("$("),
                                  std::string("`"),
                                  std::string("\\"),
                                  std::string("A=("),
                                  std::string("<<"),
                                  std::string("a <<E"),
                                  std::string(200000, '('),
                                  nested,
                                  functions,
                                  loops,
                                  loops + "a" + std::string(30, ';'),
                                  branches + "a $A",
                                  std::string("while true; do a; done"),
                                  std::string("((((((((1))))))))"),
                                  std::string("$((") + std::string(100000, '-') + "1))",
                                  std::string("case x in"),
                                  std::string("f(){"),
                                  std::string("\"$(\"$(\"$(\"$(\"$("),
                                  std::string("a ${A[${A[${A[0]}]}]} ${!A} ${A@Q}")})
    static_cast<void>(read(text));
}

}  // namespace
}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/terminal.h"
#include "tests/engine/temporary_folder.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace trainyard {
namespace {

using namespace std::chrono_literals;

const StepLine line{5, 240, 7.60469, 4.3e-5, 7300.4, 79.8};

TEST(Terminal, NumbersAreSaidAsPeopleReadThem) {
  EXPECT_EQ(step_text(line), "step 5/240  loss 7.6047  lr 4.3e-05  7,300 tokens/s  1:20 left");
  EXPECT_EQ(step_text({1, 2, 0.5, 0.001, 999.6, 0}),
            "step 1/2  loss 0.5000  lr 0.001  1,000 tokens/s  0:00 left");
  EXPECT_NE(step_text({1, 2, 0.5, 0.001, 1234567, 3723}).find("1,234,567 tokens/s  1:02:03 left"),
            std::string::npos);
  EXPECT_EQ(phase_text("reading", 0, 0, 100), "reading");
  EXPECT_EQ(phase_text("tokenizing", 45, 100, 1), "tokenizing  45 %");
  EXPECT_EQ(phase_text("tokenizing", 25, 100, 20), "tokenizing  25 %  1:00 left");
}

std::string content(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Terminal, AFileGetsPlainLinesOfLoggedStepsAndPhases) {
  const TemporaryFolder scratch;
  std::FILE* file = std::fopen((scratch / "log").c_str(), "w");
  {
    Terminal terminal(file);
    terminal.phase("tokenizing", 0, 100);
    terminal.phase("tokenizing", 50, 100);
    terminal.step(line);
    terminal.logged(line);
    terminal.phase("evaluating", 1, 3);
    terminal.phase("evaluating", 3, 3);
    terminal.print("step 5/240  eval loss 7.5");
  }
  std::fclose(file);
  EXPECT_EQ(content(scratch / "log"),
            "tokenizing\n" + step_text(line) + "\nevaluating\nstep 5/240  eval loss 7.5\n");
}

TEST(Terminal, ATerminalHasOneLineThatIsWrittenOver) {
  int master = -1, slave = -1;
  winsize size{};
  size.ws_col = 40;
  ASSERT_EQ(::openpty(&master, &slave, nullptr, nullptr, &size), 0);
  std::FILE* out = ::fdopen(slave, "w");
  {
    Terminal terminal(out, [] { return std::chrono::steady_clock::time_point(1h); });
    terminal.step(line);
    terminal.step({6, 240, 1, 1, 1, 1});  // too soon to be seen
    terminal.logged(line);
    terminal.print("kept");
  }
  // What was written in pieces may also come in pieces.
  std::string shown;
  pollfd ready{master, POLLIN, 0};
  while (!shown.ends_with("kept\r\n") && ::poll(&ready, 1, 10000) == 1) {
    char piece[4096];
    const ssize_t count = ::read(master, piece, sizeof piece);
    if (count <= 0) break;
    shown.append(piece, static_cast<std::size_t>(count));
  }
  std::fclose(out);
  ::close(master);
  const std::string begin = "\r\033[K";
  EXPECT_EQ(shown, begin + step_text(line).substr(0, 39) + begin + "kept\r\n");
}

}  // namespace
}  // namespace trainyard

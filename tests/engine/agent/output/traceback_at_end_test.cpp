// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/traceback_at_end.h"

#include <gtest/gtest.h>

namespace trainyard::agent {
namespace {

const std::string kTraceback =
    "Traceback (most recent call last):\n  File \"t.py\", line 3, in <module>\n    1 / 0\n    "
    "~~^~~\n"
    "ZeroDivisionError: division by zero\n";

TEST(TracebackAtEnd, IsToldByItsLastLine) {
  EXPECT_EQ(traceback_at_end("step 1\n" + kTraceback), "ZeroDivisionError: division by zero");
  EXPECT_EQ(traceback_at_end(kTraceback + "srun: error: task 0\n\n"),
            "ZeroDivisionError: division by zero");
  EXPECT_EQ(
      traceback_at_end("Traceback (most recent call last):\r\n  File \"t\"\r\nKeyError: 'a'\r\n"),
      "KeyError: 'a'");
  EXPECT_EQ(traceback_at_end("[rank0]: Traceback (most recent call last):\n[rank0]:   File \"t\"\n"
                             "[rank0]: ValueError: a\n"),
            "ValueError: a");
}

TEST(TracebackAtEnd, IsNoneIfTheProgramWentOn) {
  EXPECT_EQ(traceback_at_end(""), std::nullopt);
  EXPECT_EQ(traceback_at_end("loss 3\n"), std::nullopt);
  EXPECT_EQ(traceback_at_end(kTraceback + "1\n2\n3\n4\n"), std::nullopt);
  EXPECT_EQ(traceback_at_end("Traceback (most recent call last):\n  File \"t.py\"\n"),
            std::nullopt);
}

}  // namespace
}  // namespace trainyard::agent

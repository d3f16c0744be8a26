// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/causes/error_output.h"

#include <gtest/gtest.h>

using namespace trainyard::agent;

namespace {
const std::string torchrun_output = R"([rank1]: Traceback (most recent call last):
[rank1]:   File "train.py", line 3, in <module>
[rank1]:     raise ValueError("the width 7 is odd")
[rank1]: ValueError: the width 7 is odd
W1121 09:00:00.000 1 torch/distributed/elastic/multiprocessing/api.py:1010] Sending process 12 closing signal SIGTERM
Traceback (most recent call last):
  File "<frozen runpy>", line 198, in _run_module_as_main
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
============================================================
train.py FAILED
------------------------------------------------------------
Root Cause (first observed failure):
[0]:
  time      : 2026-11-21_09:00:00
  host      : node
  rank      : 1 (local_rank: 1)
  exitcode  : -9 (pid: 13)
  error_file: <N/A>
  traceback : Signal 9 (SIGKILL) received by PID 13
============================================================
)";
}

TEST(FindError, SortsWhatProgramsWrite) {
  struct Case {
    const char* output;
    const char* code;
    const char* text;
  };
  const Case cases[] = {
      {"Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nValueError: "
       "wrong\n",
       "failure.exception", "ValueError: wrong"},
      {"Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 'a'\n\nDuring handling of "
       "the above exception, another exception occurred:\n\n"
       "Traceback (most recent call last):\n  File \"b.py\"\nRuntimeError: second\n",
       "failure.exception", "RuntimeError: second"},
      {"Traceback (most recent call last):\n  File \"a.py\"\ntorch.OutOfMemoryError: CUDA out of "
       "memory. Tried to allocate 2 GiB\n",
       "failure.out_of_memory",
       "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB"},
      {"Traceback (most recent call last):\n  File \"a.py\"\nOSError: [Errno 28] No space left on "
       "device: 'x'\n",
       "failure.disk_full", "OSError: [Errno 28] No space left on device: 'x'"},
      {"step 1\nCUDA error: an illegal memory access was encountered\nbye\n", "failure.cuda",
       "CUDA error: an illegal memory access was encountered"},
      {"node:1:1 [0] NCCL WARN Net: no interface\n", "failure.communication",
       "node:1:1 [0] NCCL WARN Net: no interface"},
      {"Traceback (most recent call last):\n  File \"a.py\"\nRuntimeError: [gloo] Connection "
       "closed by peer\nTraceback (most recent call last):\n  File \"a.py\"\n"
       "ValueError: first cause\n",
       "failure.exception", "ValueError: first cause"},
  };
  for (const Case& each : cases) {
    const auto finding = find_error(each.output);
    ASSERT_TRUE(finding) << each.output;
    EXPECT_EQ(finding->code, each.code) << each.output;
    EXPECT_EQ(finding->text, each.text);
  }
}

TEST(FindError, SeesTheChildsTracebackNotTheLaunchers) {
  const auto finding = find_error(torchrun_output);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->text, "ValueError: the width 7 is odd");
  EXPECT_EQ(finding->rank, 1);
  const auto report = find_launcher_report(torchrun_output);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->rank, 1);
  EXPECT_EQ(report->exit_code, -9);
}

TEST(FindError, FindsNothingInOrdinaryOutput) {
  EXPECT_FALSE(find_error("epoch 1\n 10%|#  | 1/10\rwarning: slow\n"));
  EXPECT_FALSE(find_error(""));
  EXPECT_FALSE(find_launcher_report("rank : 1\n"));
  EXPECT_FALSE(find_error("Traceback (most recent call last):\n  File cut off"));
}

TEST(LastLine, SkipsEmptyOnesAndIsShort) {
  EXPECT_EQ(last_line("a\nb\n  \n\n"), "b");
  EXPECT_EQ(last_line(""), "");
  EXPECT_LE(last_line(std::string(5000, 'x')).size(), 300u);
}

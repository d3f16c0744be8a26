// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/step_clock.h"

#include <chrono>

#include <gtest/gtest.h>

#include "engine/parallel/process_group.h"
#include "tests/engine/parallel/ranks_of_self.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

TEST(StepClock, ARanksOwnTimeIsWithoutWhatItWaitsForOthers) {
  if (is_rank()) {
    constexpr double kWork = 0.4;
    const auto group = join_ranks(std::chrono::seconds(30));
    const bool is_slow = group->ranks().rank == 1;
    StepClock& clock = *group->step_clock();
    EXPECT_EQ(clock.take(), 0);
    at::Tensor tensor = at::ones({10});
    for (const bool is_patient : {false, true}) {
      group->set_patience(std::chrono::seconds(is_patient ? 60 : 0));
      group->barrier();
      clock.begin_step(/*has_other_work=*/false);
      const auto begin = std::chrono::steady_clock::now();
      while (is_slow &&
             std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(kWork)) {
      }
      group->all_reduce_sum(tensor);
      clock.end_step();
      const double own = clock.take();
      if (is_slow)
        EXPECT_GE(own, kWork);
      else
        EXPECT_LT(own, kWork / 2);
      EXPECT_GT(own, 0);
    }
    clock.begin_step(/*has_other_work=*/true);
    clock.end_step();
    EXPECT_EQ(clock.take(), 0);
    clock.begin_step(/*has_other_work=*/false);  // and does not end
    clock.begin_step(/*has_other_work=*/false);
    clock.end_step();
    EXPECT_GT(clock.take(), 0);
    EXPECT_EQ(clock.take(), 0);
    return;
  }
  const TemporaryFolder folder;
  for (const pid_t process : start_ranks("StepClock.ARanksOwnTimeIsWithoutWhatItWaitsForOthers", 2,
                                         free_port(), folder.path().string()))
    EXPECT_EQ(wait_for(process, 60), 0);
}

}  // namespace
}  // namespace trainyard

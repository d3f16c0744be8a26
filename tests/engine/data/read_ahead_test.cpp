// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_ahead.h"

#include <atomic>

#include <gtest/gtest.h>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

using Numbers = ReadAhead<int>;

TEST(ReadAhead, HandsOnAllItemsAndThenNothing) {
  Numbers numbers(2, [](Numbers& out) -> Result<void> {
    for (int i = 0; i < 100; ++i) {
      TRY(out.put(i));
    }
    return {};
  });
  for (int i = 0; i < 100; ++i) EXPECT_EQ(**numbers.next(), i);
  EXPECT_FALSE(*numbers.next());
  EXPECT_FALSE(*numbers.next());
}

TEST(ReadAhead, HandsOnAnErrorAfterTheItemsBeforeIt) {
  Numbers numbers(3, [](Numbers& out) -> Result<void> {
    TRY(out.put(7));
    return make_error("data.unpacker", {{"file", "a.gz"}});
  });
  EXPECT_EQ(**numbers.next(), 7);
  for (int i = 0; i < 2; ++i) {
    const auto failed = numbers.next();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, "data.unpacker");
    EXPECT_NE(failed.error().message.find("a.gz"), std::string::npos);
  }
}

TEST(ReadAhead, EndsAProductionThatNobodyTakesFrom) {
  std::atomic<bool> was_refused = false, was_unwanted = false;
  {
    Numbers full(1, [&](Numbers& out) -> Result<void> {
      for (;;) {
        const auto put = out.put(1);
        was_refused = !put;
        TRY(put);
      }
    });
    EXPECT_EQ(**full.next(), 1);
    Numbers idle(1, [&](Numbers& out) -> Result<void> {
      while (out.is_wanted()) std::this_thread::yield();
      was_unwanted = true;
      return {};
    });
  }
  EXPECT_TRUE(was_refused);
  EXPECT_TRUE(was_unwanted);
}

}  // namespace
}  // namespace trainyard

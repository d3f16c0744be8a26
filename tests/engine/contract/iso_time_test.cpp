// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/iso_time.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

namespace trainyard {
namespace {

TEST(IsoTime, HasOffsetsFractionsAndBothSeparators) {
  const auto utc = [](std::string_view text) { return seconds_from_iso(text, WithoutOffset::utc); };
  EXPECT_EQ(utc("1970-01-01T00:00:00"), 0);
  EXPECT_EQ(utc("2026-11-29 10:01:11.25"), 1795946471.25);
  EXPECT_EQ(utc("2026-11-29T10:01:11.25Z"), 1795946471.25);
  EXPECT_EQ(utc("2026-11-29T11:31:11+01:30"), 1795946471);
  EXPECT_EQ(utc("2026-11-29T06:01:11-0400"), 1795946471);
  for (const char* other :
       {"", "2026", "2026-11-29", "2026-13-29T10:01:11", "2026-11-29T25:01:11", "2026-11-29T10:01",
        "2026-11-29T10:01:11 words", "2026-11-29T10:01:11+1", "-026-11-29T10:01:11"})
    EXPECT_EQ(utc(other), std::nullopt) << other;
}

TEST(IsoTime, IsLocalWhereItSaysNothingElse) {
  const char* before = std::getenv("TZ");
  const std::string zone = before ? before : "";
  ::setenv("TZ", "AAA-02", 1);
  ::tzset();
  EXPECT_EQ(seconds_from_iso("1970-01-01T02:00:00", WithoutOffset::local), 0);
  EXPECT_EQ(seconds_from_iso("1970-01-01T02:00:00Z", WithoutOffset::local), 7200);
  EXPECT_EQ(seconds_from_iso("1970-01-01T02:00:00", WithoutOffset::utc), 7200);
  before ? ::setenv("TZ", zone.c_str(), 1) : ::unsetenv("TZ");
  ::tzset();
}

}  // namespace
}  // namespace trainyard

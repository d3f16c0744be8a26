// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/graphemes.h"

#include <string>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

std::string clusters(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = grapheme_end(text, at);
    shown += (at > 0 ? "|" : "") + std::string(text.substr(at, end - at));
    at = end;
  }
  return shown;
}

// Of Unicode Standard Annex 29.
TEST(Graphemes, AreClusters) {
  EXPECT_EQ(clusters("ab"), "a|b");
  EXPECT_EQ(clusters("e\u0301\u0302x"), "e\u0301\u0302|x");
  EXPECT_EQ(clusters("a\r\nb\n\r"), "a|\r\n|b|\n|\r");
  EXPECT_EQ(clusters("\u0001\u0301\u0301"), "\u0001|\u0301\u0301");
  EXPECT_EQ(clusters("\u0600a\u200Db"), "\u0600a\u200D|b");
  EXPECT_EQ(clusters("\u0915\u093Fx"), "\u0915\u093F|x");
  EXPECT_EQ(clusters("\u1100\u1161\u11A8\u1100\uAC00\u11A8\uAC01\u1161"),
            "\u1100\u1161\u11A8|\u1100\uAC00\u11A8|\uAC01|\u1161");
}

}  // namespace
}  // namespace trainyard

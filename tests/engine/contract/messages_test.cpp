#include "engine/contract/messages.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace trainyard {
namespace {

TEST(Messages, HaveTheirOwnCodesAndWholeSentences) {
  std::set<std::string_view> codes;
  for (const auto& [code, text] : message_templates()) {
    EXPECT_TRUE(codes.insert(code).second) << code;
    EXPECT_NE(code.find('.'), code.npos) << code;
    EXPECT_FALSE(text.empty()) << code;
    EXPECT_EQ(text.find('\n'), text.npos) << code;
    EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'))
        << code;
  }
}

TEST(Messages, RenderOnOneLine) {
  EXPECT_EQ(
      render_message("field.too_small", {{"field", "a\nb\x01"}, {"minimum", 1}, {"found", 0.5}}),
      "a\\nb\\x01 must be at least 1, not 0.5");
  EXPECT_EQ(render_message("no.such_code", {}), "no.such_code");
  EXPECT_EQ(make_error("file.missing", {{"path", "{path}"}}).message, "{path} does not exist");
}

TEST(Diagnostics, PrintLikeCompilers) {
  Diagnostic d = make_diagnostic(Severity::error, "field.too_small", "batch.per_device",
                                 {{"field", "batch.per_device"}, {"minimum", 1}, {"found", "0"}});
  d.file = "e.yaml";
  d.line = 12;
  d.column = 3;
  EXPECT_EQ(to_line(d), "e.yaml:12:3: error: batch.per_device must be at least 1, not 0");
  EXPECT_EQ(
      to_json(d),
      R"({"severity":"error","code":"field.too_small","path":"batch.per_device","file":"e.yaml","line":12,"column":3,)"
      R"("arguments":{"field":"batch.per_device","minimum":1,"found":"0"},"text":"batch.per_device must be at least 1, not 0"})");
  EXPECT_TRUE(has_errors({d}));
  d.severity = Severity::warning;
  EXPECT_FALSE(has_errors({d}));
}

}  // namespace
}  // namespace trainyard

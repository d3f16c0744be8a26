// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/messages.h"

#include "engine/contract/describe/diagnostic.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace trainyard {
namespace {

// Older than the groups: records of runs hold them.
const std::set<std::string_view> kOfOldRuns{
    "cancelled",           "early_stopping",  "internal",
    "non_finite_gradient", "non_finite_loss", "out_of_memory",
    "superseded",          "stopped_early",   "torch"};

TEST(Messages, HaveTheirOwnCodesAndWholeSentences) {
  std::set<std::string_view> codes;
  for (const auto& [code, text, kind] : message_templates()) {
    EXPECT_TRUE(codes.insert(code).second) << code;
    // One has no group: what every stopped operation returns.
    EXPECT_TRUE(kOfOldRuns.contains(code) || code.find('.') != code.npos) << code;
    EXPECT_FALSE(text.empty()) << code;
    EXPECT_EQ(text.find('\n'), text.npos) << code;
    EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'))
        << code;
  }
}

TEST(Messages, RenderNumbersAsAPersonComparesThem) {
  const auto found = [](double number) {
    return render_message("field.too_small", {{"field", "a"}, {"minimum", 1}, {"found", number}});
  };
  EXPECT_EQ(found(0.1 + 0.2), "a must be at least 1, not 0.3");
  EXPECT_EQ(found(1.0 / 3), "a must be at least 1, not 0.333333");
  EXPECT_EQ(found(-123456789), "a must be at least 1, not -123456789");
  EXPECT_EQ(found(2.5e-7), "a must be at least 1, not 2.5e-07");
}

TEST(Messages, RenderOnOneLine) {
  EXPECT_EQ(
      render_message("field.too_small", {{"field", "a\nb\x01"}, {"minimum", 1}, {"found", 0.5}}),
      "a\\nb\\x01 must be at least 1, not 0.5");
  EXPECT_EQ(render_message("no.such_code", {}), "no.such_code");
  EXPECT_EQ(make_error("file.missing", {{"path", "{path}"}}).message, "{path} does not exist");
}

TEST(Messages, RenderAnotherMessageInTheirPlaceAndLanguage) {
  const Error inner = make_error("file.missing", {{"path", "a.txt"}});
  EXPECT_EQ(render_message("rule.array", {{"found", "1-2"}, {"problem", as_argument(inner)}}),
            "resources.array: 1-2 a.txt does not exist");
  const Translator german = [](std::string_view english) {
    return english == "{path} does not exist" ? std::string("{path} gibt es nicht")
                                              : std::string(english);
  };
  EXPECT_EQ(
      render_message("rule.array", {{"found", "1-2"}, {"problem", as_argument(inner)}}, german),
      "resources.array: 1-2 a.txt gibt es nicht");
}

TEST(Messages, OfNewerProgramsKeepTheirEnglish) {
  EXPECT_EQ(message_of("no.such_code", {}, "as it was said"), "as it was said");
  EXPECT_EQ(message_of("file.missing", {{"path", "b"}}, "old words"), "b does not exist");
  EXPECT_EQ(message_of("file.missing", {}, "old words"), "old words");
  const Map newer{{"code", "no.such_code"}, {"arguments", Map{}}, {"text", "a newer\nreason"}};
  EXPECT_EQ(render_message("rule.array", {{"found", "1"}, {"problem", newer}}),
            "resources.array: 1 a newer\\nreason");
  Map endless{{"code", "rule.array"}};
  for (int depth = 0; depth < 100; ++depth)
    endless = {{"code", "rule.array"}, {"arguments", Map{{"problem", endless}}}};
  EXPECT_LT(render_message("rule.array", {{"problem", endless}}).size(), 20000u);
}

TEST(Errors, HaveTheKindOfTheirCode) {
  const Error invalid = make_error("run.ambiguous", {});
  EXPECT_EQ(invalid.kind, ErrorKind::invalid);
  EXPECT_EQ(invalid.exit_code, ExitCode::invalid_input);
  EXPECT_FALSE(may_succeed_later(invalid));
  const Error unreachable = make_error("host.unreachable", {});
  EXPECT_EQ(unreachable.kind, ErrorKind::unreachable);
  EXPECT_EQ(unreachable.exit_code, ExitCode::unreachable);
  EXPECT_TRUE(may_succeed_later(unreachable));
  EXPECT_TRUE(may_succeed_later(make_error("cancelled", {})));
  EXPECT_FALSE(may_succeed_later(make_error("scheduler.refused", {})));
  // It ends as another one did; what it is stays.
  const Error passed_on = make_error("study.run_refused", {}, ExitCode::unreachable);
  EXPECT_EQ(passed_on.kind, ErrorKind::invalid);
  EXPECT_EQ(passed_on.exit_code, ExitCode::unreachable);
}

TEST(Errors, OfNewerProgramsHaveTheKindOfTheirExitCode) {
  const Error newer = foreign_error("node.on_fire", {}, "It burns.", ExitCode::environment);
  EXPECT_EQ(newer.kind, ErrorKind::environment);
  EXPECT_EQ(newer.message, "It burns.");
  EXPECT_EQ(foreign_error("node.on_fire", {}, "", ExitCode::failed).kind, ErrorKind::invalid);
  EXPECT_EQ(foreign_error("cancelled", {}, "", ExitCode::environment).kind, ErrorKind::cancelled);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/chat_template.h"

#include <gtest/gtest.h>

#include <thread>

namespace trainyard {
namespace {

const List kTalk = {Map{{"role", "user"}, {"content", "Gr\u00fc\u00dfe"}},
                    Map{{"role", "assistant"}, {"content", "\u4f60\u597d"}}};

Result<RenderedChat> render(std::string_view source, const Map& variables = {},
                            const ChatLimits& limits = {}) {
  const auto chat = ChatTemplate::parse(source, "a.jinja");
  if (!chat) return chat.error();
  return chat->render(kTalk, nullptr, variables, {.limits = limits, .now = {}});
}

std::string text_of(std::string_view source, const Map& variables = {}) {
  const auto chat = render(source, variables);
  return chat ? chat->text : "fails: " + chat.error().message;
}

// The code of what is wrong, inside of the sentence that says where.
std::string reason(std::string_view source, const ChatLimits& limits = {}) {
  const auto chat = render(source, {}, limits);
  if (chat) return "renders: " + chat->text.substr(0, 100);
  const Value* const why = find(chat.error().arguments, "why");
  return why != nullptr ? get<std::string>(*why->get_if<Map>(), "code") : chat.error().code;
}

TEST(ChatTemplate, RendersWithSpansInBytes) {
  const auto chat = render(
      "{% for m in messages %}<{{ m.role }}>{% if m.role == 'assistant' %}"
      "{% generation %}{{ m.content }}</s>{% endgeneration %}{% else %}{{ m.content }}{% endif %}"
      "{% endfor %}");
  ASSERT_TRUE(chat.ok()) << chat.error().message;
  EXPECT_EQ(chat->text, "<user>Gr\u00fc\u00dfe<assistant>\u4f60\u597d</s>");
  ASSERT_EQ(chat->assistant.size(), 1u);
  const ByteSpan span = chat->assistant[0];
  EXPECT_EQ(chat->text.substr(span.begin, span.end - span.begin), "\u4f60\u597d</s>");
  EXPECT_FALSE(chat->assistant_is_displaced);
}

TEST(ChatTemplate, SaysWhenSpansAreDisplaced) {
  const auto chat =
      render("ab{% macro f() %}({% generation %}x{% endgeneration %}){% endmacro %}{{ f() }}");
  ASSERT_TRUE(chat.ok()) << chat.error().message;
  EXPECT_EQ(chat->text, "ab(x)");
  EXPECT_TRUE(chat->assistant_is_displaced);
  EXPECT_EQ(chat->assistant[0].begin, 2u) << "where the text outside of the macro ends";
}

TEST(ChatTemplate, KnowsWhetherItMarksTheAssistant) {
  EXPECT_FALSE(ChatTemplate::parse("{{ 'generation' }}", "a")->has_generation());
  EXPECT_TRUE(ChatTemplate::parse("{% if a %}{% macro f() %}{% generation %}{% endgeneration %}"
                                  "{% endmacro %}{% endif %}",
                                  "a")
                  ->has_generation());
}

TEST(ChatTemplate, VariablesStandBeforeWhatIsBuiltIn) {
  EXPECT_EQ(text_of("{{ add_generation_prompt }}{{ tools }}{{ documents }}"), "FalseNoneNone");
  EXPECT_EQ(text_of("{{ add_generation_prompt }}{{ range }}{{ bos_token }}",
                    {{"add_generation_prompt", true}, {"range", "r"}, {"bos_token", "<s>"}}),
            "Truer<s>");
}

TEST(ChatTemplate, ErrorsNameFileAndLine) {
  const auto raised = render("\n\n{{ raise_exception('roles must alternate') }}");
  ASSERT_FALSE(raised.ok());
  EXPECT_EQ(raised.error().code, "chat.raised");
  EXPECT_EQ(raised.error().exit_code, ExitCode::invalid_input);
  EXPECT_EQ(raised.error().message,
            "a.jinja, line 3: the template refuses the conversation: roles must alternate");
  const auto damaged = render("a\n{% if %}");
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(get<std::int64_t>(damaged.error().arguments, "line"), 2);
}

TEST(ChatTemplate, WhatIsNotThereIsNamed) {
  EXPECT_EQ(reason("{{ 'a' | urlize }}"), "chat.unknown_filter");
  EXPECT_EQ(reason("{% include 'x' %}"), "chat.unsupported");
  EXPECT_EQ(reason("{% for x in y recursive %}{% endfor %}"), "chat.unsupported");
  EXPECT_EQ(reason("{{ lipsum() }}"), "chat.unsupported");
  EXPECT_EQ(reason("{{ cycler('a') }}"), "chat.unsupported");
  EXPECT_EQ(reason("{{ 'a'.encode() }}"), "chat.unsupported");
}

TEST(ChatTemplate, HostileTemplatesEnd) {
  EXPECT_EQ(
      reason("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"),
      "chat.too_much_work");
  EXPECT_EQ(reason("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"), "chat.too_deep");
  EXPECT_EQ(reason("{{ 'x' * 99999999999 }}"), "chat.too_large");
  EXPECT_EQ(reason("{{ [0] * 99999999999 }}"), "chat.too_large");
  EXPECT_EQ(reason("{{ '%99999999d' % 1 }}"), "chat.too_large");
  EXPECT_EQ(reason("{% for a in range(99999) %}{{ 'x' * 10000 }}{% endfor %}"), "chat.too_large");
  EXPECT_EQ(reason("{{ 9223372036854775807 + 1 }}"), "chat.number_too_large");
  EXPECT_EQ(reason("{{ 2 ** 99999999 }}"), "chat.number_too_large");
  EXPECT_EQ(reason("{{ " + std::string(100'000, '(') + "1" + std::string(100'000, ')') + " }}"),
            "chat.too_deep");
  EXPECT_EQ(reason("{{ " + std::string(100'000, '-') + "1 }}"), "chat.too_deep");
  std::string sum = "{{ 1", blocks;
  for (int i = 0; i < 50'000; ++i) sum += "+1", blocks += "{% if 1 %}";
  EXPECT_EQ(reason(sum + " }}"), "chat.too_deep");
  EXPECT_EQ(reason(blocks), "chat.too_deep");
  EXPECT_EQ(reason(std::string(2 << 20, 'a')), "chat.template_too_large");
  EXPECT_EQ(reason("a\xff"), "chat.not_utf8");
}

// What holds itself is let go, and what is deep does not end the stack.
TEST(ChatTemplate, NestsDeeplyOnlySoFar) {
  EXPECT_EQ(reason("{% set n = namespace(x=[]) %}{% for i in range(9999) %}{% set n.x = [n.x] %}"
                   "{% endfor %}"),
            "chat.too_deep");
  EXPECT_EQ(reason("{% set n = namespace(x=[]) %}{% for i in range(9999) %}"
                   "{% set n.x = n.x|map('upper') %}{% endfor %}"),
            "chat.too_deep");
  EXPECT_EQ(reason("{% set n = namespace() %}{% for i in range(50000) %}"
                   "{% set n.x = namespace(y=n.x) %}{% endfor %}ok"),
            "renders: ok");
  EXPECT_EQ(reason("{% set n = namespace() %}{% set n.n = n %}{{ n }}"), "chat.too_deep");
  EXPECT_EQ(reason("{% set n = namespace() %}{% set n.n = n %}{{ n == n }}"), "renders: True");
  EXPECT_EQ(reason("{% set n = namespace() %}{% macro f() %}{% macro g() %}{% endmacro %}"
                   "{% set n.g = g %}{% set n.f = f %}{% endmacro %}{{ f() }}{{ n.g() }}ok"),
            "renders: ok");
  EXPECT_EQ(reason("{% set n = namespace() %}{% for a in [1, 2] if a %}{% set n.l = loop %}"
                   "{% endfor %}{{ n.l.index }}{{ n.l.nextitem }}"),
            "renders: 2");
}

TEST(ChatTemplate, LimitsAreGiven) {
  EXPECT_EQ(reason("{{ 'x' * 2000 }}", {.text_bytes = 1000, .steps = 1000}), "chat.too_large");
  EXPECT_EQ(reason("{% set a %}{{ 'x' * 600 }}{% endset %}{{ a }}{{ a }}",
                   {.text_bytes = 1000, .steps = 1000}),
            "chat.too_large");
  EXPECT_EQ(reason("{% for i in range(500) %}{% endfor %}", {.text_bytes = 1000, .steps = 100}),
            "chat.too_much_work");
}

TEST(ChatTemplate, ThreadsShareOne) {
  const auto chat = ChatTemplate::parse(
      "{% set a = 'x' %}{% for m in messages %}{{ a ~ m.role ~ 'text' * 2 }}{% endfor %}", "a");
  ASSERT_TRUE(chat.ok());
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int& count : wrong)
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const auto rendered = chat->render(kTalk, nullptr, {});
        count += !rendered || rendered->text != "xusertexttextxassistanttexttext";
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace trainyard

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
            "a.jinja, line 3: the template rejects the conversation: roles must alternate");
  const auto damaged = render("a\n{% if %}");
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(get<std::int64_t>(damaged.error().arguments, "line"), 2);
}

// Of what Jinja or Python has and no model's template uses: the sentence names it.
void expect_refused(const std::string& source, std::string_view code, std::string_view named) {
  const auto chat = render(source);
  ASSERT_FALSE(chat.ok()) << source << " renders " << chat->text;
  EXPECT_EQ(reason(source), code) << source;
  EXPECT_NE(chat.error().message.find(named), std::string::npos)
      << source << ": " << chat.error().message;
  // Filters and tests are looked up before any conversation is rendered.
  if (code == "chat.unknown_filter" || code == "chat.unknown_test") {
    EXPECT_FALSE(ChatTemplate::parse(source, "a").ok()) << source;
  }
}

TEST(ChatTemplate, FiltersTestsAndMethodsThatAreNotSupportedAreNamed) {
  for (const char* filter :
       {"attr('a')", "batch(2)", "center", "filesizeformat", "forceescape", "groupby('a')",
        "pprint", "random", "slice(2)", "striptags", "truncate", "urlencode", "urlize", "wordcount",
        "wordwrap", "xmlattr"}) {
    const std::string name = std::string(filter).substr(0, std::string_view(filter).find('('));
    expect_refused("{% if false %}{{ messages|" + std::string(filter) + " }}{% endif %}",
                   "chat.unknown_filter", "the filter " + name + ",");
    expect_refused("{{ messages|map('" + name + "')|list }}", "chat.unknown_filter", name);
  }
  for (const std::string test : {"callable", "escaped", "filter", "test"}) {
    expect_refused("{% if false %}{{ 1 is " + test + " }}{% endif %}", "chat.unknown_test",
                   "the test " + test + ",");
    expect_refused("{{ []|select('" + test + "')|list }}", "chat.unknown_test", test);
    expect_refused("{{ []|rejectattr('a', '" + test + "')|list }}", "chat.unknown_test", test);
  }
  for (const std::string method :
       {"casefold", "center", "encode", "expandtabs", "format_map", "isascii", "isidentifier",
        "isprintable", "istitle", "ljust", "maketrans", "rindex", "rjust", "swapcase", "translate",
        "zfill"})
    expect_refused("{{ 'a'." + method + "(1) }}", "chat.unknown_method",
                   "the method " + method + ",");
  for (const std::string method : {"append", "clear", "extend", "insert", "pop", "remove", "sort"})
    expect_refused("{{ messages." + method + "(1) }}", "chat.unsafe", method);
  for (const std::string method : {"clear", "pop", "popitem", "setdefault", "update"})
    expect_refused("{{ messages[0]." + method + "(1) }}", "chat.unsafe", method);
}

TEST(ChatTemplate, WhatElseIsNotSupportedIsNamed) {
  const std::pair<const char*, const char*> others[] = {
      {"{% block a %}{% endblock %}", "{% block %}"},
      {"{% include 'x' %}", "{% include %}"},
      {"{% import 'x' as y %}", "{% import %}"},
      {"{% print 1 %}", "{% print %}"},
      {"{% do f() %}", "{% do %}"},
      {"{% for x in y recursive %}{% endfor %}", "a recursive loop"},
      {"{{ 2 ** 3 }}", "the operator **"},
      {"{{ f(*a) }}", "* before"},
      {"{{ f(**a) }}", "* before"},
      {"{% macro f() %}{{ varargs }}{% endmacro %}", "varargs"},
      {"{% macro f() %}{{ kwargs }}{% endmacro %}", "kwargs"},
      {"{% macro f() %}{% endmacro %}{{ f.name }}", "name"},
      {"{% for m in messages %}{{ loop.changed(1) }}{% endfor %}", "loop.changed"},
      {"{% for m in messages %}{{ loop.depth }}{% endfor %}", "loop.depth"},
      {"{{ messages[1:, 2] }}", "[a:b, c]"},
      {"{{ 0x1F }}", "a number such as 0x"},
      {"{{ 1_000 }}", "a number such as 1_"},
      {"{{ lipsum() }}", "lipsum()"},
      {"{{ cycler('a') }}", "cycler()"},
      {"{{ joiner() }}", "joiner()"},
      {"{{ '%5d' % 1 }}", "%5 of"},
      {"{{ '%x' % 1 }}", "%x of"},
      {"{{ '%(a)s' % {'a': 1} }}", "%( of"},
      {"{{ '%s'|format(a=1) }}", "format with names"},
      {"{{ '{:>5}'.format(1) }}", "{:>5}"},
      {"{{ '{a.b}'.format(a=1) }}", "{a.b}"},
      {"{{ '{!r}'.format(1) }}", "{!r}"},
      {"{{ 15|round(-1) }}", "round"},
      {"{{ '1_0'|int }}", "a number with _"},
      {"{{ messages|sort(attribute='a,b') }}", "several attributes"},
      {"{{ strftime_now('%s') }}", "%s of strftime_now"}};
  for (const auto& [source, named] : others) expect_refused(source, "chat.unsupported", named);
}

TEST(ChatTemplate, WhatNoTemplateMeansToPrintIsRefused) {
  for (const char* source :
       {"{{ range(3) }}", "{{ messages[0].items() }}", "{{ namespace() }}", "{{ raise_exception }}",
        "{{ messages|map('length') }}", "{% macro f() %}{% endmacro %}{{ f }}"})
    EXPECT_EQ(reason(source), "chat.no_text") << source;
  EXPECT_EQ(reason("{{ 'a'.__class__ }}"), "chat.unsafe");
  EXPECT_EQ(reason("{{ namespace(_a=1)._a }}"), "chat.unsafe");
  EXPECT_EQ(reason("{{ '\\101' }}"), "chat.bad_escape");
  EXPECT_EQ(reason("{{ 'a'|int(base=16) }}"), "chat.bad_argument");
}

TEST(ChatTemplate, HostileTemplatesEnd) {
  EXPECT_EQ(
      reason("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"),
      "chat.too_much_work");
  EXPECT_EQ(reason("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"), "chat.too_deep");
  EXPECT_EQ(reason("{{ 'x' * 99999999999 }}"), "chat.too_large");
  EXPECT_EQ(reason("{{ [0] * 99999999999 }}"), "chat.too_large");
  EXPECT_EQ(reason("{% for a in range(99999) %}{{ 'x' * 10000 }}{% endfor %}"), "chat.too_large");
  EXPECT_EQ(reason("{{ 9223372036854775807 + 1 }}"), "chat.number_too_large");
  EXPECT_EQ(reason("{{ " + std::string(100'000, '(') + "1" + std::string(100'000, ')') + " }}"),
            "chat.too_deep");
  EXPECT_EQ(reason("{{ " + std::string(100'000, '-') + "1 }}"), "chat.too_deep");
  std::string sum = "{{ 1", blocks;
  for (int i = 0; i < 50'000; ++i) sum += "+1", blocks += "{% if 1 %}";
  EXPECT_EQ(reason(sum + " }}"), "chat.too_deep");
  EXPECT_EQ(reason(blocks), "chat.too_deep");
  std::string variables, entries = "{% set d = {", rounds;
  for (int i = 0; i < 20'000; ++i) {
    variables += "{% set v" + std::to_string(i) + " = 1 %}";
    if (i < 4000) entries += std::to_string(i) + ": 1, ";
  }
  rounds = "{% for i in range(99999) %}{{ v0 }}{{ d.x }}{{ d['x'] }}{% endfor %}";
  EXPECT_EQ(reason(variables + rounds), "chat.too_much_work");
  EXPECT_EQ(reason(entries + "} %}" + rounds), "chat.too_much_work");
  EXPECT_EQ(reason(std::string(2 << 20, 'a')), "chat.template_too_large");
  EXPECT_EQ(reason("a\xff"), "chat.not_utf8");
}

// What holds itself is let go, and what is deep does not end the stack.
TEST(ChatTemplate, NestsDeeplyOnlySoFar) {
  EXPECT_EQ(reason("{% set n = namespace(x=[]) %}{% for i in range(9999) %}{% set n.x = [n.x] %}"
                   "{% endfor %}"),
            "chat.too_deep");
  EXPECT_EQ(reason("{% set n = namespace(x=[]) %}{% for i in range(9999) %}"
                   "{% set n.x = [n.x]|reverse %}{% endfor %}"),
            "chat.too_deep");
  EXPECT_EQ(reason("{% set n = namespace() %}{% for i in range(50000) %}"
                   "{% set n.x = namespace(y=n.x) %}{% endfor %}ok"),
            "renders: ok");
  EXPECT_EQ(reason("{% set n = namespace() %}{% set n.n = n %}{{ n }}"), "chat.no_text");
  // The name stands for another value by the time its member is set.
  for (const char* value : {"1", "'text'", "[1]", "namespace", "n.x"})
    EXPECT_EQ(reason(std::string("{% set n = namespace() %}{% set n, n.x = ") + value + ", 2 %}"),
              "chat.no_namespace");
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

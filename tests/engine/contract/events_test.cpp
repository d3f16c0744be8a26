// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/events.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace trainyard {
namespace {

std::vector<Event> one_of_each() {
  return {
      {1.5, 0, HeaderEvent{1, "u-u", 2, {"n1", "n2"}, "77", {{"engine", "0.1"}}, "abc"}},
      {1.5, 0,
       HeaderEvent{.run = "u-u",
                   .environment = {{"python", "3.11.4"},
                                   {"modules", List{"cuda/12.1"}},
                                   {"packages", Map{{"torch", "2.7.0"}}}}}},
      {1.5, 1, StartEvent{400, 1000, 2, "cpu"}},
      {1.5, 2, StartEvent{0, std::nullopt, 1, "cuda"}},
      {1.5, 3, ProgressEvent{"tokenizing", 1, 3.5}},
      {1.5, 4, MetricsEvent{10, 0.5, 2560, {{"train/loss", 5.25}, {"train/learning_rate", 5e-5}}}},
      {1.5, 5, MetricsEvent{std::nullopt, std::nullopt, std::nullopt, {{"x", -INFINITY}}}},
      {1.5, 6, CheckpointEvent{400, "checkpoints/step-00000400", 123456789012, 0.25, 2.5}},
      {1.5, 7, SystemEvent{"n1", 1.5, 2.25, {{0, "H200", 0.5, 1, 140, 300, 55}}}},
      {1.5, 8, MessageEvent{MessageLevel::warning, "a.b", {{"k", 1}}, "text\nmore", 1, "n1"}},
      {1.5, 9,
       EndEvent{Outcome::timed_out, 75, "run.time", {}, "the time is over", std::nullopt, "n1"}},
      {1.5, 10,
       SampleEvent{"eval/worst", SampleKind::table, 40,
                   R"({"columns":["text"],"rows":[["a \"b\"\n"]]})", "ä caption", true}},
      {1.5, 11, SampleEvent{"words", SampleKind::text, std::nullopt, "two\nlines", "", false}}};
}

TEST(Events, ReadBackAsTheyWereWritten) {
  for (const Event& event : one_of_each()) {
    const std::string line = to_line(event);
    EXPECT_EQ(line.find('\n'), line.npos);
    const auto back = parse_event(line);
    ASSERT_TRUE(back) << line << back.error().message;
    EXPECT_EQ(to_line(*back), line);
    EXPECT_EQ(back->body.index(), event.body.index());
    EXPECT_EQ(back->sequence, event.sequence);
  }
}

TEST(Events, LinesForTheFifoHaveNoTimeAndSequence) {
  EXPECT_EQ(to_line(Event{9, -1, ProgressEvent{"saving", 1, 2}}),
            R"({"event":"progress","phase":"saving","done":1.0,"total":2.0})");
  EXPECT_EQ(parse_event(R"({"event":"progress"})").value().sequence, -1);
}

TEST(Events, ReadersAreTolerant) {
  const auto metrics = parse_event(
      R"({"event":"metrics","new":[1],"step":3.0,"values":{"a":1,"b":"NaN","c":"text","d":null,"e":2}})");
  ASSERT_TRUE(metrics);
  const auto& body = std::get<MetricsEvent>(metrics->body);
  EXPECT_EQ(body.step, 3);
  ASSERT_EQ(body.values.size(), 3u);
  EXPECT_TRUE(std::isnan(body.values[1].second));
  EXPECT_EQ(
      std::get<HeaderEvent>(parse_event(R"({"event":"header","job_id":12})").value().body).job_id,
      "12");
  EXPECT_EQ(
      std::get<MessageEvent>(parse_event(R"({"event":"message","text":"NaN"})").value().body).text,
      "NaN");
}

TEST(Events, ASampleOfALaterKindIsAText) {
  const auto event =
      parse_event(R"({"event":"sample","name":"a","kind":"video","step":3,"content":"x"})");
  ASSERT_TRUE(event) << event.error().message;
  const auto& sample = std::get<SampleEvent>(event->body);
  EXPECT_EQ(sample.kind, SampleKind::text);
  EXPECT_EQ(sample.step, 3);
  EXPECT_EQ(sample.content, "x");
  EXPECT_FALSE(sample.is_cut);
}

TEST(Events, RefuseWhatIsNoEvent) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "event.malformed"},
      {"{}", "event.malformed"},
      {"[]", "event.malformed"},
      {R"({"event":"future"})", "event.unknown_kind"},
      {R"({"event":"metrics","step":"x"})", "event.malformed"},
      {R"({"event":"metrics","values":3})", "event.malformed"},
      {R"({"event":"checkpoint"})", "event.malformed"},
      {R"({"event":"end","outcome":"tired"})", "event.malformed"},
      {R"({"event":"metrics","step":1)", "event.malformed"},
      {R"({"event":"message","text":")" + std::string(1 << 20, 'a') + "\"}", "event.too_long"}};
  for (const auto& [line, code] : cases) {
    const auto event = parse_event(line);
    ASSERT_FALSE(event) << line.substr(0, 80);
    EXPECT_EQ(event.error().code, code) << line.substr(0, 80);
  }
}

TEST(Events, RandomBytesNeverHurt) {
  std::mt19937 random(5);
  int readable = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string line = to_line(one_of_each()[random() % 10]);
    for (int i = 0; i < 3; ++i) line[random() % line.size()] = static_cast<char>(random());
    if (const auto event = parse_event(line)) readable += !to_line(*event).empty();
  }
  EXPECT_GT(readable, 0);
  EXPECT_LT(readable, 5000);
}

}  // namespace
}  // namespace trainyard

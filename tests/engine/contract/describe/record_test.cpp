// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/describe/record.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

enum class Colour { red, blue };

}  // namespace

template <>
struct Names<Colour> {
  static constexpr std::pair<Colour, std::string_view> all[] = {{Colour::red, "red"},
                                                                {Colour::blue, "blue"}};
};

namespace {

struct Inner {
  std::int64_t start = 0;
  Colour colour = Colour::red;
};
void describe(Section<Inner>& section) {
  section.field("start", &Inner::start).minimum(0);
  section.field("colour", &Inner::colour);
}

struct Outer {
  std::string name;
  std::optional<double> ratio;
  std::vector<Inner> jobs;
  Inner one;
  int port = 22;
  bool isOn = false;
  std::string id;
};
void describe(Section<Outer>& section) {
  section.field("name", &Outer::name).required();
  section.field("ratio", &Outer::ratio);
  section.field("jobs", &Outer::jobs);
  section.include(&Outer::one);
  section.group("link", [](Section<Outer>& link) {
    link.field("port", &Outer::port).minimum(1).maximum(65535);
    link.field("on", &Outer::isOn).omitted_when_default();
  });
  section.field("id", &Outer::id).also_a_number().omitted_when_default();
}

Outer example() {
  Outer record;
  record.name = "NaN";
  record.jobs = {{3, Colour::blue}, {4, Colour::red}};
  record.one.start = 7;
  record.port = 2222;
  return record;
}

constexpr const char* exampleJson =
    R"({"name":"NaN","ratio":null,"jobs":[{"start":3,"colour":"blue"},{"start":4,"colour":"red"}],)"
    R"("start":7,"colour":"red","link":{"port":2222}})";

std::string problem_of(const std::string& json) {
  ReadProblem problem;
  const auto record = read_record<Outer>(*parse_json(json), problem);
  return record ? "" : problem.path + ": " + problem.expected;
}

TEST(Records, AreReadBackAsTheyWereWritten) {
  EXPECT_EQ(to_json(example()), exampleJson);
  ReadProblem problem;
  const auto back = read_record<Outer>(*parse_json(exampleJson), problem);
  ASSERT_TRUE(back) << problem.path;
  EXPECT_EQ(to_json(*back), exampleJson);
  EXPECT_EQ(back->jobs.at(0).colour, Colour::blue);
  EXPECT_EQ(back->port, 2222);
}

TEST(Records, KeepDefaultsForWhatIsAbsentAndPassOverWhatIsUnknown) {
  ReadProblem problem;
  const auto record = read_record<Outer>(
      *parse_json(R"({"name":"a","later":[1],"jobs":null,"link":{"port":80.0},"id":51})"), problem);
  ASSERT_TRUE(record) << problem.path;
  EXPECT_TRUE(record->jobs.empty());
  EXPECT_EQ(record->port, 80);
  EXPECT_EQ(record->id, "51");
}

TEST(Records, NameThePlaceOfWhatIsWrong) {
  EXPECT_EQ(problem_of(R"({})"), "name: kind.text");
  EXPECT_EQ(problem_of(R"([])"), ": kind.object");
  EXPECT_EQ(problem_of(R"({"name":7})"), "name: kind.text");
  EXPECT_EQ(problem_of(R"({"name":"a","jobs":[{},{"colour":"green"}]})"),
            "jobs[1].colour: kind.one_of");
  EXPECT_EQ(problem_of(R"({"name":"a","jobs":[{"start":-1}]})"),
            "jobs[0].start: kind.whole_number");
  EXPECT_EQ(problem_of(R"({"name":"a","jobs":[3]})"), "jobs[0]: kind.object");
  EXPECT_EQ(problem_of(R"({"name":"a","link":{"port":70000}})"), "link.port: kind.integer");
  EXPECT_EQ(problem_of(R"({"name":"a","link":{"port":1.5}})"), "link.port: kind.integer");
  EXPECT_EQ(problem_of(R"({"name":"a","link":[]})"), "link: kind.object");
  EXPECT_EQ(problem_of(R"({"name":"a","ratio":"half"})"), "ratio: kind.number");
}

TEST(Records, AreReadAsFarAsTheyCanBe) {
  const auto record =
      read_leniently<Outer>(*parse_json(R"({"name":3,"start":9,"link":{"port":"x","on":true}})"));
  EXPECT_EQ(record.name, "");
  EXPECT_EQ(record.one.start, 9);
  EXPECT_EQ(record.port, 22);
  EXPECT_TRUE(record.isOn);
  // Items that are none are left out, the others have what can be read.
  const auto jobs =
      read_leniently<Outer>(
          *parse_json(R"({"jobs":[7,{"start":-1,"colour":"blue"},null,{"start":2}]})"))
          .jobs;
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].colour, Colour::blue);
  EXPECT_EQ(jobs[1].start, 2);
}

TEST(Records, AreFoundByTheirNames) {
  using Jobs = ByName<Inner>;
  ReadProblem problem;
  const Value written =
      *parse_json(R"({"b":{"start":1,"colour":"red"},"a":{"start":2,"colour":"blue"}})");
  const auto jobs = Codec<Jobs>::read(written, problem);
  ASSERT_TRUE(jobs) << problem.path;
  EXPECT_EQ(jobs->at(0).first, "b");
  EXPECT_EQ(jobs->at(1).second.start, 2);
  EXPECT_EQ(to_json(Codec<Jobs>::write(*jobs)), to_json(written));
  EXPECT_FALSE(Codec<Jobs>::read(*parse_json(R"({"b":{},"a":{"start":"x"}})"), problem));
  EXPECT_EQ(problem.path, "a.start");
  EXPECT_FALSE(Codec<Jobs>::read(List{}, problem));
}

}  // namespace
}  // namespace trainyard

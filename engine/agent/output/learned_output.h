// SPDX-License-Identifier: GPL-3.0-or-later
// Learns which lines of a program tell how its training goes: lines of the same shape whose numbers
// change while a counter rises. The first ones are kept until it is clear, so no point is lost.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/agent/output/line_tokens.h"
#include "engine/agent/output/line_values.h"
#include "engine/agent/output/printed_tables.h"
#include "engine/agent/output/step_axis.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

class LearnedOutput {
 public:
  // What was learned: a line as an example, and what is read from such lines.
  struct Found {
    std::string line, names;
  };
  // `step`: the name whose number is the step; empty: it is found.
  LearnedOutput(std::string step, std::function<void(MetricsEvent)> emit,
                std::function<void(Found)> found)
      : step_(std::move(step)), emit_(std::move(emit)), found_(std::move(found)) {}

  void take(std::string_view line);
  // The text before a bar, and the bar's count.
  void take_bar(std::string_view description, std::int64_t done, std::int64_t total);
  // A step that another reader found, for lines without one.
  void reached(std::int64_t step) { timeline_.add(++line_number_, step); }
  void finish();

 private:
  struct Held {
    LineCounts counts;
    std::vector<double> values;  // by slot; those that are missing are `no_value`
    std::vector<bool> is_there;
    std::optional<std::int64_t> tokens;
    std::string text;
  };
  struct Shape {
    LineReading reading;
    std::vector<std::string> names;  // by slot; empty: not a curve
    bool is_learned = false;
    bool is_of_section = false;  // its words leave open whether it tells of an evaluation
    bool is_evaluation = false;  // as a line before it said
    std::uint64_t family = 0;
    std::optional<double> label;  // who prints the lines that are read
    std::deque<Held> held;
    StepAxis axis;
  };

  struct Change {
    bool is_there = false, has_fraction = false;
  };

  void take_table(TableLine& row);
  void take_shape(std::uint64_t key, const std::vector<LineToken>& tokens, TableLine* row);
  // The shape with this key; null: nothing is read from its lines.
  Shape* shape_of(std::uint64_t key, const std::vector<LineToken>& tokens, TableLine* row);
  Shape* new_shape(std::uint64_t key, const std::vector<LineToken>& tokens, TableLine* row);
  bool is_of_use(const LineReading& found, std::size_t num_tokens) const;
  std::vector<Shape*> waiting();  // those with lines that are kept, by their first one
  void learn_family(std::uint64_t family);
  void note_place(Shape& shape, const std::vector<LineToken>& tokens);
  void note_heading(const std::vector<LineToken>& tokens);
  Held held_line(const Shape& shape, const std::vector<LineToken>& tokens) const;
  static Change change_of(const Shape& shape);
  bool is_clear(const Shape& shape) const;
  std::vector<std::string> curve_names(const Shape& shape) const;
  void set_axis(Shape& shape) const;
  void learn(Shape& shape);
  void tell(Shape& shape, const Held& line);
  void make_room();
  bool is_in_evaluation() const { return section_ == Split::eval || section_ == Split::test; }

  std::string step_;
  std::function<void(MetricsEvent)> emit_;
  std::function<void(Found)> found_;
  LineTokens tokens_;
  PrintedTables tables_;
  Timeline timeline_;
  std::unordered_map<std::uint64_t, Shape> shapes_;
  std::unordered_set<std::uint64_t> families_;  // of shapes that were learned
  std::array<std::uint64_t, 4096> passed_over_{};
  std::string text_;  // the line that is being read
  std::size_t num_learned_ = 0;
  int looks_left_ = 40000;  // at lines of a new shape, eight for each; every line adds one
  std::int64_t line_number_ = 0, first_learned_line_ = -1;
  std::optional<double> epoch_;
  std::optional<std::int64_t> heading_step_;
  Split section_ = Split::none;
  bool has_validation_ = false;
};

}  // namespace trainyard::agent

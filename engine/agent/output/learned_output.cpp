// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/learned_output.h"

#include <algorithm>
#include <cmath>

#include "engine/agent/output/count.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_shapes = 512, max_learned = 128, max_held = 8, max_heading_words = 6;
constexpr std::size_t max_example_bytes = 160;
constexpr int look_price = 8, max_looks = 40000;
constexpr std::uint64_t evaluation_key = 0x9E3779B97F4A7C15u;

// Lines that begin alike up to their first value come from the same place of the program.
std::uint64_t family_key(const LineReading& reading, const std::vector<LineToken>& tokens) {
  std::uint64_t key = 0xCBF29CE484222325u;
  for (std::size_t i = 0; i < reading.values.front().token; ++i) {
    const LineToken& token = tokens[i];
    if (token.kind == TokenKind::word)
      for (const char c : token.text) key = (key ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    const bool is_time = token.unit_kind == UnitKind::time;  // as in shapes
    const TokenKind kind = is_time ? TokenKind::opaque : token.kind;
    key = (key ^ static_cast<std::uint64_t>(kind)) * 0x100000001B3u;
  }
  return key;
}

std::optional<std::int64_t> count_at(const std::vector<LineToken>& tokens, std::size_t at) {
  if (at >= tokens.size() || tokens[at].is_missing) return std::nullopt;
  return count_of(std::floor(tokens[at].value));
}

// What is read, as it is told to the person: "loss, eval/loss, time (ms)".
std::string shown_names(const LineReading& reading, const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    const std::string& unit = reading.values[i].unit;
    if (!all.empty()) all += ", ";
    all += names[i].starts_with("train/") ? names[i].substr(6) : names[i];
    if (!unit.empty() && unit.size() < 12 && all.find("_per_") == all.npos)
      all += " (" + unit + ")";
  }
  return all;
}

// Whether the line does not say by itself if it tells of training or of an evaluation.
bool leaves_section_open(const LineReading& found) {
  const bool is_open =
      !(found.step || found.epoch) || (found.step && found.step->kind == Counter::total);
  return is_open && !found.values.empty() &&
         std::ranges::all_of(found.values,
                             [](const auto& value) { return value.split == Split::none; });
}

}  // namespace

void LearnedOutput::take(std::string_view line) {
  ++line_number_;
  looks_left_ = std::min(looks_left_ + 1, max_looks);
  if (!tokens_.read(line)) return;
  const auto& tokens = tokens_.tokens();
  if (tokens.empty()) return;
  text_ = tokens_.plain();
  bool is_part = false;
  if (auto row = tables_.take(tokens_, is_part)) take_table(*row);
  if (is_part) return;
  if (!tokens_.has_number()) return note_heading(tokens);
  take_shape(tokens_.shape(), tokens, nullptr);
}

void LearnedOutput::take_bar(std::string_view description, std::int64_t done, std::int64_t total) {
  // A row of a table stands before the bar until the epoch ends.
  LineTokens row;
  if (row.read(description) && row.has_number()) {
    bool is_part = false;
    ++line_number_;
    text_ = description;
    auto found = tables_.take(row, is_part);
    if (found && done == total) take_table(*found);
    if (is_part) return;
    take(std::string(description) + " " + std::to_string(done) + "/" + std::to_string(total));
  } else if (done == total || done == 0) {
    take(description);
  }
}

void LearnedOutput::take_table(TableLine& row) {
  if (!row.example.empty()) text_ = row.example;
  take_shape(row.shape, row.cells, &row);
}

void LearnedOutput::note_heading(const std::vector<LineToken>& tokens) {
  const auto num_words = std::count_if(tokens.begin(), tokens.end(), [](const LineToken& token) {
    return token.kind == TokenKind::word;
  });
  if (num_words > static_cast<std::ptrdiff_t>(max_heading_words)) return;
  const Split section = read_values(tokens).section;
  if (section != Split::none) section_ = section;
}

void LearnedOutput::note_place(Shape& shape, const std::vector<LineToken>& tokens) {
  const LineReading& reading = shape.reading;
  if (reading.epoch && reading.epoch->is_named && !tokens[reading.epoch->token].is_missing) {
    epoch_ = tokens[reading.epoch->token].value;
    if (reading.section == Split::none) section_ = Split::none;
  }
  if (reading.values.empty() && reading.step && reading.step->is_named &&
      reading.step->kind != Counter::progress && count_at(tokens, reading.step->token)) {
    heading_step_ = shape.axis.place(held_line(shape, tokens).counts, timeline_);
    if (reading.section == Split::none) section_ = Split::none;
  }
  if (reading.section != Split::none) section_ = reading.section;
  // The summary behind the batches of an evaluation is of that evaluation.
  if (reading.step && !reading.values.empty() && !shape.is_of_section)
    section_ = reading.is_evaluation ? Split::eval : Split::none;
}

LearnedOutput::Shape* LearnedOutput::shape_of(std::uint64_t key,
                                              const std::vector<LineToken>& tokens,
                                              TableLine* row) {
  if (passed_over_[key % passed_over_.size()] == key) return nullptr;
  auto known = shapes_.find(key);
  // The same line may tell of training here and of an evaluation there.
  if (known != shapes_.end() && known->second.is_of_section && is_in_evaluation())
    known = shapes_.find(key ^= evaluation_key);
  return known == shapes_.end() ? new_shape(key, tokens, row) : &known->second;
}

LearnedOutput::Shape* LearnedOutput::new_shape(std::uint64_t key,
                                               const std::vector<LineToken>& tokens,
                                               TableLine* row) {
  // Where every line has words of its own, most are not worth a closer look.
  if (looks_left_ < look_price) return nullptr;
  looks_left_ -= look_price;
  LineReading found = row ? std::move(row->reading) : read_values(tokens);
  if (!step_.empty()) use_as_step(found, tokens, step_);
  if (!is_of_use(found, tokens.size())) {
    passed_over_[key % passed_over_.size()] = key;
    return nullptr;
  }
  if (shapes_.size() >= max_shapes) make_room();
  const bool is_of_section = leaves_section_open(found);
  Shape* shape = &shapes_[key];
  shape->is_of_section = is_of_section;
  if (is_of_section && is_in_evaluation()) {
    shape->reading = found;
    shape = &shapes_[key ^ evaluation_key];
    shape->is_of_section = shape->is_evaluation = true;
  }
  shape->reading = std::move(found);
  if (!shape->reading.values.empty())
    shape->family = row ? row->family : family_key(shape->reading, tokens);
  return shape;
}

bool LearnedOutput::is_of_use(const LineReading& found, std::size_t num_tokens) const {
  const bool has_counter = found.step || found.epoch;
  if (found.values.empty())
    return (has_counter || found.section != Split::none) && num_tokens <= 4 * max_heading_words;
  // "grad norm: 1.2" under "step 100" belongs to it.
  const ValueSlot& first = found.values.front();
  const bool is_beside =
      (heading_step_ || epoch_) && first.meaning == Meaning::setting && first.is_explicit;
  return found.has_metric || has_counter || is_beside;
}

void LearnedOutput::take_shape(std::uint64_t key, const std::vector<LineToken>& tokens,
                               TableLine* row) {
  Shape* const found = shape_of(key, tokens, row);
  if (!found) return;
  Shape& shape = *found;
  if (shape.reading.label) {
    const double label = tokens[*shape.reading.label].value;
    if (!shape.label) shape.label = label;
    if (*shape.label != label) return;
  }
  note_place(shape, tokens);
  if (shape.reading.values.empty()) return;
  Held line = held_line(shape, tokens);
  if (shape.is_learned) return tell(shape, line);
  line.text = text_.substr(0, max_example_bytes);
  shape.held.push_back(std::move(line));
  if (is_clear(shape)) {
    const std::uint64_t family = shape.family;
    learn(shape);
    return learn_family(family);
  }
  if (shape.held.size() > max_held) shape.held.pop_front();
}

// Lines that begin alike and were waiting, such as those of the first step, which have less to
// tell.
void LearnedOutput::learn_family(std::uint64_t family) {
  for (Shape* shape : waiting())
    if (shape->family == family && is_clear(*shape)) learn(*shape);
}

std::vector<LearnedOutput::Shape*> LearnedOutput::waiting() {
  std::vector<Shape*> all;
  for (auto& [key, shape] : shapes_)
    if (!shape.is_learned && !shape.held.empty()) all.push_back(&shape);
  std::sort(all.begin(), all.end(), [](const Shape* a, const Shape* b) {
    return a->held.front().counts.line < b->held.front().counts.line;
  });
  return all;
}

LearnedOutput::Held LearnedOutput::held_line(const Shape& shape,
                                             const std::vector<LineToken>& tokens) const {
  const LineReading& reading = shape.reading;
  Held line;
  line.counts.line = line_number_;
  line.counts.is_evaluation = reading.is_evaluation || shape.is_evaluation;
  line.counts.heading_step = heading_step_;
  line.counts.epoch = epoch_;
  if (reading.epoch && !tokens[reading.epoch->token].is_missing) {
    line.counts.epoch = tokens[reading.epoch->token].value;
    line.counts.has_own_epoch = true;
  }
  if (reading.step) {
    const LineToken& token = tokens[reading.step->token];
    line.counts.step = count_at(tokens, reading.step->token);
    line.counts.kind = reading.step->kind;
    if (token.kind == TokenKind::ratio) line.counts.total = count_of(token.total);
  }
  if (reading.tokens) line.tokens = count_at(tokens, reading.tokens->token);
  for (const ValueSlot& slot : reading.values) {
    const LineToken& token = tokens[slot.token];
    const bool is_ratio = token.kind == TokenKind::ratio;
    const bool is_there =
        (token.kind == TokenKind::number && !token.is_missing) || (is_ratio && token.total > 0);
    double value = is_ratio && is_there ? token.value / token.total : token.value;
    if (slot.seconds > 0 && token.unit_kind == UnitKind::time)
      value *= unit_seconds(token.unit) / slot.seconds;
    line.values.push_back(value);
    line.is_there.push_back(is_there);
  }
  return line;
}

// What of the values that are told is no count: what changes, and what has a fraction.
LearnedOutput::Change LearnedOutput::change_of(const Shape& shape) {
  const LineReading& reading = shape.reading;
  const Held &first = shape.held.front(), &last = shape.held.back();
  Change change;
  for (std::size_t i = 0; i < reading.values.size(); ++i) {
    if (reading.has_metric && reading.values[i].meaning != Meaning::metric) continue;
    if (reading.values[i].meaning == Meaning::time) continue;
    if (!first.is_there[i] || !last.is_there[i]) continue;
    change.is_there |= !(first.values[i] == last.values[i]);
    for (const double value : {first.values[i], last.values[i]})
      change.has_fraction |= !(std::floor(value) == value);
  }
  return change;
}

bool LearnedOutput::is_clear(const Shape& shape) const {
  const LineReading& reading = shape.reading;
  const auto& held = shape.held;
  if (num_learned_ >= max_learned) return false;
  const bool has_counter = reading.step || reading.epoch;
  if (reading.has_metric && has_counter && families_.contains(shape.family)) return true;
  if (held.size() < 2) return false;
  const LineCounts &first = held.front().counts, &last = held.back().counts;
  const Change change = change_of(shape);
  if (has_counter) {
    const bool is_named =
        (reading.step && reading.step->is_named) || (reading.epoch && reading.epoch->is_named);
    const bool counts_training =
        is_named && (!reading.step || reading.step->kind != Counter::samples);
    const LineCounts& before = held[held.size() - 2].counts;
    const bool epoch_rises = last.epoch > before.epoch;
    const bool rises = reading.step
                           ? last.step > before.step || (epoch_rises && last.step <= before.step)
                           : epoch_rises;
    const bool is_enough = reading.has_metric ? change.is_there || (held.size() > 2 && is_named)
                                              : counts_training && change.is_there &&
                                                    change.has_fraction && held.size() > 2;
    if (rises && is_enough) return true;
    if (rises || is_named) return false;
  }
  if (!change.is_there || (!reading.has_metric && num_learned_ == 0)) return false;
  // A line without a counter: something else has moved on in between, or it comes again and again.
  const bool moved = first.epoch < last.epoch || first.heading_step < last.heading_step ||
                     timeline_.at(first.line) < timeline_.at(last.line);
  if (moved) return change.has_fraction || held.size() > 2;
  return reading.has_metric && change.has_fraction && held.size() > 2;
}

// The names of a shape's curves, by slot.
std::vector<std::string> LearnedOutput::curve_names(const Shape& shape) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shape.reading.values.size(); ++i) {
    ValueSlot slot = shape.reading.values[i];
    if (slot.split == Split::none && shape.is_evaluation) slot.split = Split::eval;
    // A count that never changes, beside what is told.
    const bool is_constant = std::ranges::all_of(shape.held, [&](const Held& line) {
      return line.values[i] == shape.held.front().values[i] &&
             std::floor(line.values[i]) == line.values[i];
    });
    const bool is_unknown = slot.meaning == Meaning::none && is_constant && shape.held.size() > 1;
    names.push_back(is_unknown ? std::string() : curve_name(slot, has_validation_));
  }
  return names;
}

// Chooses how the steps of a shape's lines are counted, by those that are kept.
void LearnedOutput::set_axis(Shape& shape) const {
  const auto& held = shape.held;
  if (held.size() < 2) return;
  const bool is_at_total = std::ranges::all_of(held, [](const Held& line) {
    return line.counts.step && line.counts.step == line.counts.total && line.counts.epoch;
  });
  shape.axis.set_of_epochs(is_at_total && timeline_.is_empty());
  const LineReading& reading = shape.reading;
  const LineCounts &last = held.back().counts, &before = held[held.size() - 2].counts;
  if (!reading.step && !reading.epoch) {
    const bool is_same_place = last.epoch == before.epoch &&
                               last.heading_step == before.heading_step &&
                               timeline_.at(last.line) == timeline_.at(before.line);
    shape.axis.set_by_order(is_same_place);
  } else if (!reading.epoch && !reading.step->is_named) {
    shape.axis.set_by_order(!(last.step > before.step || last.epoch > before.epoch));
  }
}

void LearnedOutput::learn(Shape& shape) {
  shape.is_learned = true;
  ++num_learned_;
  families_.insert(shape.family);
  for (const ValueSlot& slot : shape.reading.values) has_validation_ |= slot.split == Split::eval;
  shape.names = curve_names(shape);
  set_axis(shape);
  const auto& held = shape.held;
  if (first_learned_line_ < 0) first_learned_line_ = held.front().counts.line;
  found_({held.front().text, shown_names(shape.reading, shape.names)});
  for (const Held& line : held) tell(shape, line);
  shape.held.clear();
}

void LearnedOutput::tell(Shape& shape, const Held& line) {
  MetricsEvent event;
  event.step = shape.axis.place(line.counts, timeline_);
  if (line.counts.epoch && std::isfinite(*line.counts.epoch)) event.epoch = line.counts.epoch;
  event.tokens = line.tokens;
  for (std::size_t i = 0; i < shape.names.size(); ++i)
    if (line.is_there[i] && !shape.names[i].empty())
      event.values.emplace_back(shape.names[i], line.values[i]);
  if (shape.axis.tells_step()) timeline_.add(line.counts.line, *event.step);
  if (!event.values.empty()) emit_(std::move(event));
}

// A line that came once, as that of a last test, belongs to what was learned.
void LearnedOutput::finish() {
  if (auto box = tables_.finish()) take_table(*box);
  if (first_learned_line_ < 0) return;
  for (Shape* shape : waiting()) {
    const bool is_told = std::any_of(
        shape->reading.values.begin(), shape->reading.values.end(),
        [&](const ValueSlot& slot) { return slot.meaning == Meaning::metric && slot.is_explicit; });
    const bool has_place =
        shape->reading.step || shape->reading.epoch || shape->reading.is_evaluation;
    if (is_told && has_place && shape->held.front().counts.line > first_learned_line_)
      learn(*shape);
  }
}

// Lines that did not come again give way.
void LearnedOutput::make_room() {
  std::erase_if(shapes_, [](const auto& entry) { return !entry.second.is_learned; });
}

}  // namespace trainyard::agent

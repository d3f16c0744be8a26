// SPDX-License-Identifier: GPL-3.0-or-later
// One file because one walk over the tokens decides for each number, and each decision depends on
// those before it.
#include "engine/agent/output/line_values.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/agent/output/count.h"
#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/name_before.h"
#include "engine/agent/output/value_names.h"

namespace trainyard::agent {
namespace {

using std::string_view;

class ValueReader : private TokenView {
 public:
  explicit ValueReader(const std::vector<LineToken>& tokens) : TokenView(tokens) {}

  LineReading read() {
    taken_ = logger_length();
    for (at_ = taken_; at_ < tokens_.size(); ++at_) {
      const LineToken& token = tokens_[at_];
      if (token.kind == TokenKind::word) take_word(token);
      if (token.kind == TokenKind::number || token.kind == TokenKind::ratio) take_number(token);
    }
    choose_counters();
    settle_splits();
    name_once();
    for (const ValueSlot& value : reading_.values)
      reading_.has_metric = reading_.has_metric || value.meaning == Meaning::metric;
    reading_.is_evaluation =
        !reading_.values.empty() &&
        std::all_of(reading_.values.begin(), reading_.values.end(), [](const ValueSlot& value) {
          return value.split == Split::eval || value.split == Split::test;
        });
    reading_.section = reading_.values.empty() ? line_split_ : Split::none;
    return std::move(reading_);
  }

 private:
  // "INFO:name:" is what Python's logging puts before a message: that name is none of a value's.
  std::size_t logger_length() const {
    const bool is_logger = is_word(0) && is_log_level(tokens_[0].text) && is_mark(1, ":") &&
                           is_word(2) && tokens_[2].space == 0 && is_mark(3, ":") &&
                           tokens_[3].space == 0 && tokens_.size() > 4 && !is_number(4);
    return is_logger ? 4 : 0;
  }

  void take_word(const LineToken& token) {
    const string_view whole = token.text.substr(0, token.text.find('('));
    const std::size_t inner = whole.size() + 1;
    for (const string_view text :
         {whole, inner < token.text.size() ? token.text.substr(inner, token.text.size() - inner - 1)
                                           : string_view()}) {
      for (const std::string& part : word_parts(text)) {
        const Split split = split_word(part);
        if (split == Split::none) continue;
        if (whole.find_first_of("_-/.") == whole.npos) word_split_ = split, word_at_ = at_;
        if (line_split_ == Split::none || split != Split::train) line_split_ = split;
      }
    }
  }

  // Words behind a number that name it: "45 % bf16 MFU", "200/2983 batches".
  std::vector<string_view> behind(std::size_t number) const {
    std::vector<string_view> words;
    std::size_t i = number + 1;
    while (is_word(i) && words.size() < 4) words.push_back(tokens_[i++].text);
    // They belong to what comes after them.
    if (is_mark(i, ":=") || is_number(i)) return {};
    return words;
  }

  void take_number(const LineToken& token) {
    NameBefore name = name_before(tokens_, taken_, at_);
    const std::size_t earlier = std::exchange(taken_, at_ + 1);
    if (token.is_whole && !name.is_empty() && is_printer_word(name.words.back())) {
      if (!reading_.label) reading_.label = at_;
      return;
    }
    if (is_list(name)) return skip_list();
    if (is_word(at_ + 1) && tokens_[at_ + 1].space == 0) {  // 1epoch, 50batch
      const Counter kind = counter_word(tokens_[at_ + 1].text);
      if (kind != Counter::none) return counters_.push_back({at_, kind, true});
    }
    if (is_unnamed_counter(token, name)) return;
    if (name.is_empty()) return take_unnamed(token, name, earlier);
    if (take_counter(token, name)) return;
    ValueName value = value_name(name.words);
    if (value.text.empty() && value.split == Split::none) return;
    if (value.is_qualifier && qualify(value.text)) return;
    // "Train loss 12 0.5", "Validation loss 12: 0.5"
    const bool is_followed = is_number(at_ + 1) || (is_mark(at_ + 1, ":") && is_number(at_ + 2));
    if (token.is_whole && token.unit_kind == UnitKind::none && !name.has_separator &&
        name.bracket == 0 && value.meaning == Meaning::metric && is_followed) {
      pending_ = value.text;
      pending_split_ = value.split;
      return add_unnamed(at_);
    }
    if (value.text.empty()) {
      // "Train: 0 [ 50/1251]", "loss - train: 0.5, val: 0.6"
      if (token.is_whole && is_mark(at_ + 1, "[(")) return add_unnamed(at_);
      const bool is_second = !reading_.values.empty() && explicit_.back() &&
                             reading_.values.back().split != value.split;
      value.text = is_second          ? reading_.values.back().name  // loss train: 2, val: 3
                   : pending_.empty() ? "value"
                                      : pending_;
      value.meaning = Meaning::metric;
      if (token.is_whole && pending_.empty()) return;
    }
    add_value(token, std::move(value), name);
  }

  bool is_list(const NameBefore& name) const {
    if (name.bracket == 0 || !is_number(at_)) return false;
    if (is_mark(at_ + 1, ",") && is_number(at_ + 2)) {
      const bool is_pair = tokens_[at_].is_whole && tokens_[at_ + 2].is_whole &&
                           is_mark(at_ + 3, "]") && name.bracket == '[';
      return !is_pair || (!name.is_empty() && named_counter(name.words) != Counter::epoch);
    }
    return is_number(at_ + 1);
  }

  void skip_list() {
    while (at_ + 1 < tokens_.size() && !is_mark(at_ + 1, "])")) ++at_;
    taken_ = at_ + 1;
  }

  void add_unnamed(std::size_t token) { unnamed_.push_back(token); }

  // [3/12], [10], [2, 2000], and a number at the front of the line.
  bool is_unnamed_counter(const LineToken& token, const NameBefore& name) {
    const bool is_counted = token.kind == TokenKind::ratio || token.is_whole;
    if (!is_counted || token.unit_kind != UnitKind::none) return false;
    if (!name.is_empty()) {  // "Test: [ 10/196]"
      if (name.bracket == 0 || token.kind != TokenKind::ratio) return false;
      const ValueName words = value_name(name.words);
      if (!words.text.empty() || words.split == Split::none) return false;
    }
    const bool opens = at_ > 0 && is_mark(at_ - 1, "[");
    const bool closes = is_mark(at_ + 1, "]") || is_mark(at_ + 1, "(");
    if (opens && is_mark(at_ + 1, ",") && is_number(at_ + 2) && tokens_[at_ + 2].is_whole &&
        is_mark(at_ + 3, "]")) {
      if (is_mark(at_ + 4, "<")) {  // [1,0]<stdout>: of mpirun
        reading_.label = at_ + 2;
        at_ += 2;
        taken_ = at_ + 1;
        return true;
      }
      add_unnamed(at_);
      add_unnamed(at_ + 2);
      at_ += 2;
      taken_ = at_ + 1;
      return true;
    }
    if (token.kind == TokenKind::ratio && named_counter(behind(at_)) == Counter::none) {
      add_unnamed(at_);
      return true;
    }
    if (token.is_whole &&
        ((opens && closes) || at_ == 0 || (at_ == 1 && is_mark(0, "(#|<")) || is_second_of_two())) {
      if (named_counter(behind(at_)) != Counter::none) return false;
      add_unnamed(at_);
      return true;
    }
    return false;
  }

  // "0 10 loss": an epoch and a step at the front.
  bool is_second_of_two() const {
    return at_ == 1 && tokens_[0].is_whole && unnamed_.size() == 1 && is_word(2);
  }

  bool take_counter(const LineToken& token, const NameBefore& name) {
    Counter kind = named_counter(name.words);
    if (kind == Counter::none) return false;
    if (token.unit_kind == UnitKind::percent) kind = Counter::progress;  // "Epoch: 5.1%"
    if (kind == Counter::progress && token.unit_kind != UnitKind::percent) return false;
    if (kind != Counter::progress && token.unit_kind != UnitKind::none) return false;
    if (kind != Counter::epoch && kind != Counter::progress && !count_of(token.value)) return false;
    // "Cost after iteration 100: 0.65"
    const ValueName rest = value_name({name.words.begin(), name.words.end() - 1});
    if (rest.meaning == Meaning::metric) pending_ = rest.text, pending_split_ = rest.split;
    if (rest.meaning == Meaning::no_value && name.words.size() > 1) return true;
    counters_.push_back({at_, kind, true});
    // "[1, 2000]" behind a word: an epoch and a step.
    if (kind == Counter::epoch && name.bracket == '[' && is_mark(at_ + 1, ",") &&
        is_number(at_ + 2) && tokens_[at_ + 2].is_whole && is_mark(at_ + 3, "]")) {
      add_unnamed(at_ + 2);
      at_ += 2;
      taken_ = at_ + 1;
    }
    return true;
  }

  void take_unnamed(const LineToken& token, const NameBefore& name, std::size_t earlier) {
    const std::vector<string_view> words = behind(at_);
    // 200/2983 batches, 1epoch
    if (!words.empty() && (token.kind == TokenKind::ratio || token.is_whole)) {
      const Counter kind = counter_word(words.front());
      const bool is_close = token.kind == TokenKind::ratio || at_ == 0;
      if (kind != Counter::none && kind != Counter::progress && is_close) {
        counters_.push_back({at_, kind, true});
        return;
      }
    }
    if (token.unit_kind == UnitKind::percent && !words.empty() &&
        counter_word(words.front()) == Counter::progress)
      return counters_.push_back({at_, Counter::progress, true});
    if (is_beside_value(name, earlier)) return;
    const bool is_next = at_ > 0 && is_number(at_ - 1);
    if (!pending_.empty() &&
        (name.has_separator || name.bracket == '(' || joins_before() || is_next)) {
      ValueName value;
      value.text = pending_;
      value.split = pending_split_;
      value.meaning = Meaning::metric;
      pending_.clear();
      return add_value(token, std::move(value), name);
    }
    if (name.has_separator) return;
    if (!words.empty() && token.kind == TokenKind::number) {
      ValueName value = value_name(words);
      if (value.meaning == Meaning::metric || value.meaning == Meaning::setting) {
        taken_ = at_ + 1 + words.size();
        return add_value(token, std::move(value), name);
      }
    }
    if (token.kind == TokenKind::number) take_by_unit(token, words, name);
  }

  // "12.3 ms", "3.2 it/s"
  void take_by_unit(const LineToken& token, const std::vector<string_view>& words,
                    const NameBefore& name) {
    const bool is_left = !words.empty() && value_name(words).meaning == Meaning::no_value;
    if (token.unit_kind == UnitKind::time && !is_left) {
      ValueName value;
      value.text = "time";
      value.meaning = Meaning::time;
      add_value(token, std::move(value), name);
    } else if (token.unit_kind == UnitKind::rate && token.unit.front() != '/') {
      ValueName value = value_name({token.unit});
      value.meaning = Meaning::setting;
      const std::size_t per = value.text.find("_per_");
      std::string what = value.text.substr(0, per);
      if (what == "it" || what == "its" || what == "iter" || what == "iters") what = "iterations";
      if (what == "tok" || what == "toks" || what == "token") what = "tokens";
      value.text = what + "_per_second";
      add_value(token, std::move(value), name);
    }
  }
  bool joins_before() const { return at_ > 0 && is_word(at_ - 1) && joins(tokens_[at_ - 1].text); }

  // "loss: 1.234 (1.300)": the mean; "0.3 / 0.05": a second value.
  bool is_beside_value(const NameBefore& name, std::size_t earlier) {
    if (reading_.values.empty()) return name.bracket == '(' && earlier > 0;
    const ValueSlot last = reading_.values.back();
    if (last.token + 1 != earlier || at_ < 2) return name.bracket == '(' && earlier > 0;
    const LineToken& token = tokens_[at_];
    if (name.bracket == '(' && last.token + 2 == at_) {
      // The percent of 98/100 (98%), a deviation, the other unit of a time.
      const bool is_same = token.unit == tokens_[last.token].unit &&
                           token.kind == TokenKind::number &&
                           tokens_[last.token].kind == TokenKind::number;
      if (is_same && last.meaning != Meaning::time && is_mark(at_ + 1, ")"))
        add_beside(last, "mean");
      return true;
    }
    if (is_mark(at_ - 1, "/") && last.token + 2 == at_ && token.kind == TokenKind::number) {
      add_beside(last, "2");
      return true;
    }
    return is_mark(at_ - 1, "+/") && last.token + 3 >= at_;  // a deviation: 0.5 +/- 0.1
  }
  void add_beside(const ValueSlot& value, const char* what) {
    ValueSlot slot = value;
    slot.token = at_;
    slot.name += std::string("_") + what;
    beside_.push_back(std::move(slot));
  }

  // "(best: 0.5)", "avg 0.5": of the value before.
  bool qualify(const std::string& text) {
    if (reading_.values.empty() || reading_.values.back().meaning != Meaning::metric) return false;
    add_beside(reading_.values.back(), text.c_str());
    return true;
  }

  void add_value(const LineToken& token, ValueName name, const NameBefore& words) {
    if (name.meaning == Meaning::no_value || token.unit_kind == UnitKind::size) return;
    if (token.unit_kind == UnitKind::other && token.unit != "x") return;
    if (token.kind == TokenKind::ratio && name.meaning != Meaning::metric) return;
    if (words.bracket == '[' && !words.has_separator) return;
    if (words.bracket == '(' && !words.has_separator && name.meaning != Meaning::metric) return;
    // Prose, and numbers that only stand beside a word.
    const bool is_apart =
        at_ + 1 == tokens_.size() || is_mark(at_ + 1, ",;|)]") || tokens_[at_ + 1].space >= 2;
    const bool is_pair = words.words.size() == 1 && !token.is_whole;
    if (!words.has_separator && name.meaning == Meaning::none && !is_pair &&
        (token.is_whole || words.words.size() > 2 || !is_apart))
      return;
    if (token.unit_kind == UnitKind::time && name.meaning == Meaning::none)
      name.meaning = Meaning::time;
    if (name.meaning == Meaning::metric && !words.has_separator && words.words.size() > 5) return;
    ValueSlot slot;
    slot.token = at_;
    slot.name = std::move(name.text);
    slot.split = name.split;
    slot.meaning = name.meaning;
    slot.is_explicit = words.has_separator || name.split != Split::none;
    slot.unit = !token.unit.empty()   ? std::string(token.unit)
                : !words.unit.empty() ? std::string(words.unit)
                                      : name.unit;
    slot.seconds = token.unit_kind == UnitKind::time ? unit_seconds(token.unit) : 0;
    if (name.split != Split::none && slot.meaning == Meaning::none) slot.meaning = Meaning::metric;
    const bool is_said_here =
        word_split_ != Split::none && word_at_ >= words.first && name.is_split_alone;
    explicit_.push_back(name.split != Split::none);
    if (name.split == Split::none) {
      const bool stays_training = is_from_value_ && slot.meaning != Meaning::metric;
      slot.split = stays_training ? Split::none : word_split_;
    } else if (is_said_here) {
      is_from_value_ = true;
    }
    reading_.values.push_back(std::move(slot));
  }

  static int rank_of(Counter kind) {
    switch (kind) {
      case Counter::total:
        return 1;
      case Counter::step:
        return 2;
      case Counter::batch:
        return 3;
      case Counter::samples:
        return 5;
      case Counter::progress:
        return 6;
      default:
        return 9;
    }
  }

  void choose_counters() {
    for (const CounterSlot& counter : counters_) {
      if (counter.kind == Counter::epoch) {
        if (!reading_.epoch) reading_.epoch = counter;
      } else if (counter.kind == Counter::tokens) {
        if (!reading_.tokens) reading_.tokens = counter;
      } else if (!reading_.step || rank_of(counter.kind) < rank_of(reading_.step->kind)) {
        reading_.step = counter;
      }
    }
    choose_unnamed();
    // Tokens are what is counted where nothing else is.
    if (!reading_.step && !reading_.epoch && reading_.tokens)
      reading_.step = CounterSlot{reading_.tokens->token, Counter::samples, true};
  }

  // What numbers without a name count.
  void choose_unnamed() {
    std::size_t next = 0;
    const bool has_named = reading_.step || reading_.epoch;
    if (!has_named && unnamed_.size() > 1)
      reading_.epoch = CounterSlot{unnamed_[next++], Counter::epoch, false};
    const bool is_weak = !reading_.step || rank_of(reading_.step->kind) > 3;
    if (is_weak && next < unnamed_.size()) {
      // A number at the front of "12: epoch 3" says who prints.
      if (has_named && unnamed_[next] < 2 && unnamed_.size() == 1 && is_label(unnamed_[next]))
        reading_.label = unnamed_[next];
      else
        reading_.step = CounterSlot{
            unnamed_[next],
            tokens_[unnamed_[next]].kind == TokenKind::ratio ? Counter::batch : Counter::step,
            false};
    } else if (has_named && next < unnamed_.size() && unnamed_[next] < 2 &&
               is_label(unnamed_[next])) {
      reading_.label = unnamed_[next];
    }
  }
  bool is_label(std::size_t token) const {
    return tokens_[token].kind == TokenKind::number && is_mark(token + 1, ":]");
  }

  void settle_splits() {
    for (ValueSlot& slot : beside_) {
      reading_.values.push_back(std::move(slot));
      explicit_.push_back(true);
    }
    // "loss 1, val loss 2, acc 3, val acc 4": what a word says of the next value only.
    for (std::size_t i = 0; i < reading_.values.size(); ++i) {
      ValueSlot& slot = reading_.values[i];
      if (explicit_[i] || slot.split == Split::none || slot.split == Split::train) continue;
      for (std::size_t k = 0; k < reading_.values.size(); ++k)
        if (explicit_[k] && k != i && reading_.values[k].name == slot.name &&
            reading_.values[k].split == slot.split)
          slot.split = Split::none;
    }
    place_unqualified(reading_.values);
    std::stable_sort(reading_.values.begin(), reading_.values.end(),
                     [](const ValueSlot& a, const ValueSlot& b) { return a.token < b.token; });
    // Of two times without a name, that of one step says more.
    const auto is_plain_time = [](const ValueSlot& slot) {
      return slot.name == "time" && slot.unit.find('/') == std::string::npos && !slot.is_explicit;
    };
    const bool has_rate =
        std::any_of(reading_.values.begin(), reading_.values.end(),
                    [&](const auto& slot) { return slot.name == "time" && !is_plain_time(slot); });
    if (has_rate) std::erase_if(reading_.values, is_plain_time);
  }

  // The second of a name is another curve.
  void name_once() {
    const bool has_validation =
        std::any_of(reading_.values.begin(), reading_.values.end(),
                    [](const auto& slot) { return slot.split == Split::eval; });
    for (std::size_t i = 0; i < reading_.values.size(); ++i) {
      int count = 1;
      const auto is_taken = [&] {
        const std::string curve = curve_name(reading_.values[i], has_validation);
        return std::any_of(
            reading_.values.begin(), reading_.values.begin() + static_cast<std::ptrdiff_t>(i),
            [&](const auto& other) { return curve_name(other, has_validation) == curve; });
      };
      const std::string name = reading_.values[i].name;
      while (is_taken()) reading_.values[i].name = name + "_" + std::to_string(++count);
    }
  }
  LineReading reading_;
  std::size_t at_ = 0, taken_ = 0;
  std::vector<CounterSlot> counters_;
  std::vector<std::size_t> unnamed_;
  std::vector<ValueSlot> beside_;
  std::vector<bool> explicit_;
  std::string pending_;
  Split pending_split_ = Split::none;
  Split word_split_ = Split::none, line_split_ = Split::none;
  std::size_t word_at_ = 0;
  bool is_from_value_ = false;
};

}  // namespace

LineReading read_values(const std::vector<LineToken>& tokens) { return ValueReader(tokens).read(); }

std::string curve_name(const ValueSlot& value, bool has_validation) {
  if (value.split == Split::eval) return "eval/" + value.name;
  if (value.split == Split::test) return (has_validation ? "test/" : "eval/") + value.name;
  if (value.split == Split::train && value.name.find('/') != std::string::npos)
    return "train/" + value.name;
  return metric_name(value.name);
}

Counter column_counter(string_view name) {
  if (name == "#" || name == "i" || name == "k" || name == "n") return Counter::step;
  if (name == "E" || name == "e") return Counter::epoch;
  return named_counter({name});
}

void place_unqualified(std::vector<ValueSlot>& values) {
  bool has_train = false, has_eval = false;
  for (ValueSlot& slot : values) {
    has_train = has_train || slot.split == Split::train;
    has_eval = has_eval || slot.split == Split::eval;
    if (has_train && has_eval && slot.split == Split::none && slot.meaning == Meaning::metric)
      slot.split = Split::eval;
  }
}

ValueSlot column_value(string_view name) {
  std::vector<string_view> words;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find(' '), name.size());
    if (end > 0) words.push_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  const ValueName found = value_name(words);
  ValueSlot slot;
  slot.name = found.text.empty() && found.split != Split::none ? "value" : found.text;
  slot.split = found.split;
  slot.meaning = found.meaning;
  // "avg", "max": of what is evolved
  if (found.is_qualifier) slot.meaning = Meaning::none;
  slot.unit = found.unit;
  slot.is_explicit = true;
  return slot;
}

}  // namespace trainyard::agent

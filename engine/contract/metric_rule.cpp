// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/metric_rule.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::size_t max_rule_bytes = 300;
constexpr std::int64_t max_points = 1'000'000'000;
constexpr std::string_view not_finite_words = " is not finite";

// Single spaces between words, none around them.
std::string with_single_spaces(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
    if (!is_space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

template <class Number>
std::optional<Number> whole_number_from(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// What is read of a rule, from its end to its beginning.
class RuleReader {
 public:
  explicit RuleReader(const std::string& text) : rest_(text) { rule_.text = text; }

  Result<MetricRule> read() {
    if (rule_.text.size() > max_rule_bytes)
      return make_error("metric_rule.too_long",
                        {{"limit", static_cast<std::int64_t>(max_rule_bytes)}});
    TRY(read_points());
    TRY(read_comparison());
    TRY(read_action());
    rule_.metric = rest_;
    if (rule_.metric.empty()) return problem("metric_rule.no_metric");
    return std::move(rule_);
  }

 private:
  Error problem(const char* code, std::string_view found = {}) const {
    return make_error(code, {{"rule", rule_.text}, {"found", std::string(found)}});
  }

  // "for 20 points" at the end.
  Result<void> read_points() {
    if (!rest_.ends_with(" points") && !rest_.ends_with(" point")) return {};
    const std::size_t number_end = rest_.rfind(' ');
    const std::size_t begin = rest_.rfind(" for ", number_end);
    if (begin == std::string_view::npos) return problem("metric_rule.points", rest_);
    const std::string_view number = rest_.substr(begin + 5, number_end - begin - 5);
    const auto points = whole_number_from<std::int64_t>(number);
    if (!points || *points < 1 || *points > max_points)
      return problem("metric_rule.points", number);
    rule_.points = *points;
    rest_ = rest_.substr(0, begin);
    return {};
  }

  Result<void> read_comparison() {
    using enum MetricRule::Comparison;
    if (rest_.ends_with(not_finite_words)) {
      rule_.comparison = not_finite;
      rest_.remove_suffix(not_finite_words.size());
      return {};
    }
    const std::size_t at = rest_.find_first_of("<>");
    if (at == std::string_view::npos) return problem("metric_rule.no_comparison");
    const bool has_equal = rest_.substr(at + 1).starts_with('=');
    rule_.comparison =
        rest_[at] == '>' ? (has_equal ? at_least : above) : (has_equal ? at_most : below);
    // "=>" is no comparison, and no end of a name.
    if (at > 0 && rest_[at - 1] == '=') return problem("metric_rule.no_comparison");
    const std::string_view number = trimmed(rest_.substr(at + (has_equal ? 2 : 1)));
    const auto threshold = whole_number_from<double>(number);
    if (!threshold || !std::isfinite(*threshold)) return problem("metric_rule.number", number);
    rule_.threshold = *threshold;
    rest_ = trimmed(rest_.substr(0, at));
    return {};
  }

  // A name may have spaces, but one that reads like an action is a slip.
  Result<void> read_action() {
    constexpr std::string_view notify = "notify when ", stop = "stop when ";
    if (rest_ == "stop when" || rest_ == "notify when") return problem("metric_rule.no_metric");
    if (rest_.starts_with(stop)) {
      rule_.action = MetricRule::Action::stop;
      rest_.remove_prefix(stop.size());
    } else if (rest_.starts_with(notify)) {
      rest_.remove_prefix(notify.size());
    } else if (rest_.starts_with("stop ") || rest_.starts_with("notify ") ||
               rest_.starts_with("when ") || rest_.find(" when ") != std::string_view::npos ||
               rest_.ends_with(" when")) {
      return problem("metric_rule.action");
    }
    return {};
  }

  MetricRule rule_;
  std::string_view rest_;
};

}  // namespace

bool MetricRule::holds(double value) const {
  switch (comparison) {
    case Comparison::above:
      return value > threshold;
    case Comparison::at_least:
      return value >= threshold;
    case Comparison::below:
      return value < threshold;
    case Comparison::at_most:
      return value <= threshold;
    case Comparison::not_finite:
      return !std::isfinite(value);
  }
  return false;
}

Result<MetricRule> parse_metric_rule(std::string_view text) {
  const std::string rule = with_single_spaces(text);
  return RuleReader(rule).read();
}

}  // namespace trainyard

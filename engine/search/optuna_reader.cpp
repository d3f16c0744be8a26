// SPDX-License-Identifier: GPL-3.0-or-later
// from_optuna_journal of optuna_journal.h.
#include <algorithm>

#include "engine/contract/experiment/search_space.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/search/distribution.h"
#include "engine/search/optuna_journal.h"
#include "engine/search/optuna_operation.h"
#include "engine/system/iso_time.h"

namespace trainyard::search {
namespace {

constexpr std::string_view kRungKey = "completed_rung_";

// An entry of search.space, and its distribution.
struct OptunaDistribution {
  Value entry;
  Distribution distribution;
};

double number_in(const Map& map, const std::string& key, double absent = 0) {
  const Value* value = find(map, key);
  return value ? finite_number(*value).value_or(absent) : absent;
}

std::int64_t whole_in(const Map& map, const std::string& key, std::int64_t absent = -1) {
  const Value* value = find(map, key);
  return value ? integer_of(*value).value_or(absent) : absent;
}

// A number that need not be finite.
std::optional<double> any_number(const Value& value) {
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  const auto* real = value.get_if<double>();
  return real ? std::optional(*real) : std::nullopt;
}

// Older versions wrote the local time, without an offset.
double seconds_of(const std::string& iso) {
  return seconds_from_iso(iso, WithoutOffset::local).value_or(0);
}

// {"name": "FloatDistribution", "attributes": {...}}, in which older versions have other names.
Result<OptunaDistribution> read_distribution(const std::string& json) {
  TRY(const Value value, parse_json(json));
  const Map map = value.get_if<Map>() ? *value.get_if<Map>() : Map();
  const auto name = get<std::string>(map, "name");
  const Map attributes = get<Map>(map, "attributes");
  OptunaDistribution out;
  if (name == "CategoricalDistribution") {
    out.distribution.kind = DistributionKind::categorical;
    out.distribution.choices = get<List>(attributes, "choices");
    out.entry = out.distribution.choices;
    return out;
  }
  const bool is_integer = name.starts_with("Int");
  if (!is_integer && name != "FloatDistribution" && name != "UniformDistribution" &&
      name != "LogUniformDistribution" && name != "DiscreteUniformDistribution")
    return make_error("study.optuna_distribution", {{"name", name}});
  Distribution& distribution = out.distribution;
  distribution.kind = is_integer ? DistributionKind::integer : DistributionKind::real;
  distribution.low = number_in(attributes, "low");
  distribution.high = number_in(attributes, "high");
  distribution.log = get<bool>(attributes, "log") || name.find("LogUniform") != name.npos;
  double step = number_in(attributes, "step", number_in(attributes, "q"));
  // The step of an integer's logarithm is always 1, and one cannot be written beside `log`.
  if (distribution.log || (is_integer && step == 1)) step = 0;
  if (step > 0) distribution.step = step;
  const auto spelled = [&](double number) {
    return is_integer ? Value(static_cast<std::int64_t>(number)) : Value(number);
  };
  Map entry{{"low", spelled(distribution.low)}, {"high", spelled(distribution.high)}};
  if (distribution.log) entry.emplace_back("log", true);
  if (distribution.step) entry.emplace_back("step", spelled(*distribution.step));
  out.entry = std::move(entry);
  distribution = normalized(std::move(distribution));
  return out;
}

// The value that a number stands for.
Result<Value> value_in(const OptunaDistribution& read, const Value& number) {
  const auto internal = finite_number(number);
  const bool is_choice = read.distribution.kind == DistributionKind::categorical;
  const auto choices = static_cast<double>(read.distribution.choices.size());
  if (!internal || (is_choice && (*internal < 0 || *internal >= choices)))
    return make_error("study.optuna_operation", {});
  return value_of(read.distribution, *internal);
}

class OptunaReader {
 public:
  explicit OptunaReader(const std::string& name) : wanted_(name) {}

  Result<void> read_line(std::string_view line) {
    TRY(const Value value, parse_json(line));
    const auto* map = value.get_if<Map>();
    if (!map) return make_error("study.optuna_operation", {});
    switch (static_cast<OptunaOperation>(whole_in(*map, "op_code"))) {
      case OptunaOperation::create_study:
        return create_study(*map);
      case OptunaOperation::delete_study:
        if (whole_in(*map, "study_id") == study_id_) study_id_ = -1;
        return {};
      case OptunaOperation::discard_trials:
      case OptunaOperation::set_study_user_attribute:
      case OptunaOperation::set_study_system_attribute:
        return {};
      case OptunaOperation::create_trial:
        return create_trial(*map);
      case OptunaOperation::set_trial_parameter:
      case OptunaOperation::set_trial_state_values:
      case OptunaOperation::set_trial_intermediate_value:
      case OptunaOperation::set_trial_user_attribute:
      case OptunaOperation::set_trial_system_attribute:
        return change_trial(*map);
    }
    return make_error("study.optuna_operation", {});
  }

  Result<RecordedStudy> result() {
    if (study_id_ < 0) return make_error("study.optuna_none", {{"name", wanted_}});
    Study& study = recorded_.study;
    for (OptunaTrial& each : trials_) {
      if (each.study != study_id_ || each.is_waiting) continue;
      each.trial.number = std::ssize(study.trials);
      study.trials.push_back(std::move(each.trial));
    }
    recorded_.record.name = study.name;
    recorded_.record.search.direction = study.direction;
    recorded_.record.search.trials = std::max<std::int64_t>(std::ssize(study.trials), 1);
    return std::move(recorded_);
  }

 private:
  struct OptunaTrial {
    std::int64_t study = 0;
    bool is_waiting = false;
    Trial trial;
  };

  Result<void> create_study(const Map& map) {
    const std::int64_t id = studies_++;
    const auto name = get<std::string>(map, "study_name");
    if (!wanted_.empty() && name != wanted_) return {};
    const List directions = get<List>(map, "directions");
    if (study_id_ >= 0 || directions.size() != 1) return make_error("study.optuna_several", {});
    study_id_ = id;
    recorded_.study.name = name;
    const bool is_maximized = integer_of(directions.front()) == 2;
    recorded_.study.direction =
        is_maximized ? SearchDirection::maximize : SearchDirection::minimize;
    return {};
  }

  Result<void> create_trial(const Map& map) {
    OptunaTrial& added = trials_.emplace_back();
    added.study = whole_in(map, "study_id");
    added.trial.started = seconds_of(get<std::string>(map, "datetime_start"));
    const Map distributions = get<Map>(map, "distributions");
    for (const auto& [path, number] : get<Map>(map, "params")) {
      TRY(set_value(added, path, number, get<std::string>(distributions, path)));
    }
    for (const auto& [step, value] : get<Map>(map, "intermediate_values"))
      if (const auto number = any_number(value))
        added.trial.reports.emplace(std::strtoll(step.c_str(), nullptr, 10), *number);
    set_attributes(added.trial, get<Map>(map, "system_attrs"));
    if (!find(map, "state")) return {};
    return set_state(added, map, find(map, "value"));
  }

  Result<void> change_trial(const Map& map) {
    const std::int64_t id = whole_in(map, "trial_id");
    if (id < 0 || id >= std::ssize(trials_)) return {};  // of a study that was deleted
    OptunaTrial& changed = trials_[static_cast<std::size_t>(id)];
    // Optuna ignores what comes after a trial's end, too.
    const bool has_ended = !changed.is_waiting && changed.trial.state != TrialState::running;
    if (has_ended) return {};
    if (find(map, "param_name")) {
      const Value* number = find(map, "param_value_internal");
      return set_value(changed, get<std::string>(map, "param_name"), number ? *number : Value(),
                       get<std::string>(map, "distribution"));
    }
    if (const Value* value = find(map, "intermediate_value")) {
      if (const auto number = any_number(*value))
        changed.trial.reports.insert_or_assign(whole_in(map, "step"), *number);
      return {};
    }
    set_attributes(changed.trial, get<Map>(map, "system_attr"));
    if (!find(map, "state")) return {};
    return set_state(changed, map, nullptr);
  }

  Result<void> set_value(OptunaTrial& changed, const std::string& path, const Value& number,
                         const std::string& json) {
    TRY(OptunaDistribution read, read_distribution(json));
    TRY(Value value, value_in(read, number));
    changed.trial.values.emplace_back(path, std::move(value));
    Map& space = recorded_.record.search.space;
    if (changed.study == study_id_ && !find(space, path))
      space.emplace_back(path, std::move(read.entry));
    return {};
  }

  static void set_attributes(Trial& trial, const Map& attributes) {
    for (const auto& [key, value] : attributes) {
      const auto number = any_number(value);
      const bool is_next = key.starts_with(kRungKey) &&
                           key.substr(kRungKey.size()) == std::to_string(trial.rungs.size());
      if (is_next && number) trial.rungs.push_back(*number);
    }
  }

  static Result<void> set_state(OptunaTrial& changed, const Map& map, const Value* value) {
    const std::int64_t number = whole_in(map, "state");
    const auto state = trial_state(number);
    changed.is_waiting = !state;
    if (!state) return {};
    changed.trial.state = *state;
    const List values = get<List>(map, "values");
    if (!values.empty()) value = &values.front();
    if (*state == TrialState::complete && value) changed.trial.value = any_number(*value);
    if (*state == TrialState::complete && !changed.trial.value)
      return make_error("study.optuna_operation", {});
    if (*state == TrialState::failed) changed.trial.cause = "study.optuna_failed";
    changed.trial.ended = seconds_of(get<std::string>(map, "datetime_complete"));
    return {};
  }

  const std::string& wanted_;
  RecordedStudy recorded_;
  std::vector<OptunaTrial> trials_;  // of all studies, in the order of Optuna's numbers
  std::int64_t studies_ = 0, study_id_ = -1;
};

}  // namespace

Result<Value> optuna_value(const std::string& distribution, double number) {
  TRY(const OptunaDistribution read, read_distribution(distribution));
  return value_in(read, number);
}

std::vector<std::string> optuna_journal_studies(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find("\"directions\"") == line.npos) continue;
    const auto value = parse_json(line);
    const Map* map = value ? value->get_if<Map>() : nullptr;
    if (map && whole_in(*map, "op_code") == 0 && get<List>(*map, "directions").size() == 1)
      names.push_back(get<std::string>(*map, "study_name"));
  }
  return names;
}

Result<RecordedStudy> from_optuna_journal(std::string_view text, const std::string& name) {
  OptunaReader reader(name);
  for (std::int64_t line = 1;; ++line) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) break;  // an unfinished line
    if (auto read = reader.read_line(text.substr(0, end)); !read)
      return make_error("study.optuna_line",
                        {{"line", line}, {"problem", as_argument(read.error())}});
    text.remove_prefix(end + 1);
  }
  return reader.result();
}

}  // namespace trainyard::search

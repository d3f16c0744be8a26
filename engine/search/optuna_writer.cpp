// SPDX-License-Identifier: GPL-3.0-or-later
// to_optuna_journal of optuna_journal.h.
#include <cmath>
#include <ctime>

#include <algorithm>
#include <array>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/search/distribution.h"
#include "engine/search/optuna_journal.h"
#include "engine/search/optuna_operation.h"

namespace trainyard::search {
namespace {

// Python's json has words for numbers that are not finite.
std::string python_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return to_json(Value(number));
}

// The local time, which is what Optuna writes.
std::string iso_time(double seconds) {
  const double whole = std::floor(seconds);
  const auto time = static_cast<std::time_t>(whole);
  std::tm parts{};
  ::localtime_r(&time, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::array<char, 16> fraction{};
  std::snprintf(fraction.data(), fraction.size(), ".%06d",
                std::min(static_cast<int>((seconds - whole) * 1e6), 999'999));
  return std::string(text.data()) + fraction.data();
}

Value whole_or_real(const Distribution& distribution, double number) {
  return distribution.kind == DistributionKind::integer
             ? Value(static_cast<std::int64_t>(std::llround(number)))
             : Value(number);
}

std::string distribution_json(const Distribution& distribution) {
  if (distribution.kind == DistributionKind::categorical)
    return to_json(Value(Map{{"name", "CategoricalDistribution"},
                             {"attributes", Map{{"choices", distribution.choices}}}}));
  const bool is_integer = distribution.kind == DistributionKind::integer;
  const Value step = distribution.step ? whole_or_real(distribution, *distribution.step) : Value();
  return to_json(
      Value(Map{{"name", is_integer ? "IntDistribution" : "FloatDistribution"},
                {"attributes", Map{{"log", distribution.log},
                                   {"step", step},
                                   {"low", whole_or_real(distribution, distribution.low)},
                                   {"high", whole_or_real(distribution, distribution.high)}}}}));
}

class OptunaWriter {
 public:
  explicit OptunaWriter(const RecordedStudy& recorded) : study_(recorded.study) {
    for (SearchParameter& parameter : search_parameters(recorded.record.search)) {
      parameter.distribution = normalized(std::move(parameter.distribution));
      parameters_.push_back(std::move(parameter));
    }
  }

  std::string write() {
    const bool is_minimized = study_.direction == SearchDirection::minimize;
    add(OptunaOperation::create_study, {{"study_name", to_json(Value(study_.name))},
                                        {"directions", is_minimized ? "[1]" : "[2]"}});
    for (const Trial& trial : study_.trials) write_trial(trial);
    return std::move(text_);
  }

 private:
  using Fields = std::vector<std::pair<std::string, std::string>>;  // keys with their JSON

  void add(OptunaOperation operation, const Fields& fields) {
    text_ += "{\"op_code\": " + std::to_string(static_cast<int>(operation)) +
             ", \"worker_id\": \"trainyard\"";
    for (const auto& [key, json] : fields) text_ += ", \"" + key + "\": " + json;
    text_ += "}\n";
  }

  void write_trial(const Trial& trial) {
    const std::string id = std::to_string(trial.number);
    add(OptunaOperation::create_trial,
        {{"study_id", "0"}, {"datetime_start", to_json(Value(iso_time(trial.started)))}});
    for (const SearchParameter& parameter : parameters_) write_value(trial, parameter, id);
    for (const auto& [step, value] : trial.reports)
      add(OptunaOperation::set_trial_intermediate_value,
          {{"trial_id", id},
           {"step", std::to_string(step)},
           {"intermediate_value", python_number(value)}});
    for (std::size_t rung = 0; rung < trial.rungs.size(); ++rung)
      add(OptunaOperation::set_trial_system_attribute,
          {{"trial_id", id},
           {"system_attr", "{\"completed_rung_" + std::to_string(rung) +
                               "\": " + python_number(trial.rungs[rung]) + "}"}});
    if (!trial.cause.empty())
      add(OptunaOperation::set_trial_user_attribute,
          {{"trial_id", id},
           {"user_attr",
            to_json(Value(Map{{"cause", render_message(trial.cause, trial.arguments)}}))}});
    if (trial.state != TrialState::running) write_end(trial, id);
  }

  void write_value(const Trial& trial, const SearchParameter& parameter, const std::string& id) {
    const Value* value = find(trial.values, parameter.path);
    const auto number = value ? number_of(parameter.distribution, *value) : std::nullopt;
    if (!number) return;
    add(OptunaOperation::set_trial_parameter,
        {{"trial_id", id},
         {"param_name", to_json(Value(parameter.path))},
         {"param_value_internal", python_number(*number)},
         {"distribution", to_json(Value(distribution_json(parameter.distribution)))}});
  }

  // A pruned trial has the value of its last report.
  void write_end(const Trial& trial, const std::string& id) {
    std::optional<double> value = trial.value;
    if (trial.state == TrialState::pruned && !trial.reports.empty())
      value = trial.reports.rbegin()->second;
    const bool has_value = value && !std::isnan(*value);
    add(OptunaOperation::set_trial_state_values,
        {{"trial_id", id},
         {"state", std::to_string(optuna_state(trial.state))},
         {"values", has_value ? "[" + python_number(*value) + "]" : "null"},
         {"datetime_complete", to_json(Value(iso_time(trial.ended)))}});
  }

  const Study& study_;
  std::vector<SearchParameter> parameters_;
  std::string text_;
};

}  // namespace

std::string to_optuna_journal(const RecordedStudy& recorded) {
  return OptunaWriter(recorded).write();
}

}  // namespace trainyard::search

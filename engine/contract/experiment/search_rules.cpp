// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/search_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/contract/experiment/data_rules.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/search_space.h"
#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"

namespace trainyard {
namespace {

using SearchKind = SearchDistribution::Kind;

// Checks the entries of search.space and search.first, each at its own line.
class SearchRules {
 public:
  SearchRules(const Experiment& experiment, std::vector<Diagnostic>& out)
      : experiment_(experiment), search_(experiment.search), out_(out) {}

  void check() {
    if (search_.space.empty()) return check_unused();
    for (const auto& [path, value] : search_.space) check_entry(path, value);
    for (const SearchParameter& parameter : parameters_) check_conditions(parameter);
    for (const auto& [path, values] : search_.first) check_first(path, values);
    check_objective();
    if (is_search_in_one_job(experiment_)) {
      if (experiment_.workload == Workload::engine) check_combinations();
      check_job();
    }
    if (is_search_by_controller(experiment_)) check_controller();
  }

 private:
  void note(Severity severity, std::string code, std::string path, Map arguments) {
    out_.push_back(
        make_diagnostic(severity, std::move(code), std::move(path), std::move(arguments)));
  }
  void note_parameter(std::string code, const std::string& path, Map more) {
    Map arguments{{"path", path}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    note(Severity::error, std::move(code), "search.space." + path, std::move(arguments));
  }
  // With the nearest of the known names, if one is near: the code is then CODE_near.
  void note_unknown(const std::string& code, const std::string& place, Map arguments,
                    const std::string& word, const std::vector<std::string>& known) {
    const auto near = nearest(word, known);
    if (near) arguments.emplace_back("nearest", *near);
    note(Severity::error, near ? code + "_near" : code, place, std::move(arguments));
  }

  void check_unused() {
    const SearchSection defaults;
    const bool is_changed =
        search_.trials != defaults.trials || search_.sampler != defaults.sampler ||
        search_.pruner != defaults.pruner || search_.objective != defaults.objective ||
        search_.direction != defaults.direction || search_.seeds != defaults.seeds ||
        search_.parallel != defaults.parallel || search_.time_limit || !search_.first.empty();
    if (is_changed) note(Severity::warning, "search.unused", "search", {});
  }

  void check_job() {
    if (experiment_.workload != Workload::engine)
      return note(Severity::error, "search.job_of_command", "search.run_as",
                  {{"workload", std::string(name_of(experiment_.workload))}});
    const std::int64_t processes = experiment_.resources.nodes * processes_per_node(experiment_);
    if (processes % search_.parallel != 0)
      note(Severity::error, "search.parallel_in_job", "search.parallel",
           {{"parallel", search_.parallel}, {"processes", processes}});
    for (const SearchParameter& parameter : parameters_) {
      const FieldInfo* field = find_search_field(parameter.path);
      if (field && is_of_job(*field)) note_parameter("search.fixed_in_job", parameter.path, {});
    }
  }
  // The controller has one job script for all trials, in which it fills in variables and arguments.
  void check_controller() {
    if (experiment_.resources.array) note(Severity::error, "study.array", "resources.array", {});
    for (const SearchParameter& parameter : parameters_) {
      const FieldInfo* field = find_search_field(parameter.path);
      if (field && is_of_job(*field) && field->path != "environment.variables")
        note_parameter("search.fixed_by_controller", parameter.path, {});
    }
  }
  // What the job is started with.
  static bool is_of_job(const FieldInfo& field) {
    constexpr std::string_view sections[] = {"resources", "environment", "code", "restart"};
    return std::ranges::find(sections, field.section) != std::end(sections);
  }

  static bool is_collection(const FieldInfo& field) {
    return field.kind == Kind::text_list || field.kind == Kind::text_map ||
           field.kind == Kind::value_map;
  }

  void check_entry(const std::string& path, const Value& value) {
    SearchEntry entry = read_search_entry(path, value);
    const FieldInfo* field = find_search_field(path);
    if (!field) {
      unknown_path(path);
    } else if (path == "seed") {
      note(Severity::warning, "search.seed", "search.space.seed", {});
    } else if (field->section == "search" || path == "name" || path == "format" ||
               path == "workload") {
      return note_parameter("search.fixed", path, {});
    } else if (field->path == path && is_collection(*field)) {
      return note_parameter("search.not_searchable", path, {});
    }
    for (Error& problem : entry.problems)
      note(Severity::error, std::move(problem.code), "search.space." + path,
           std::move(problem.arguments));
    if (!entry.problems.empty()) return;
    if (field && field->path == path) check_values(*field, entry.parameter.distribution);
    if (search_.sampler == SearchSampler::grid) check_grid(entry.parameter);
    parameters_.push_back(std::move(entry.parameter));
  }

  // A key of another section is found by its last word.
  void unknown_path(const std::string& path) {
    const std::string key = path.substr(path.rfind('.') + 1);
    std::vector<std::string> known;
    for (const FieldInfo& field : fields()) {
      if (field.section == "search") continue;
      known.push_back(field.path);
      if (field.key != key) continue;
      return note_parameter("search.unknown_path_near", path, {{"nearest", field.path}});
    }
    note_unknown("search.unknown_path", "search.space." + path, {{"path", path}}, path, known);
  }

  // The ends of a range, or each choice, as values of the field.
  void check_values(const FieldInfo& field, const SearchDistribution& distribution) {
    if (distribution.kind == SearchKind::categorical) {
      for (const Value& choice : distribution.choices) check_value(field, choice);
      return;
    }
    for (const double end : {distribution.low, distribution.high})
      if (!check_value(field, distribution.kind == SearchKind::integer
                                  ? Value(static_cast<std::int64_t>(end))
                                  : Value(end)))
        return;
  }
  bool check_value(const FieldInfo& field, const Value& value) {
    const std::string place = "search.space." + field.path;
    if (!has_kind(field, value)) {
      note(Severity::error, "field.wrong_type", place,
           {{"field", field.path}, {"expected", expected_words(field)}, {"found", spell(value)}});
      return false;
    }
    std::vector<FieldProblem> problems = check_field(field, value);
    for (FieldProblem& problem : problems)
      note(Severity::error, std::move(problem.code), place, std::move(problem.arguments));
    return problems.empty();
  }

  void check_grid(const SearchParameter& parameter) {
    const SearchDistribution& distribution = parameter.distribution;
    if (distribution.kind == SearchKind::real && !distribution.step &&
        distribution.low < distribution.high)
      note_parameter("search.grid", parameter.path, {});
  }

  const SearchParameter* find_parameter(const std::string& path) const {
    const auto found = std::ranges::find(parameters_, path, &SearchParameter::path);
    return found == parameters_.end() ? nullptr : &*found;
  }
  std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const auto& [path, value] : search_.space) out.push_back(path);
    return out;
  }

  void check_conditions(const SearchParameter& parameter) {
    for (const SearchCondition& condition : parameter.conditions) {
      const SearchParameter* parent = find_parameter(condition.path);
      if (!find(search_.space, condition.path)) {
        note_unknown("search.when_unknown", "search.space." + parameter.path,
                     {{"path", parameter.path}, {"parent", condition.path}}, condition.path,
                     paths());
        continue;
      }
      for (const Value& value : condition.values)
        if (parent && !can_have(parent->distribution, value))
          note_parameter("search.when_value", parameter.path,
                         {{"parent", condition.path}, {"found", spell(value)}});
    }
    std::vector<std::string> seen;
    if (depends_on(parameter, parameter.path, seen))
      note_parameter("search.when_cycle", parameter.path, {});
  }
  bool depends_on(const SearchParameter& parameter, const std::string& path,
                  std::vector<std::string>& seen) const {
    if (std::ranges::find(seen, parameter.path) != seen.end()) return false;
    seen.push_back(parameter.path);
    return std::ranges::any_of(parameter.conditions, [&](const SearchCondition& condition) {
      const SearchParameter* parent = find_parameter(condition.path);
      return condition.path == path || (parent && depends_on(*parent, path, seen));
    });
  }
  static bool can_have(const SearchDistribution& distribution, const Value& value) {
    if (distribution.kind == SearchKind::categorical)
      return std::ranges::find(distribution.choices, value) != distribution.choices.end();
    const auto number = finite_number(value);
    return number && distribution.low <= *number && *number <= distribution.high;
  }

  void check_first(const std::string& path, const Value& values) {
    const std::string place = "search.first." + path;
    if (!find(search_.space, path))
      return note_unknown("search.first_unknown", place, {{"path", path}}, path, paths());
    const auto* list = values.get_if<List>();
    if (!list)
      return note(Severity::error, "search.first_list", place,
                  {{"path", path}, {"found", spell(values)}});
    const SearchParameter* parameter = find_parameter(path);
    for (const Value& value : *list)
      if (parameter && !value.is_null() && !can_have(parameter->distribution, value))
        note(Severity::error, "search.first_value", place,
             {{"path", path}, {"found", spell(value)}});
  }

  // Trained again, the same values give the same result. Of a grid everybody expects as many trials
  // as it has combinations.
  void check_combinations() {
    if (search_.sampler == SearchSampler::grid || parameters_.empty()) return;
    double combinations = 1;  // at most, since parameters may depend on others
    for (const SearchParameter& parameter : parameters_)
      combinations *= number_of_values(parameter.distribution);
    if (combinations < static_cast<double>(search_.trials))
      note(Severity::warning, "search.used_up", "search.trials",
           {{"combinations", static_cast<std::int64_t>(combinations)}, {"trials", search_.trials}});
  }
  static double number_of_values(const SearchDistribution& distribution) {
    if (distribution.kind == SearchKind::categorical)
      return static_cast<double>(distribution.choices.size());
    if (distribution.low >= distribution.high) return 1;
    const bool is_whole = distribution.kind == SearchKind::integer;
    if (!distribution.step && !is_whole) return std::numeric_limits<double>::infinity();
    return std::floor((distribution.high - distribution.low) / distribution.step.value_or(1)) + 1;
  }

  void check_objective() {
    const std::string& metric = search_.objective;
    constexpr const char* place = "search.objective";
    const bool is_small_good =
        metric.ends_with("loss") || metric.ends_with("perplexity") || metric.ends_with("mse");
    const bool is_minimized = search_.direction == SearchDirection::minimize;
    if (experiment_.workload != Workload::engine) return;
    const std::vector<std::string> known = evaluation_metrics(experiment_.task);
    if (std::ranges::find(known, metric) == known.end())
      return note(Severity::error, "search.objective", place,
                  {{"metric", metric}, {"known", comma_list(known)}});
    if (!is_evaluated(experiment_.evaluation))
      note(Severity::error, "search.not_evaluated", place, {{"metric", metric}});
    if (is_small_good != is_minimized)
      note(Severity::warning, is_small_good ? "search.maximized" : "search.minimized",
           "search.direction", {{"metric", metric}});
  }

  const Experiment& experiment_;
  const SearchSection& search_;
  std::vector<Diagnostic>& out_;
  std::vector<SearchParameter> parameters_;
};

}  // namespace

bool is_search_in_one_job(const Experiment& experiment) {
  const SearchSection& search = experiment.search;
  const bool is_automatic = search.run_as == SearchRunAs::automatic;
  return !search.space.empty() && (search.run_as == SearchRunAs::one_job ||
                                   (is_automatic && experiment.workload == Workload::engine));
}

bool is_search_by_controller(const Experiment& experiment) {
  return !experiment.search.space.empty() &&
         experiment.search.run_as == SearchRunAs::controller_job;
}

bool is_search_of_jobs(const Experiment& experiment) {
  return !experiment.search.space.empty() && !is_search_in_one_job(experiment) &&
         !is_search_by_controller(experiment);
}

void check_search_rules(const Experiment& experiment, std::vector<Diagnostic>& out) {
  SearchRules(experiment, out).check();
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Hyperparameters that are chosen by trials: which fields vary, how their values are proposed, and
// which metric decides.
#pragma once

#include "engine/contract/describe/names.h"
#include "engine/contract/experiment/resources.h"

namespace trainyard {

enum class SearchSampler { tpe, tpe_independent, random, grid };
template <>
struct Names<SearchSampler> {
  static constexpr std::pair<SearchSampler, std::string_view> all[] = {
      {SearchSampler::tpe, "tpe"},
      {SearchSampler::tpe_independent, "tpe_independent"},
      {SearchSampler::random, "random"},
      {SearchSampler::grid, "grid"}};
};

enum class SearchPruner { none, median, asha, hyperband };
template <>
struct Names<SearchPruner> {
  static constexpr std::pair<SearchPruner, std::string_view> all[] = {
      {SearchPruner::none, "none"},
      {SearchPruner::median, "median"},
      {SearchPruner::asha, "asha"},
      {SearchPruner::hyperband, "hyperband"}};
};

enum class SearchDirection { minimize, maximize };
template <>
struct Names<SearchDirection> {
  static constexpr std::pair<SearchDirection, std::string_view> all[] = {
      {SearchDirection::minimize, "minimize"}, {SearchDirection::maximize, "maximize"}};
};

enum class SearchRunAs { automatic, one_job, job_each, controller_job };
template <>
struct Names<SearchRunAs> {
  static constexpr std::pair<SearchRunAs, std::string_view> all[] = {
      {SearchRunAs::automatic, "auto"},
      {SearchRunAs::one_job, "one_job"},
      {SearchRunAs::job_each, "job_each"},
      {SearchRunAs::controller_job, "controller_job"}};
};

struct SearchSection {
  Map space;
  SearchRunAs run_as = SearchRunAs::automatic;
  SearchSampler sampler = SearchSampler::tpe;
  std::int64_t startup_trials = 10;
  SearchPruner pruner = SearchPruner::none;
  std::int64_t prune_after_steps = 0;
  std::optional<std::int64_t> prune_patience;
  std::string objective = "eval/loss";
  SearchDirection direction = SearchDirection::minimize;
  std::int64_t trials = 20;
  std::int64_t parallel = 1;
  std::optional<std::string> time_limit;
  std::int64_t seeds = 1;
  Map first;
  std::optional<std::string> controller_partition;
  std::optional<std::string> controller_time_limit;
};

void describe(Section<SearchSection>& section);

struct Experiment;

// Whether the document has a search, and where its trials run: one after another in a single job;
// as jobs of their own, submitted by the service; or as such that a job on the cluster submits.
bool is_search_in_one_job(const Experiment& experiment);
bool is_search_of_jobs(const Experiment& experiment);
bool is_search_by_controller(const Experiment& experiment);

// Values of one parameter of a search. Integers and reals have a range that includes both ends; a
// categorical parameter has choices.
struct SearchDistribution {
  enum class Kind { real, integer, categorical };
  Kind kind = Kind::real;
  double low = 0, high = 0;
  bool log = false;            // uniform in the logarithm
  std::optional<double> step;  // of low; integers without one have 1
  List choices;                // scalars, all different

  bool operator==(const SearchDistribution&) const = default;
};

// The parameter is only used if another one has one of these values.
struct SearchCondition {
  std::string path;
  List values;

  bool operator==(const SearchCondition&) const = default;
};

struct SearchParameter {
  std::string path;  // of a field, or of an entry of a field that is a mapping
  SearchDistribution distribution;
  std::vector<SearchCondition> conditions;  // all of them

  bool operator==(const SearchParameter&) const = default;
};

// The parameters of the space in the order of the document; those that are not well-formed are left
// out. (check_search_rules reports them.)
std::vector<SearchParameter> search_parameters(const SearchSection& section);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the values of the next trial. A sampler has no state: what it proposes follows from the
// study, the space and the random numbers.
#pragma once

#include <memory>
#include <optional>

#include "engine/contract/experiment/search.h"
#include "engine/search/random_stream.h"
#include "engine/search/space.h"
#include "engine/search/study.h"

namespace trainyard::search {

class Sampler {
 public:
  virtual ~Sampler() = default;

  // Values that no trial of the study has, as long as the space has others, even while several
  // trials run at the same time. Nothing if a grid is complete.
  virtual std::optional<Map> propose(const Study& study, const Space& space,
                                     RandomStream& random) const = 0;
};

// The values of the next trial: those that search.first has for it, the others as the sampler
// proposes them.
std::optional<Map> propose_next(const Sampler& sampler, const Study& study, const Space& space,
                                const SearchSection& search, RandomStream& random);

std::unique_ptr<Sampler> make_sampler(const SearchSection& search);

// Each active parameter uniformly.
Map random_values(const Space& space, RandomStream& random);

// Whether a trial of the study, running or ended, has exactly these values.
bool has_values(const Study& study, const Map& values);

// Whether the study has trials of every combination of a finite space, of up to 100,000.
bool is_used_up(const Study& study, const Space& space);

// Random values that no trial has; the last ones drawn if the space seems to have no others.
Map unused_random_values(const Study& study, const Space& space, RandomStream& random);

class RandomSampler : public Sampler {
 public:
  std::optional<Map> propose(const Study& study, const Space& space,
                             RandomStream& random) const override;
};

// Every combination once, in the order of the parameters; the last one changes fastest. Parameters
// need a finite number of values.
class GridSampler : public Sampler {
 public:
  std::optional<Map> propose(const Study& study, const Space& space,
                             RandomStream& random) const override;
};

}  // namespace trainyard::search

// Examples that can be read in any order.
#pragma once

#include <cstdint>

#include "engine/contract/result.h"
#include "engine/data/micro_batch.h"

namespace trainyard {

class Dataset {
 public:
  virtual ~Dataset() = default;

  virtual std::int64_t num_examples() const = 0;
  // In tokens.
  virtual std::int64_t length_of(std::int64_t index) const = 0;
  virtual std::int64_t longest_row() const = 0;
  // The examples of these indices, in this order, as rows without keys. Errors: a read that fails;
  // content that cannot be.
  virtual Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const = 0;
};

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of prepared data.
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

class PreparedBuilder final : public DatasetBuilder {
 public:
  explicit PreparedBuilder(const DataRequest& request)
      : folder_(request.resolve(request.experiment.data.path.value_or(""))) {}

  std::vector<Error> check() const override {
    const auto data = read_prepared(folder_);
    return data ? std::vector<Error>() : std::vector<Error>{data.error()};
  }
  std::optional<fs::path> vocabulary() const override { return folder_; }
  Result<Map> key(const PrepareProgress&) const override {
    return make_error("data.prepared_already", {});
  }
  Result<PreparedData> prepare(const fs::path&, const PrepareProgress&) const override {
    return make_error("data.prepared_already", {});
  }
  Result<PreparedData> prepare_cached(const PrepareProgress&) const override {
    return read_prepared(folder_);
  }

 private:
  const fs::path folder_;
};

}  // namespace

std::unique_ptr<DatasetBuilder> make_prepared_builder(const DataRequest& request) {
  return std::make_unique<PreparedBuilder>(request);
}

}  // namespace trainyard

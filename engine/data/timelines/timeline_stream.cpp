// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/timeline_stream.h"

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

class WindowReader final : public RowReader {
 public:
  WindowReader(const PackingSettings& packing, PackedTimelines packed)
      : packing_(packing), packed_(std::move(packed)) {}

  Result<bool> next(TokenRow& row) override { return packed_.next(row); }
  void begin(std::uint64_t epoch) override { packed_.begin_again(epoch); }

  Map position() const override { return packed_.position(); }
  bool seek(std::uint64_t epoch, const Map& position) override {
    if (!packed_.seek(position)) return false;
    packed_.begin_again(epoch);
    return packed_.seek(position);
  }

  // Measured in timelines, since the number of windows is unknown.
  double share_read() const override {
    return (static_cast<double>(packed_.num_timelines_begun()) - 0.5) /
           static_cast<double>(packed_.num_timelines());
  }
  std::int64_t num_examples() const override { return packed_.num_timelines(); }
  Error no_rows() const override {
    return make_error("timelines.too_short", {{"path", packing_.files.paths.front().string()},
                                              {"sequence_length", packing_.window_length}});
  }

 private:
  const PackingSettings packing_;
  PackedTimelines packed_;
};

}  // namespace

Result<std::unique_ptr<RowStream>> open_timeline_stream(StreamSettings stream,
                                                        const PackingSettings& packing) {
  TRY(auto packed, PackedTimelines::open(packing));
  stream.padding_id = packing.padding_id;
  return std::make_unique<RowStream>(stream,
                                     std::make_unique<WindowReader>(packing, std::move(packed)));
}

}  // namespace trainyard

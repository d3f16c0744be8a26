// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of tensors that the processor's allocator gives and takes back while it is watched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

namespace trainyard {

class MemoryUse {
 public:
  std::int64_t current() const { return report_->current; }
  std::int64_t peak() const { return report_->peak; }

 private:
  struct Report final : c10::MemoryReportingInfoBase {
    void reportMemoryUsage(void*, int64_t allocated, size_t, size_t, c10::Device) override {
      current += allocated;
      peak = std::max(peak, current);
    }
    bool memoryProfilingEnabled() const override { return true; }
    std::int64_t current = 0, peak = 0;
  };

  std::shared_ptr<Report> report_ = std::make_shared<Report>();
  c10::DebugInfoGuard guard_{c10::DebugInfoKind::PROFILER_STATE, report_};
};

}  // namespace trainyard

#include "engine/model/autocast.h"

#include <ATen/autocast_mode.h>

namespace trainyard {

AutocastGuard::AutocastGuard(ComputePrecision precision, at::DeviceType device)
    : device_(device), active_(precision != ComputePrecision::fp32) {
  if (!active_) return;
  was_enabled_ = at::autocast::is_autocast_enabled(device_);
  former_type_ = at::autocast::get_autocast_dtype(device_);
  at::autocast::set_autocast_dtype(device_, at::kBFloat16);
  at::autocast::set_autocast_enabled(device_, true);
  at::autocast::increment_nesting();
}

AutocastGuard::~AutocastGuard() {
  if (!active_) return;
  // The cache holds the weights' casts: they are stale after the next update.
  if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
  at::autocast::set_autocast_enabled(device_, was_enabled_);
  at::autocast::set_autocast_dtype(device_, former_type_);
}

}  // namespace trainyard

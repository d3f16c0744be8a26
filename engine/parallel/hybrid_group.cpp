// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/hybrid_group.h"

#include <utility>

namespace trainyard {

void HybridGroup::start_scatter_sum(const at::Tensor& whole, const at::Tensor& part) {
  sharing_->start_scatter_sum(whole, part);
  parts_.push_back(part);
}

void HybridGroup::finish_started() {
  sharing_->finish_started();
  for (const at::Tensor& part : std::exchange(parts_, {})) replicas_->start_sum(part);
  replicas_->finish_started();
  all_->finish_started();
}

void HybridGroup::settle() {
  sharing_->settle();
  replicas_->settle();
  all_->settle();
}

void HybridGroup::settle_former() {
  sharing_->settle_former();
  replicas_->settle_former();
  all_->settle_former();
}

void HybridGroup::set_timeout(std::chrono::milliseconds timeout) {
  for (ProcessGroup* group : {all_.get(), sharing_.get(), replicas_.get()})
    group->set_timeout(timeout);
}

bool HybridGroup::shutdown(std::chrono::milliseconds limit) {
  return sharing_->shutdown(limit) && replicas_->shutdown(limit) && all_->shutdown(limit);
}

void HybridGroup::abort() {
  for (ProcessGroup* group : {all_.get(), sharing_.get(), replicas_.get()}) group->abort();
}

}  // namespace trainyard

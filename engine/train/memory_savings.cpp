// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/memory_savings.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "engine/system/comma_list.h"

namespace trainyard {

std::vector<MemorySaving> memory_savings(const Experiment& experiment, MemoryPlans& plans,
                                         std::int64_t per_device, std::int64_t planned) {
  std::vector<MemorySaving> savings;
  const auto add = [&](const std::string& setting, std::int64_t rows,
                       const std::function<void(Experiment&)>& change) {
    Experiment changed = experiment;
    change(changed);
    if (has_errors(check_rules(changed))) return;
    const MemoryPlan& plan = plans.of(changed, rows);
    const std::int64_t saved = planned - plan.total();
    if (saved * 100 >= planned) savings.push_back({setting, saved, plan.host});
  };
  add("parallel.recompute=full", per_device,
      [](Experiment& changed) { changed.parallel.recompute = Recompute::full; });
  if (experiment.optimizer.kind == OptimizerKind::adamw)
    add("optimizer.kind=adamw_8bit", per_device,
        [](Experiment& changed) { changed.optimizer.kind = OptimizerKind::adamw_8bit; });
  const std::int64_t last_stage = ranks_per_training(experiment) > 1 ? 3 : 0;
  for (std::int64_t stage = experiment.parallel.zero_stage + 1; stage <= last_stage; ++stage)
    add("parallel.zero_stage=" + std::to_string(stage), per_device,
        [stage](Experiment& changed) { changed.parallel.zero_stage = stage; });
  if (experiment.resources.uses_gpus()) {
    add("parallel.offload_activations=true", per_device,
        [](Experiment& changed) { changed.parallel.offload_activations = true; });
    const auto offload = [](Experiment& changed) {
      changed.parallel.zero_stage = std::max<std::int64_t>(1, changed.parallel.zero_stage);
      changed.parallel.offload_optimizer = true;
    };
    add(experiment.parallel.zero_stage > 0
            ? "parallel.offload_optimizer=true"
            : "parallel.zero_stage=1 with parallel.offload_optimizer=true",
        per_device, offload);
  }
  if (per_device > 1)
    add("batch.per_device=" + std::to_string(per_device / 2), per_device / 2, [](Experiment&) {});
  std::ranges::stable_sort(savings, std::ranges::greater(), &MemorySaving::bytes);
  return savings;
}

std::string savings_text(const std::vector<MemorySaving>& savings, std::size_t most) {
  return comma_list(savings | std::views::take(most) |
                    std::views::transform([](const MemorySaving& saving) {
                      return saving.setting + " (" + bytes_text(saving.bytes) + ")";
                    }));
}

}  // namespace trainyard

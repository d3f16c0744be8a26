// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/plan_command.h"

#include <algorithm>
#include <cstdio>

#include "engine/contract/json.h"
#include "engine/train/memory_plan.h"

namespace trainyard {

namespace {

void print_heading(const char* name, bool has_host) {
  std::printf("%10s %12s %12s %12s %12s %12s %12s%s\n", name, "total", "parameters", "copies",
              "gradients", "optimizer", "activations", has_host ? "  main memory" : "");
}

void print_memory(const std::string& name, const PlannedMemory& memory) {
  std::printf("%10s %12s %12s %12s %12s %12s %12s", name.c_str(),
              bytes_text(memory.total()).c_str(), bytes_text(memory.parameters).c_str(),
              bytes_text(memory.copies).c_str(), bytes_text(memory.gradients).c_str(),
              bytes_text(memory.optimizer).c_str(), bytes_text(memory.activations).c_str());
  if (memory.host > 0) std::printf(" %12s", bytes_text(memory.host).c_str());
  std::printf("\n");
}

bool has_host(const std::vector<PlannedMemory>& list) {
  return std::ranges::any_of(list, [](const PlannedMemory& memory) { return memory.host > 0; });
}

void print_stages(const TrainingPlan& plan) {
  std::printf("\nBy parallel.zero_stage, with %lld rows a device on %lld processes:\n",
              static_cast<long long>(plan.per_device), static_cast<long long>(plan.world_size));
  print_heading("stage", has_host(plan.stages));
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
    print_memory(std::to_string(stage), plan.stages[stage]);
}

void print_plan(const TrainingPlan& plan) {
  std::printf("model   %s, %lld parameters, %lld of them trained, vocabulary of %lld\n",
              plan.architecture.c_str(), static_cast<long long>(plan.num_parameters),
              static_cast<long long>(plan.num_trained), static_cast<long long>(plan.vocab_size));
  std::printf("step    %lld rows a device x %lld accumulation steps x %lld processes\n",
              static_cast<long long>(plan.per_device), static_cast<long long>(plan.accumulation),
              static_cast<long long>(plan.world_size));
  if (plan.num_steps) std::printf("length  %lld steps", static_cast<long long>(*plan.num_steps));
  if (plan.num_steps && plan.num_examples)
    std::printf(", %lld an epoch of %lld examples", static_cast<long long>(*plan.steps_per_epoch),
                static_cast<long long>(*plan.num_examples));
  std::printf("%s\n", plan.num_steps ? "" : "length  known once the data is prepared");
  std::printf(
      "\nMemory of each process, without loaded libraries (100 to 200 MiB) and caches of torch and "
      "CUDA:\n");
  print_heading("per device", has_host(plan.memory));
  for (const PlannedMemory& memory : plan.memory)
    print_memory(std::to_string(memory.per_device), memory);
  if (plan.recomputed) print_memory("recomputed", *plan.recomputed);
  if (!plan.stages.empty()) print_stages(plan);
  if (plan.savings.empty()) return;
  std::printf("\nWhat would take less, each by itself:\n");
  for (const MemorySaving& saving : plan.savings)
    std::printf("%12s less  %s\n", bytes_text(saving.bytes).c_str(), saving.setting.c_str());
}

}  // namespace

Result<ExitCode> plan_command(const PlanArguments& arguments) {
  const Result<PlannedTraining> planned = plan_training(arguments.request);
  if (!planned && arguments.json) {
    const Error& error = planned.error();
    const Map problem{
        {"code", error.code}, {"arguments", error.arguments}, {"text", error.message}};
    std::printf("%s\n", to_json(Value(Map{{"format", kPlanFormat}, {"error", problem}})).c_str());
  }
  if (!planned) return planned.error();
  if (arguments.json)
    std::printf("%s\n", to_json(Value(to_map(planned->plan))).c_str());
  else
    print_plan(planned->plan);
  return ExitCode::completed;
}

}  // namespace trainyard

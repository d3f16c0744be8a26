// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what a GPU would start.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <ATen/record_function.h>

namespace trainyard {

// Operators that compute, while it lives and on this thread: those that call no others, but for
// views and new memory.
class KernelCounts {
 public:
  using Counts = std::map<std::string, int>;

  KernelCounts() {
    state() = {};
    handle_ = at::addThreadLocalCallback(
        at::RecordFunctionCallback(begin, end).scopes({at::RecordScope::FUNCTION}));
  }
  ~KernelCounts() { at::removeCallback(handle_); }
  KernelCounts(const KernelCounts&) = delete;
  KernelCounts& operator=(const KernelCounts&) = delete;

  const Counts& counts() const { return state().counts; }
  int sum() const {
    int sum = 0;
    for (const auto& [name, count] : counts()) sum += count;
    return sum;
  }

 private:
  struct State {
    std::vector<bool> is_made_of_others;  // of the operators that are running
    Counts counts;
  };
  static State& state() {
    static thread_local State all;
    return all;
  }
  static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction&) {
    state().is_made_of_others.push_back(false);
    return nullptr;
  }
  static void end(const at::RecordFunction& call, at::ObserverContext*) {
    static const std::set<std::string> computes_nothing = {"aten::view",
                                                           "aten::_unsafe_view",
                                                           "aten::_reshape_alias",
                                                           "aten::reshape",
                                                           "aten::t",
                                                           "aten::transpose",
                                                           "aten::permute",
                                                           "aten::expand",
                                                           "aten::as_strided",
                                                           "aten::slice",
                                                           "aten::select",
                                                           "aten::narrow",
                                                           "aten::unsqueeze",
                                                           "aten::squeeze",
                                                           "aten::detach",
                                                           "aten::alias",
                                                           "aten::split",
                                                           "aten::split_with_sizes",
                                                           "aten::chunk",
                                                           "aten::unbind",
                                                           "aten::empty",
                                                           "aten::empty_like",
                                                           "aten::empty_strided",
                                                           "aten::new_empty",
                                                           "aten::to",
                                                           "aten::contiguous",
                                                           "aten::resolve_conj",
                                                           "aten::resolve_neg",
                                                           "aten::lift_fresh",
                                                           "aten::expand_as",
                                                           "aten::view_as",
                                                           "aten::type_as",
                                                           "aten::result_type",
                                                           "aten::new_empty_strided",
                                                           "aten::is_same_size"};
    std::vector<bool>& running = state().is_made_of_others;
    const std::string name = call.name();
    const bool is_made_of_others = running.back();
    running.pop_back();
    if (!is_made_of_others) {
      if (computes_nothing.contains(name) || name.starts_with("autograd::")) return;
      ++state().counts[name];
    }
    if (!running.empty()) running.back() = true;
  }

  at::CallbackHandle handle_;
};

}  // namespace trainyard

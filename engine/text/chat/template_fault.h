// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of templates, which can occur in hundreds of places: thrown inside engine/text/chat and
// only caught by ChatTemplate::parse and ChatTemplate::render, which convert them to an Error. Also
// the work limit of a rendering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard::chat {

struct TemplateFault {
  const char* code;  // from messages/chat.cpp
  Map arguments;
};

[[noreturn]] void fail(const char* code, Map arguments = {});

// Limits for hostile templates: steps of work (one for about 32 bytes copied or compared), and call
// depth.
class Work {
 public:
  explicit Work(std::int64_t steps) : left_(steps) {}
  void spend(std::size_t steps) {
    left_ -= static_cast<std::int64_t>(steps);
    if (left_ < 0) exhausted();
  }
  void spend_bytes(std::size_t bytes) { spend(1 + bytes / 32); }

  // A guard for one more level of calls; each uses up to some KB of stack.
  class Deeper {
   public:
    explicit Deeper(Work& work) : work_(work) {
      if (++work_.depth_ > deepest) too_deep();
    }
    ~Deeper() { --work_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    [[noreturn]] void too_deep();
    Work& work_;
  };

 private:
  static constexpr int deepest = 800;
  [[noreturn]] static void exhausted();
  std::int64_t left_;
  int depth_ = 0;
};

}  // namespace trainyard::chat

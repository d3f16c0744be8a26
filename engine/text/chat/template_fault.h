// SPDX-License-Identifier: GPL-3.0-or-later
// How a template's failure leaves the hundreds of places that may meet one: thrown inside of
// engine/text/chat, and caught by ChatTemplate::parse and ChatTemplate::render alone, which make an
// Error of it. Also the work a rendering may do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard::chat {

struct TemplateFault {
  const char* code;  // of messages/chat.cpp
  Map arguments;
};

[[noreturn]] void fail(const char* code, Map arguments = {});

// What a hostile template would have too much of: steps of work (one for about 32 bytes copied or
// compared), and calls inside of calls.
class Work {
 public:
  explicit Work(std::int64_t steps) : left_(steps) {}
  void spend(std::size_t steps) {
    left_ -= static_cast<std::int64_t>(steps);
    if (left_ < 0) exhausted();
  }
  void spend_bytes(std::size_t bytes) { spend(1 + bytes / 32); }
  bool is_exhausted() const { return left_ < 0; }

  // Lives as long as one more call inside of the others; each takes up to some KB of stack.
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

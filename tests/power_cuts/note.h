// SPDX-License-Identifier: GPL-3.0-or-later
// What a program under recorder.cpp says of itself: from here on this must be found again. Without
// the recorder it says nothing.
#pragma once

#include <dlfcn.h>

#include <string>

namespace trainyard {

inline void note(const std::string& text) {
  static const auto say =
      reinterpret_cast<void (*)(const char*)>(::dlsym(RTLD_DEFAULT, "note_power_cut"));
  if (say) say(text.c_str());
}

}  // namespace trainyard

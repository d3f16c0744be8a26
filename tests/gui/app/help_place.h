// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the help of a setting open, after all other places: it stays open.
#pragma once

#include "gui/app/window_help.h"
#include "gui/forms/form_view.h"
#include "tests/gui/app/window_scene.h"

namespace trainyard {

inline WindowPlace helpPlace() {
  return {"help", [](MainWindow& window) {
            window.pages()->goTo("experiments");
            window.pages()->experiment()->sides()->formView()->jumpTo("batch.per_device");
            window.help()->showOfFocus();
          }};
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace trainyard {

// A document to start from that is shipped with the program.
struct Preset {
  QString name;
  QString summary;  // the first comment lines of the file
  QString file;
};
std::vector<Preset> presets();

}  // namespace trainyard

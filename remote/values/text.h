// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between Qt's texts and the contract's, which are UTF-8.
#pragma once

#include <string_view>

#include <QString>

namespace trainyard {

inline QString text(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

}  // namespace trainyard

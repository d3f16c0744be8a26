// SPDX-License-Identifier: GPL-3.0-or-later
// Handing descriptors over to another process of this computer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/system/descriptor.h"

namespace trainyard {

// Sends the bytes (at least one) through a connected local socket, and the descriptors with the
// first of them. False when the other side has gone.
bool sendDescriptors(int socket, std::string_view bytes, const std::vector<int>& descriptors);

// What one look at the socket brought: at most `maxBytes`, and the descriptors that came with
// them.
struct PassedDescriptors {
  std::string bytes;     // empty: nothing has come yet, or never will
  bool isEnded = false;  // the other side has gone
  std::vector<Descriptor> descriptors;
};
PassedDescriptors receiveDescriptors(int socket, std::size_t maxBytes);

}  // namespace trainyard

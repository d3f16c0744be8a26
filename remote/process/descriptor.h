// SPDX-License-Identifier: GPL-3.0-or-later
// Passes file descriptors to another process of this computer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/system/descriptor.h"

namespace trainyard {

// Sends the bytes (at least one) through a connected local socket, with the descriptors attached to
// the first of them. False if the other side has closed.
bool sendDescriptors(int socket, std::string_view bytes, const std::vector<int>& descriptors);

// The result of one read from the socket: at most `maxBytes`, and the descriptors received with
// them.
struct PassedDescriptors {
  std::string bytes;     // empty: nothing has arrived yet, or the other side has closed
  bool isEnded = false;  // the other side has closed
  std::vector<Descriptor> descriptors;
};
PassedDescriptors receiveDescriptors(int socket, std::size_t maxBytes);

}  // namespace trainyard

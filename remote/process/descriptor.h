// A file descriptor that is closed with its object, and handing descriptors over to another process
// of this computer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trainyard {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : m_number(number) {}
  Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(m_number, other.m_number);
    return *this;
  }
  ~Descriptor();

  int number() const { return m_number; }  // -1: none
  bool isOpen() const { return m_number >= 0; }

 private:
  int m_number = -1;
};

// Sends the bytes (at least one) through a connected local socket, and the descriptors with the
// first of them. False when the other side has gone.
bool sendDescriptors(int socket, std::string_view bytes, const std::vector<int>& descriptors);

// What one look at the socket brought: at most `mostBytes`, and the descriptors that came with
// them.
struct PassedDescriptors {
  std::string bytes;     // empty: nothing has come yet, or never will
  bool isEnded = false;  // the other side has gone
  std::vector<Descriptor> descriptors;
};
PassedDescriptors receiveDescriptors(int socket, std::size_t mostBytes);

}  // namespace trainyard

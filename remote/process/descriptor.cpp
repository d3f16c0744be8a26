// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <unistd.h>

namespace trainyard {

constexpr std::size_t maxDescriptors = 8;

bool sendDescriptors(int socket, std::string_view bytes, const std::vector<int>& descriptors) {
  iovec content{const_cast<char*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(maxDescriptors * sizeof(int))] = {};
  const std::size_t size = std::min(descriptors.size(), maxDescriptors) * sizeof(int);
  msghdr message{};
  message.msg_iov = &content;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = CMSG_SPACE(size);
  cmsghdr* head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(size);
  std::memcpy(CMSG_DATA(head), descriptors.data(), size);
  ssize_t sent = -1;
  do sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  // A few bytes are sent atomically.
  return sent == static_cast<ssize_t>(bytes.size());
}

PassedDescriptors receiveDescriptors(int socket, std::size_t maxBytes) {
  PassedDescriptors passed;
  passed.bytes.resize(maxBytes);
  iovec content{passed.bytes.data(), passed.bytes.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(maxDescriptors * sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &content;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  const ssize_t got = ::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  passed.isEnded = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
  passed.bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got <= 0) return passed;
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr;
       head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    for (std::size_t at = 0; at + sizeof(int) <= head->cmsg_len - CMSG_LEN(0); at += sizeof(int)) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(head) + at, sizeof number);
      passed.descriptors.emplace_back(number);
    }
  }
  return passed;
}

}  // namespace trainyard

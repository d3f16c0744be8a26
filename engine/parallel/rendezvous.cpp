// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/rendezvous.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "engine/system/first_line.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Error rendezvous_error(const char* code, const RankInfo& ranks, Map more = {}) {
  Map arguments = {{"address", ranks.master_address + ":" + std::to_string(ranks.master_port)},
                   {"rank", ranks.rank},
                   {"world_size", ranks.world_size}};
  for (auto& entry : more) arguments.push_back(std::move(entry));
  return make_error(code, std::move(arguments));
}

std::string numeric(const sockaddr* address, socklen_t length) {
  char host[NI_MAXHOST];
  if (getnameinfo(address, length, host, sizeof host, nullptr, 0, NI_NUMERICHOST) != 0) return {};
  return host;
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

// The source address that the kernel chooses towards the master; connecting a datagram socket sends
// nothing.
std::string address_towards(const RankInfo& ranks) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(ranks.master_address.c_str(), std::to_string(ranks.master_port).c_str(), &hints,
                  &found) != 0)
    return {};
  std::string result;
  for (const addrinfo* entry = found; entry != nullptr && result.empty(); entry = entry->ai_next) {
    const int descriptor = socket(entry->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) continue;
    sockaddr_storage own{};
    socklen_t length = sizeof own;
    if (connect(descriptor, entry->ai_addr, entry->ai_addrlen) == 0 &&
        getsockname(descriptor, reinterpret_cast<sockaddr*>(&own), &length) == 0)
      result = numeric(reinterpret_cast<const sockaddr*>(&own), length);
    close(descriptor);
  }
  freeaddrinfo(found);
  return result;
}

std::string first_outer_address() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return {};
  std::string result;
  for (const ifaddrs* entry = list; entry != nullptr && result.empty(); entry = entry->ifa_next) {
    if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET) continue;
    if ((entry->ifa_flags & IFF_UP) == 0 || (entry->ifa_flags & IFF_LOOPBACK) != 0) continue;
    result = numeric(entry->ifa_addr, sizeof(sockaddr_in));
  }
  freeifaddrs(list);
  return result;
}

}  // namespace

Result<c10::intrusive_ptr<c10d::Store>> meet(const RankInfo& ranks, std::chrono::seconds timeout) {
  c10d::TCPStoreOptions options;
  options.port = ranks.master_port;
  options.isServer = ranks.rank == 0;
  options.numWorkers = static_cast<std::size_t>(ranks.world_size);
  options.timeout = timeout;
  try {
    return c10::intrusive_ptr<c10d::Store>(
        c10::make_intrusive<c10d::TCPStore>(ranks.master_address, options));
  } catch (const std::exception& error) {
    const std::string text = error.what();
    if (text.find("EADDRINUSE") != std::string::npos)
      return rendezvous_error("parallel.port_taken", ranks);
    return rendezvous_error("parallel.rendezvous", ranks, {{"problem", first_line(text)}});
  }
}

Result<std::string> own_address(const RankInfo& ranks) {
  if (ranks.local_world_size == ranks.world_size) return std::string("127.0.0.1");
  std::string address = address_towards(ranks);
  if (address.empty()) return rendezvous_error("parallel.address_unknown", ranks);
  // On the master's own node, its name may resolve to loopback, which other nodes cannot reach. A
  // numeric loopback address means that all nodes are this machine.
  if (is_loopback(address) && !is_loopback(ranks.master_address)) address = first_outer_address();
  if (address.empty()) return rendezvous_error("parallel.only_loopback", ranks);
  return address;
}

}  // namespace trainyard

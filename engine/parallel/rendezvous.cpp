// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/rendezvous.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <thread>
#include <vector>

#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "engine/system/comma_list.h"
#include "engine/system/first_line.h"
#include "engine/contract/messages.h"
#include "engine/parallel/presence.h"

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

constexpr const char* joined_prefix = "joined/";

std::string joined_key(std::int64_t rank) { return joined_prefix + std::to_string(rank); }

Error missing_ranks(const RankInfo& ranks, const std::string& missing) {
  return rendezvous_error("parallel.missing_ranks", ranks, {{"missing", missing}});
}

// The first rank, whose store it is, waits for all and then tells the others that they are there,
// or who is not.
Result<void> wait_for_all(c10d::Store& store, const RankInfo& ranks,
                          std::chrono::milliseconds left) {
  constexpr const char* verdict_key = "joined";
  constexpr auto grace = std::chrono::seconds(2);  // for the first rank to tell, and to be heard
  store.set(joined_key(ranks.rank), std::vector<std::uint8_t>{1});
  if (ranks.rank != 0) {
    if (!wait_for_keys(store, {verdict_key}, left + grace)) return missing_ranks(ranks, "0");
    const std::vector<std::uint8_t> verdict = store.get(verdict_key);
    if (verdict.front() == 'y') return {};
    return missing_ranks(ranks, {verdict.begin() + 1, verdict.end()});
  }
  std::vector<std::string> keys;
  for (std::int64_t rank = 0; rank < ranks.world_size; ++rank) keys.push_back(joined_key(rank));
  if (wait_for_keys(store, keys, left)) {
    store.set(verdict_key, std::vector<std::uint8_t>{'y'});
    return {};
  }
  std::vector<std::string> missing;
  for (const std::int64_t rank : ranks_without(store, joined_prefix, ranks.world_size))
    missing.push_back(std::to_string(rank));
  const std::string list = comma_list(missing), verdict = "n" + list;
  store.set(verdict_key, std::vector<std::uint8_t>{verdict.begin(), verdict.end()});
  std::this_thread::sleep_for(grace);
  return missing_ranks(ranks, list);
}

}  // namespace

Result<c10::intrusive_ptr<c10d::Store>> meet(const RankInfo& ranks, std::chrono::seconds timeout) {
  c10d::TCPStoreOptions options;
  options.port = ranks.master_port;
  options.isServer = ranks.rank == 0;
  options.numWorkers = static_cast<std::size_t>(ranks.world_size);
  options.waitWorkers = false;  // it would count those that are missing, and not name them
  options.timeout = timeout;
  const auto end = std::chrono::steady_clock::now() + timeout;
  try {
    const auto store = c10::make_intrusive<c10d::TCPStore>(ranks.master_address, options);
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    TRY(wait_for_all(*store, ranks, left));
    return c10::intrusive_ptr<c10d::Store>(store);
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

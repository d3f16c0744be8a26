// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cstdlib>
#include <optional>

#include "engine/contract/messages.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

namespace {

constexpr const char* kNames[] = {"RANK",        "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE",
                                  "MASTER_ADDR", "MASTER_PORT"};

Error variable_error(const char* code, Map arguments) {
  return make_error(code, std::move(arguments));
}

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  return value;
}

Result<std::int64_t> number(const char* name, std::int64_t minimum, std::int64_t below) {
  const std::string text = *variable(name);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return variable_error("parallel.variable_number", {{"variable", name}, {"found", text}});
  if (value < minimum || value >= below)
    return variable_error(
        "parallel.variable_range",
        {{"variable", name}, {"found", value}, {"minimum", minimum}, {"maximum", below - 1}});
  return value;
}

}  // namespace

Result<RankInfo> rank_info_from_environment() {
  std::string missing;
  std::string present;
  for (const char* name : kNames) (variable(name) ? present : missing) = name;
  // A leftover address or port does not define a rank: this is a single process.
  if (!variable("RANK") && !variable("WORLD_SIZE")) return RankInfo{};
  if (!missing.empty())
    return variable_error("parallel.variable_missing",
                          {{"variable", missing}, {"present", present}});
  constexpr std::int64_t kMany = 1 << 20;
  TRY(const std::int64_t world, number("WORLD_SIZE", 1, kMany));
  TRY(const std::int64_t rank, number("RANK", 0, world));
  TRY(const std::int64_t local_world, number("LOCAL_WORLD_SIZE", 1, world + 1));
  TRY(const std::int64_t local, number("LOCAL_RANK", 0, local_world));
  TRY(const std::int64_t port, number("MASTER_PORT", 1, 65536));
  const std::string address = *variable("MASTER_ADDR");
  if (address.empty()) return variable_error("parallel.address_empty", {});
  return RankInfo{rank, world, local, local_world, address, static_cast<std::uint16_t>(port)};
}

}  // namespace trainyard

#include <charconv>
#include <cstdlib>
#include <optional>

#include "engine/parallel/process_group.h"

namespace trainyard {

namespace {

constexpr const char* kNames[] = {"RANK",        "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE",
                                  "MASTER_ADDR", "MASTER_PORT"};

Error environment_error(const std::string& variable, const std::string& problem) {
  return {"parallel.environment",
          {{"variable", variable}},
          variable + " " + problem,
          ExitCode::environment};
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
    return environment_error(name, "is \"" + text + "\", which is not a whole number");
  if (value < minimum || value >= below)
    return environment_error(name, "is " + text + ", but must be from " + std::to_string(minimum) +
                                       " to " + std::to_string(below - 1));
  return value;
}

}  // namespace

Result<RankInfo> rank_info_from_environment() {
  std::string missing;
  std::string present;
  for (const char* name : kNames) (variable(name) ? present : missing) = name;
  // A leftover address or port names no rank: the process is alone.
  if (!variable("RANK") && !variable("WORLD_SIZE")) return RankInfo{};
  if (!missing.empty())
    return environment_error(missing,
                             "is not set, although " + present +
                                 " is; a rank needs all of RANK, WORLD_SIZE, "
                                 "LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT");
  constexpr std::int64_t kMany = 1 << 20;
  const Result<std::int64_t> world = number("WORLD_SIZE", 1, kMany);
  if (!world) return world.error();
  const Result<std::int64_t> rank = number("RANK", 0, *world);
  if (!rank) return rank.error();
  const Result<std::int64_t> local_world = number("LOCAL_WORLD_SIZE", 1, *world + 1);
  if (!local_world) return local_world.error();
  const Result<std::int64_t> local = number("LOCAL_RANK", 0, *local_world);
  if (!local) return local.error();
  const Result<std::int64_t> port = number("MASTER_PORT", 1, 65536);
  if (!port) return port.error();
  const std::string address = *variable("MASTER_ADDR");
  if (address.empty())
    return environment_error("MASTER_ADDR", "is empty; it must be the address of rank 0's node");
  return RankInfo{*rank, *world, *local, *local_world, address, static_cast<std::uint16_t>(*port)};
}

}  // namespace trainyard

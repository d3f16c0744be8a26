// SPDX-License-Identifier: GPL-3.0-or-later
// format_speed FORMATTER FILE: reads records and tells each, on one thread, and prints
// {"seconds", "count"}: how long it took, and how long all texts are that were made,
// without the roles of messages.
#include <chrono>
#include <cstdio>

#include "engine/data/instructions/formatters.h"
#include "engine/data/instructions/instruction_record.h"
#include "engine/data/instructions/record_fields.h"

namespace {

std::size_t texts_in(const trainyard::Value& value) {
  if (const auto* text = value.get_if<std::string>()) return text->size();
  std::size_t sum = 0;
  if (const auto* list = value.get_if<trainyard::List>())
    for (const trainyard::Value& item : *list) sum += texts_in(item);
  if (const auto* map = value.get_if<trainyard::Map>())
    for (const auto& [key, member] : *map)
      if (key != "role") sum += texts_in(member);
  return sum;
}

}  // namespace

int main(int num_arguments, char** arguments) {
  const auto* formatter = num_arguments == 3 ? trainyard::find_formatter(arguments[1]) : nullptr;
  if (!formatter) return std::fputs("usage: format_speed FORMATTER FILE\n", stderr), 2;
  const auto start = std::chrono::steady_clock::now();
  const auto file = trainyard::TextFile::open(arguments[2]);
  std::size_t bytes = 0;
  const auto take = [&](trainyard::Map&& record, std::int64_t,
                        std::int64_t number) -> trainyard::Result<void> {
    TRY(const auto told,
        trainyard::format_record(*formatter, record, static_cast<std::uint64_t>(number)));
    if (told) bytes += texts_in(*told);
    return {};
  };
  const auto on_progress = [](std::uint64_t) { return trainyard::Result<void>(); };
  const auto done = file ? trainyard::for_each_instruction(*file, take, on_progress, UINT64_MAX)
                         : trainyard::Result<void>(file.error());
  if (!done) return std::fprintf(stderr, "%s\n", done.error().message.c_str()), 2;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.4f, \"count\": %zu}\n", taken.count(), bytes);
}

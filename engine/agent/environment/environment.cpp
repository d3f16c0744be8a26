// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/environment/environment.h"

#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <string_view>
#include <utility>

#include "engine/agent/environment/colon_list.h"
#include "engine/agent/environment/python_packages.h"
#include "engine/system/processor_name.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_modules = 256, max_text_length = 256;

// PRETTY_NAME="Rocky Linux 9.4 (Blue Onyx)"
std::string system_name() {
  std::ifstream stream("/etc/os-release");
  constexpr std::string_view key = "PRETTY_NAME=";
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(key)) continue;
    std::string name = line.substr(key.size());
    std::erase(name, '"');
    return name;
  }
  return {};
}

List loaded_modules(const std::string& text) {
  List modules;
  for (std::string& module : colon_list(text, max_modules))
    if (module.size() <= max_text_length) modules.emplace_back(std::move(module));
  return modules;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

void add(Map& map, const char* name, const std::string& text) {
  if (!text.empty() && text.size() <= max_text_length) map.emplace_back(name, text);
}

// The variables that the program will have: those of the options, else this process's own.
Variables variables_of(const Options& options) {
  return [&options](const std::string& name) -> std::optional<std::string> {
    for (const Variable& variable : options.variables)
      if (variable.name == name && variable.value) return variable.value;
    const char* own = std::getenv(name.c_str());
    return own ? std::optional<std::string>(own) : std::nullopt;
  };
}

}  // namespace

Map environment_of(const Options& options) {
  const Variables variables = variables_of(options);
  Map map;
  // The programs are in there, and this process, which speaks for all nodes, is not.
  const bool is_outside = !options.node_command.empty();
  if (is_outside) add(map, "container", joined(options.node_command));
  if (!is_outside) add(map, "os", system_name());
  if (utsname system{}; ::uname(&system) == 0) add(map, "kernel", system.release);
  add(map, "processor", processor_name());
  if (List modules = loaded_modules(variables("LOADEDMODULES").value_or("")); !modules.empty())
    map.emplace_back("modules", std::move(modules));
  if (options.workload == Workload::engine || is_outside) return map;
  const std::string program = !options.python.empty()   ? options.python
                              : options.command.empty() ? std::string()
                                                        : options.command.front();
  PythonInstallation python = find_python(program, variables);
  add(map, "python", python.version);
  add(map, "prefix", python.prefix);
  if (!python.packages.empty()) map.emplace_back("packages", std::move(python.packages));
  return map;
}

}  // namespace trainyard::agent

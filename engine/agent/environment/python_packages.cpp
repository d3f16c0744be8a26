// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/environment/python_packages.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/agent/environment/colon_list.h"

namespace trainyard::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_packages = 1024, max_entries = 20000, max_folders = 64,
                      max_name_length = 128, max_line_length = 4096;

bool is_python(const std::string& name) {
  return name.starts_with("python") &&
         name.find_first_not_of("0123456789.", std::string_view("python").size()) == name.npos;
}

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

fs::path in_path(const std::vector<std::string>& names, const Variables& variables) {
  for (const std::string& folder : colon_list(variables("PATH").value_or(""), max_folders))
    for (const std::string& name : names)
      if (const fs::path path = fs::path(folder) / name; is_program(path)) return path;
  return {};
}

// Empty if there is none.
fs::path interpreter(const std::string& program, const Variables& variables) {
  const fs::path path(program);
  const bool is_named = is_python(path.filename().string());
  if (is_named && path.is_absolute() && is_program(path)) return path;
  std::vector<std::string> names = {"python", "python3"};
  if (is_named && !path.has_parent_path()) names = {program};
  if (fs::path found = in_path(names, variables); !found.empty()) return found;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto prefix = variables(name))
      if (fs::path found = fs::path(*prefix) / "bin/python"; is_program(found)) return found;
  return {};
}

// "version = 3.11.4" of a pyvenv.cfg; empty without such a line.
std::string setting(const fs::path& file, std::string_view key) {
  std::ifstream stream(file);
  for (std::string line; stream && std::getline(stream, line) && line.size() < max_line_length;) {
    if (!line.starts_with(key)) continue;
    const std::size_t value = line.find_first_not_of(" =\t", key.size());
    if (value == line.npos || line.find('=') > value) continue;
    return line.substr(value, line.find_last_not_of(" \t\r") + 1 - value);
  }
  return {};
}

bool is_text_of(std::string_view text, std::string_view more) {
  return !text.empty() && text.size() <= max_name_length &&
         std::ranges::all_of(text, [&](unsigned char c) {
           return std::isalnum(c) || more.find(static_cast<char>(c)) != more.npos;
         });
}

// PEP 503, so that "Flash_Attn" and "flash-attn" are one package.
std::string normal_name(std::string_view name) {
  std::string normal;
  for (const unsigned char c : name) {
    const bool is_joint = c == '_' || c == '.' || c == '-';
    if (is_joint && normal.ends_with('-')) continue;
    normal += is_joint ? '-' : static_cast<char>(std::tolower(c));
  }
  return normal;
}

using Packages = std::map<std::string, std::string>;

// "torch-2.7.0+cu126.dist-info", "six-1.16.0-py3.11.egg-info".
void add_package(const std::string& entry, Packages& packages) {
  const fs::path path(entry);
  if (path.extension() != ".dist-info" && path.extension() != ".egg-info") return;
  const std::string stem = path.stem().string();
  const std::size_t dash = stem.find('-');
  if (dash == stem.npos) return;
  const std::string name = normal_name(stem.substr(0, dash));
  std::string version = stem.substr(dash + 1);
  if (const auto python = version.find("-py"); python != version.npos) version.resize(python);
  if (is_text_of(name, "-") && is_text_of(version, ".+!_-")) packages.emplace(name, version);
}

void add_packages(const fs::path& folder, Packages& packages) {
  std::error_code error;
  std::size_t seen = 0;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator() && seen < max_entries &&
       packages.size() < max_packages;
       entry.increment(error), ++seen)
    add_package(entry->path().filename().string(), packages);
}

// As sys.path has them.
std::vector<fs::path> site_folders(const fs::path& prefix, const std::string& python,
                                   bool is_isolated, const Variables& variables) {
  std::vector<fs::path> folders;
  for (const std::string& folder : colon_list(variables("PYTHONPATH").value_or(""), max_folders))
    folders.emplace_back(folder);
  const auto home = variables("HOME");
  if (!is_isolated && home && !variables("PYTHONNOUSERSITE"))
    folders.push_back(fs::path(*home) / ".local/lib" / python / "site-packages");
  if (prefix == "/usr") {
    folders.push_back(fs::path("/usr/local/lib") / python / "dist-packages");
    folders.push_back(prefix / "lib/python3/dist-packages");
  }
  for (const char* lib : {"lib", "lib64"})
    folders.push_back(prefix / lib / python / "site-packages");
  return folders;
}

// conda-meta/python-3.11.4-hab00c5b_0_cpython.json
std::string conda_version(const fs::path& prefix) {
  std::error_code error;
  std::size_t seen = 0;
  for (auto entry = fs::directory_iterator(prefix / "conda-meta", error);
       !error && entry != fs::directory_iterator() && seen < max_entries;
       entry.increment(error), ++seen) {
    const std::string name = entry->path().filename().string();
    constexpr std::string_view start = "python-";
    if (!name.starts_with(start) || !std::isdigit(static_cast<unsigned char>(name[start.size()])))
      continue;
    const std::string version =
        name.substr(start.size(), name.find('-', start.size()) - start.size());
    if (is_text_of(version, ".")) return version;
  }
  return {};
}

std::string version_of(const fs::path& prefix, const std::string& python) {
  for (const char* key : {"version_info", "version"})
    if (std::string version = setting(prefix / "pyvenv.cfg", key); is_text_of(version, "."))
      return version;
  if (std::string version = conda_version(prefix); !version.empty()) return version;
  const std::string from_name = python.substr(std::string_view("python").size());
  return is_text_of(from_name, ".") ? from_name : std::string();
}

// "python3.11", whatever it is called where it was found.
std::string real_name(const fs::path& python) {
  std::error_code error;
  const fs::path real = fs::canonical(python, error);
  return error ? python.filename().string() : real.filename().string();
}

}  // namespace

PythonInstallation find_python(const std::string& program, const Variables& variables) {
  const fs::path python = interpreter(program, variables);
  if (python.empty()) return {};
  const fs::path prefix = python.parent_path().parent_path();
  const std::string name = real_name(python);
  PythonInstallation found{version_of(prefix, name), prefix.string(), {}};
  const std::string shares = setting(prefix / "pyvenv.cfg", "include-system-site-packages");
  std::error_code ignored;
  const bool is_venv = fs::exists(prefix / "pyvenv.cfg", ignored);
  Packages packages;
  for (const fs::path& folder : site_folders(prefix, name, is_venv && shares != "true", variables))
    add_packages(folder, packages);
  const std::string home = setting(prefix / "pyvenv.cfg", "home");
  if (shares == "true" && !home.empty())
    for (const fs::path& folder :
         site_folders(fs::path(home).parent_path(), name, false, variables))
      add_packages(folder, packages);
  for (const auto& [package, version] : packages) found.packages.emplace_back(package, version);
  return found;
}

}  // namespace trainyard::agent

// SPDX-License-Identifier: GPL-3.0-or-later
// Folders for tests of transfers: filling one with hostile names, and comparing two byte for byte.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <stdlib.h>
#include <sys/stat.h>

namespace trainyard {

namespace fs = std::filesystem;

// A folder that goes with the object, whatever names it holds.
class TemporaryTree {
 public:
  TemporaryTree() {
    std::string name = (fs::temp_directory_path() / "trainyard-test-XXXXXX").native();
    m_path = ::mkdtemp(name.data());
  }
  ~TemporaryTree() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
  }
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;
  const fs::path& path() const { return m_path; }

  fs::path newFolder() {
    const fs::path path = m_path / std::to_string(++m_number);
    fs::create_directories(path);
    return path;
  }

 private:
  fs::path m_path;
  int m_number = 0;
};

inline void writeFile(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

inline std::string readWhole(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Names that break programs which paste them into shells, patterns, lists or lines.
inline const std::map<std::string, std::string>& hostileFiles() {
  static const std::map<std::string, std::string> files{
      {"plain.py", "print(1)\n"},
      {"empty", ""},
      {"with space", "a"},
      {" leading and trailing ", "b"},
      {"it's", "c"},
      {"\"quoted\"", "d"},
      {"two\nlines", "e"},
      {"\n", "f"},
      {"tab\there", "g"},
      {"-rf", "h"},
      {"--delete", "i"},
      {"#comment", "j"},
      {";semicolon", "k"},
      {"$(touch owned)", "l"},
      {"`touch owned`", "m"},
      {"*", "n"},
      {"?[a-z]", "o"},
      {"back\\slash", "p"},
      {"host:file", "q"},
      {"::daemon", "r"},
      {"\xff\xfe not utf-8", "s"},
      {"caf\xc3\xa9", "t"},
      {std::string(255, 'x'), "u"},
      {"...", "v"},
      {"sub/-n", "w"},
      {"sub dir/\xe9/deep'er\n/file", "x"},
      {"~", "y"},
      {"\\#012", "z"},
      {"binary", std::string("\0\r\n\x1a\xff", 5)},
      {"-/-", "aa"},
      {"a\rb", "bb"},
      {"{a,b}", "cc"},
      {"!!", "dd"}};
  return files;
}

inline void fillWithHostileFiles(const fs::path& folder) {
  for (const auto& [name, content] : hostileFiles()) writeFile(folder / name, content);
}

// Everything below a folder but folders: "relative name" -> "f:content", "l:link's text", and the
// executable bit.
inline std::map<std::string, std::string> contentOf(const fs::path& folder) {
  std::map<std::string, std::string> content;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).native();
    if (entry.is_symlink())
      content[name] = "l:" + fs::read_symlink(entry.path()).native();
    else if (entry.is_regular_file())
      content[name] =
          ((entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none ? "x:"
                                                                                     : "f:") +
          readWhole(entry.path());
    else if (!entry.is_directory())
      content[name] = "special";
  }
  return content;
}

// What must not change: names, kinds, sizes, times and permissions of all that is there, folders
// too.
inline std::map<std::string, std::string> snapshotOf(const fs::path& folder) {
  std::map<std::string, std::string> snapshot;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    struct stat status{};
    ::lstat(entry.path().c_str(), &status);
    std::ostringstream text;
    text << status.st_mode << ' ' << status.st_ino << ' ' << status.st_mtim.tv_sec << '.'
         << status.st_mtim.tv_nsec << ' ' << (S_ISDIR(status.st_mode) ? 0 : status.st_size);
    snapshot[entry.path().native()] = text.str();
  }
  return snapshot;
}

inline ino_t inodeOf(const fs::path& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/code_words.h"

#include <filesystem>

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr std::array inputEndings{".py",  ".sh",  ".bash", ".yaml", ".yml", ".toml",   ".json",
                                  ".ini", ".cfg", ".conf", ".txt",  ".csv", ".tsv",    ".jsonl",
                                  ".npy", ".npz", ".pt",   ".pth",  ".bin", ".parquet"};
// In options' names: what follows is written, or both.
constexpr std::array outputParts{"out",    "save",  "log",    "dump", "write", "export",
                                 "result", "cache", "report", "dest", "to_",   "tmp"};
constexpr std::array inputOptions{
    "--train_file",         "--validation_file", "--test_file",      "--eval_file",
    "--data_path",          "--data_file",       "--dataset_path",   "--model_path",
    "--model_name_or_path", "--tokenizer_path",  "--tokenizer_name", "--vocab_file",
    "--merges_file",        "--config_name",     "--config_file",    "--config",
    "--deepspeed",          "--input",           "--train-file",     "--validation-file",
    "--test-file",          "--data-path",       "--data-file",      "--model-path",
    "--tokenizer-path",     "--vocab-file",      "--config-file"};

}  // namespace

std::string programName(const std::string& path) { return fs::path(path).filename().string(); }

bool isAssignment(const std::string& word) {
  const auto equals = word.find('=');
  return equals != 0 && equals != word.npos &&
         word.find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == equals;
}

bool isPython(const std::string& word) {
  const std::string name = programName(word);
  return name == "python" || name == "python3" || name.starts_with("python3.");
}

bool isRelative(const std::string& path) {
  return !path.empty() && std::string_view("/~-").find(path.front()) == std::string_view::npos &&
         path.find_first_of("*?[]{}$`<>|;&\"' \t\n") == path.npos && path.find("://") == path.npos;
}

bool namesInput(const std::string& path) {
  return isRelative(path) && path.find('=') == path.npos &&
         std::any_of(inputEndings.begin(), inputEndings.end(), [&](const char* ending) {
           return path.ends_with(ending) && path.size() > std::string_view(ending).size();
         });
}

bool isInput(std::string_view option) {
  return std::any_of(inputOptions.begin(), inputOptions.end(),
                     [&](const char* word) { return option.starts_with(word); });
}

bool isOutput(std::string_view option) {
  return std::any_of(outputParts.begin(), outputParts.end(),
                     [&](const char* word) { return option.find(word) != option.npos; });
}

std::string within(const std::string& folder, const std::string& path) {
  return (fs::path(folder) / path).lexically_normal().string();
}

std::optional<std::string> relativeFolder(const ShellText& folder) {
  std::string text = folder.written();
  for (const char* start : {"$SLURM_SUBMIT_DIR", "${SLURM_SUBMIT_DIR}", "$PWD", "${PWD}"})
    if (text == start || text.starts_with(std::string(start) + "/")) {
      text = text.substr(std::string_view(start).size());
      text.erase(0, text.find_first_not_of('/'));
      break;
    }
  if (text.empty() || text == ".") return "";
  if (text.find('$') != text.npos || !isRelative(text)) return std::nullopt;
  const std::string place = within("", text);
  if (place.starts_with("..")) return std::nullopt;
  return place == "." || place == "./" ? "" : place;
}

}  // namespace trainyard

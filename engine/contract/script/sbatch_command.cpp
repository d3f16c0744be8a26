// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/sbatch_command.h"

namespace trainyard {

std::string dependency_word(const std::vector<std::string>& dependencies) {
  std::string word;
  for (const std::string& each : dependencies)
    word += (word.empty() ? "--dependency=" : ",") + each;
  return word;
}

std::vector<std::string> sbatch_words(const SbatchRequest& request) {
  // A % begins a pattern of sbatch.
  std::string folder;
  for (const char c : request.folder) folder += c == '%' ? "%%" : std::string(1, c);
  std::vector<std::string> words;
  if (!request.has_work_folder) words.push_back("--chdir=" + request.folder);
  const std::string output = folder + "/submissions/" + std::to_string(request.submission) +
                             "/output-" + (request.array.empty() ? "%j" : "%A_%a") + ".log";
  words.push_back("--output=" + output);
  // Slurm ends a job without a word if the folder of a script's own --error is not there; the agent
  // makes both files.
  words.push_back("--error=" + output);
  // The same for its --input, which the agent opens.
  words.emplace_back(request.has_work_folder ? "--input=/dev/null" : "--open-mode=append");
  if (!request.array.empty()) words.push_back("--array=" + request.array);
  if (std::string word = dependency_word(request.dependencies); !word.empty())
    words.push_back(std::move(word));
  words.push_back(request.folder + "/job.sh");
  words.push_back(request.folder);
  return words;
}

}  // namespace trainyard

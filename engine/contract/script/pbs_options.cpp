// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/pbs_options.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace trainyard {
namespace {

struct ForeignWord {
  char letter = 0;
  std::string_view long_name;  // after two dashes
  std::string_view option;     // of sbatch; empty: ignored, or read by a function of its own
  bool has_value = true;
};

constexpr ForeignWord kPbsWords[] = {{'a', "start_time", "begin"},
                                     {'A', "account", "account"},
                                     {'c', "checkpoint", ""},
                                     {'C', "working_dir", ""},
                                     {'e', "error", "error"},
                                     {'h', "hold", "hold", false},
                                     {'I', "interactive", "", false},
                                     {'j', "join", ""},
                                     {'J', "job_array", "array"},
                                     {'k', "keep", ""},
                                     {'l', "resource_list", ""},
                                     {'m', "mail_options", "mail-type"},
                                     {'M', "mail_user_list", "mail-user"},
                                     {'N', "job_name", "job-name"},
                                     {'o', "out", "output"},
                                     {'p', "priority", "nice"},
                                     {'q', "destination", "partition"},
                                     {'r', "rerunable", ""},
                                     {'S', "script_path", ""},
                                     {'t', "array", "array"},
                                     {'u', "running_user", ""},
                                     {'v', "variable_list", "export"},
                                     {'V', "all_env", "", false},
                                     {'W', "attributes", ""},
                                     {'z', "no_std", "", false}};
constexpr ForeignWord kBsubWords[] = {{'c', "cwd", "chdir"},
                                      {'e', "error_file", "error"},
                                      {'J', "job_name", "job-name"},
                                      {'m', "hostname", "nodelist"},
                                      {'M', "memory_limit", "mem-per-cpu"},
                                      {'n', "", "ntasks"},
                                      {'o', "output_file", "output"},
                                      {'q', "queue_name", "partition"},
                                      {'W', "time", "time"},
                                      {'x', "exclusive", "exclusive", false}};
// Slurm does by default what these ask for.
constexpr std::string_view kDefaults = "jVz";

// One option of a line with its value.
struct Given {
  const ForeignWord* word = nullptr;  // nullptr: sbatch does not know it
  std::string name;                   // without dashes
  std::string value;
};

std::string joined(std::string_view one, std::string_view other, std::string_view separator) {
  if (one.empty() || other.empty()) return std::string(one) + std::string(other);
  return std::string(one) + std::string(separator) + std::string(other);
}

// The leading digits, as strtol reads them.
std::int64_t leading_number(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string without_none(const std::string& path) {
  return path.size() == 4 &&
                 std::equal(path.begin(), path.end(), "none",
                            [](unsigned char a, char b) { return std::tolower(a) == b; })
             ? "/dev/null"
             : path;
}

class LineReader {
 public:
  LineReader(std::span<const std::string> words, std::span<const ForeignWord> known)
      : words_(words), known_(known) {}

  std::vector<Given> read(std::string& trailing) {
    while (at_ < words_.size()) {
      const std::string& word = words_[at_];
      if (word.size() < 2 || word[0] != '-') break;
      ++at_;
      if (word == "--") break;
      word[1] == '-' ? read_long(word) : read_letters(word);
    }
    for (; at_ < words_.size(); ++at_) trailing = joined(trailing, words_[at_], " ");
    return std::move(out_);
  }

 private:
  template <class Is>
  const ForeignWord* find(Is is) const {
    const auto found = std::find_if(known_.begin(), known_.end(), is);
    return found == known_.end() ? nullptr : &*found;
  }
  std::string next() { return at_ < words_.size() ? words_[at_++] : std::string(); }
  void read_long(const std::string& word) {
    const auto equals = word.find('=');
    const std::string name = word.substr(2, equals == word.npos ? word.npos : equals - 2);
    const ForeignWord* known = find([&](const ForeignWord& one) { return one.long_name == name; });
    Given given{known, name, {}};
    if (equals != word.npos)
      given.value = word.substr(equals + 1);
    else if (known && known->has_value)
      given.value = next();
    out_.push_back(std::move(given));
  }
  void read_letters(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const ForeignWord* known =
          find([&](const ForeignWord& one) { return one.letter == word[i]; });
      Given given{known, std::string(1, word[i]), {}};
      const bool has_value = known && known->has_value;
      if (has_value) given.value = i + 1 < word.size() ? word.substr(i + 1) : next();
      out_.push_back(std::move(given));
      if (has_value) return;
    }
  }

  std::span<const std::string> words_;
  std::span<const ForeignWord> known_;
  std::size_t at_ = 0;
  std::vector<Given> out_;
};

// "2:ppn=4", "node01+node02:ppn=8"
void take_nodes(std::string_view text, ForeignOptions& out) {
  std::int64_t nodes = 0, per_node = 0;
  std::string names;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of("+:"), text.size());
    const std::string_view part = text.substr(0, end);
    if (part.starts_with("ppn="))
      per_node += leading_number(part.substr(4));
    else if (!part.empty() && std::isdigit(static_cast<unsigned char>(part[0])))
      nodes += leading_number(part);
    else if (!part.empty() && std::isalpha(static_cast<unsigned char>(part[0])))
      names = joined(names, part, ",");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (nodes > 0) out.options.push_back({"nodes", std::to_string(nodes)});
  if (per_node > 0)
    out.options.push_back({"ntasks", std::to_string(per_node * std::max<std::int64_t>(nodes, 1))});
  if (!names.empty()) out.options.push_back({"nodelist", names});
}

// The names that sbatch looks for in -l, with the option that each becomes. It looks for them at
// every character, and passes over what it does not find.
struct PbsResource {
  std::string_view name;
  char end = ',';
  std::string_view option;  // empty: ignored
};
constexpr PbsResource kPbsResources[] = {{"accelerator=", ',', "accelerator"},
                                         {"arch=", ',', ""},
                                         {"cput=", ',', "time"},
                                         {"host=", ',', ""},
                                         {"mem=", ',', "mem"},
                                         {"mpiprocs=", ':', "ntasks-per-node"},
                                         {"naccelerators=", ',', "gres"},
                                         {"ncpus=", ':', "mincpus"},
                                         {"nice=", ',', "nice"},
                                         {"nodes=", ',', "nodes"},
                                         {"opsys=", ',', ""},
                                         {"other=", ',', ""},
                                         {"pcput=", ',', "time"},
                                         {"pmem=", ',', ""},
                                         {"proc=", ',', "constraint"},
                                         {"pvmem=", ',', ""},
                                         {"select=", ':', "nodes"},
                                         {"software=", ',', ""},
                                         {"vmem=", ',', ""},
                                         {"walltime=", ',', "time"}};

class ResourceList {
 public:
  explicit ResourceList(ForeignOptions& out) : out_(out) {}

  void read(std::string_view text) {
    std::string passed;  // since the last name that was found
    while (!text.empty()) {
      const auto found =
          std::find_if(std::begin(kPbsResources), std::end(kPbsResources),
                       [&](const PbsResource& one) { return text.starts_with(one.name); });
      if (found == std::end(kPbsResources)) {
        passed += text[0];
        text.remove_prefix(1);
        continue;
      }
      pass_over(passed);
      passed.clear();
      const auto end = std::min(text.find(found->end, found->name.size()), text.size());
      take(*found, std::string(text.substr(found->name.size(), end - found->name.size())));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    pass_over(passed);
    // Only then sbatch counts cores per process.
    if (nodes_ > 0 && tasks_ > 0 && cores_ > tasks_)
      out_.options.push_back({"cpus-per-task", std::to_string(cores_ / tasks_)});
  }

 private:
  void pass_over(std::string_view text) {
    const auto first = text.find_first_not_of(",: ");
    if (first == text.npos) return;
    text = text.substr(first, text.find_last_not_of(",: ") - first + 1);
    out_.ignored = joined(out_.ignored, "-l " + std::string(text), " ");
  }
  void take(const PbsResource& resource, std::string value) {
    const std::string_view option = resource.option;
    if (option.empty()) return pass_over(std::string(resource.name) + value);
    if (resource.name == "nodes=") return take_nodes(value, out_);
    if (resource.name == "select=") nodes_ = leading_number(value);
    if (resource.name == "mpiprocs=") tasks_ = leading_number(value);
    if (resource.name == "ncpus=") cores_ = leading_number(value);
    if (option == "accelerator") {
      if (value.starts_with("true") || value.starts_with("True"))
        out_.options.push_back({"gres", "gpu:1"});
      return;
    }
    if (option == "gres") value = "gpu:" + value;
    if (option == "mem" && !value.empty() && (value.back() | 0x20) == 'b') value.pop_back();
    out_.options.push_back({std::string(option), std::move(value)});
  }

  ForeignOptions& out_;
  std::int64_t nodes_ = 0, tasks_ = 0, cores_ = 0;
};

std::string mail_types(std::string_view letters) {
  std::string out;
  const auto has = [&](std::string_view either) {
    return letters.find_first_of(either) != letters.npos;
  };
  if (has("nN")) return "NONE";
  if (has("bB")) out = "BEGIN";
  if (has("eE")) out = joined(out, "END", ",");
  if (has("aA")) out = joined(out, "FAIL", ",");
  return out;
}

void take_pbs(Given given, ForeignOptions& out) {
  if (!given.word) return out.options.push_back({given.name, {}, false});
  const std::string written =
      joined((given.name.size() == 1 ? "-" : "--") + given.name, given.value, " ");
  switch (given.word->letter) {
    case 'l':
      return ResourceList(out).read(given.value);
    case 'm':
      return out.options.push_back({"mail-type", mail_types(given.value)});
    case 'e':
    case 'o':
      given.value = without_none(given.value);
      break;
    case 'W':
      if (given.value.starts_with("depend="))
        return out.options.push_back({"dependency", given.value.substr(7)});
      break;
    default:
      break;
  }
  if (given.word->option.empty()) {
    if (kDefaults.find(given.word->letter) == kDefaults.npos)
      out.ignored = joined(out.ignored, written, " ");
    return;
  }
  SbatchOption option{std::string(given.word->option), {}};
  if (given.word->has_value) option.value = std::move(given.value);
  out.options.push_back(std::move(option));
}

void take_bsub(Given given, ForeignOptions& out) {
  if (!given.word) return out.options.push_back({given.name, {}, false});
  std::string& value = given.value;
  switch (given.word->letter) {
    case 'e':
      value = without_none(value);
      break;
    case 'm':
      std::replace(value.begin(), value.end(), ' ', ',');
      break;
    case 'n':  // "least,most"
      value.erase(0, value.find(',') + 1);
      break;
    case 'W':  // minutes, even of "2:00"
      value = std::to_string(leading_number(value));
      break;
    case 'M':
      value = std::to_string(leading_number(value)) + "K";
      break;
    default:
      break;
  }
  SbatchOption option{std::string(given.word->option), {}};
  if (given.word->has_value) option.value = std::move(value);
  out.options.push_back(std::move(option));
}

}  // namespace

ForeignOptions read_pbs_options(std::span<const std::string> words) {
  ForeignOptions out;
  for (Given& given : LineReader(words, kPbsWords).read(out.trailing))
    take_pbs(std::move(given), out);
  return out;
}

ForeignOptions read_bsub_options(std::span<const std::string> words) {
  // getopt knows no long name after one dash.
  std::vector<std::string> plain(words.begin(), words.end());
  for (std::string& word : plain)
    if (word == "-cwd") word = "-c";
  ForeignOptions out;
  for (Given& given : LineReader(plain, kBsubWords).read(out.trailing))
    take_bsub(std::move(given), out);
  return out;
}

}  // namespace trainyard

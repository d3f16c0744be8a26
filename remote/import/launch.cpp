// SPDX-License-Identifier: GPL-3.0-or-later
// One file because everything before a program is parsed in one pass, word by word.
#include "remote/import/launch.h"

#include <algorithm>
#include <cctype>

#include "remote/import/arguments.h"
#include "remote/import/draft.h"
#include "remote/import/key_table.h"
#include "remote/import/shell_scan.h"
#include "remote/import/slurm_options.h"

namespace trainyard {
namespace {

constexpr std::size_t kArgumentLimit = 2000;

std::string joined_words(const ShellWords& words, std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) out += (i > begin ? " " : "") + words[i].text;
  return out;
}

// "--rdzv_id=$JOB" -> what follows the =.
ShellWord after_equals(const ShellWord& word, std::size_t equals) {
  ShellWord out = word;
  out.text = word.text.substr(equals + 1);
  for (SeenValue& value : out.seen)
    value.text.erase(0, std::min(value.text.find('=') + 1, value.text.size()));
  return out;
}

// "-um" of python: its letters up to the one that takes the rest.
bool ends_python_options(const std::string& word, char last) {
  return word.size() > 1 && word[0] == '-' && word.back() == last &&
         word.substr(1, word.size() - 2).find_first_not_of("bBdEiIOPqsSuvx") == word.npos;
}

// `--bf16 $MORE`: a flag, and further arguments, unless the variable is named after the flag.
bool stands_beside_flag(const std::string& option, const std::string& variable) {
  const std::string key = with_underscores(option);
  const bool is_flag = key.starts_with("no_") || key.starts_with("use_") ||
                       key.starts_with("do_") ||
                       is_one_of(key, {"bf16",
                                       "fp16",
                                       "tf32",
                                       "bf16_full_eval",
                                       "fp16_full_eval",
                                       "gradient_checkpointing",
                                       "overwrite_output_dir",
                                       "overwrite_cache",
                                       "group_by_length",
                                       "load_best_model_at_end",
                                       "push_to_hub",
                                       "torch_compile",
                                       "packing",
                                       "load_in_4bit",
                                       "load_in_8bit",
                                       "trust_remote_code",
                                       "remove_unused_columns",
                                       "predict_with_generate",
                                       "streaming",
                                       "greater_is_better",
                                       "ignore_data_skip",
                                       "auto_find_batch_size",
                                       "verbose",
                                       "debug",
                                       "resume"});
  std::string plain;
  for (const char c : variable)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return is_flag && plain.find(key) == plain.npos && key.find(plain) == key.npos;
}

class LaunchReader {
 public:
  LaunchReader(const StartedCommand& started, Launch& launch)
      : words_(started.words), file_(started.file), launch_(launch) {}

  // Whether the words start a program.
  bool read() {
    launch_.words = words_;
    while (at_ < words_.size()) {
      const ShellWord& word = words_[at_];
      if (is_assignment(word.text) && !is_option(word)) {
        add_variable(word);
        ++at_;
        continue;
      }
      const Starter starter = starter_of(word.text);
      if (starter == Starter::none) {
        if (is_wrapper_here()) {
          wrap();
          continue;
        }
        return read_program(at_, file_name_of(word.text));
      }
      if (starter == Starter::accelerate && !is_accelerate_launch()) return false;
      if (starts_processes(starter)) launch_.launcher = starter;
      launch_.has_step |= starter == Starter::srun || starter == Starter::mpirun;
      if (starter == Starter::python) return read_python();
      if (starter == Starter::wrapper || starter == Starter::shell) {
        wrap();
        continue;
      }
      ++at_;
      if (!read_starter(starter)) return false;
      if (program_is_next_) return read_program(at_, file_name_of(words_[at_].text));
    }
    return false;
  }

 private:
  static bool starts_processes(Starter starter) {
    return starter == Starter::torchrun || starter == Starter::accelerate ||
           starter == Starter::deepspeed;
  }
  bool is_accelerate_launch() const {
    return words_[at_].text.ends_with("launch") ||
           (at_ + 1 < words_.size() && words_[at_ + 1].text == "launch");
  }
  // A word that is not the program itself, but is followed by it.
  bool is_wrapper_here() const {
    const std::string& word = words_[at_].text;
    if (is_python_program(word) || is_trainer_command(word)) return false;
    for (std::size_t i = at_ + 1; i < words_.size(); ++i) {
      const Starter starter = starter_of(words_[i].text);
      const bool is_start = starter != Starter::none && starter != Starter::variables;
      if (is_start && starter != Starter::wrapper && !is_option(words_[i - 1])) return true;
      if (is_python_program(words_[i].text) && i == at_ + 1 && is_shell_program(word)) return true;
    }
    return false;
  }
  // Adds the wrapper with everything up to the next starter or program.
  void wrap() {
    const std::size_t begin = at_++;
    while (at_ < words_.size() && starter_of(words_[at_].text) == Starter::none &&
           !is_python_program(words_[at_].text) && !is_trainer_command(words_[at_].text) &&
           !is_shell_program(words_[at_].text))
      ++at_;
    // `numactl -N 0 ./train`: the last word is the program.
    if (at_ == words_.size()) at_ = std::max(begin + 1, at_ - 1);
    launch_.wrappers.push_back({{file_, words_[begin].line, file_name_of(words_[begin].text)},
                                shortened(joined_words(words_, begin, at_))});
  }

  Settings* settings_of(Starter starter) {
    switch (starter) {
      case Starter::torchrun:
        return &launch_.torchrun;
      case Starter::accelerate:
        return &launch_.accelerate;
      case Starter::deepspeed:
        return &launch_.deepspeed;
      case Starter::srun:
        return &launch_.srun;
      case Starter::mpirun:
        return &launch_.mpirun;
      case Starter::container:
        return &launch_.of_container;
      default:
        return nullptr;
    }
  }
  // Reads a starter's options, up to the first word that is not one.
  bool read_starter(Starter starter) {
    if (starter == Starter::accelerate && at_ < words_.size() && words_[at_].text == "launch")
      ++at_;
    if (starter == Starter::container || starter == Starter::conda)
      if (at_ >= words_.size() || !is_one_of(words_[at_++].text, {"exec", "run", "shell"}))
        return false;
    while (at_ < words_.size() && is_option(words_[at_])) {
      if (words_[at_].text == "--") {
        ++at_;
        break;
      }
      if (starts_processes(starter) && is_module_option(words_[at_])) {
        module_ = true;
        ++at_;
        continue;
      }
      read_option(starter);
    }
    if (starter == Starter::container && at_ < words_.size()) {
      const ShellWord& image = words_[at_++];
      launch_.container = {"container", image.text, {file_, image.line, image.text}};
      if (!image.is_known) unresolved("container", image, image.text);
    }
    program_is_next_ = starts_processes(starter) && at_ < words_.size();
    return true;
  }
  // torchrun -m a.b
  static bool is_module_option(const ShellWord& word) {
    return word.text == "-m" || word.text == "--module";
  }
  void read_option(Starter starter) {
    const ShellWord& word = words_[at_++];
    const bool is_slurm = starter == Starter::srun;
    const auto equals = word.text.find('=');
    const bool is_short = word.text.size() > 1 && word.text[1] != '-';
    std::string option = word.text.substr(0, equals);
    std::optional<ShellWord> value;
    if (equals != std::string::npos) value = after_equals(word, equals);
    // -N2, -pgpu
    const bool is_letter = (word.text[1] & 0x80) == 0;
    if (is_slurm && is_short && is_letter && word.text.size() > 2 &&
        !is_slurm_flag(word.text.substr(1))) {
      value = word;
      value->text = word.text.substr(word.text[2] == '=' ? 3 : 2);
      option = word.text.substr(0, 2);
    }
    std::string key = with_underscores(option);
    if (is_slurm) {
      std::replace(key.begin(), key.end(), '_', '-');
      key = slurm_option_name(key);
    }
    if (!value && !is_flag_of(starter, key) && at_ < words_.size() && may_be_value(words_[at_]))
      value = words_[at_++];
    Origin origin{file_, word.line, std::string(starter_name(starter)) + option};
    if (starter == Starter::mpirun && key == "x" && value) return add_variable(*value);
    if (starter == Starter::container && key == "env" && value) return add_variable(*value);
    if (starter == Starter::conda && (key == "n" || key == "name" || key == "p") && value) {
      launch_.conda = {"conda", value->text, origin};
      return;
    }
    Settings* settings = settings_of(starter);
    if (!settings) return;
    const bool is_place =
        is_rendezvous_option(key) ||
        (is_slurm && is_one_of(key, {"jobid", "nodelist", "output", "error", "job-name"}));
    if (value && !value->is_known && !is_place)
      unresolved(std::string(starter_name(starter)) + key, *value, origin.key);
    else
      settings->push_back({key, value ? Value(value->text) : Value(true), std::move(origin)});
  }
  static bool may_be_value(const ShellWord& word) {
    return !is_option(word) && !is_python_program(word.text) &&
           starter_of(word.text) == Starter::none && !is_shell_program(word.text);
  }
  void unresolved(std::string key, const ShellWord& word, const std::string& shown) {
    const std::string whole = word.seen.empty() && shown != word.text
                                  ? shown + " " + shortened(word.text)
                                  : shortened(shown);
    launch_.unresolved.push_back({std::move(key), word.text, {file_, word.line, whole}, word.seen});
  }
  // NAME=VALUE, or NAME alone: its value where the script runs.
  void add_variable(const ShellWord& word) {
    const auto equals = word.text.find('=');
    const std::string name = word.text.substr(0, equals);
    if (equals == std::string::npos || name_length(name) != name.size()) return;
    ShellText value;
    bool is_name = true;
    for (ShellPiece piece : word.parts.pieces()) {
      if (is_name) piece.text.erase(0, equals + 1);
      is_name = false;
      if (!piece.text.empty()) value.add(std::move(piece));
    }
    if (word.parts.empty()) value.add(word.text.substr(equals + 1));
    launch_.variables.push_back({name, std::move(value), {file_, word.line, name}});
  }

  // python [option ...] program | -m module | -c text
  bool read_python() {
    const std::size_t begin = at_++;
    while (at_ < words_.size() && is_option(words_[at_])) {
      const ShellWord& word = words_[at_];
      // -um a.b: the last of several letters takes the module.
      const bool is_module = ends_python_options(word.text, 'm');
      if (is_module && word.text.size() > 2)
        launch_.of_python.push_back(
            {file_, word.line, "python " + word.text.substr(0, word.text.size() - 1)});
      if (is_module && at_ + 1 < words_.size()) {
        const Starter starter = starter_of(words_[at_ + 1].text);
        if (starter == Starter::none) {
          ++at_;
          const std::string& module = words_[at_].text;
          return read_program(begin, module.substr(module.rfind('.') + 1));
        }
        at_ += 2;
        launch_.launcher = starter;
        if (!read_starter(starter)) return false;
        return at_ < words_.size() && read_program(at_, file_name_of(words_[at_].text));
      }
      if (ends_python_options(word.text, 'c')) return read_program(begin, "python");
      launch_.of_python.push_back({file_, word.line, "python " + word.text});
      at_ += is_flag_of(Starter::python, word.text.substr(1)) || word.text.size() > 2 ? 1 : 2;
    }
    if (at_ >= words_.size()) return false;
    return read_program(at_, file_name_of(words_[at_].text));
  }
  // `begin` is where the command starts, `at_` the word that names the program.
  bool read_program(std::size_t begin, std::string program) {
    const int line = words_[at_].line;
    if (module_) program = program.substr(program.rfind('.') + 1);
    launch_.program = std::move(program);
    launch_.origin = {file_, line, launch_.program};
    if (module_) {
      launch_.command.push_back(shell_word(ShellText("python"), line, false));
      launch_.command.push_back(shell_word(ShellText("-m"), line, false));
    }
    end_at_other_program();
    launch_.command.insert(launch_.command.end(),
                           words_.begin() + static_cast<std::ptrdiff_t>(begin), words_.end());
    for (++at_; at_ < words_.size();) read_argument();
    return true;
  }
  // srun -n 2 a : -n 1 b
  void end_at_other_program() {
    if (!launch_.has_step) return;
    const auto colon = std::find_if(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end(),
                                    [](const ShellWord& word) { return word.text == ":"; });
    if (colon == words_.end()) return;
    const auto next = static_cast<std::size_t>(colon - words_.begin()) + 1;
    if (next < words_.size())
      launch_.others.push_back(
          {file_, words_[next].line, shortened(joined_words(words_, next, words_.size()))});
    words_.resize(next - 1);
    launch_.words = words_;
  }
  // An option with all words up to the next one.
  void read_argument() {
    const ShellWord& word = words_[at_++];
    const auto equals = word.text.find('=');
    if (!is_option(word)) {
      if (!word.is_known && (word.is_list || equals == std::string::npos))
        return unresolved("", word, word.text);
      // Hydra's key=value, or a file of arguments.
      if (equals != std::string::npos && name_length(word.text) > 0)
        add(word.text.substr(0, equals), word, {after_equals(word, equals)});
      else
        add("", word, {word});
      return;
    }
    ShellWords values;
    if (equals != std::string::npos) {
      values.push_back(after_equals(word, equals));
    } else {
      // A word that may stand for any number of words is only the option's value if nothing else
      // is.
      while (at_ < words_.size() && !is_option(words_[at_])) {
        const ShellWord& next = words_[at_];
        if (next.is_list && !next.is_known &&
            (!values.empty() || stands_for_all_arguments(next.text) ||
             next.text.ends_with("[@]}") || stands_beside_flag(word.text, next.text)))
          break;
        values.push_back(next);
        ++at_;
      }
    }
    add(word.text.substr(0, equals), word, values);
  }
  void add(const std::string& option, const ShellWord& word, const ShellWords& values) {
    std::string key = with_underscores(option);
    Origin origin{file_, word.line, option.empty() ? shortened(word.text) : option};
    const auto unknown = std::find_if(values.begin(), values.end(),
                                      [](const ShellWord& value) { return !value.is_known; });
    if (unknown != values.end() || (values.empty() && !word.is_known))
      return unresolved(key, unknown != values.end() ? *unknown : word,
                        option.empty() ? word.text : option);
    Value value = true;
    if (values.size() == 1) value = values.front().text;
    if (values.size() > 1) {
      List list;
      for (const ShellWord& one : values) list.emplace_back(one.text);
      value = std::move(list);
    }
    // HfArgumentParser adds --no_x for options that are true by default.
    if (values.empty() && key.starts_with("no_") && !find_row(argument_rows(), key) &&
        find_row(argument_rows(), key.substr(3))) {
      key.erase(0, 3);
      value = false;
    }
    if (launch_.arguments.size() >= kArgumentLimit) return;
    const auto before =
        std::find_if(launch_.arguments.begin(), launch_.arguments.end(),
                     [&](const Setting& one) { return !key.empty() && one.key == key; });
    if (before != launch_.arguments.end()) {
      launch_.repeated.push_back(before->origin);
      launch_.arguments.erase(before);
    }
    launch_.arguments.push_back({std::move(key), std::move(value), std::move(origin)});
  }

  ShellWords words_;
  const std::string& file_;
  Launch& launch_;
  std::size_t at_ = 0;
  bool module_ = false, program_is_next_ = false;
};

}  // namespace

std::optional<Launch> read_launch(const StartedCommand& started) {
  Launch launch;
  launch.variables = started.variables;
  launch.setup = started.setup;
  launch.folder = started.folder;
  launch.folder_line = started.folder_line;
  launch.line = started.line;
  launch.is_certain = started.is_certain;
  launch.is_repeated = started.is_repeated;
  launch.times = started.times;
  if (!LaunchReader(started, launch).read()) return std::nullopt;
  return launch;
}

std::optional<InnerShell> inner_shell(const ShellWords& words) {
  std::size_t first = 0;
  while (first < words.size() && is_assignment(words[first].text)) ++first;
  // `chmod +x fit.sh` starts nothing.
  if (first == words.size() ||
      (starter_of(words[first].text) == Starter::none && !is_shell_program(words[first].text)))
    return std::nullopt;
  for (std::size_t i = first; i < words.size(); ++i) {
    const Starter starter = starter_of(words[i].text);
    // After python or a launcher, a script is their argument.
    if (starter == Starter::python || is_python_program(words[i].text)) return std::nullopt;
    if (is_trainer_command(words[i].text)) return std::nullopt;
    if (starter == Starter::shell) {
      for (std::size_t j = i + 1; j < words.size(); ++j) {
        const std::string& word = words[j].text;
        if (word == "-o" || word == "-O" || word == "+o") {
          ++j;
        } else if (word.starts_with("-") && !word.starts_with("--") && word.ends_with("c")) {
          if (j + 1 >= words.size()) return std::nullopt;
          return InnerShell{i, &words[j + 1], nullptr, std::min(j + 3, words.size())};
        } else if (!word.starts_with("-") && !word.starts_with("+")) {
          return InnerShell{i, nullptr, &words[j], j + 1};
        }
      }
      return InnerShell{i, nullptr, nullptr, words.size()};
    }
    // ./fit.sh: a wrapper if its arguments start something.
    if (is_shell_program(words[i].text) && (i == first || !is_option(words[i - 1]))) {
      const bool is_wrapper =
          std::any_of(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end(),
                      [](const ShellWord& one) {
                        return starter_of(one.text) != Starter::none || is_python_program(one.text);
                      });
      if (is_wrapper) continue;
      return InnerShell{i, nullptr, &words[i], i + 1};
    }
  }
  return std::nullopt;
}

bool may_train(const ShellWords& words) {
  std::size_t first = 0;
  while (first < words.size() && is_assignment(words[first].text)) ++first;
  if (first == words.size()) return false;
  const std::string& word = words[first].text;
  if (is_python_program(word) || is_trainer_command(word)) return true;
  const bool is_path = word.find('/') != word.npos || is_shell_program(word);
  const Starter starter = starter_of(word);
  if (starter == Starter::conda) return first + 1 < words.size() && words[first + 1].text == "run";
  if (starter == Starter::shell) return false;
  if (starter == Starter::srun || starter == Starter::mpirun || starter == Starter::container)
    return true;
  const bool has_program =
      std::any_of(words.begin() + static_cast<std::ptrdiff_t>(first) + 1, words.end(),
                  [](const ShellWord& one) {
                    return is_python_program(one.text) || one.text == "--module" ||
                           ends_python_options(one.text, 'm') || is_trainer_command(one.text) ||
                           one.text == "--no_python" || starter_of(one.text) == Starter::python ||
                           starter_of(one.text) == Starter::torchrun;
                  });
  return has_program && (starter != Starter::none || is_path);
}

}  // namespace trainyard

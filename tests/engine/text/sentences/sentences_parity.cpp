// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ side of sentences_parity.py: learns from texts and splits them, in files.
//   sentences_parity train OPTIONS TEXTS_FILE PARAMETERS_FILE
//   sentences_parity split PARAMETERS TEXTS_FILE SPANS_FILE
//   sentences_parity convert PARAMETERS PARAMETERS_FILE: reads either form, writes JSON
// OPTIONS: letters of those that are on: p (no penalty), c (all collocations), a (collocations
// behind abbreviations), or "-". A texts file holds texts, a spans file for each text the first and
// the last character of each sentence: a 32-bit count (of bytes, of numbers) and then so many,
// little endian.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "engine/contract/files/whole_file.h"
#include "engine/text/sentences/punkt_splitter.h"
#include "engine/text/sentences/punkt_trainer.h"

namespace {

using trainyard::PunktParameters;

template <typename T>
T value_or_exit(trainyard::Result<T> result) {
  if (!result) {
    std::cerr << result.error().message << '\n';
    std::exit(static_cast<int>(result.error().exit_code));
  }
  return *std::move(result);
}

int write(const PunktParameters& parameters, const char* file) {
  const auto written = parameters.write_json(file);
  if (!written) std::cerr << written.error().message << '\n';
  return written ? 0 : 3;
}

bool take_text(std::string_view& rest, std::string_view& text) {
  if (rest.empty()) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, rest.data(), sizeof count);
  text = rest.substr(sizeof count, count);
  rest.remove_prefix(sizeof count + count);
  return true;
}

int train(const std::string& letters, std::string_view texts, const char* file) {
  trainyard::PunktTrainerOptions options;
  options.ignores_abbreviation_penalty = letters.find('p') != letters.npos;
  options.all_collocations = letters.find('c') != letters.npos;
  options.abbreviation_collocations = letters.find('a') != letters.npos;
  trainyard::PunktTrainer trainer(options);
  for (std::string_view text; take_text(texts, text);) trainer.add(text);
  return write(trainer.parameters(), file);
}

// The characters that begin before each byte.
class CharacterCount {
 public:
  explicit CharacterCount(std::string_view text) : text_(text) {}
  std::uint32_t before(std::size_t byte) {  // ascending
    for (; at_ < byte; ++at_)
      if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) ++count_;
    return count_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t count_ = 0;
};

int split(const PunktParameters& parameters, std::string_view texts, const char* file) {
  const trainyard::PunktSplitter splitter(parameters);
  std::ofstream out(file, std::ios::binary);
  std::vector<std::uint32_t> numbers;
  for (std::string_view text; take_text(texts, text);) {
    CharacterCount characters(text);
    numbers.assign(1, 0);
    for (const auto& span : splitter.spans(text)) {
      numbers.push_back(characters.before(span.begin));
      numbers.push_back(characters.before(span.end));
    }
    numbers[0] = static_cast<std::uint32_t>(numbers.size() - 1);
    out.write(reinterpret_cast<const char*>(numbers.data()),
              static_cast<std::streamsize>(numbers.size() * sizeof(std::uint32_t)));
  }
  out.close();
  return out ? 0 : 3;
}

}  // namespace

int main(int num_arguments, char** arguments) {
  const std::string command = num_arguments > 1 ? arguments[1] : "";
  const auto texts = [&] {
    return value_or_exit(trainyard::read_file(arguments[3], std::uint64_t{1} << 32));
  };
  const auto parameters = [&] { return value_or_exit(PunktParameters::read(arguments[2])); };
  if (command == "train" && num_arguments == 5) return train(arguments[2], texts(), arguments[4]);
  if (command == "split" && num_arguments == 5) return split(parameters(), texts(), arguments[4]);
  if (command == "convert" && num_arguments == 4) return write(parameters(), arguments[3]);
  std::cerr << "usage: see the top of sentences_parity.cpp\n";
  return 2;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ side of text_parity.py: trains, encodes and decodes what that script asks for, in files.
//   text_parity train VOCAB_SIZE MIN_FREQUENCY LINES_FILE OUTPUT_FOLDER
//   text_parity train_word_piece VOCAB_SIZE LOWERCASE(0|1) LINES_FILE OUTPUT_FOLDER
//   text_parity encode TOKENIZER TEXTS_FILE IDS_FILE
//   text_parity encode_whole TOKENIZER TEXTS_FILE IDS_FILE
//   text_parity encode_offsets TOKENIZER TEXTS_FILE IDS_FILE: as encode_whole, but instead of an id
//     the id and the first and the last character of each token
//   text_parity decode TOKENIZER IDS_FILE TEXTS_FILE
// A texts file holds texts, an ids file lists of ids: each is a 32-bit count (of bytes, of ids) and
// then so many, little endian.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "engine/text/bpe_trainer.h"
#include "engine/text/offset_encoder.h"
#include "engine/text/tokenizer.h"
#include "engine/text/unicode/utf8.h"
#include "engine/text/word_piece_trainer.h"

namespace {

using trainyard::TextEncoder;
using trainyard::Tokenizer;

std::string read_whole(const char* file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) {
    std::cerr << file << ": cannot be read\n";
    std::exit(3);
  }
  return std::move(content).str();
}

Tokenizer read_tokenizer(const char* path) {
  auto bpe = Tokenizer::read(path);
  if (!bpe) {
    std::cerr << bpe.error().message << '\n';
    std::exit(static_cast<int>(bpe.error().exit_code));
  }
  return *bpe;
}

// The next `count` and that many items of `size` bytes; false at the end.
bool take(std::string_view& rest, std::size_t size, std::string_view& item) {
  if (rest.empty()) {
    return false;
  }
  std::uint32_t count = 0;
  std::memcpy(&count, rest.data(), sizeof count);
  item = rest.substr(sizeof count, count * size);
  rest.remove_prefix(sizeof count + item.size());
  return true;
}

void put(std::ofstream& out, const void* items, std::size_t count, std::size_t size) {
  const auto written = static_cast<std::uint32_t>(count);
  out.write(reinterpret_cast<const char*>(&written), sizeof written);
  out.write(static_cast<const char*>(items), static_cast<std::streamsize>(count * size));
}

// LINES_FILE OUTPUT_FOLDER
template <typename Trainer>
int train_on_lines(Trainer trainer, char** arguments) {
  const std::string text = read_whole(arguments[0]);
  std::string_view rest = text;
  while (!rest.empty()) {
    trainer.add(trainyard::take_line(rest));
  }
  const auto tokenizer = trainer.train();
  const auto written = tokenizer ? tokenizer->write(arguments[1], 1024) : tokenizer.error();
  if (!written) {
    std::cerr << written.error().message << '\n';
  }
  return written ? 0 : 1;
}

int train(char** arguments) {
  trainyard::BpeTrainerOptions options;
  options.vocab_size = std::stoul(arguments[0]);
  options.min_frequency = std::stoul(arguments[1]);
  return train_on_lines(trainyard::BpeTrainer(options), arguments + 2);
}

int train_word_piece(char** arguments) {
  trainyard::WordPieceTrainerOptions options;
  options.vocab_size = std::stoul(arguments[0]);
  options.lowercase = std::stoul(arguments[1]) != 0;
  return train_on_lines(trainyard::WordPieceTrainer(options), arguments + 2);
}
using Encode = void (TextEncoder::*)(std::string_view, std::vector<std::uint32_t>&);

int encode(char** arguments, Encode encode_text) {
  const Tokenizer bpe = read_tokenizer(arguments[0]);
  TextEncoder encoder(bpe);
  const std::string texts = read_whole(arguments[1]);
  std::ofstream out(arguments[2], std::ios::binary);
  std::string_view rest = texts;
  std::string_view text;
  std::vector<std::uint32_t> ids;
  while (take(rest, 1, text)) {
    ids.clear();
    (encoder.*encode_text)(text, ids);
    put(out, ids.data(), ids.size(), sizeof(std::uint32_t));
  }
  out.close();
  return out ? 0 : 3;
}

int encode_offsets(char** arguments) {
  trainyard::OffsetEncoder encoder(read_tokenizer(arguments[0]));
  const std::string texts = read_whole(arguments[1]);
  std::ofstream out(arguments[2], std::ios::binary);
  std::string_view rest = texts;
  std::string_view text;
  while (take(rest, 1, text)) {
    std::vector<std::uint32_t> ids, numbers;
    std::vector<trainyard::CharacterSpan> spans;
    encoder.encode_whole(text, ids, spans);
    for (std::size_t i = 0; i < ids.size(); ++i)
      numbers.insert(numbers.end(), {ids[i], spans[i].begin, spans[i].end});
    put(out, numbers.data(), numbers.size(), sizeof(std::uint32_t));
  }
  out.close();
  return out ? 0 : 3;
}

int decode(char** arguments) {
  const Tokenizer bpe = read_tokenizer(arguments[0]);
  const std::string lists = read_whole(arguments[1]);
  std::ofstream out(arguments[2], std::ios::binary);
  std::string_view rest = lists;
  std::string_view list;
  while (take(rest, sizeof(std::uint32_t), list)) {
    std::vector<std::uint32_t> ids(list.size() / sizeof(std::uint32_t));
    std::memcpy(ids.data(), list.data(), list.size());
    const std::string text = bpe.decode(ids);
    put(out, text.data(), text.size(), 1);
  }
  out.close();
  return out ? 0 : 3;
}

}  // namespace

int main(int num_arguments, char** arguments) {
  const std::string command = num_arguments > 1 ? arguments[1] : "";
  if (command == "train" && num_arguments == 6) {
    return train(arguments + 2);
  }
  if (command == "train_word_piece" && num_arguments == 6) {
    return train_word_piece(arguments + 2);
  }
  if (command == "encode" && num_arguments == 5) {
    return encode(arguments + 2, &TextEncoder::encode);
  }
  if (command == "encode_whole" && num_arguments == 5) {
    return encode(arguments + 2, &TextEncoder::encode_whole);
  }
  if (command == "encode_offsets" && num_arguments == 5) {
    return encode_offsets(arguments + 2);
  }
  if (command == "decode" && num_arguments == 5) {
    return decode(arguments + 2);
  }
  std::cerr << "usage: see the top of text_parity.cpp\n";
  return 2;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// encode_speed TOKENIZER TEXT: encodes the text line by line once, on one thread, and prints
// {"megabytes_per_second", "tokens"}.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/text/tokenizer.h"

int main(int num_arguments, char** arguments) {
  if (num_arguments != 3) {
    std::fputs("usage: encode_speed TOKENIZER TEXT\n", stderr);
    return 2;
  }
  auto bpe = trainyard::Tokenizer::read(arguments[1]);
  if (!bpe) {
    std::fprintf(stderr, "%s\n", bpe.error().message.c_str());
    return 2;
  }
  std::ifstream file(arguments[2], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::uint32_t> ids;
  const auto start = std::chrono::steady_clock::now();
  trainyard::TextEncoder encoder(*bpe);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t found = text.find('\n', begin);
    const std::size_t end = found == std::string::npos ? text.size() : found + 1;
    encoder.encode(std::string_view(text).substr(begin, end - begin), ids);
    begin = end;
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::printf("{\"megabytes_per_second\": %.4f, \"tokens\": %zu}\n",
              text.size() / 1e6 / taken.count(), ids.size());
}

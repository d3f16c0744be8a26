// SPDX-License-Identifier: GPL-3.0-or-later
// fuzz TARGET CORPUS SECONDS [SEED]
// Changes the files of the folder CORPUS at random and feeds them to TARGET, under the sanitizers
// it is built with. Inputs that reach code that none before reached are changed further. An input
// that crashes, or takes more than 10 s, is left in crash-TARGET beside a message that says so.
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/targets.h"

namespace {

constexpr std::size_t kNumPlaces = std::size_t{1} << 18, kLongestInput = std::size_t{1} << 16;
constexpr unsigned kHangSeconds = 10;

bool reached[kNumPlaces];
std::size_t num_reached = 0;
std::string input, crash_file;

void leave_input() {
  std::ofstream(crash_file, std::ios::binary) << input;
  std::fprintf(stderr, "the input that did it: %s\n", crash_file.c_str());
}

void on_hang(int) {
  std::fprintf(stderr, "an input took more than %u s\n", kHangSeconds);
  leave_input();
  ::_exit(1);
}

constexpr const char* kWords[] = {"{",
                                  "}",
                                  "[",
                                  "]",
                                  "\"",
                                  ":",
                                  ",",
                                  "null",
                                  "true",
                                  "-1",
                                  "0",
                                  "1e999",
                                  "9223372036854775807",
                                  "18446744073709551616",
                                  "2147483648",
                                  "\\u0000",
                                  "\\ud800",
                                  "\xC3",
                                  "\n",
                                  " ",
                                  "- ",
                                  "&a ",
                                  "*a",
                                  "!!",
                                  "%",
                                  "=",
                                  "|",
                                  "@",
                                  "\x1f",
                                  "99999999999999999999",
                                  "\x01"};

class Mutator {
 public:
  Mutator(std::uint64_t seed, const std::vector<std::string>& corpus)
      : random_(seed), corpus_(corpus) {}

  std::string make() {
    std::string text = any_entry();
    for (std::size_t changes = 1 + below(6); changes > 0; --changes) change(text);
    text.resize(std::min(text.size(), kLongestInput));
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  const std::string& any_entry() { return corpus_[below(corpus_.size())]; }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1),
                      length = below(std::min<std::size_t>(text.size() - at, 1 + below(64)) + 1);
    switch (below(7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ 1 << below(8));
        return;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        return;
      case 2:
        text.erase(at, length);
        return;
      case 3:
        text.insert(at, text.substr(below(text.size() + 1), length));
        return;
      case 4:
        text.replace(at, length, kWords[below(std::size(kWords))]);
        return;
      case 5:
        text.insert(at, kWords[below(std::size(kWords))]);
        return;
      default: {
        const std::string& other = any_entry();
        const std::size_t from = below(other.size() + 1);
        text.replace(at, length, other, from, below(other.size() - from + 1));
      }
    }
  }

  std::mt19937_64 random_;
  const std::vector<std::string>& corpus_;
};

std::vector<std::string> read_corpus(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> corpus;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return corpus;
}

int fuzz(const trainyard::FuzzTarget& target, std::vector<std::string> corpus, double seconds,
         std::uint64_t seed) {
  const auto run = [&](std::string text) {
    input = std::move(text);
    ::alarm(kHangSeconds);
    target.run(input);
    ::alarm(0);
  };
  for (const std::string& entry : std::vector(corpus)) run(entry);
  const std::size_t of_corpus = num_reached;
  std::size_t known = of_corpus, runs = 0;
  Mutator mutator(seed, corpus);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    run(mutator.make());
    if (num_reached == known) continue;
    known = num_reached;
    corpus.push_back(input);
  }
  std::printf("%s: %zu inputs with seed %llu, %zu places reached by the corpus, %zu at the end\n",
              std::string(target.name).c_str(), runs, static_cast<unsigned long long>(seed),
              of_corpus, known);
  return of_corpus > 0 && runs > 0 ? 0 : 1;
}

}  // namespace

// Called by the code under test at each of its branches.
extern "C" void __sanitizer_cov_trace_pc() {
  const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  bool& is_reached = reached[place * 0x9E3779B97F4A7C15u >> 46];
  num_reached += is_reached ? 0 : 1;
  is_reached = true;
}

// An exception that nobody catches counts, and so does what asks for more memory than any file of
// these needs.
extern "C" const char* __asan_default_options() {
  return "handle_abort=1:detect_leaks=0:detect_odr_violation=0:max_allocation_size_mb=4096:"
         "hard_rss_limit_mb=4096";
}

int main(int count, char** arguments) {
  if (count < 4) return std::fprintf(stderr, "usage: fuzz TARGET CORPUS SECONDS [SEED]\n"), 2;
  const std::string name = arguments[1];
  crash_file = "crash-" + name;
  __sanitizer_set_death_callback(leave_input);
  ::signal(SIGALRM, on_hang);
  const std::uint64_t seed = count > 4 ? std::stoull(arguments[4]) : std::random_device{}();
  for (const trainyard::FuzzTarget& target : trainyard::fuzz_targets())
    if (target.name == name)
      return fuzz(target, read_corpus(arguments[2]), std::atof(arguments[3]), seed);
  std::fprintf(stderr, "no target is called %s\n", name.c_str());
  return 2;
}

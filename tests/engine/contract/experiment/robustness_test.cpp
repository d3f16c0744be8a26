// SPDX-License-Identifier: GPL-3.0-or-later
// Broken documents of every kind: reading them ends, and never takes the program down.
#include <gtest/gtest.h>
#include <random>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/reader.h"
#include "tests/engine/contract/experiment/full_document.h"

namespace trainyard {
namespace {

void read(const std::string& text) {
  const Document document = read_experiment(text, "e.yaml");
  for (const Diagnostic& diagnostic : document.diagnostics) {
    ASSERT_GE(diagnostic.line, 0);
    ASSERT_FALSE(diagnostic.text.empty());
    ASSERT_EQ(to_line(diagnostic).find('\n'), std::string::npos);
  }
}

TEST(Robustness, CutAtEveryByte) {
  const std::string text = kFullDocument;
  for (std::size_t size = 0; size < text.size(); ++size) read(text.substr(0, size));
}

TEST(Robustness, RandomBytesChanged) {
  std::mt19937 random(1);
  const std::string alphabet = "{}[],:#&*!|>'\"%@`-?~ \n\t\\\r\x01\xff";
  for (int round = 0; round < 1500; ++round) {
    std::string text = kFullDocument;
    for (auto changes = 1 + random() % 8; changes > 0; --changes) {
      const char byte =
          random() % 2 ? alphabet[random() % alphabet.size()] : static_cast<char>(random());
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), byte);
      else
        text[at] = byte;
    }
    read(text);
    if (round % 4 == 0) (void)edit(text, "optimizer.learning_rate", 0.5).ok();
  }
}

TEST(Robustness, DeepAndWideDocuments) {
  for (const std::string unit : {"[", "{", "- ", "? ", "{a: ", "[[{", "!", "&a ", "a: "}) {
    std::string text;
    while (text.size() < 20000) text += unit;
    read(text);
  }
  std::string wide = "name: a\nmodel:\n  overrides:\n";
  for (int i = 0; i < 20000; ++i) wide += "    key" + std::to_string(i) + ": 1\n";
  EXPECT_EQ(read_experiment(wide, "e").experiment.model.overrides.size(), 20000u);
  std::string line = "name: a\ntags: [";
  for (int i = 0; i < 20000; ++i) line += "a, ";
  EXPECT_EQ(read_experiment(line + "b]\n", "e").experiment.tags.size(), 20001u);
}

}  // namespace
}  // namespace trainyard

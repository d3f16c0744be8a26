// SPDX-License-Identifier: GPL-3.0-or-later
// A text that was prepared with a tokenizer of its own, opened to be looked at.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "engine/data/texts/prepare.h"
#include "engine/inspect/inspected_data.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {

inline const PrepareProgress on_progress = [](std::string_view, double, double) { return true; };

// Byte-level tokens: 256 bytes, the end of text, and what is merged of `content` up to 300.
inline PreparedData prepared_text(const TemporaryFolder& scratch, const std::string& content) {
  scratch.write("text", content);
  TextDataSettings settings;
  settings.sources.train = {scratch / "text"};
  settings.sources.validation_split_ratio = 0;
  settings.vocab_size = 300;
  settings.num_threads = 1;
  const auto data = prepare_text(settings, scratch / "prepared", on_progress);
  EXPECT_TRUE(data.ok()) << (data.ok() ? "" : data.error().message);
  return *data;
}

// The folder that prepared_text() wrote, in blocks of so many tokens.
inline Result<InspectedData> opened(const TemporaryFolder& scratch, std::int64_t sequence_length) {
  InspectRequest request;
  request.data = scratch / "prepared";
  request.sequence_length = sequence_length;
  return InspectedData::open(request, on_progress);
}

}  // namespace trainyard

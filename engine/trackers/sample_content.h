// SPDX-License-Identifier: GPL-3.0-or-later
// The content of samples (SampleEvent), made of what trackers' files have. Whatever is longer than
// a sample may be is cut.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/value.h"
#include "engine/trackers/tracked_run.h"

namespace trainyard {

// Of texts, tables and histograms; an image may be as large as an event allows.
constexpr std::size_t max_sample_text_bytes = 256u << 10;
constexpr std::size_t max_sample_rows = 200;

TrackedSample text_sample(std::string key, std::string_view text);

// The rows that fit, of those that are lists.
TrackedSample table_sample(std::string key, const List& columns, const List& rows);

// Nothing unless there is one edge more than counts, all are finite and the edges ascend.
std::optional<TrackedSample> histogram_sample(std::string key, const std::vector<double>& edges,
                                              const std::vector<double>& counts);

// Whether a file begins as PNG, JPEG or GIF files do.
bool is_image(std::string_view bytes);

std::string encode_base64(std::string_view bytes);

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/model_labels.h"

#include <algorithm>
#include <charconv>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"

namespace trainyard {

std::vector<std::string> label_names(const Map& config) {
  const Map given = get<Map>(config, "id2label");
  std::vector<std::string> names(given.size());
  std::vector<bool> is_there(given.size());
  for (const auto& [number, name] : given) {  // JSON's order is not numeric
    std::size_t index = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), index);
    const std::string* text = name.get_if<std::string>();
    if (read.ec != std::errc() || index >= names.size() || !text) return {};
    names[index] = *text;
    is_there[index] = true;
  }
  return std::ranges::count(is_there, false) == 0 ? names : std::vector<std::string>();
}

std::vector<std::string> given_label_names(const Map& config) {
  std::vector<std::string> names = label_names(config);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] != "LABEL_" + std::to_string(i)) return names;
  return {};
}

Result<void> check_label_order(const std::string& model, const Map& config,
                               const std::vector<std::string>& found) {
  const std::vector<std::string> own = given_label_names(config);
  if (own.empty() || found == own || !std::ranges::is_permutation(found, own)) return {};
  return make_error("data.other_labels",
                    {{"model", model}, {"found", comma_list(found)}, {"wanted", comma_list(own)}});
}

std::optional<Error> note_on_labels(const std::string& model, const Map& config,
                                    const std::vector<std::string>& found) {
  const std::vector<std::string> own = given_label_names(config);
  if (own.empty() || found.empty() || found == own) return std::nullopt;
  return make_error("data.new_labels",
                    {{"model", model}, {"found", comma_list(found)}, {"wanted", comma_list(own)}});
}

}  // namespace trainyard

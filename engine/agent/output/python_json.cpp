#include "engine/agent/output/python_json.h"

namespace trainyard::agent {

std::string with_quoted_non_finite(std::string_view text) {
  std::string result;
  bool is_in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_in_string && text[at] == '\\' && at + 1 < text.size()) {
      result += text.substr(at++, 2);
      continue;
    }
    if (text[at] == '"') is_in_string = !is_in_string;
    bool is_replaced = false;
    for (const std::string_view name : {"NaN", "-Infinity", "Infinity"})
      if (!is_in_string && text.substr(at, name.size()) == name) {
        result += "\"" + std::string(name) + "\"";
        at += name.size() - 1;
        is_replaced = true;
        break;
      }
    if (!is_replaced) result += text[at];
  }
  return result;
}

}  // namespace trainyard::agent

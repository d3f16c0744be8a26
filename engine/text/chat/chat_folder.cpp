// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/chat_folder.h"

#include <algorithm>
#include <system_error>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxConfigBytes = 64u << 20;
constexpr const char* kStandardTokens[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                           "pad_token", "cls_token", "mask_token"};

using Templates = std::vector<std::pair<std::string, std::string>>;  // name, source

// Reads the object in a file; empty if there is no file.
Result<Map> read_chat_config(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return Map{};
  TRY(const auto text, read_file(file, kMaxConfigBytes));
  auto document = parse_json(text);
  Map* const map = document ? std::get_if<Map>(&*document) : nullptr;
  if (map != nullptr) return std::move(*map);
  const Error why = document ? make_error("chat.config_no_object", {}) : document.error();
  return make_error("chat.config_damaged", {{"file", file.string()}, {"why", as_argument(why)}});
}

Result<Templates> templates_of_files(const fs::path& folder) {
  Templates templates;
  std::error_code failed;
  if (const fs::path file = folder / "chat_template.jinja"; fs::is_regular_file(file, failed)) {
    TRY(auto source, read_file(file, kMaxConfigBytes));
    templates.emplace_back("default", std::move(source));
  }
  for (const auto& entry : fs::directory_iterator(folder / "additional_chat_templates", failed)) {
    if (entry.path().extension() != ".jinja" || !entry.is_regular_file(failed)) continue;
    const std::string name = entry.path().stem().string();
    // Others are counted, but not used here.
    std::string source;
    if (name == "default" || name == "tool_use") {
      TRY(source, read_file(entry.path(), kMaxConfigBytes));
    }
    templates.emplace_back(name, std::move(source));
  }
  return templates;
}

Result<Templates> templates_of_config(const Map& config, const fs::path& file) {
  Templates templates;
  const Value* const entry = find(config, "chat_template");
  if (entry == nullptr || entry->is_null()) return templates;
  if (const auto source = json_text(*entry)) {
    templates.emplace_back("default", *source);
    return templates;
  }
  if (const Map* map = entry->get_if<Map>())
    for (const auto& [name, source] : *map)
      if (const auto* text = source.get_if<std::string>()) templates.emplace_back(name, *text);
  if (const List* list = entry->get_if<List>())
    for (const Value& item : *list) {
      const Map* const map = item.get_if<Map>();
      const std::string name = map != nullptr ? get<std::string>(*map, "name") : "";
      const Value* const source = map != nullptr ? find(*map, "template") : nullptr;
      if (name.empty() || source == nullptr || source->get_if<std::string>() == nullptr)
        return make_error("chat.config_template", {{"file", file.string()}});
      templates.emplace_back(name, *source->get_if<std::string>());
    }
  if (templates.empty()) return make_error("chat.config_template", {{"file", file.string()}});
  return templates;
}

const std::string* source_of(const Templates& templates, std::string_view name) {
  // The last of equal names wins, as in a dict.
  const auto place = std::find_if(templates.rbegin(), templates.rend(),
                                  [&](const auto& entry) { return entry.first == name; });
  return place == templates.rend() ? nullptr : &place->second;
}

std::optional<std::string> token_text(const Value& value) {
  if (const auto text = json_text(value)) return text;
  const Map* const map = value.get_if<Map>();
  const Value* const content = map != nullptr ? find(*map, "content") : nullptr;
  return content != nullptr ? json_text(*content) : std::nullopt;
}

void set_token(Map& tokens, const std::string& name, std::string text) {
  for (auto& [key, value] : tokens)
    if (key == name) {
      value = std::move(text);
      return;
    }
  tokens.emplace_back(name, std::move(text));
}

// special_tokens_map.json is only used if the configuration does not list the added tokens, and
// then takes precedence.
Map special_tokens_of(const Map& config, const Map& older) {
  Map tokens;
  const bool has_list = find(config, "added_tokens_decoder") != nullptr;
  for (const Map* source : {&config, &older}) {
    if (source == &older && has_list) break;
    for (const auto& [name, value] : *source) {
      const bool is_standard =
          std::ranges::find(kStandardTokens, name) != std::end(kStandardTokens);
      const bool is_own = name.ends_with("_token") && json_text(value).has_value();
      const auto text = token_text(value);
      if ((is_standard || is_own) && text) set_token(tokens, name, *text);
    }
    const Value* const extra = find(*source, "extra_special_tokens");
    if (const Map* named = extra != nullptr ? extra->get_if<Map>() : nullptr)
      for (const auto& [name, value] : *named)
        if (const auto text = token_text(value)) set_token(tokens, name, *text);
  }
  return tokens;
}

}  // namespace

Result<std::vector<std::uint32_t>> read_end_ids(const fs::path& folder) {
  TRY(const auto config, read_chat_config(folder / "generation_config.json"));
  std::vector<std::uint32_t> ids;
  const auto take = [&](const Value& value) {
    const auto* id = value.get_if<std::int64_t>();
    if (id != nullptr && *id >= 0) ids.push_back(static_cast<std::uint32_t>(*id));
  };
  const Value* const given = find(config, "eos_token_id");
  if (given == nullptr) return ids;
  take(*given);
  if (const List* list = given->get_if<List>())
    for (const Value& id : *list) take(id);
  return ids;
}

Result<Map> read_special_tokens(const fs::path& folder) {
  TRY(const auto config, read_chat_config(folder / "tokenizer_config.json"));
  TRY(const auto older, read_chat_config(folder / "special_tokens_map.json"));
  return special_tokens_of(config, older);
}

Result<ModelChat> read_model_chat(const fs::path& folder) {
  const fs::path config_file = folder / "tokenizer_config.json";
  TRY(const auto config, read_chat_config(config_file));
  TRY(auto templates, templates_of_files(folder));
  const bool of_files = !templates.empty();
  if (!of_files) {
    TRY(templates, templates_of_config(config, config_file));
  }
  if (templates.empty()) return make_error("chat.no_template", {{"folder", folder.string()}});
  const std::string* const plain = source_of(templates, "default");
  if (plain == nullptr) return make_error("chat.no_default", {{"folder", folder.string()}});
  const std::string name = (of_files ? folder / "chat_template.jinja" : config_file).string();
  TRY(auto text, ChatTemplate::parse(*plain, name));
  TRY(const auto older, read_chat_config(folder / "special_tokens_map.json"));
  ModelChat chat{std::move(text), std::nullopt, special_tokens_of(config, older)};
  if (const std::string* const tools = source_of(templates, "tool_use")) {
    TRY(chat.with_tools, ChatTemplate::parse(*tools, name + " (tool_use)"));
  }
  return chat;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/edit.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "engine/contract/experiment/collection_edit.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/text_splice.h"
#include "engine/contract/experiment/value_span.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// The target of a path: a field, a key inside a field that is a mapping, or a whole section.
struct Target {
  const FieldInfo* field = nullptr;  // null: a section
  std::vector<std::string> keys;     // from the root of the document
  bool is_inside = false;
};

std::optional<Target> find_target(std::string_view path) {
  const auto keys_of = [](const FieldInfo& field) {
    return field.section.empty() ? std::vector{field.key} : std::vector{field.section, field.key};
  };
  if (const FieldInfo* field = find_field(path)) return Target{field, keys_of(*field), false};
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1)) {
    const FieldInfo* field = find_field(path.substr(0, dot));
    if (!field || (field->kind != Kind::text_map && field->kind != Kind::value_map)) continue;
    Target out{field, keys_of(*field), true};
    out.keys.emplace_back(path.substr(dot + 1));
    return out;
  }
  return std::nullopt;
}

// The position of a key in document order; keys inside a field's own mapping keep the order in
// which they were added.
int order_of(const std::vector<std::string>& parents, const std::string& key) {
  if (parents.size() > 1) return 0;
  for (std::size_t i = 0; i < fields().size(); ++i) {
    const FieldInfo& field = fields()[i];
    if (parents.empty() ? field.path == key || field.section == key
                        : field.section == parents.front() && field.key == key)
      return static_cast<int>(i);
  }
  return -1;
}

const YamlEntry* find_entry_or_former(const YamlNode& mapping, const Target& target,
                                      std::size_t depth) {
  if (const auto* entry = find_entry(mapping, target.keys[depth])) return entry;
  if (!target.field || target.field->key != target.keys[depth]) return nullptr;
  for (const std::string& former : target.field->former_keys)
    if (const auto* entry = find_entry(mapping, former)) return entry;
  return nullptr;
}

// The last entry that comes before `key` in document order.
const YamlEntry* entry_before(const YamlNode& mapping, const std::vector<std::string>& parents,
                              const std::string& key) {
  const int order = order_of(parents, key);
  const YamlEntry* out = nullptr;
  for (const YamlEntry& entry : mapping.entries) {
    const int other = order_of(parents, entry.first.text);
    if (other >= 0 && other <= order) out = &entry;
  }
  return out;
}

// "key: value", with deeper keys in braces so that it stays on one line.
std::string spell_entry(const std::vector<std::string>& keys, std::size_t depth,
                        const Value& value) {
  const std::string name = spell(keys[depth]) + ": ";
  if (depth + 1 == keys.size()) return name + spell(value);
  return name + "{" + spell_entry(keys, depth + 1, value) + "}";
}

class Editor {
 public:
  Editor(std::string_view text, const Target& target) : text_(text), target_(target) {}

  // Returns the text with the value set, or nothing if its form is not supported.
  std::optional<std::string> set(const YamlNode& root, const Value& value) const {
    if (root.kind == YamlNode::Kind::null) return append_line(text_, lines_of(0, 0, value));
    const YamlNode* mapping = &root;
    for (std::size_t depth = 0;; ++depth) {
      const YamlEntry* entry = find_entry_or_former(*mapping, target_, depth);
      if (entry == nullptr) return insert(*mapping, root, depth, value);
      if (depth + 1 == target_.keys.size()) return replace(*entry, value);
      if (entry->second.kind == YamlNode::Kind::null)
        return fill(*entry, mapping->flow, depth + 1, value);
      if (entry->second.kind != YamlNode::Kind::mapping) return std::nullopt;
      mapping = &entry->second;
    }
  }

  std::optional<std::string> remove(const YamlNode& root) const {
    const YamlNode* mapping = &root;
    for (std::size_t depth = 0;; ++depth) {
      const YamlEntry* entry = find_entry_or_former(*mapping, target_, depth);
      if (entry == nullptr) return std::string(text_);
      if (depth + 1 < target_.keys.size()) {
        if (entry->second.kind != YamlNode::Kind::mapping) return std::string(text_);
        mapping = &entry->second;
        continue;
      }
      const auto span = span_of(text_, *entry);
      if (!span) return std::nullopt;
      if (!target_.field && !mapping->flow)
        return cut_lines(text_, span->begin, end_of_line(span->end));
      const bool has_comment = !mapping->flow && span->value;
      const std::string comment =
          has_comment ? comment_between(span->colon, span->value->begin) : "";
      if (!comment.empty()) return splice(text_, span->begin, span->end, comment);
      return mapping->flow ? cut_flow_entry(text_, span->begin, span->end)
                           : cut_lines(text_, span->begin, span->end);
    }
  }

 private:
  std::optional<std::string> replace(const YamlEntry& entry, const Value& value) const {
    const auto span = span_of(text_, entry);
    if (!span) return std::nullopt;
    const bool has_colon = text_.substr(0, span->colon).ends_with(':');
    if (!span->value)
      return splice(text_, span->colon, span->colon, (has_colon ? " " : ": ") + spell(value));
    const YamlNode& node = entry.second;
    const bool is_block = !node.flow && (node.kind == YamlNode::Kind::sequence ||
                                         node.kind == YamlNode::Kind::mapping);
    if (!is_block) return splice(text_, span->value->begin, span->value->end, spell(value));
    const std::string lines =
        spell_block(value, static_cast<std::size_t>(node.column - 1), line_break(text_));
    if (!lines.empty()) return splice(text_, span->value->begin, span->value->end, lines);
    const std::string without = cut_lines(text_, span->value->begin, span->value->end);
    return splice(without, span->colon, span->colon, " " + spell(value));
  }

  std::size_t end_of_line(std::size_t at) const {
    return std::min(text_.find_first_of("\r\n", at), text_.size());
  }

  // The comments between a key and its value, without surrounding white space.
  std::string comment_between(std::size_t begin, std::size_t end) const {
    const std::string_view between = text_.substr(begin, end - begin);
    const auto first = between.find_first_not_of(" \t\r\n");
    if (first == between.npos) return {};
    return std::string(between.substr(first, between.find_last_not_of(" \t\r\n") - first + 1));
  }

  // The key exists without a value: `optimizer:`
  std::optional<std::string> fill(const YamlEntry& entry, bool is_flow, std::size_t depth,
                                  const Value& value) const {
    const auto span = span_of(text_, entry);
    if (!span) return std::nullopt;
    const std::string inner = spell_entry(target_.keys, depth, value);
    if (is_flow && span->value)
      return splice(text_, span->value->begin, span->value->end, "{" + inner + "}");
    if (is_flow) return splice(text_, span->colon, span->colon, " {" + inner + "}");
    // An explicit null is removed: the new content is on separate lines.
    const std::string bare =
        span->value ? splice(text_, span->colon, span->value->end, "") : std::string(text_);
    return insert_line_after(bare, span->colon,
                             static_cast<std::size_t>(entry.first.column - 1) + 2, inner);
  }

  std::optional<std::string> insert(const YamlNode& mapping, const YamlNode& root,
                                    std::size_t depth, const Value& value) const {
    const std::vector<std::string> parents(
        target_.keys.begin(), target_.keys.begin() + static_cast<std::ptrdiff_t>(depth));
    const YamlEntry* before = entry_before(mapping, parents, target_.keys[depth]);
    if (mapping.flow) return insert_flow(mapping, before, spell_entry(target_.keys, depth, value));
    const std::size_t indent = static_cast<std::size_t>(mapping.column - 1);
    const std::string added = lines_of(depth, indent, value);
    if (before == nullptr) {
      const std::size_t first_line = start_of_line(text_, mapping.offset);
      if (&mapping == &root || first_line == 0)
        return insert_line_before(text_, mapping.offset, indent, added);
      return insert_line_after(text_, key_end(root, parents), indent, added);
    }
    const auto span = span_of(text_, *before);
    if (!span) return std::nullopt;
    return insert_line_after(text_, span->end, indent, added);
  }

  // "key: value", or a section and its content on separate lines.
  std::string lines_of(std::size_t depth, std::size_t indent, const Value& value) const {
    if (depth + 1 == target_.keys.size()) return spell_entry(target_.keys, depth, value);
    return spell(target_.keys[depth]) + ":" + std::string(line_break(text_)) +
           std::string(indent + 2, ' ') + lines_of(depth + 1, indent + 2, value);
  }

  std::optional<std::string> insert_flow(const YamlNode& mapping, const YamlEntry* before,
                                         const std::string& added) const {
    if (mapping.entries.empty())
      return splice(text_, mapping.offset + 1, mapping.offset + 1, added);
    if (before == nullptr)
      return splice(text_, mapping.offset + 1, mapping.offset + 1, added + ", ");
    const auto span = span_of(text_, *before);
    if (!span) return std::nullopt;
    return splice(text_, span->end, span->end, ", " + added);
  }

  // The position after the colon of the key that the mapping belongs to.
  std::size_t key_end(const YamlNode& root, const std::vector<std::string>& parents) const {
    const YamlNode* mapping = &root;
    std::size_t out = 0;
    for (const std::string& key : parents) {
      const YamlEntry* entry = find_entry(*mapping, key);
      const auto span = entry ? span_of(text_, *entry) : std::nullopt;
      if (!span) return out;
      out = span->colon;
      mapping = &entry->second;
    }
    return out;
  }

  std::string_view text_;
  const Target& target_;
};

// Writes everything except the target as text: must be equal before and after an edit. Missing
// mappings on the path to it count as empty.
void dump(const YamlNode& node, const Target& target, std::size_t depth, bool on_way,
          std::string& out) {
  out += std::to_string(static_cast<int>(node.kind)) + (node.plain ? "p" : "q") +
         std::to_string(node.text.size()) + ":" + node.text;
  for (const YamlNode& item : node.items) dump(item, target, depth + 1, false, out);
  for (const auto& entry : node.entries) {
    const bool leads =
        on_way && depth < target.keys.size() && find_entry_or_former(node, target, depth) == &entry;
    if (leads && depth + 1 == target.keys.size()) continue;
    std::string inner;
    dump(entry.second, target, depth + 1, leads, inner);
    const bool is_bare = entry.second.entries.empty() || inner == "3p0:";
    if (leads && is_bare && entry.second.items.empty() && entry.second.text.empty()) continue;
    out += "(" + entry.first.text + ")" + inner;
  }
}

std::string rest_of(const YamlNode& root, const Target& target) {
  std::string out;
  dump(root, target, 0, true, out);
  return root.kind == YamlNode::Kind::null ? "3p0:" : out;
}

Value normal(const FieldInfo& field, Value value) {
  if (const auto* whole = value.get_if<std::int64_t>(); whole && field.kind == Kind::real)
    return static_cast<double>(*whole);
  return value;
}

const YamlNode* find_node(const YamlNode& root, const Target& target) {
  const YamlNode* node = &root;
  for (std::size_t depth = 0; depth < target.keys.size(); ++depth) {
    const YamlEntry* entry = find_entry_or_former(*node, target, depth);
    if (entry == nullptr) return nullptr;
    node = &entry->second;
  }
  return node;
}

bool reads_back(const YamlNode* node, const Target& target, const Value& value) {
  if (node == nullptr) return false;
  if (target.is_inside) {
    std::vector<FieldProblem> problems;
    const Value found = to_value(*node, "", problems);
    return problems.empty() && spell(found) == spell(value);
  }
  const FieldReading reading = read_field(*target.field, *node);
  return reading.value && spell(*reading.value) == spell(normal(*target.field, value));
}

Error not_readable(const YamlTree& tree) {
  const Diagnostic& first = tree.diagnostics.front();
  return make_error("edit.not_readable", {{"line", first.line}, {"problem", first.text}});
}

// Whether the target in the tree is as intended; null: it does not exist.
using IsRight = std::function<bool(const YamlNode* found)>;

Result<std::string> checked(std::string_view path, const Target& target, const YamlTree& before,
                            std::optional<std::string> text, const IsRight& is_right) {
  const Error failed = make_error("edit.failed", {{"field", std::string(path)}});
  if (!text) return failed;
  const YamlTree after = parse_yaml(*text);
  if (!after.complete || after.diagnostics.size() > before.diagnostics.size()) return failed;
  if (rest_of(after.root, target) != rest_of(before.root, target)) return failed;
  if (!is_right(find_node(after.root, target))) return failed;
  return std::move(*text);
}

Result<Target> target_of(std::string_view path) {
  auto target = find_target(path);
  if (!target) return make_error("edit.unknown_path", {{"field", std::string(path)}});
  return std::move(*target);
}

Result<YamlTree> editable_tree(std::string_view text) {
  YamlTree tree = parse_yaml(text);
  if (!tree.complete) return not_readable(tree);
  if (tree.root.kind != YamlNode::Kind::mapping && tree.root.kind != YamlNode::Kind::null)
    return make_error("edit.not_readable", {{"line", tree.root.line},
                                            {"problem", "it is not a list of `key: value` lines"}});
  return tree;
}

bool is_section(std::string_view name) {
  return std::find(sections().begin(), sections().end(), name) != sections().end();
}

Result<std::string> removed(std::string_view text, std::string_view path, const Target& target) {
  const YamlTree tree = parse_yaml(text);
  if (!tree.complete) return not_readable(tree);
  return checked(path, target, tree, Editor(text, target).remove(tree.root),
                 [](const YamlNode* found) { return found == nullptr; });
}

Value as_written(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar) return node.text;
  if (node.kind == YamlNode::Kind::sequence) {
    List list;
    for (const YamlNode& item : node.items) list.push_back(as_written(item));
    return list;
  }
  if (node.kind == YamlNode::Kind::null) return {};
  Map map;
  for (const auto& [key, value] : node.entries) map.emplace_back(key.text, as_written(value));
  return map;
}

bool can_hold(const Target& target, const Value& value) {
  if (!target.is_inside) return has_kind(*target.field, value);
  return target.field->kind == Kind::value_map || value.is_null() ||
         value.get_if<std::string>() != nullptr;
}

}  // namespace

Result<std::string> edit(std::string_view text, std::string_view path, const Value& value) {
  TRY(const auto target, target_of(path));
  if (!can_hold(target, value))
    return make_error("edit.wrong_kind",
                      {{"field", std::string(path)}, {"expected", expected_words(*target.field)}});
  TRY(const YamlTree tree, editable_tree(text));
  const Value wanted = normal(*target.field, value);
  const auto is_right = [&](const YamlNode* found) { return reads_back(found, target, value); };
  // Comments of a list or mapping belong to its elements.
  if (const YamlNode* node = find_node(tree.root, target))
    if (auto kept = checked(path, target, tree, with_elements(text, *node, wanted), is_right))
      return kept;
  return checked(path, target, tree, Editor(text, target).set(tree.root, wanted), is_right);
}

Result<std::string> edit_as_entered(std::string_view text, std::string_view path,
                                    std::string_view entered) {
  TRY(const Target target, target_of(path));
  TRY(const YamlTree tree, editable_tree(text));
  return checked(path, target, tree, Editor(text, target).set(tree.root, std::string(entered)),
                 [&](const YamlNode* found) {
                   return found && found->kind == YamlNode::Kind::scalar && found->text == entered;
                 });
}

std::optional<Value> written_value(std::string_view text, std::string_view path) {
  const auto target = find_target(path);
  if (!target) return std::nullopt;
  const YamlTree tree = parse_yaml(text);
  const YamlNode* node = find_node(tree.root, *target);
  return node ? std::optional(as_written(*node)) : std::nullopt;
}

Result<void> check_editable(std::string_view text) {
  TRY(editable_tree(text));
  return {};
}

Result<std::string> reset(std::string_view text, std::string_view path) {
  TRY(const auto target, target_of(path));
  return removed(text, path, target);
}

std::vector<std::string> written_sections(std::string_view text) {
  std::vector<std::string> out;
  for (const auto& entry : parse_yaml(text).root.entries)
    if (is_section(entry.first.text)) out.push_back(entry.first.text);
  return out;
}

Result<std::string> remove_section(std::string_view text, std::string_view section) {
  if (!is_section(section))
    return make_error("edit.unknown_path", {{"field", std::string(section)}});
  return removed(text, section, Target{nullptr, {std::string(section)}, false});
}

}  // namespace trainyard

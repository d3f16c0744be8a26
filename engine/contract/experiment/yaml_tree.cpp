// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/yaml_tree.h"

#include <sstream>
#include <unordered_map>
#include <yaml-cpp/yaml.h>
#include <yaml-cpp/eventhandler.h>

#include "engine/contract/experiment/yaml_bytes.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr std::size_t kDepthLimit = 64;

// Thrown through the parser to stop it; never leaves this file.
struct Stop {};

// Builds the tree. Open collections are held by value and moved into their parent when they are
// closed.
class Builder : public YAML::EventHandler {
 public:
  Builder(YamlTree& tree, TextPlaces& places) : tree_(tree), places_(places) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode node = node_at(mark, YamlNode::Kind::null);
    refuse_anchor(node, anchor);
    put(std::move(node));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    YamlNode node = node_at(mark, YamlNode::Kind::null);
    report(node, "document.alias", {});
    node.broken = true;
    put(std::move(node));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = node_at(mark, YamlNode::Kind::scalar);
    node.text = value;
    node.plain = tag == "?" || tag.empty();
    refuse_tag(node, tag);
    refuse_anchor(node, anchor);
    put(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(node_at(mark, YamlNode::Kind::sequence), tag, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(node_at(mark, YamlNode::Kind::mapping), tag, anchor, style);
  }
  void OnMapEnd() override { close(); }

  // Closes what an error left open, so that the part before it can be used.
  void close_all() {
    while (!open_.empty()) close();
  }

 private:
  struct Open {
    YamlNode node;
    YamlNode key;
    bool has_key = false;
    std::unordered_map<std::string, int> lines;  // key -> line of its first occurrence
  };

  YamlNode node_at(const YAML::Mark& mark, YamlNode::Kind kind) {
    YamlNode node;
    node.kind = kind;
    if (mark.pos >= 0) last_offset_ = static_cast<std::size_t>(mark.pos);
    const TextPlace place = places_.at(last_offset_);
    node.offset = place.offset;
    node.line = place.line;
    node.column = place.column;
    return node;
  }
  void report(const YamlNode& node, const char* code, Map arguments) {
    Diagnostic diagnostic = make_diagnostic(Severity::error, code, path(), std::move(arguments));
    diagnostic.line = node.line;
    diagnostic.column = node.column;
    tree_.diagnostics.push_back(std::move(diagnostic));
  }
  std::string path() const {
    std::string out;
    for (const Open& level : open_)
      if (level.has_key) out += (out.empty() ? "" : ".") + level.key.text;
    return out;
  }
  void refuse_anchor(YamlNode& node, YAML::anchor_t anchor) {
    if (anchor != 0) report(node, "document.anchor", {});
  }
  void refuse_tag(YamlNode& node, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!") report(node, "document.tag", {{"tag", tag}});
  }
  void open(YamlNode node, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    node.flow = style == YAML::EmitterStyle::Flow;
    refuse_tag(node, tag);
    refuse_anchor(node, anchor);
    if (open_.size() >= kDepthLimit) {
      report(node, "document.too_deep", {{"limit", static_cast<std::int64_t>(kDepthLimit)}});
      throw Stop();
    }
    open_.push_back({std::move(node), {}, false, {}});
  }
  void close() {
    YamlNode node = std::move(open_.back().node);
    open_.pop_back();
    put(std::move(node));
  }
  void put(YamlNode node) {
    if (open_.empty()) {
      tree_.root = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == YamlNode::Kind::sequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      parent.key = std::move(node);
      parent.has_key = true;
    } else {
      parent.has_key = false;
      put_entry(parent, std::move(node));
    }
  }
  void put_entry(Open& parent, YamlNode value) {
    YamlNode key = std::move(parent.key);
    if (key.kind != YamlNode::Kind::scalar) {
      if (!key.broken) report(key, "document.bad_key", {});
      return;
    }
    const auto [first, is_new] = parent.lines.emplace(key.text, key.line);
    if (!is_new) {
      report(key, "document.duplicate_key", {{"key", key.text}, {"first_line", first->second}});
      return;
    }
    parent.node.entries.emplace_back(std::move(key), std::move(value));
  }

  YamlTree& tree_;
  TextPlaces& places_;
  std::size_t last_offset_ = 0;
  std::vector<Open> open_;
};

void refuse(YamlTree& tree, const TextPlace& place, const char* code, Map arguments) {
  Diagnostic diagnostic = make_diagnostic(Severity::error, code, "", std::move(arguments));
  diagnostic.line = place.line;
  diagnostic.column = place.column;
  tree.diagnostics.push_back(std::move(diagnostic));
  tree.complete = false;
}

// Finds where a second document starts without building it.
class SecondDocument : public Builder {
 public:
  using Builder::Builder;
  void OnDocumentStart(const YAML::Mark& mark) override { start = mark.pos; }
  void OnNull(const YAML::Mark&, YAML::anchor_t) override { throw Stop(); }
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override { throw Stop(); }
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {
    throw Stop();
  }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    throw Stop();
  }
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    throw Stop();
  }
  int start = -1;
};

void check_second_document(YAML::Parser& parser, YamlTree& tree, TextPlaces& places) {
  YamlTree unused;
  SecondDocument second(unused, places);
  try {
    parser.HandleNextDocument(second);
  } catch (const Stop&) {
  }
  if (second.start >= 0)
    refuse(tree, places.at(static_cast<std::size_t>(second.start)), "document.second", {});
}

}  // namespace

YamlTree parse_yaml(std::string_view text) {
  YamlTree tree;
  if (auto problem = check_bytes(text)) {
    refuse(tree, problem->place, problem->code, std::move(problem->arguments));
    return tree;
  }
  TextPlaces places(text);
  std::istringstream stream{std::string(places.without_mark())};
  Builder builder(tree, places);
  try {
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(builder)) check_second_document(parser, tree, places);
  } catch (const Stop&) {
    tree.complete = false;
  } catch (const YAML::Exception& problem) {
    const std::size_t offset =
        problem.mark.pos >= 0 ? static_cast<std::size_t>(problem.mark.pos) : text.size();
    refuse(tree, places.at(offset), "document.syntax", {{"problem", problem.msg}});
  } catch (const std::exception& problem) {
    refuse(tree, places.at(text.size()), "document.syntax",
           {{"problem", std::string(problem.what())}});
  }
  builder.close_all();
  return tree;
}

const std::pair<YamlNode, YamlNode>* find_entry(const YamlNode& mapping, std::string_view key) {
  for (const auto& entry : mapping.entries)
    if (entry.first.text == key) return &entry;
  return nullptr;
}

const YamlNode& item_of(const YamlNode& node, int item) {
  const auto index = static_cast<std::size_t>(item);
  if (item >= 0 && index < node.items.size()) return node.items[index];
  if (item >= 0 && index < node.entries.size()) return node.entries[index].first;
  return node;
}

}  // namespace trainyard

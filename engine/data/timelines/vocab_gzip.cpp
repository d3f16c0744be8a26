// SPDX-License-Identifier: GPL-3.0-or-later
// read_vocab_gzip of timeline_vocabulary.h: reads the original's pickle as nodes, without executing
// it.
#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "engine/contract/messages.h"
#include "engine/system/utf8_sequence.h"
#include "engine/data/timelines/gzip_file.h"
#include "engine/data/timelines/timeline_vocabulary.h"
#include "engine/pickle/pickle.h"

namespace trainyard {

namespace {

// Some hundred times the largest known files; what a hostile file expands to fits in memory.
constexpr std::uint64_t kMaxVocabularyBytes = std::uint64_t{32} << 20;
constexpr std::size_t kMaxVocabularyNodes = 4'000'000;

template <typename Number>
std::optional<double> number_in(const std::string& bytes) {
  Number number;
  if (bytes.size() != sizeof number) return {};
  std::memcpy(&number, bytes.data(), sizeof number);
  return static_cast<double>(number);
}

class VocabularyNodes {
 public:
  explicit VocabularyNodes(const Pickle& pickle) : pickle_(pickle) {}

  // Returns what is wrong, or nothing.
  std::optional<Error> read(TimelineVocabulary& vocabulary) {
    const PickleNode &lookup = member("lookup"), &reverse = member("reverse"), &aux = member("aux");
    for (const PickleNode* node : {&lookup, &reverse, &aux})
      if (node->kind != PickleKind::dictionary) return make_error("vocabulary.members", {});
    if (auto wrong = read_lookup(lookup, vocabulary.words)) return wrong;
    if (auto wrong = check_reverse(reverse, vocabulary.words)) return wrong;
    for (std::size_t i = 0; i < aux.items.size(); i += 2)
      if (auto wrong = read_aux(aux.items[i], aux.items[i + 1], vocabulary)) return wrong;
    return {};
  }

 private:
  // A member of the outermost dictionary; an empty node if it is absent.
  const PickleNode& member(std::string_view name) const {
    static const PickleNode none;
    const PickleNode& root = pickle_.at(pickle_.root);
    if (root.kind == PickleKind::dictionary)
      for (std::size_t i = 0; i < root.items.size(); i += 2) {
        const PickleNode& key = pickle_.at(root.items[i]);
        if (key.kind == PickleKind::text && key.text == name) return pickle_.at(root.items[i + 1]);
      }
    return none;
  }

  std::optional<TimelineWord> word_at(std::uint32_t index) const {
    const PickleNode& node = pickle_.at(index);
    if (node.kind == PickleKind::none) return TimelineWord();
    if (node.kind != PickleKind::text) return {};
    for (std::size_t at = 0; at < node.text.size();) {
      const std::size_t length = utf8_sequence_length(node.text, at);
      if (length == 0) return {};
      at += length;
    }
    return TimelineWord(node.text);
  }

  std::optional<Error> read_lookup(const PickleNode& lookup, std::vector<TimelineWord>& words) {
    const std::size_t count = lookup.items.size() / 2;
    words.resize(count);
    std::vector<bool> is_used(count);
    std::unordered_set<std::string> seen;
    bool has_none = false;
    for (std::size_t i = 0; i < lookup.items.size(); i += 2) {
      auto word = word_at(lookup.items[i]);
      const PickleNode& id = pickle_.at(lookup.items[i + 1]);
      if (!word) return make_error("vocabulary.word", {});
      if (*word ? !seen.insert(**word).second : std::exchange(has_none, true))
        return make_error("vocabulary.twice", {{"word", name_of(*word)}});
      if (id.kind != PickleKind::integer || id.integer < 0 ||
          static_cast<std::uint64_t>(id.integer) >= count ||
          is_used[static_cast<std::size_t>(id.integer)])
        return make_error("vocabulary.id",
                          {{"word", name_of(*word)}, {"count", static_cast<std::int64_t>(count)}});
      is_used[static_cast<std::size_t>(id.integer)] = true;
      words[static_cast<std::size_t>(id.integer)] = std::move(*word);
    }
    return {};
  }

  std::optional<Error> check_reverse(const PickleNode& reverse,
                                     const std::vector<TimelineWord>& words) const {
    bool agrees = reverse.items.size() == 2 * words.size();
    for (std::size_t i = 0; agrees && i < reverse.items.size(); i += 2) {
      const PickleNode& id = pickle_.at(reverse.items[i]);
      agrees = id.kind == PickleKind::integer && id.integer >= 0 &&
               static_cast<std::uint64_t>(id.integer) < words.size() &&
               word_at(reverse.items[i + 1]) ==
                   std::optional<TimelineWord>(words[static_cast<std::size_t>(id.integer)]);
    }
    if (!agrees) return make_error("vocabulary.reverse", {});
    return {};
  }

  std::optional<Error> read_aux(std::uint32_t key, std::uint32_t value,
                                TimelineVocabulary& vocabulary) const {
    auto word = word_at(key);
    if (!word) return make_error("vocabulary.word", {});
    const PickleNode& list = pickle_.at(value);
    std::vector<double> numbers;
    bool is_list = list.kind == PickleKind::list || list.kind == PickleKind::tuple;
    for (std::size_t i = 0; is_list && i < list.items.size(); ++i) {
      const auto number = number_at(list.items[i]);
      is_list = number.has_value();
      numbers.push_back(number.value_or(0));
    }
    if (!is_list) return make_error("vocabulary.auxiliary", {{"word", name_of(*word)}});
    vocabulary.auxiliary.emplace_back(std::move(*word), std::move(numbers));
    return {};
  }

  std::optional<double> number_at(std::uint32_t index) const {
    const PickleNode& node = pickle_.at(index);
    if (node.kind == PickleKind::real) return node.real;
    if (node.kind == PickleKind::integer) return static_cast<double>(node.integer);
    return node.kind == PickleKind::call ? numpy_number(node) : std::nullopt;
  }

  // numpy.float64(...) in `list(array)`: scalar(dtype("f8", False, True), bytes), little endian as
  // on all machines on which numpy writes such files.
  std::optional<double> numpy_number(const PickleNode& call) const {
    const PickleNode &callee = pickle_.at(call.items[0]), &given = pickle_.at(call.items[1]);
    if (callee.kind != PickleKind::global || given.items.size() != 2 ||
        (callee.text != "numpy.core.multiarray scalar" &&
         callee.text != "numpy._core.multiarray scalar"))
      return {};
    const PickleNode &type = pickle_.at(given.items[0]), &bytes = pickle_.at(given.items[1]);
    if (type.kind != PickleKind::call || bytes.kind != PickleKind::bytes) return {};
    const PickleNode &maker = pickle_.at(type.items[0]), &names = pickle_.at(type.items[1]);
    if (maker.kind != PickleKind::global || maker.text != "numpy dtype" || names.items.empty())
      return {};
    const std::string& name = pickle_.at(names.items[0]).text;
    if (name == "f8") return number_in<double>(bytes.text);
    if (name == "f4") return number_in<float>(bytes.text);
    if (name == "i8") return number_in<std::int64_t>(bytes.text);
    if (name == "i4") return number_in<std::int32_t>(bytes.text);
    return {};
  }

  static std::string name_of(const TimelineWord& word) {
    constexpr std::size_t kMax = 80;
    return word ? word->substr(0, kMax) : "None";
  }

  const Pickle& pickle_;
};

}  // namespace

Result<TimelineVocabulary> read_vocab_gzip(const std::filesystem::path& path) {
  TRY(const std::string bytes, read_gzip_file(path, kMaxVocabularyBytes));
  const auto failure = [&](const Error& why) {
    return make_error("vocabulary.content", {{"path", path.string()}, {"why", as_argument(why)}});
  };
  const auto pickle = parse_pickle(bytes, kMaxVocabularyNodes);
  if (!pickle) return failure(pickle.error());
  TimelineVocabulary vocabulary;
  if (const auto wrong = VocabularyNodes(*pickle).read(vocabulary)) return failure(*wrong);
  return vocabulary;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/palette_search.h"

#include <algorithm>
#include <map>
#include <optional>

namespace trainyard {
namespace {

using Group = PaletteEntry::Group;

std::optional<Group> groupOf(QChar sign) {
  switch (sign.unicode()) {
    case u'>':
      return Group::commands;
    case u'#':
      return Group::runs;
    case u'@':
      return Group::settings;
    case u'?':
      return Group::help;
    default:
      return std::nullopt;
  }
}

// Where a word is found, lower is better: at the start of the text, of one of its words, or inside.
constexpr int notFound = 1000;

int rankIn(const QString& text, const QString& word) {
  int best = notFound;
  for (qsizetype at = 0; (at = text.indexOf(word, at, Qt::CaseInsensitive)) >= 0; ++at) {
    if (at == 0) return 0;
    const bool beginsWord = !text[at - 1].isLetterOrNumber();
    best = std::min(best, beginsWord ? 1 : 2);
  }
  return best;
}

// Inside of words only titles are searched: helps are long, and hold every few letters somewhere.
int rankOfStart(const QString& text, const QString& word) {
  const int rank = rankIn(text, word);
  return rank <= 1 ? rank : notFound;
}

// The sum over all words; nothing if one of them is not found.
std::optional<int> rankOf(const PaletteEntry& entry, const QStringList& words) {
  int sum = 0;
  for (const QString& word : words) {
    const int rank = std::min({rankIn(entry.title, word), rankOfStart(entry.words, word) + 3,
                               rankOfStart(entry.detail, word) + 6});
    if (rank >= notFound) return std::nullopt;
    sum += rank;
  }
  return sum;
}

}  // namespace

QList<const PaletteEntry*> searchPalette(const QList<PaletteEntry>& entries, const QString& query,
                                         int most) {
  QString rest = query.trimmed();
  const std::optional<Group> only = rest.isEmpty() ? std::nullopt : groupOf(rest.front());
  if (only) rest = rest.mid(1);
  const QStringList words = rest.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  std::map<Group, std::multimap<int, const PaletteEntry*>> found;  // equal ranks keep their order
  for (const PaletteEntry& entry : entries) {
    if (only && entry.group != *only) continue;
    if (const auto rank = rankOf(entry, words)) found[entry.group].emplace(*rank, &entry);
  }
  QList<const PaletteEntry*> out;
  for (const auto& [group, ranked] : found) {
    int room = most;
    for (auto it = ranked.begin(); it != ranked.end() && room > 0; ++it, --room) out << it->second;
  }
  return out;
}

}  // namespace trainyard

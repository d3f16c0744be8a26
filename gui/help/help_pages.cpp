// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/help_pages.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"

using namespace Qt::StringLiterals;

// Outside of a namespace, as Qt asks.
static void initialiseHelp() { Q_INIT_RESOURCE(trainyard_help); }

namespace trainyard {
namespace {

// What those read who change the program, and the reference, which names everything.
bool isForUsers(const QString& page) {
  static const QStringList others{u"architecture.md"_s, u"kernels.md"_s, u"originals.md"_s,
                                  u"parameters.md"_s,   u"plan.md"_s,    u"formats.md"_s,
                                  u"alternatives.md"_s};
  return !others.contains(page) && !page.startsWith(u"adding_"_s);
}

int levelOf(const QString& line) {
  int level = 0;
  while (level < line.size() && line[level] == u'#') ++level;
  return level > 0 && level < 4 && level < line.size() && line[level] == u' ' ? level : 0;
}

QString wordsOf(QString heading) { return heading.remove(u'`').trimmed(); }

// The settings that a text names as code: `batch.global`, `parallel.zero_stage: 2`.
QStringList pathsIn(const QString& text) {
  static const QRegularExpression code(u"`([a-z_]+\\.[a-z0-9_]+)(?:[:=][^`]*)?`"_s);
  static const QStringList known = [] {
    QStringList paths;
    for (const FieldInfo& field : fields()) paths << QString::fromStdString(field.path);
    return paths;
  }();
  QStringList out;
  for (auto each = code.globalMatch(text); each.hasNext();)
    if (const QString path = each.next().captured(1); known.contains(path)) out << path;
  return out;
}

struct Lines {
  QStringList lines;
  QList<qsizetype> starts;  // of headings
};

// Lines of code may begin like headings.
Lines linesOf(const QString& page) {
  QFile file(u":/help/"_s + page);
  Lines out;
  if (!file.open(QIODevice::ReadOnly)) return out;
  bool isCode = false;
  for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
    if (line.trimmed().startsWith("```"_L1)) isCode = !isCode;
    if (!isCode && line.startsWith("!["_L1)) continue;
    if (!isCode && levelOf(line) > 0) out.starts << out.lines.size();
    out.lines << line;
  }
  return out;
}

QStringList neighboursOf(const QString& path) {
  const std::vector<FieldInfo>& all = fields();
  const auto at = std::ranges::find(all, path.toStdString(), &FieldInfo::path);
  QStringList out;
  if (at == all.end()) return out;
  const auto add = [&](auto each) {
    if (each->section == at->section) out << QString::fromStdString(each->path);
  };
  if (std::next(at) != all.end()) add(std::next(at));
  if (at != all.begin()) add(std::prev(at));
  return out;
}

}  // namespace

QString anchorOf(const QString& title) {
  QString out;
  for (const QChar each : wordsOf(title).toLower())
    if (each.isLetterOrNumber() || each == u'_' || each == u'-')
      out += each;
    else if (each.isSpace())
      out += u'-';
  return out;
}

const HelpPages& HelpPages::all() {
  static const HelpPages pages;
  return pages;
}

HelpPages::HelpPages() {
  initialiseHelp();
  for (const QString& page : QDir(u":/help"_s).entryList({u"*.md"_s}, QDir::Files, QDir::Name))
    read(page);
}

void HelpPages::read(const QString& page) {
  const auto [lines, starts] = linesOf(page);
  for (qsizetype i = 0; i < starts.size(); ++i) {
    const QString& line = lines[starts[i]];
    const int level = levelOf(line);
    qsizetype next = i + 1;
    while (next < starts.size() && levelOf(lines[starts[next]]) > level) ++next;
    const qsizetype end = next < starts.size() ? starts[next] : lines.size();
    const qsizetype ownEnd = i + 1 < starts.size() ? starts[i + 1] : lines.size();
    const QString title = wordsOf(line.mid(level));
    const QStringList own = lines.mid(starts[i] + 1, ownEnd - starts[i] - 1);
    m_headings << HelpHeading{page,
                              title,
                              anchorOf(title),
                              level,
                              lines.mid(starts[i] + 1, end - starts[i] - 1).join(u'\n'),
                              pathsIn(own.join(u'\n'))};
    if (isForUsers(page))
      for (const QString& each : own) countPairs(each);
  }
}

void HelpPages::countPairs(const QString& line) {
  QStringList paths = pathsIn(line);
  paths.removeDuplicates();
  for (const QString& one : paths)
    for (const QString& other : paths)
      if (one != other) ++m_pairs[one][other];
}

const HelpHeading* HelpPages::find(const QString& address) const {
  const QString page = address.section(u'#', 0, 0), anchor = address.section(u'#', 1);
  const auto found = std::ranges::find_if(m_headings, [&](const HelpHeading& each) {
    return each.page == page && (anchor.isEmpty() ? each.level == 1 : each.anchor == anchor);
  });
  return found == m_headings.end() ? nullptr : &*found;
}

const HelpHeading* HelpPages::pageOf(const HelpHeading& part) const { return find(part.page); }

QList<const HelpHeading*> HelpPages::naming(const QString& path, int most) const {
  QList<const HelpHeading*> out;
  for (const HelpHeading& each : m_headings)
    if (isForUsers(each.page) && each.namedPaths.contains(path)) out << &each;
  std::ranges::stable_sort(out, std::ranges::greater{},
                           [&](const HelpHeading* each) { return each->namedPaths.count(path); });
  return out.mid(0, most);
}

QStringList HelpPages::beside(const QString& path, int most) const {
  const QMap<QString, int> together = m_pairs.value(path);
  QStringList out = together.keys();
  std::ranges::stable_sort(out, std::ranges::greater{},
                           [&](const QString& each) { return together[each]; });
  out = out.mid(0, most);
  for (const QString& each : neighboursOf(path))
    if (out.size() < std::min(most, 2) && !out.contains(each)) out << each;
  return out;
}

}  // namespace trainyard

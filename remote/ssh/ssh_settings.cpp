#include "remote/ssh/ssh_settings.h"

#include <algorithm>
#include <functional>
#include <map>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHostInfo>

#include <glob.h>
#include <pwd.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/ssh/wildcards.h"

namespace trainyard {
namespace {

constexpr int deepestInclude = 16;

QString ownUser() {
  const passwd* entry = ::getpwuid(::getuid());
  return entry ? QString::fromLocal8Bit(entry->pw_name) : qEnvironmentVariable("USER");
}

// As ssh: the account's home, whatever HOME says... unless the account has none.
QString home() { return QDir::homePath(); }

// Words with double quotes; nothing when a quote is not closed.
std::optional<QStringList> wordsOf(const QString& text) {
  QStringList words;
  QString word;
  bool isQuoted = false, isWord = false;
  for (const QChar c : text) {
    if (c == QLatin1Char('"')) {
      isQuoted = !isQuoted;
      isWord = true;
    } else if (c == QLatin1Char('#') && !isQuoted && !isWord) {
      break;
    } else if (c.isSpace() && !isQuoted) {
      if (isWord) words << word;
      word.clear();
      isWord = false;
    } else {
      word += c;
      isWord = true;
    }
  }
  if (isWord) words << word;
  if (isQuoted) return {};
  return words;
}

// One of the patterns, and none of the negated ones.
bool matchesList(const QString& text, const QStringList& patterns,
                 Qt::CaseSensitivity letters = Qt::CaseSensitive) {
  const auto folded = [&](const QString& t) {
    return (letters == Qt::CaseSensitive ? t : t.toLower()).toUtf8();
  };
  bool matches = false;
  for (const QString& pattern : patterns) {
    const bool isNegated = pattern.startsWith(QLatin1Char('!'));
    if (!matchesWildcards(folded(text), folded(pattern.mid(isNegated ? 1 : 0)))) continue;
    if (isNegated) return false;
    matches = true;
  }
  return matches;
}

Error configError(const char* code, Map arguments) {
  return make_error("ssh.config", {{"why", as_argument(make_error(code, std::move(arguments)))}});
}

class Reader {
 public:
  explicit Reader(const QString& alias) : m_alias(alias) {}

  Result<void> readFile(const QString& path, bool isOptional, int depth = 0) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
      if (isOptional && !file.exists()) return {};
      return configError("ssh_config.unreadable", {{"path", path.toStdString()},
                                                   {"problem", file.errorString().toStdString()}});
    }
    bool isActive = true;
    int number = 0;
    for (const QByteArray& bytes : file.readAll().split('\n')) {
      ++number;
      QString line = QString::fromUtf8(bytes).trimmed();
      if (line.isEmpty() || line.startsWith(QLatin1Char('#'))) continue;
      const qsizetype end =
          std::find_if(line.begin(), line.end(),
                       [](QChar c) { return c.isSpace() || c == QLatin1Char('='); }) -
          line.begin();
      const QString keyword = line.left(end).toLower();
      QString rest = line.mid(end).trimmed();
      if (rest.startsWith(QLatin1Char('='))) rest = rest.mid(1).trimmed();
      const auto words = wordsOf(rest);
      if (!words || words->isEmpty())
        return configError("ssh_config.value", {{"path", path.toStdString()},
                                                {"line", std::int64_t{number}},
                                                {"keyword", keyword.toStdString()}});
      if (keyword == QLatin1String("host"))
        isActive = matchesList(m_alias, *words);
      else if (keyword == QLatin1String("match"))
        isActive = matchesConditions(*words, path, number);
      else if (!isActive)
        continue;
      else if (keyword == QLatin1String("include")) {
        TRY(include(*words, path, number, depth));
      } else {
        take(keyword, *words, rest, path, number);
      }
    }
    return {};
  }

  Result<SshSettings> settings();

 private:
  void warn(const char* code, Map arguments) {
    m_warnings.push_back(make_diagnostic(Severity::warning, code, {}, std::move(arguments)));
  }

  Result<void> include(const QStringList& names, const QString& from, int line, int depth) {
    if (depth >= deepestInclude)
      return configError("ssh_config.include", {{"path", from.toStdString()},
                                                {"line", std::int64_t{line}},
                                                {"levels", std::int64_t{deepestInclude}}});
    for (QString name : names) {
      if (name.startsWith(QLatin1String("~/")))
        name = home() + name.mid(1);
      else if (!name.startsWith(QLatin1Char('/')))
        name = (from.startsWith(QLatin1String("/etc/")) ? QStringLiteral("/etc/ssh/")
                                                        : home() + QStringLiteral("/.ssh/")) +
               name;
      glob_t found{};
      if (::glob(QFile::encodeName(name).constData(), 0, nullptr, &found) == 0)
        for (std::size_t i = 0; i < found.gl_pathc; ++i)
          if (auto read = readFile(QFile::decodeName(found.gl_pathv[i]), true, depth + 1); !read) {
            ::globfree(&found);
            return read;
          }
      ::globfree(&found);
    }
    return {};
  }

  bool matchesConditions(const QStringList& words, const QString& path, int line) {
    bool matches = true;
    for (qsizetype i = 0; i < words.size(); ++i) {
      QString condition = words[i].toLower();
      const bool isNegated = condition.startsWith(QLatin1Char('!'));
      if (isNegated) condition.remove(0, 1);
      bool isTrue = false;
      if (condition == QLatin1String("all"))
        isTrue = true;
      else if (condition == QLatin1String("canonical") || condition == QLatin1String("final"))
        isTrue = false;
      else if (const QString value = words.value(++i); condition == QLatin1String("host"))
        isTrue = matchesList(hostName(), value.split(QLatin1Char(',')), Qt::CaseInsensitive);
      else if (condition == QLatin1String("originalhost"))
        isTrue = matchesList(m_alias, value.split(QLatin1Char(',')));
      else if (condition == QLatin1String("user"))
        isTrue =
            matchesList(first(QStringLiteral("user"), ownUser()), value.split(QLatin1Char(',')));
      else if (condition == QLatin1String("localuser"))
        isTrue = matchesList(ownUser(), value.split(QLatin1Char(',')));
      else {
        warn("ssh_config.match_left_out", {{"path", path.toStdString()},
                                           {"line", std::int64_t{line}},
                                           {"condition", condition.toStdString()}});
        return false;
      }
      matches = matches && isTrue != isNegated;
    }
    return matches;
  }

  void take(const QString& keyword, const QStringList& words, const QString& rest,
            const QString& path, int line) {
    if (keyword == QLatin1String("knownhostscommand"))
      warn("ssh_config.command_left_out", {{"path", path.toStdString()},
                                           {"line", std::int64_t{line}},
                                           {"keyword", "KnownHostsCommand"}});
    if (keyword == QLatin1String("identityfile")) {
      if (!m_identityFiles.contains(words.first())) m_identityFiles << words.first();
    } else if (keyword == QLatin1String("certificatefile")) {
      if (!m_certificateFiles.contains(words.first())) m_certificateFiles << words.first();
    } else if (!m_values.contains(keyword)) {
      m_values[keyword] = keyword == QLatin1String("proxycommand") ? QStringList{rest} : words;
    }
  }

  QString first(const QString& keyword, const QString& otherwise) const {
    const auto found = m_values.find(keyword);
    return found == m_values.end() ? otherwise : found->second.first();
  }
  QString hostName() const {
    return first(QStringLiteral("hostname"), m_alias).replace(QStringLiteral("%h"), m_alias);
  }

  QString expand(QString text, const SshSettings& settings) const {
    if (text.startsWith(QLatin1String("~/"))) text = home() + text.mid(1);
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
      if (text[i] != QLatin1Char('%') || i + 1 == text.size()) {
        result += text[i];
        continue;
      }
      switch (text[++i].unicode()) {
        case '%':
          result += QLatin1Char('%');
          break;
        case 'd':
          result += home();
          break;
        case 'h':
          result += settings.host;
          break;
        case 'i':
          result += QString::number(::getuid());
          break;
        case 'n':
          result += m_alias;
          break;
        case 'p':
          result += QString::number(settings.port);
          break;
        case 'r':
          result += settings.user;
          break;
        case 'u':
          result += ownUser();
          break;
        default:
          result += QLatin1Char('%') + QString(text[i]);
      }
    }
    return result;
  }
  QStringList expandAll(const QStringList& texts, const SshSettings& settings) const {
    QStringList expanded;
    for (const QString& text : texts) expanded << expand(text, settings);
    return expanded;
  }
  QString agentSocket(const SshSettings& settings) const;
  Result<UnknownHostKeys> unknownHostKeys();
  QStringList knownHosts(const char* keyword, const QStringList& usual,
                         const SshSettings& settings) const;
  void takeAlgorithms(SshSettings& settings);
  QString proxy() const;

  QString m_alias;
  std::map<QString, QStringList> m_values;
  QStringList m_identityFiles, m_certificateFiles;
  std::vector<Diagnostic> m_warnings;
};

QString Reader::agentSocket(const SshSettings& settings) const {
  const QString wanted = first(QStringLiteral("identityagent"), QStringLiteral("SSH_AUTH_SOCK"));
  if (wanted.toLower() == QLatin1String("none")) return {};
  if (wanted == QLatin1String("SSH_AUTH_SOCK")) return qEnvironmentVariable("SSH_AUTH_SOCK");
  if (wanted.startsWith(QLatin1Char('$')))
    return qEnvironmentVariable(
        wanted.mid(1).remove(QLatin1Char('{')).remove(QLatin1Char('}')).toLocal8Bit().constData());
  return expand(wanted, settings);
}

QString Reader::proxy() const {
  for (const char* keyword : {"proxyjump", "proxycommand"}) {
    const QString value = first(QString::fromLatin1(keyword), QString());
    if (value.toLower() == QLatin1String("none")) return {};
    if (!value.isEmpty()) return QString::fromLatin1(keyword) + QLatin1Char(' ') + value;
  }
  return {};
}

Result<UnknownHostKeys> Reader::unknownHostKeys() {
  const QString value =
      first(QStringLiteral("stricthostkeychecking"), QStringLiteral("ask")).toLower();
  if (value == QLatin1String("ask")) return UnknownHostKeys::asked;
  if (value == QLatin1String("yes") || value == QLatin1String("true"))
    return UnknownHostKeys::refused;
  if (value == QLatin1String("accept-new")) return UnknownHostKeys::added;
  if (value == QLatin1String("no") || value == QLatin1String("off") ||
      value == QLatin1String("false")) {
    warn("ssh_config.never_strict", {{"value", value.toStdString()}});
    return UnknownHostKeys::added;
  }
  return configError("ssh_config.strict",
                     {{"host", m_alias.toStdString()}, {"value", value.toStdString()}});
}

QStringList Reader::knownHosts(const char* keyword, const QStringList& usual,
                               const SshSettings& settings) const {
  const auto found = m_values.find(QString::fromLatin1(keyword));
  QStringList files = found == m_values.end() ? usual : expandAll(found->second, settings);
  files.removeAll(QStringLiteral("none"));
  return files;
}

void Reader::takeAlgorithms(SshSettings& settings) {
  for (const char* keyword :
       {"ciphers", "macs", "kexalgorithms", "hostkeyalgorithms", "pubkeyacceptedalgorithms"}) {
    const QString list = first(QString::fromLatin1(keyword), QString());
    if (list.isEmpty()) continue;
    if (list.startsWith(QLatin1Char('+')) || list.startsWith(QLatin1Char('-')) ||
        list.startsWith(QLatin1Char('^')))
      warn("ssh_config.list_left_out", {{"keyword", keyword}, {"list", list.toStdString()}});
    else
      settings.algorithms.append({QByteArray(keyword), list});
  }
}

Result<SshSettings> Reader::settings() {
  SshSettings settings;
  settings.alias = m_alias;
  settings.host = hostName();
  settings.user = first(QStringLiteral("user"), ownUser());
  bool isNumber = false;
  settings.port = first(QStringLiteral("port"), QStringLiteral("22")).toUShort(&isNumber);
  if (!isNumber || settings.port == 0)
    return configError("ssh_config.port",
                       {{"host", m_alias.toStdString()},
                        {"value", first(QStringLiteral("port"), {}).toStdString()}});
  const QString folder = home() + QStringLiteral("/.ssh/");
  for (const char* usual : {"id_rsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk"})
    if (m_identityFiles.isEmpty()) settings.identityFiles << folder + QLatin1String(usual);
  if (!m_identityFiles.isEmpty()) settings.identityFiles = expandAll(m_identityFiles, settings);
  settings.identityFiles.removeAll(QStringLiteral("none"));
  settings.certificateFiles = expandAll(m_certificateFiles, settings);
  settings.identitiesOnly =
      first(QStringLiteral("identitiesonly"), QString()).toLower() == QLatin1String("yes");
  settings.agentSocket = agentSocket(settings);
  settings.knownHostsFiles = knownHosts(
      "userknownhostsfile",
      {folder + QStringLiteral("known_hosts"), folder + QStringLiteral("known_hosts2")}, settings);
  settings.sharedKnownHostsFiles = knownHosts(
      "globalknownhostsfile",
      {QStringLiteral("/etc/ssh/ssh_known_hosts"), QStringLiteral("/etc/ssh/ssh_known_hosts2")},
      settings);
  TRY(settings.unknownHostKeys, unknownHostKeys());
  const QString revoked = first(QStringLiteral("revokedhostkeys"), QStringLiteral("none"));
  if (revoked.toLower() != QLatin1String("none"))
    settings.revokedHostKeys = expand(revoked, settings);
  settings.hashKnownHosts =
      first(QStringLiteral("hashknownhosts"), QString()).toLower() == QLatin1String("yes");
  settings.hostKeyAlias = first(QStringLiteral("hostkeyalias"), QString());
  settings.proxy = proxy();
  takeAlgorithms(settings);
  settings.warnings = m_warnings;
  return settings;
}

}  // namespace

Result<SshSettings> readSshSettings(const QString& alias, const QString& file) {
  // What begins with a dash, or holds spaces or control characters, is no host name and would be an
  // option or worse elsewhere.
  const bool isName = !alias.isEmpty() && !alias.startsWith(QLatin1Char('-')) &&
                      std::none_of(alias.begin(), alias.end(), [](QChar c) {
                        return c.isSpace() || c.unicode() < 0x20 ||
                               QStringLiteral("'\"\\`$;|&<>(){}*?!").contains(c);
                      });
  if (!isName) return configError("ssh_config.host_name", {{"host", alias.toStdString()}});
  // user@host, as on ssh's command line.
  const qsizetype at = alias.lastIndexOf(QLatin1Char('@'));
  Reader reader(alias.mid(at + 1));
  if (file.isEmpty()) {
    TRY(reader.readFile(home() + QStringLiteral("/.ssh/config"), true));
    TRY(reader.readFile(QStringLiteral("/etc/ssh/ssh_config"), true));
  } else {
    TRY(reader.readFile(file, false));
  }
  auto settings = reader.settings();
  if (settings && at >= 0) settings->user = alias.left(at);
  return settings;
}

}  // namespace trainyard

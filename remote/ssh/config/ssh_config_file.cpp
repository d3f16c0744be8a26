// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/config/ssh_config_file.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QHash>

#include <glob.h>
#include <pwd.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/ssh/config/ssh_config_lexer.h"
#include "remote/ssh/config/wildcards.h"

namespace trainyard {

QString sshLocalUser() {
  const passwd* entry = ::getpwuid(::getuid());
  return entry ? QString::fromLocal8Bit(entry->pw_name) : qEnvironmentVariable("USER");
}

QString sshHome() { return QDir::homePath(); }

Error sshConfigError(const char* code, Map arguments) {
  return make_error("ssh.config", {{"why", as_argument(make_error(code, std::move(arguments)))}},
                    ExitCode::invalid_input);
}

Error sshValueError(const SshConfigValue& value) {
  return sshConfigError("ssh_config.value", {{"path", value.path.toStdString()},
                                             {"line", std::int64_t{value.line}},
                                             {"keyword", value.keyword.toStdString()}});
}

QString SshConfigValues::text(const char* keyword, const QString& otherwise) const {
  const auto found = first.find(QString::fromLatin1(keyword));
  return found == first.end() ? otherwise : found->second.words.first();
}

namespace {

constexpr int deepestInclude = 16, maxFiles = 4096;
constexpr qint64 maxFileBytes = 4 << 20;

// Keywords with one argument: a second one is an error.
bool takesOneWord(const QString& keyword) {
  static const QStringList keywords{QStringLiteral("user"),
                                    QStringLiteral("hostname"),
                                    QStringLiteral("port"),
                                    QStringLiteral("hostkeyalias"),
                                    QStringLiteral("identityfile"),
                                    QStringLiteral("certificatefile"),
                                    QStringLiteral("identityagent"),
                                    QStringLiteral("revokedhostkeys"),
                                    QStringLiteral("stricthostkeychecking"),
                                    QStringLiteral("identitiesonly"),
                                    QStringLiteral("pubkeyauthentication"),
                                    QStringLiteral("passwordauthentication"),
                                    QStringLiteral("kbdinteractiveauthentication"),
                                    QStringLiteral("preferredauthentications"),
                                    QStringLiteral("numberofpasswordprompts"),
                                    QStringLiteral("batchmode"),
                                    QStringLiteral("hashknownhosts"),
                                    QStringLiteral("proxyusefdpass"),
                                    QStringLiteral("canonicalizehostname"),
                                    QStringLiteral("ciphers"),
                                    QStringLiteral("macs"),
                                    QStringLiteral("kexalgorithms"),
                                    QStringLiteral("hostkeyalgorithms"),
                                    QStringLiteral("pubkeyacceptedalgorithms")};
  return keywords.contains(keyword);
}

// Older names of keywords.
QString newestName(const QString& keyword) {
  static const QHash<QString, QString> names{
      {QStringLiteral("challengeresponseauthentication"),
       QStringLiteral("kbdinteractiveauthentication")},
      {QStringLiteral("skeyauthentication"), QStringLiteral("kbdinteractiveauthentication")},
      {QStringLiteral("tisauthentication"), QStringLiteral("kbdinteractiveauthentication")},
      {QStringLiteral("dsaauthentication"), QStringLiteral("pubkeyauthentication")},
      {QStringLiteral("pubkeyacceptedkeytypes"), QStringLiteral("pubkeyacceptedalgorithms")},
      {QStringLiteral("identityfile2"), QStringLiteral("identityfile")}};
  return names.value(keyword, keyword);
}

// Keywords that change the way to a host or its authentication, and are not supported here.
bool isLeftOut(const SshConfigValue& value) {
  static const QStringList keywords{
      QStringLiteral("addressfamily"),    QStringLiteral("bindaddress"),
      QStringLiteral("bindinterface"),    QStringLiteral("pkcs11provider"),
      QStringLiteral("verifyhostkeydns"), QStringLiteral("nohostauthenticationforlocalhost")};
  static const QStringList asHere{QStringLiteral("no"), QStringLiteral("none"),
                                  QStringLiteral("any"), QStringLiteral("false")};
  return keywords.contains(value.keyword) && !asHere.contains(value.words[0].toLower());
}

// Matches one of the patterns, and none of the negated ones.
bool matchesList(const QString& text, const QStringList& patterns) {
  bool matches = false;
  for (const QString& pattern : patterns) {
    const bool isNegated = pattern.startsWith(QLatin1Char('!'));
    if (!matchesWildcards(text.toUtf8(), pattern.mid(isNegated ? 1 : 0).toUtf8())) continue;
    if (isNegated) return false;
    matches = true;
  }
  return matches;
}
bool matchesList(const QString& text, const QString& patterns) {
  return matchesList(text, patterns.split(QLatin1Char(',')));
}

class ConfigReader {
 public:
  ConfigReader(const SshPlace& place, const QString& jumps)
      : m_alias(place.host), m_host(place.host) {
    // Like ssh's command line, which takes precedence over all files.
    if (!place.user.isEmpty()) take({QStringLiteral("user"), {place.user}, {}, 0});
    if (place.port != 0) take({QStringLiteral("port"), {QString::number(place.port)}, {}, 0});
    if (!jumps.isEmpty()) take({QStringLiteral("proxyjump"), {jumps}, {}, 0});
  }

  // Repeats with the host's name if a `Match final` or CanonicalizeHostname requires it.
  Result<void> read(const QString& file) {
    TRY(readAll(file));
    const QString canonical = m_values.text("canonicalizehostname", QStringLiteral("no")).toLower();
    const bool isCanonical = canonical == QLatin1String("yes") ||
                             canonical == QLatin1String("true") ||
                             canonical == QLatin1String("always");
    if (!isCanonical && !m_wantsFinalPass) return {};
    if (isCanonical) warn("ssh_config.canonical_left_out", m_values.first["canonicalizehostname"]);
    TRY(const QString name, hostName());
    m_host = name.toLower();
    m_isFinalPass = true;
    return readAll(file);
  }

  Result<SshConfigValues> values() {
    TRY(const QString name, hostName());
    m_values.host = name.toLower();
    return m_values;
  }
  const QStringList& names() const { return m_names; }

 private:
  struct Where {
    QString path;
    bool isOfSystem = false;
    int depth = 0, line = 0;
  };

  Result<void> readAll(const QString& file) {
    if (!file.isEmpty()) return readFile({file}, false, true);
    TRY(readFile({sshHome() + QStringLiteral("/.ssh/config")}, true, true));
    return readFile({QStringLiteral("/etc/ssh/ssh_config"), true}, true, true);
  }
  Result<void> readFile(Where where, bool isOptional, bool mayMatch);
  Result<void> readLine(const SshLine& line, const Where& where, bool mayMatch, bool& isActive);
  Result<void> include(const QStringList& names, const Where& where, bool isActive);
  Result<bool> matchesHost(const QStringList& names, const SshConfigValue& value, bool mayMatch);
  Result<bool> matchesConditions(const SshConfigValue& value, bool mayMatch);
  Result<bool> matchesOne(const QString& condition, const QString& argument);

  void take(const SshConfigValue& value) {
    const auto add = [&](QList<SshConfigValue>& list) {
      if (std::none_of(list.begin(), list.end(),
                       [&](const SshConfigValue& known) { return known.words == value.words; }))
        list << value;
    };
    if (value.keyword == QLatin1String("identityfile")) return add(m_values.identityFiles);
    if (value.keyword == QLatin1String("certificatefile")) return add(m_values.certificateFiles);
    // The first of both counts; but a command after `ProxyJump none` is still used.
    const auto jump = m_values.first.find(QStringLiteral("proxyjump"));
    const bool hasJump = jump != m_values.first.end();
    if (value.keyword == QLatin1String("proxycommand") && hasJump &&
        jump->second.words[0].toLower() != QLatin1String("none"))
      return;
    if (value.keyword == QLatin1String("proxyjump") &&
        m_values.first.contains(QStringLiteral("proxycommand")))
      return;
    m_values.first.try_emplace(value.keyword, value);
  }

  void warn(const char* code, const SshConfigValue& value, const Map& more = {}) {
    Map arguments{{"path", value.path.toStdString()}, {"line", std::int64_t{value.line}}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Diagnostic warning = make_diagnostic(Severity::warning, code, {}, std::move(arguments));
    // A second pass reads the same lines again.
    for (const Diagnostic& known : m_values.warnings)
      if (known.code == warning.code && known.arguments == warning.arguments) return;
    m_values.warnings.push_back(std::move(warning));
  }

  // The name to connect to, as known so far and as written.
  Result<QString> hostName() const {
    const auto found = m_values.first.find(QStringLiteral("hostname"));
    if (m_isFinalPass || found == m_values.first.end()) return m_host;
    const QString& text = found->second.words.first();
    QString name;
    for (qsizetype i = 0; i < text.size(); ++i) {
      if (text[i] != QLatin1Char('%'))
        name += text[i];
      else if (text.mid(i, 2) == QLatin1String("%h") || text.mid(i, 2) == QLatin1String("%%"))
        name += text[++i] == QLatin1Char('h') ? m_alias : QStringLiteral("%");
      else
        return sshValueError(found->second);
    }
    return name;
  }

  QString m_alias, m_host;  // compared with Host lines
  bool m_isFinalPass = false, m_wantsFinalPass = false;
  int m_files = 0;
  SshConfigValues m_values;
  QStringList m_names;
};

Result<void> ConfigReader::readFile(Where where, bool isOptional, bool mayMatch) {
  QFile file(where.path);
  if (!file.open(QIODevice::ReadOnly)) {
    if (isOptional && !file.exists()) return {};
    return sshConfigError("ssh_config.unreadable", {{"path", where.path.toStdString()},
                                                    {"problem", file.errorString().toStdString()}});
  }
  if (++m_files > maxFiles)
    return sshConfigError("ssh_config.too_many",
                          {{"path", where.path.toStdString()}, {"files", std::int64_t{maxFiles}}});
  const QByteArray content = file.read(maxFileBytes + 1);
  if (content.size() > maxFileBytes)
    return sshConfigError("ssh_config.too_long", {{"path", where.path.toStdString()},
                                                  {"bytes", std::int64_t{maxFileBytes}}});
  bool isActive = mayMatch;
  for (const QByteArray& bytes : content.split('\n')) {
    ++where.line;
    const SshLine line = sshLine(QString::fromUtf8(bytes));
    if (!line.keyword.isEmpty()) {
      TRY(readLine(line, where, mayMatch, isActive));
    }
  }
  return {};
}

Result<void> ConfigReader::readLine(const SshLine& line, const Where& where, bool mayMatch,
                                    bool& isActive) {
  const auto words = sshWords(line.rest);
  SshConfigValue value{newestName(line.keyword), words.value_or(QStringList()), where.path,
                       where.line};
  if (!words || words->isEmpty()) return sshValueError(value);
  if (line.keyword == QLatin1String("host")) {
    TRY(isActive, matchesHost(*words, value, mayMatch));
    return {};
  }
  if (line.keyword == QLatin1String("match")) {
    const auto conditions = sshMatchWords(line.rest);
    if (!conditions) return sshValueError(value);
    value.words = *conditions;
    TRY(isActive, matchesConditions(value, mayMatch));
    return {};
  }
  if (line.keyword == QLatin1String("include")) return include(*words, where, isActive);
  if (takesOneWord(value.keyword) && (words->size() > 1 || words->first().isEmpty()))
    return sshValueError(value);
  if (!isActive) return {};
  if (line.keyword == QLatin1String("proxyjump") || line.keyword == QLatin1String("proxycommand")) {
    value.words = {line.rest};
    // ssh skips any number of these here.
    while (value.words[0].startsWith(QLatin1Char('=')) ||
           value.words[0].startsWith(QLatin1Char(' ')))
      value.words[0].remove(0, 1);
  }
  if (line.keyword == QLatin1String("knownhostscommand") &&
      words->first().toLower() != QLatin1String("none"))
    warn("ssh_config.command_left_out", value, {{"keyword", "KnownHostsCommand"}});
  if (isLeftOut(value))
    warn("ssh_config.word_left_out", value, {{"keyword", value.keyword.toStdString()}});
  take(value);
  return {};
}

Result<void> ConfigReader::include(const QStringList& names, const Where& where, bool isActive) {
  if (where.depth >= deepestInclude)
    return sshConfigError("ssh_config.include", {{"path", where.path.toStdString()},
                                                 {"line", std::int64_t{where.line}},
                                                 {"levels", std::int64_t{deepestInclude}}});
  for (QString name : names) {
    if (name.startsWith(QLatin1String("~/")))
      name = sshHome() + name.mid(1);
    else if (!name.startsWith(QLatin1Char('/')))
      name =
          (where.isOfSystem ? QStringLiteral("/etc/ssh/") : sshHome() + QStringLiteral("/.ssh/")) +
          name;
    glob_t found{};
    Result<void> result;
    if (::glob(QFile::encodeName(name).constData(), 0, nullptr, &found) == 0)
      for (std::size_t i = 0; i < found.gl_pathc && result; ++i)
        result = readFile({QFile::decodeName(found.gl_pathv[i]), where.isOfSystem, where.depth + 1},
                          true, isActive);
    ::globfree(&found);
    TRY(result);
  }
  return {};
}

Result<bool> ConfigReader::matchesHost(const QStringList& names, const SshConfigValue& value,
                                       bool mayMatch) {
  if (names.contains(QString())) return sshValueError(value);
  for (const QString& name : names)
    if (!name.contains(QLatin1Char('*')) && !name.contains(QLatin1Char('?')) &&
        !name.startsWith(QLatin1Char('!')) && !m_names.contains(name))
      m_names << name;
  return mayMatch && matchesList(m_host, names);
}

// A `final` causes the second pass even if another condition does not match.
Result<bool> ConfigReader::matchesConditions(const SshConfigValue& value, bool mayMatch) {
  static const QStringList withArgument{QStringLiteral("host"), QStringLiteral("originalhost"),
                                        QStringLiteral("user"), QStringLiteral("localuser")};
  bool matches = mayMatch;
  for (qsizetype i = 0; i < value.words.size(); ++i) {
    QString condition = value.words[i].toLower();
    const bool isNegated = condition.startsWith(QLatin1Char('!'));
    if (isNegated) condition.remove(0, 1);
    const bool isAll = condition == QLatin1String("all");
    const bool isFinal = condition == QLatin1String("final");
    if (isAll && (i > 1 || i + 1 < value.words.size())) return sshValueError(value);
    bool isTrue = isAll;
    m_wantsFinalPass |= isFinal;
    if (isFinal || condition == QLatin1String("canonical")) {
      isTrue = m_isFinalPass;
    } else if (withArgument.contains(condition)) {
      if (++i == value.words.size() || value.words[i].isEmpty()) return sshValueError(value);
      TRY(isTrue, matchesOne(condition, value.words[i]));
    } else if (!isAll) {
      if (matches)
        warn("ssh_config.match_left_out", value, {{"condition", condition.toStdString()}});
      return false;
    }
    matches = matches && isTrue != isNegated;
  }
  return matches;
}

Result<bool> ConfigReader::matchesOne(const QString& condition, const QString& argument) {
  // Like OpenSSH: capital letters match lower-case ones here, unlike in Host.
  if (condition == QLatin1String("originalhost"))
    return matchesList(m_alias.toLower(), argument.toLower());
  if (condition == QLatin1String("user"))
    return matchesList(m_values.text("user", sshLocalUser()), argument);
  if (condition == QLatin1String("localuser")) return matchesList(sshLocalUser(), argument);
  TRY(const QString name, hostName());
  return matchesList(name.toLower(), argument.toLower());
}

}  // namespace

Result<SshConfigValues> readSshConfig(const SshPlace& place, const QString& jumps,
                                      const QString& file) {
  ConfigReader reader(place, jumps);
  TRY(reader.read(file));
  return reader.values();
}

QStringList sshConfigHosts(const QString& file) {
  ConfigReader reader({}, {});
  (void)reader.read(file);
  return reader.names();
}

}  // namespace trainyard

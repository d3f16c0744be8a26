// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/config/ssh_settings.h"

#include <algorithm>
#include <map>

#include <unistd.h>

#include <QSysInfo>

#include "engine/contract/messages.h"
#include "remote/ssh/config/ssh_config_file.h"

namespace trainyard {
namespace {

// Expands ~, ${VARIABLE} and %h in values of the ssh configuration.
using SshTokens = std::map<char16_t, QString>;  // letter: text

Result<QString> fillVariables(const QString& text, const SshConfigValue& value) {
  QString result;
  for (qsizetype at = 0; at < text.size();) {
    const qsizetype begin = text.indexOf(QLatin1String("${"), at);
    if (begin < 0) return result + text.mid(at);
    const qsizetype end = text.indexOf(QLatin1Char('}'), begin);
    const QByteArray name = text.mid(begin + 2, end - begin - 2).toLocal8Bit();
    if (end < 0 || !qEnvironmentVariableIsSet(name.constData())) return sshValueError(value);
    result += text.mid(at, begin - at) + qEnvironmentVariable(name.constData());
    at = end + 1;
  }
  return result;
}

// Errors: "ssh_config.value" for an unknown token or variable.
Result<QString> fillTokens(const QString& text, const SshTokens& tokens,
                           const SshConfigValue& value) {
  QString result;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (text[i] != QLatin1Char('%')) {
      result += text[i];
      continue;
    }
    const char16_t letter = ++i < text.size() ? text[i].unicode() : u'\0';
    const auto known = tokens.find(letter);
    if (known == tokens.end() && letter != u'%') return sshValueError(value);
    result += letter == u'%' ? QStringLiteral("%") : known->second;
  }
  return result;
}

// For file names: also expands ~/ and variables.
Result<QString> fillFileName(const QString& text, const SshTokens& tokens,
                             const SshConfigValue& value) {
  const bool isHome = text.startsWith(QLatin1String("~/"));
  TRY(const QString rest, fillVariables(isHome ? text.mid(1) : text, value));
  TRY(const QString filled, fillTokens(rest, tokens, value));
  return isHome ? sshHome() + filled : filled;
}

constexpr std::size_t maxHops = 8;

bool isNone(const QString& text) {
  return text.compare(QLatin1String("none"), Qt::CaseInsensitive) == 0;
}

QString localHost() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? QString::fromLocal8Bit(name) : QString();
}

// Converts the values in the files to settings.
class SettingsMaker {
 public:
  SettingsMaker(const SshPlace& place, SshConfigValues values)
      : m_alias(place.host), m_values(std::move(values)) {}

  Result<SshSettings> make();

 private:
  const SshConfigValue* valueOf(const char* keyword) const {
    const auto found = m_values.first.find(QString::fromLatin1(keyword));
    return found == m_values.first.end() ? nullptr : &found->second;
  }
  void warn(const char* code, Map arguments) {
    m_settings.warnings.push_back(
        make_diagnostic(Severity::warning, code, {}, std::move(arguments)));
  }
  SshTokens tokensOfCommands() const;
  SshTokens tokensOfFiles() const;
  Result<void> takeAddress();
  Result<void> takeProxy();
  Result<void> takeKeys();
  Result<void> takeMethods();
  Result<void> takeHostKeys();
  void takeAlgorithms();
  Result<QStringList> files(const QList<SshConfigValue>& values) const;
  Result<QStringList> knownHosts(const char* keyword, const QStringList& usual) const;
  Result<QString> agentSocket() const;
  Result<UnknownHostKeys> unknownHostKeys();
  Result<bool> flag(const char* keyword, bool otherwise = false) const;

  QString m_alias;
  SshConfigValues m_values;
  SshSettings m_settings;
};

Result<SshSettings> SettingsMaker::make() {
  m_settings.alias = m_alias;
  m_settings.warnings = m_values.warnings;
  TRY(takeAddress());
  TRY(takeProxy());
  TRY(takeKeys());
  TRY(takeMethods());
  TRY(takeHostKeys());
  takeAlgorithms();
  return m_settings;
}

SshTokens SettingsMaker::tokensOfCommands() const {
  return {{u'h', m_settings.host},
          {u'k', m_settings.hostKeyAlias.isEmpty() ? m_alias : m_settings.hostKeyAlias},
          {u'n', m_alias},
          {u'p', QString::number(m_settings.port)},
          {u'r', m_settings.user}};
}

SshTokens SettingsMaker::tokensOfFiles() const {
  SshTokens tokens = tokensOfCommands();
  const QString here = localHost();
  tokens.insert({{u'd', sshHome()},
                 {u'i', QString::number(::getuid())},
                 {u'j', m_settings.jumps.join(QLatin1Char(','))},
                 {u'L', here.section(QLatin1Char('.'), 0, 0)},
                 {u'l', here},
                 {u'u', sshLocalUser()}});
  return tokens;
}

Result<void> SettingsMaker::takeAddress() {
  m_settings.host = m_values.host;
  if (!isSafeSshName(m_settings.host))
    return sshConfigError("ssh_config.host_name", {{"host", m_settings.host.toStdString()}});
  m_settings.user = m_values.text("user", sshLocalUser());
  const QString port = m_values.text("port", QStringLiteral("22"));
  bool isNumber = false;
  m_settings.port = port.toUShort(&isNumber);
  if (!isNumber || m_settings.port == 0)
    return sshConfigError("ssh_config.port",
                          {{"host", m_alias.toStdString()}, {"value", port.toStdString()}});
  m_settings.hostKeyAlias = m_values.text("hostkeyalias", QString()).toLower();
  return {};
}

Result<void> SettingsMaker::takeProxy() {
  if (const SshConfigValue* command = valueOf("proxycommand");
      command && !isNone(command->words[0])) {
    TRY(const bool passesSocket, flag("proxyusefdpass"));
    if (passesSocket)
      return sshConfigError("ssh_config.fdpass",
                            {{"path", valueOf("proxyusefdpass")->path.toStdString()},
                             {"line", std::int64_t{valueOf("proxyusefdpass")->line}}});
    // It becomes part of a command line.
    if (command->words[0].contains(QLatin1String("%r")) && !isSafeSshName(m_settings.user))
      return sshConfigError("ssh_config.user_name", {{"host", m_alias.toStdString()},
                                                     {"user", m_settings.user.toStdString()}});
    TRY(m_settings.proxyCommand, fillTokens(command->words[0], tokensOfCommands(), *command));
  }
  const SshConfigValue* jumps = valueOf("proxyjump");
  if (!jumps) return {};
  const QString list = jumps->words[0].section(QLatin1Char('#'), 0, 0).trimmed();
  if (isNone(list)) return {};
  TRY(const QString filled, fillTokens(list, tokensOfCommands(), *jumps));
  m_settings.jumps = filled.split(QLatin1Char(','));
  for (const QString& jump : m_settings.jumps)
    if (!sshPlace(jump))
      return sshConfigError("ssh_config.jump", {{"path", jumps->path.toStdString()},
                                                {"line", std::int64_t{jumps->line}},
                                                {"value", list.toStdString()}});
  return {};
}

Result<void> SettingsMaker::takeKeys() {
  TRY(m_settings.identityFiles, files(m_values.identityFiles));
  if (m_values.identityFiles.isEmpty())
    for (const char* usual : {"id_rsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk"})
      m_settings.identityFiles << sshHome() + QStringLiteral("/.ssh/") + QLatin1String(usual);
  m_settings.identityFiles.removeIf(isNone);
  TRY(m_settings.certificateFiles, files(m_values.certificateFiles));
  TRY(m_settings.identitiesOnly, flag("identitiesonly"));
  TRY(m_settings.agentSocket, agentSocket());
  return {};
}

Result<void> SettingsMaker::takeMethods() {
  const SshConfigValue* keys = valueOf("pubkeyauthentication");
  const QString binding = keys ? keys->words[0].toLower() : QString();
  bool usesKeys = true;
  // How a signature is bound to its host is up to libssh.
  if (binding != QLatin1String("unbound") && binding != QLatin1String("host-bound")) {
    TRY(usesKeys, flag("pubkeyauthentication", true));
  }
  TRY(const bool usesPrompts, flag("kbdinteractiveauthentication", true));
  TRY(const bool usesPassword, flag("passwordauthentication", true));
  TRY(m_settings.asksNobody, flag("batchmode"));
  m_settings.methods.clear();
  for (const QString& name : m_values
                                 .text("preferredauthentications",
                                       QStringLiteral("publickey,keyboard-interactive,password"))
                                 .split(QLatin1Char(','))) {
    if (name == QLatin1String("publickey") && usesKeys) m_settings.methods << LoginMethod::keys;
    if (name == QLatin1String("keyboard-interactive") && usesPrompts)
      m_settings.methods << LoginMethod::prompts;
    if (name == QLatin1String("password") && usesPassword)
      m_settings.methods << LoginMethod::password;
  }
  if (const SshConfigValue* tries = valueOf("numberofpasswordprompts")) {
    bool isNumber = false;
    m_settings.promptTries = tries->words[0].toInt(&isNumber);
    if (!isNumber || m_settings.promptTries < 1) return sshValueError(*tries);
  }
  return {};
}

Result<void> SettingsMaker::takeHostKeys() {
  const QString folder = sshHome() + QStringLiteral("/.ssh/");
  TRY(m_settings.knownHostsFiles,
      knownHosts("userknownhostsfile", {folder + QStringLiteral("known_hosts"),
                                        folder + QStringLiteral("known_hosts2")}));
  TRY(m_settings.sharedKnownHostsFiles,
      knownHosts("globalknownhostsfile", {QStringLiteral("/etc/ssh/ssh_known_hosts"),
                                          QStringLiteral("/etc/ssh/ssh_known_hosts2")}));
  TRY(m_settings.unknownHostKeys, unknownHostKeys());
  if (const SshConfigValue* revoked = valueOf("revokedhostkeys");
      revoked && !isNone(revoked->words[0])) {
    TRY(m_settings.revokedHostKeys, fillFileName(revoked->words[0], tokensOfFiles(), *revoked));
  }
  TRY(m_settings.hashKnownHosts, flag("hashknownhosts"));
  return {};
}

Result<QStringList> SettingsMaker::files(const QList<SshConfigValue>& values) const {
  QStringList names;
  for (const SshConfigValue& value : values) {
    TRY(const QString name, fillFileName(value.words[0], tokensOfFiles(), value));
    names << name;
  }
  return names;
}

Result<QStringList> SettingsMaker::knownHosts(const char* keyword, const QStringList& usual) const {
  const SshConfigValue* value = valueOf(keyword);
  if (!value) return usual;
  QStringList names;
  for (const QString& word : value->words) {
    TRY(const QString name, fillFileName(word, tokensOfFiles(), *value));
    names << name;
  }
  names.removeIf(isNone);
  return names;
}

Result<QString> SettingsMaker::agentSocket() const {
  const SshConfigValue* value = valueOf("identityagent");
  const QString wanted = value ? value->words[0] : QStringLiteral("SSH_AUTH_SOCK");
  if (isNone(wanted)) return QString();
  if (wanted == QLatin1String("SSH_AUTH_SOCK")) return qEnvironmentVariable("SSH_AUTH_SOCK");
  if (wanted.startsWith(QLatin1Char('$')))
    return qEnvironmentVariable(
        wanted.mid(1).remove(QLatin1Char('{')).remove(QLatin1Char('}')).toLocal8Bit().constData());
  return fillFileName(wanted, tokensOfFiles(), *value);
}

Result<bool> SettingsMaker::flag(const char* keyword, bool otherwise) const {
  const SshConfigValue* value = valueOf(keyword);
  if (!value) return otherwise;
  const QString text = value->words[0].toLower();
  if (text == QLatin1String("yes") || text == QLatin1String("true")) return true;
  if (text == QLatin1String("no") || text == QLatin1String("false")) return false;
  return sshValueError(*value);
}

Result<UnknownHostKeys> SettingsMaker::unknownHostKeys() {
  const QString value = m_values.text("stricthostkeychecking", QStringLiteral("ask")).toLower();
  if (value == QLatin1String("ask")) return UnknownHostKeys::asked;
  if (value == QLatin1String("yes") || value == QLatin1String("true"))
    return UnknownHostKeys::refused;
  if (value == QLatin1String("accept-new")) return UnknownHostKeys::added;
  if (value == QLatin1String("no") || value == QLatin1String("off") ||
      value == QLatin1String("false")) {
    warn("ssh_config.never_strict", {{"value", value.toStdString()}});
    return UnknownHostKeys::added;
  }
  return sshConfigError("ssh_config.strict",
                        {{"host", m_alias.toStdString()}, {"value", value.toStdString()}});
}

void SettingsMaker::takeAlgorithms() {
  for (const char* keyword :
       {"ciphers", "macs", "kexalgorithms", "hostkeyalgorithms", "pubkeyacceptedalgorithms"}) {
    const QString list = m_values.text(keyword, QString());
    if (list.isEmpty()) continue;
    if (list.startsWith(QLatin1Char('+')) || list.startsWith(QLatin1Char('-')) ||
        list.startsWith(QLatin1Char('^')))
      warn("ssh_config.list_left_out", {{"keyword", keyword}, {"list", list.toStdString()}});
    else
      m_settings.algorithms.append({QByteArray(keyword), list});
  }
}

// A name that starts with a dash, or contains spaces or control characters, is not a host name and
// could be interpreted as an option or worse.
Result<SshPlace> placeOf(const QString& name) {
  if (const auto place = sshPlace(name)) return *place;
  return sshConfigError("ssh_config.host_name", {{"host", name.toStdString()}});
}

Result<SshSettings> settingsOf(const SshPlace& place, const QStringList& jumps,
                               const QString& file) {
  TRY(auto values, readSshConfig(place, jumps.join(QLatin1Char(',')), file));
  return SettingsMaker(place, std::move(values)).make();
}

// Compared like in ssh: what the jump's name does not specify is taken from the host behind it.
bool isSamePlace(const SshPlace& jump, const SshSettings& behind) {
  return jump.host == behind.host && (jump.port == 0 ? 22 : jump.port) == behind.port &&
         (jump.user.isEmpty() || jump.user == behind.user);
}

// `path`: the hosts behind it, starting with the target.
Result<void> addHop(const SshPlace& place, const QStringList& jumps, const QString& file,
                    SshPath& path) {
  TRY(auto settings, settingsOf(place, jumps, file));
  for (const SshSettings& behind : path)
    if (behind.host == settings.host && behind.port == settings.port &&
        behind.user == settings.user)
      return sshConfigError("ssh_config.loop", {{"host", place.host.toStdString()}});
  if (path.size() >= maxHops)
    return sshConfigError("ssh_config.hops", {{"host", path.front().alias.toStdString()},
                                              {"hops", static_cast<std::int64_t>(maxHops)}});
  QStringList before = settings.jumps;
  path.push_back(std::move(settings));
  if (before.isEmpty()) return {};
  const QString last = before.takeLast();
  TRY(const SshPlace next, placeOf(last));
  if (isSamePlace(next, path.back()))
    return sshConfigError("ssh_config.loop", {{"host", next.host.toStdString()}});
  return addHop(next, before, file, path);
}

}  // namespace

Result<SshSettings> readSshSettings(const QString& name, const QString& file) {
  TRY(const SshPlace place, placeOf(name));
  return settingsOf(place, {}, file);
}

Result<SshPath> readSshPath(const QString& name, const QString& file) {
  TRY(const SshPlace place, placeOf(name));
  SshPath path;
  TRY(addHop(place, {}, file, path));
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace trainyard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/ssh_host.h"

#include <algorithm>

#include <QFile>

#include "remote/host/file_error.h"
#include "remote/host/ssh_forward.h"
#include "remote/process/command_line.h"
#include "remote/ssh/channels/file_scripts.h"
#include "remote/ssh/channels/remote_script.h"
#include "remote/ssh/channels/run_script.h"
#include "remote/host/client_streams.h"
#include "remote/host/places.h"

namespace trainyard {
namespace {

using std::chrono::seconds;

constexpr std::chrono::seconds arrivalTime{30};

struct Arrival {
  Waiter waiter;
  Descriptor client;
};

CarriedProgram carriedFrom(const ClientProgram& program) {
  CarriedProgram carried;
  carried.terminal = program.terminal;
  carried.script = [command = program.command,
                    isTerminal = program.terminal.has_value()](const SshLink& link) {
    if (command.program.isEmpty()) return RemoteScript();
    return wrapLoginCommand(command, isTerminal ? StartOutput::kept : StartOutput::dropped,
                            link.loginPath());
  };
  return carried;
}

QCoro::Task<void> serveClient(SshLink& link, std::shared_ptr<SessionInbox> inbox,
                              StreamListener& door, QString token, std::shared_ptr<Arrival> arrival,
                              ClientProgram program) {
  SshOperation operation(link, {});
  inbox->countLasting(1);
  const auto counted = qScopeGuard([inbox] { inbox->countLasting(-1); });
  const QDeadlineTimer deadline(arrivalTime);
  while (!arrival->client.is_open())
    if (const Waited waited = co_await arrival->waiter.wait(operation.token(), deadline);
        waited != Waited::woken)
      break;
  door.forget(token);
  if (!arrival->client.is_open()) co_return;
  co_await carryStreams(link, std::move(arrival->client), carriedFrom(program), operation.token());
}

// Expects the client for half a minute. `inbox`: of the link's session, which is in use from now
// on.
StreamListener::Ticket offerProgram(SshLink& link, std::shared_ptr<SessionInbox> inbox,
                                    StreamListener& door, ClientProgram program) {
  auto arrival = std::make_shared<Arrival>();
  StreamListener::Ticket ticket =
      door.expect([arrival](std::unique_ptr<QLocalSocket> socket, QByteArray) {
        if (arrival->client.is_open()) return;  // one program a ticket
        arrival->client = connectionOf(std::move(socket));
        arrival->waiter.wake();
      });
  link.tasks().start(
      serveClient(link, std::move(inbox), door, ticket.token, arrival, std::move(program)));
  return ticket;
}

// rsync's connection to the host: `yard rsh`, started by rsync, passes its streams to this process
// as descriptors, and the session's thread connects them to a program on the host.
class SshRemoteShell : public RemoteShell {
 public:
  SshRemoteShell(SshLink& link, StreamListener& door);
  // Ends running transfers.
  ~SshRemoteShell() override;

  QStringList words() const override;
  QString host() const override { return QStringLiteral("target"); }
  QProcessEnvironment variables() const override;

 private:
  StreamListener& m_listener;
  StreamListener::Ticket m_ticket;
  std::stop_source m_stop;
};

SshRemoteShell::SshRemoteShell(SshLink& link, StreamListener& door) : m_listener(door) {
  m_ticket = m_listener.expect(
      [&link, stop = m_stop.get_token()](std::unique_ptr<QLocalSocket> socket, QByteArray command) {
        // rsync has already quoted it for one shell.
        CarriedProgram program{[command](const SshLink& way) {
          return wrapScript(pathScript(way.loginPath()) + command + '\n', way.settings().readers);
        }};
        link.tasks().start(
            carryStreams(link, connectionOf(std::move(socket)), std::move(program), stop));
      });
}

SshRemoteShell::~SshRemoteShell() {
  m_listener.forget(m_ticket.token);
  m_stop.request_stop();
}

QStringList SshRemoteShell::words() const {
  return {programPath(QStringLiteral("yard")), QStringLiteral("rsh")};
}

QProcessEnvironment SshRemoteShell::variables() const {
  QProcessEnvironment variables;
  variables.insert(QStringLiteral("TRAINYARD_RSH_SOCKET"), m_ticket.socket);
  variables.insert(QStringLiteral("TRAINYARD_RSH_TOKEN"), m_ticket.token);
  return variables;
}

constexpr seconds hostConnectTime{180}, fileTime{120};
// How long the helper may wait for one file: then the run is checked in other ways.
constexpr int maxWaitSeconds = 10;
constexpr qint64 slowestBytesPerSecond = 50 << 10;
// The maximum size of a folder listing, and of an answer in a shell shared with other requests.
constexpr qint64 maxListBytes = 8 << 20, maxSharedBytes = 8 << 20;

// The script reports with the first byte on its error stream that the program was started.
constexpr char started = '+';

// The failed program's message, without line breaks and the name of the shell or program in front.
QString wordsOf(const ProgramOutput& output) {
  const QString said = QString::fromUtf8(output.err).simplified();
  return said.isEmpty() ? QStringLiteral("exit code %1").arg(output.exitCode) : said;
}

QString withoutTrailingSlashes(QString path) {
  while (path.size() > 1 && path.endsWith(QLatin1Char('/'))) path.chop(1);
  return path;
}

bool isUsablePath(const QString& path) {
  return path.startsWith(QLatin1Char('/')) && !path.contains(QChar(u'\0'));
}

Error pathError(const QString& path) { return fileError("path.refused", path); }

QByteArray programScript(const CommandLine& command, const ProgramOptions& options,
                         const QByteArray& loginPath) {
  QByteArray script = pathScript(loginPath);
  if (!options.workingDirectory.isEmpty())
    script += "cd -- " + quoteForShell(options.workingDirectory.toUtf8()) +
              " 2>/dev/null || { printf folder >&2; exit 127; }\n";
  const QByteArray program = quoteForShell(command.program.toUtf8());
  const QByteArray isThere = command.program.contains(QLatin1Char('/'))
                                 ? "{ [ -x " + program + " ] && [ ! -d " + program + " ]; }"
                                 : "command -v " + program + " >/dev/null 2>&1";
  script += isThere + " || { printf program >&2; exit 127; }\n";
  script += QByteArray("printf ") + started + " >&2\nexec " + program;
  for (const QString& argument : command.arguments)
    script += ' ' + quoteForShell(argument.toUtf8());
  return script + '\n';
}

// Whether the helper may run it: read-only Slurm programs, in the form of slurmCommand.
bool isSlurmQuestion(const CommandLine& command, const ProgramOptions& options) {
  if (command.program != QLatin1String("env") || !options.input.isEmpty() || options.onOut ||
      !options.workingDirectory.isEmpty())
    return false;
  for (qsizetype i = 0; i < command.arguments.size(); ++i) {
    const QString& word = command.arguments[i];
    if (word == QLatin1String("-u"))
      ++i;
    else if (!word.contains(QLatin1Char('=')))
      return word == QLatin1String("squeue") || word == QLatin1String("sacct") ||
             word == QLatin1String("sinfo");
  }
  return false;
}

QList<FolderEntry> entriesFrom(const QByteArray& text) {
  QList<FolderEntry> entries;
  for (const QByteArray& line : text.split('\0')) {
    const qsizetype first = line.indexOf(' '), second = line.indexOf(' ', first + 1);
    if (first < 0 || second < 0) continue;
    entries.append({QFile::decodeName(line.mid(second + 1)),
                    line.mid(first + 1, second - first - 1).toLongLong(), line.startsWith('d')});
  }
  std::sort(entries.begin(), entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
  return entries;
}

}  // namespace

SshHost::SshHost(SshHostSettings settings, AskPerson ask, StreamListener& door, QObject* parent)
    : QObject(parent), m_link(std::move(settings), std::move(ask)), m_listener(door) {
  QObject::connect(&m_link, &SshLink::stateChanged, this, &SshHost::stateChanged);
}

QCoro::Task<Result<void>> SshHost::connect(std::stop_token stop) {
  SshOperation operation(m_link, std::move(stop));
  CO_TRY(co_await m_link.inbox(operation, QDeadlineTimer(hostConnectTime), SshLink::Wish::click));
  co_return {};
}

void SshHost::disconnect() { m_link.disconnect(); }

QCoro::Task<void> SshHost::finish() { co_await m_link.finish(); }

QCoro::Task<Result<ProgramOutput>> SshHost::run(CommandLine command, ProgramOptions options,
                                                std::stop_token stop, QDeadlineTimer deadline) {
  if (isSlurmQuestion(command, options)) {
    auto answer = co_await m_helper.run(command, options.outputLimitBytes, stop, deadline);
    if (answer && !*answer) co_return answer->error();
    if (answer && (*answer)->error.isEmpty())
      co_return ProgramOutput{(*answer)->exitCode, (*answer)->out, (*answer)->err};
    if (answer && (*answer)->error == QLatin1String("late"))
      co_return make_error(
          "program.deadline",
          {{"what", as_argument(make_error("program.on_host",
                                           {{"program", command.shownProgram().toStdString()},
                                            {"host", m_link.settings().host.toStdString()}}))}});
  }
  SshOperation operation(m_link, std::move(stop));
  CO_TRY(auto inbox, co_await m_link.inbox(operation, deadline));
  ScriptOptions script;
  script.script = programScript(command, options, m_link.loginPath());
  script.input = std::move(options.input);
  script.outputLimitBytes = options.outputLimitBytes;
  script.onOut = std::move(options.onOut);
  script.readers = m_link.settings().readers;
  script.host = m_link.settings().host;
  const Map names{{"program", command.shownProgram().toStdString()},
                  {"host", script.host.toStdString()}};
  script.what = make_error("program.on_host", names);
  auto output = co_await runScript(inbox, std::move(script), operation.waiter(), operation.token(),
                                   operation.extended(deadline));
  if (!output) co_return output.error();
  if (output->err.startsWith(started)) {
    output->err.remove(0, 1);
    co_return output;
  }
  const bool isFolder = output->err.startsWith("folder");
  const Map folder{{"folder", options.workingDirectory.toStdString()}};
  co_return make_error(
      "program.missing",
      {{"what", as_argument(make_error("program.on_host", names))},
       {"why",
        as_argument(make_error(isFolder ? "program.no_folder" : "program.not_there", folder))}});
}

QCoro::Task<Result<ProgramOutput>> SshHost::runFileScript(QByteArray text, QByteArray input,
                                                          qint64 outputLimitBytes, QString path,
                                                          std::stop_token stop) {
  if (!isUsablePath(path)) co_return pathError(path);
  SshOperation operation(m_link, std::move(stop));
  const QDeadlineTimer deadline(fileTime +
                                seconds((input.size() + outputLimitBytes) / slowestBytesPerSecond));
  CO_TRY(auto inbox, co_await m_link.inbox(operation, deadline));
  ScriptOptions script;
  script.script = std::move(text);
  script.input = std::move(input);
  script.outputLimitBytes = outputLimitBytes + (64 << 10);
  script.readers = m_link.settings().readers;
  script.host = m_link.settings().host;
  script.what = make_error("program.file_work",
                           {{"path", path.toStdString()}, {"host", script.host.toStdString()}});
  auto output = co_await runScript(inbox, std::move(script), operation.waiter(), operation.token(),
                                   operation.extended(deadline));
  co_return output;
}

// Shares one shell with other requests, unless the output is large.
QCoro::Task<Result<ProgramOutput>> SshHost::askFiles(QByteArray script, qint64 outputLimitBytes,
                                                     QString path, std::stop_token stop) {
  if (!isUsablePath(path)) co_return pathError(path);
  if (outputLimitBytes > maxSharedBytes)
    co_return co_await runFileScript(std::move(script), {}, outputLimitBytes, path,
                                     std::move(stop));
  co_return co_await m_files.ask(std::move(script), outputLimitBytes, path, std::move(stop));
}

QCoro::Task<Result<QByteArray>> SshHost::readFile(QString path, qint64 offset, qint64 limitBytes,
                                                  std::stop_token stop) {
  auto answer = co_await m_helper.read(path, offset, limitBytes, stop);
  if (answer && !*answer) co_return answer->error();
  if (answer && (*answer)->error.isEmpty()) co_return std::move((*answer)->out);
  if (answer && (*answer)->error == QLatin1String("missing"))
    co_return fileError("file.missing", path);
  // If the helper may not or cannot read it, the host itself reports the error.
  CO_TRY(auto output, co_await askFiles(file_scripts::read(path, offset, limitBytes), limitBytes,
                                        path, std::move(stop)));
  if (output.exitCode == file_scripts::missing) co_return fileError("file.missing", path);
  if (output.exitCode != 0 || !output.err.isEmpty())
    co_return fileError("file.unreadable", path, wordsOf(output));
  co_return std::move(output.out);
}

QCoro::Task<Result<void>> SshHost::writeFile(QString path, QByteArray content,
                                             std::stop_token stop) {
  const QByteArray script = file_scripts::write(path, content.size(), readers());
  CO_TRY(auto output, co_await runFileScript(script, std::move(content), 0, path, std::move(stop)));
  if (output.exitCode != 0) co_return fileError("file.not_written", path, wordsOf(output));
  co_return {};
}

QCoro::Task<Result<QList<FolderEntry>>> SshHost::list(QString path, std::stop_token stop) {
  auto answer = co_await m_helper.list(path, stop);
  if (answer && !*answer) co_return answer->error();
  if (answer && (*answer)->error.isEmpty()) co_return entriesFrom((*answer)->out);
  CO_TRY(auto output,
         co_await askFiles(file_scripts::list(path), maxListBytes, path, std::move(stop)));
  if (output.exitCode != 0) co_return fileError("file.unreadable", path, wordsOf(output));
  co_return entriesFrom(output.out);
}

QCoro::Task<Result<void>> SshHost::makeFolder(QString path, std::stop_token stop) {
  path = withoutTrailingSlashes(std::move(path));
  CO_TRY(auto output,
         co_await runFileScript(file_scripts::makeFolder(path), {}, 0, path, std::move(stop)));
  if (output.exitCode == file_scripts::exists) co_return fileError("folder.exists", path);
  if (output.exitCode != 0) co_return fileError("folder.not_made", path, wordsOf(output));
  co_return {};
}

QCoro::Task<Result<void>> SshHost::removeTree(QString path, std::stop_token stop) {
  path = withoutTrailingSlashes(std::move(path));
  if (path == QLatin1String("/")) co_return pathError(path);
  // Deleting is slow on parallel file systems: allows as much time as for reading a gigabyte.
  CO_TRY(auto output, co_await runFileScript(file_scripts::removeTree(path), {}, 32 << 20, path,
                                             std::move(stop)));
  if (output.exitCode != 0) co_return fileError("folder.not_removed", path, wordsOf(output));
  co_return {};
}

QCoro::Task<Result<std::unique_ptr<Forward>>> SshHost::forward(QString address, quint16 port,
                                                               std::stop_token stop) {
  ForwardWay way{std::move(address), port};
  co_return co_await openForward(m_link, std::move(way), nullptr, std::move(stop));
}

QCoro::Task<Result<std::unique_ptr<Forward>>> SshHost::tunnel(ForwardWay way,
                                                              std::stop_token stop) {
  auto relay = way.relay.program.isEmpty() ? nullptr : m_relays.of(way.relay);
  co_return co_await openForward(m_link, std::move(way), std::move(relay), std::move(stop));
}

QCoro::Task<Result<std::unique_ptr<RemoteShell>>> SshHost::remoteShell(std::stop_token stop) {
  SshOperation operation(m_link, std::move(stop));
  CO_TRY(co_await m_link.inbox(operation, QDeadlineTimer(hostConnectTime)));
  co_return std::unique_ptr<RemoteShell>(std::make_unique<SshRemoteShell>(m_link, m_listener));
}

QCoro::Task<Result<StreamListener::Ticket>> SshHost::offerProgram(ClientProgram program,
                                                                  std::stop_token stop) {
  SshOperation operation(m_link, std::move(stop));
  CO_TRY(auto inbox, co_await m_link.inbox(operation, QDeadlineTimer(hostConnectTime)));
  co_return trainyard::offerProgram(m_link, std::move(inbox), m_listener, std::move(program));
}

QCoro::Task<void> SshHost::untilGrown(QString path, qint64 bytes, std::stop_token stop) {
  auto answer = co_await m_helper.wait(path, bytes, maxWaitSeconds, stop);
  if (answer && *answer && (*answer)->error.isEmpty()) co_return;
  // If the helper is running, a pause costs nothing, as for a file that does not exist.
  if (answer)
    co_await Host::untilGrown(path, bytes, stop);
  else
    co_await m_files.untilGrown(path, bytes, stop);
}

std::chrono::milliseconds SshHost::pause() const { return std::chrono::milliseconds(2000); }

}  // namespace trainyard

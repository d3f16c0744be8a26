// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/channels/channel_worker.h"

#include <algorithm>
#include <utility>

#include <QRegularExpression>

#include "remote/ssh/channels/login_error.h"
#include "remote/values/secret.h"

namespace trainyard {
namespace {

// The window limits the amount in flight (8 MB allow 100 MB/s at 80 ms). Opening it costs a message
// on each side, so that is done in large steps.
constexpr qsizetype windowBytes = 8 << 20, windowStepBytes = 2 << 20, readBytes = 1 << 20;
constexpr qsizetype writeBytes = 512 << 10;

int signalNumber(const std::string& name) {
  static const std::pair<const char*, int> numbers[] = {
      {"HUP", 1},   {"INT", 2},   {"QUIT", 3},  {"ILL", 4},   {"TRAP", 5},  {"ABRT", 6},
      {"BUS", 7},   {"FPE", 8},   {"KILL", 9},  {"USR1", 10}, {"SEGV", 11}, {"USR2", 12},
      {"PIPE", 13}, {"ALRM", 14}, {"TERM", 15}, {"XCPU", 24}, {"XFSZ", 25}, {"SYS", 31}};
  for (const auto& [known, number] : numbers)
    if (name == known) return number;
  return 1;
}

Error channelError(const char* code, Map arguments = {}) {
  return make_error(code, std::move(arguments));
}

// libssh reports a server's refusal to open a channel as "Channel opening failure: channel 43 error
// (2) TEXT". Without a text, the number is used: RFC 4254, 5.1.
struct Refusal {
  int number = 0;
  Value said;
};

Refusal refusalFrom(const QString& libsshs) {
  static const QRegularExpression form(QStringLiteral("channel \\d+ error \\((\\d+)\\) *(.*)$"));
  const QRegularExpressionMatch match = form.match(libsshs);
  if (!match.hasMatch()) return {0, printableText(libsshs.toUtf8().constData())};
  const int number = match.captured(1).toInt();
  const std::string text = printableText(match.captured(2).toUtf8().constData());
  if (text != "-") return {number, text};
  const char* code = number == 1   ? "login.forbidden_there"
                     : number == 4 ? "login.no_room_there"
                                   : "login.no_connection_there";
  return {number, as_argument(make_error(code, {}))};
}

// Shared by all channels of a thread: data is copied out of it immediately.
char* scratch() {
  thread_local const auto bytes = std::make_unique_for_overwrite<char[]>(windowBytes);
  return bytes.get();
}

}  // namespace

ChannelWorker::ChannelWorker(ssh_session session, std::shared_ptr<ChannelMail> mail)
    : m_session(session),
      m_mail(std::move(mail)),
      m_local(std::move(m_mail->local)),
      m_sinceOpened(windowStepBytes) {
  m_callbacks.userdata = this;
  m_callbacks.channel_data_function = &ChannelWorker::onData;
  m_callbacks.channel_exit_status_function = &ChannelWorker::onExitStatus;
  m_callbacks.channel_exit_signal_function = &ChannelWorker::onExitSignal;
  ssh_callbacks_init(&m_callbacks);
}

ChannelWorker::~ChannelWorker() { release(); }

// Bytes stay in libssh's buffer, and the window stays closed, until the user takes them.
int ChannelWorker::onData(ssh_session, ssh_channel, void*, uint32_t, int isError, void* self) {
  static_cast<ChannelWorker*>(self)->m_mayHave[isError ? 1 : 0] = true;
  return 0;
}

void ChannelWorker::onExitStatus(ssh_session, ssh_channel, int status, void* self) {
  static_cast<ChannelWorker*>(self)->m_exitCode = status;
}

void ChannelWorker::onExitSignal(ssh_session, ssh_channel, const char* signal, int, const char*,
                                 const char*, void* self) {
  static_cast<ChannelWorker*>(self)->m_exitCode = 128 + signalNumber(signal ? signal : "");
}

// A channel that failed to open must never be closed: that message would refer to a different one.
void ChannelWorker::release() {
  if (!m_channel) return;
  if (m_isOpen) ssh_remove_channel_callbacks(m_channel, &m_callbacks);
  ssh_channel_free(m_channel);
  m_channel = nullptr;
  m_isOpen = false;
}

void ChannelWorker::finish(std::optional<Error> error) {
  m_phase = Phase::done;
  {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->exitCode = m_exitCode;
    m_mail->end(std::move(error));
  }
  m_local.reset();  // once it is seen to be closed, the reason is available
}

void ChannelWorker::abort(const Error& why) {
  if (m_phase != Phase::done) finish(why);
}

Error ChannelWorker::programError(const char* why) const {
  char* host = nullptr;
  const bool isKnown = ssh_options_get(m_session, SSH_OPTIONS_HOST, &host) == SSH_OK;
  const QString name = isKnown ? QString::fromUtf8(host) : QString();
  ssh_string_free_char(host);
  return refusedError(name, make_error(why, {{"said", printableText(ssh_get_error(m_session))}}));
}

void ChannelWorker::refuse() { finish(programError("login.no_session")); }

ChannelWorker::State ChannelWorker::serve(bool mayOpenProgram) {
  bool isAbandoned = false;
  std::optional<TerminalSize> newSize;
  {
    const std::lock_guard lock(m_mail->mutex);
    isAbandoned = m_mail->abandoned;
    if (m_phase == Phase::running) newSize = std::exchange(m_mail->newSize, {});
    if (!m_mail->input.isEmpty()) {
      m_sending.remove(0, std::exchange(m_sent, 0));
      m_sending += std::exchange(m_mail->input, {});
    }
    m_isInputEnded = m_mail->inputEnded;
  }
  if (isAbandoned && m_phase != Phase::opening) {
    // Many servers forward it; a program would survive just closing the channel.
    if (m_phase == Phase::running && m_mail->kind == ChannelMail::Kind::exec)
      ssh_channel_request_send_signal(m_channel, "TERM");
    m_phase = Phase::done;
  }
  State state = State::quiet;
  if (m_phase == Phase::waiting || m_phase == Phase::opening) state = open(mayOpenProgram);
  if (m_phase == Phase::terminal) state = requestTerminal();
  if (m_phase == Phase::requesting) state = request();
  if (m_phase == Phase::running && newSize)
    ssh_channel_change_pty_size(m_channel, newSize->columns, newSize->rows);
  if (m_phase == Phase::running) state = carry();
  if (m_phase != Phase::done) return state;
  release();
  return State::over;
}

ChannelWorker::State ChannelWorker::open(bool mayOpenProgram) {
  const bool isProgram = m_mail->kind == ChannelMail::Kind::exec;
  if (m_phase == Phase::waiting) {
    if (isProgram && !mayOpenProgram) return State::quiet;
    m_channel = ssh_channel_new(m_session);
    m_phase = Phase::opening;
  }
  const int rc = isProgram ? ssh_channel_open_session(m_channel)
                           : ssh_channel_open_forward(m_channel, m_mail->target.constData(),
                                                      m_mail->port, "127.0.0.1", 0);
  if (rc == SSH_AGAIN) return State::quiet;
  if (rc != SSH_OK) return openRefused();
  m_isOpen = true;
  ssh_add_channel_callbacks(m_channel, &m_callbacks);
  m_mayHave[0] = m_mayHave[1] = true;  // there may have been data before the callbacks were set
  m_phase = !isProgram ? Phase::running : m_mail->terminal ? Phase::terminal : Phase::requesting;
  if (!isProgram) {
    const std::lock_guard lock(m_mail->mutex);
    m_mail->opened = true;
    m_mail->notify();
  }
  return State::more;
}

ChannelWorker::State ChannelWorker::openRefused() {
  const QString said = QString::fromUtf8(ssh_get_error(m_session)).simplified();
  release();
  if (!ssh_is_connected(m_session)) return State::quiet;  // the loop notices and ends everything
  if (m_mail->kind == ChannelMail::Kind::exec) {
    m_phase = Phase::waiting;
    return State::refused;
  }
  const Refusal refusal = refusalFrom(said);
  // 1 is "administratively prohibited".
  finish(channelError(refusal.number == 1 ? "forward.refused" : "forward.unreachable",
                      {{"address", QString::fromUtf8(m_mail->target).toStdString()},
                       {"port", std::int64_t{m_mail->port}},
                       {"said", refusal.said}}));
  return State::over;
}

ChannelWorker::State ChannelWorker::requestTerminal() {
  const RemoteTerminal& terminal = *m_mail->terminal;
  const int rc = ssh_channel_request_pty_size(m_channel, terminal.type.constData(),
                                              terminal.size.columns, terminal.size.rows);
  if (rc == SSH_AGAIN) return State::quiet;
  if (rc != SSH_OK) {
    if (ssh_is_connected(m_session)) finish(programError("login.no_terminal"));
    return State::quiet;
  }
  m_phase = Phase::requesting;
  return State::more;
}

ChannelWorker::State ChannelWorker::request() {
  const int rc = m_mail->target.isEmpty()
                     ? ssh_channel_request_shell(m_channel)
                     : ssh_channel_request_exec(m_channel, m_mail->target.constData());
  // The first input need not wait for the answer, which takes a round trip.
  if (rc == SSH_AGAIN) return m_local && send() ? State::more : State::quiet;
  if (rc != SSH_OK) {
    if (ssh_is_connected(m_session)) finish(programError("login.no_commands"));
    return State::quiet;
  }
  m_phase = Phase::running;
  const std::lock_guard lock(m_mail->mutex);
  m_mail->opened = true;
  m_mail->notify();
  return State::more;
}

ChannelWorker::State ChannelWorker::carry() {
  if (m_local) m_local->flush();
  // Error output comes before the end that it explains. Reading one stream may bring more of the
  // other.
  readStream(1);
  readStream(0);
  const bool hasMore = send();
  // libssh reports all channels of a lost connection as closed; the loop notices the loss and ends
  // them with that error.
  if (!ssh_is_connected(m_session)) return State::more;
  if (m_local && m_local->isBroken()) {
    // It is not an error if a session to the next host has ended.
    if (m_mail->kind == ChannelMail::Kind::forward) {
      finish({});
    } else {
      ssh_channel_request_send_signal(m_channel, "TERM");
      finish(channelError("stream.broken"));
    }
    return State::over;
  }
  const bool isRead = !m_mayHave[0] && !m_mayHave[1];
  if (isRead && ssh_channel_is_eof(m_channel)) {
    // Lets a session to the next host see that this direction has ended.
    if (m_local && m_mail->kind == ChannelMail::Kind::forward && m_local->isDelivered())
      m_local->endOutput();
    const std::lock_guard lock(m_mail->mutex);
    if (!std::exchange(m_mail->outEnded, true)) m_mail->notify();
  }
  if (isRead && ssh_channel_is_closed(m_channel)) {
    if (m_local) {
      m_local->letGo();
      m_local->flush();
    }
    if (!m_local || m_local->isDelivered()) finish({});
  }
  return hasMore ? State::more : State::quiet;
}

bool ChannelWorker::hasRoom(int isError) {
  if (m_local) return !m_local->isFull(isError ? LocalStreams::err : LocalStreams::out);
  const std::lock_guard lock(m_mail->mutex);
  return m_mail->out.size() + m_mail->err.size() < channelBufferBytes;
}

void ChannelWorker::deliver(const char* bytes, qsizetype count, int isError) {
  if (m_local) return m_local->write(isError ? LocalStreams::err : LocalStreams::out, bytes, count);
  const std::lock_guard lock(m_mail->mutex);
  (isError ? m_mail->err : m_mail->out).append(bytes, count);
  m_mail->notify();
}

// Reads all available data, or until the user has enough for now.
void ChannelWorker::readStream(int isError) {
  while (m_mayHave[isError] && hasRoom(isError)) {
    const bool opens = m_sinceOpened >= windowStepBytes;
    const qsizetype asked = opens ? windowBytes : readBytes;
    const int count =
        ssh_channel_read_timeout(m_channel, scratch(), static_cast<uint32_t>(asked), isError, 0);
    // A finished channel is reported as closed only after a read that returns nothing.
    m_mayHave[isError] = count == asked || (count > 0 && ssh_channel_is_eof(m_channel));
    if (count <= 0) return;
    m_sinceOpened = (opens ? 0 : m_sinceOpened) + count;
    deliver(scratch(), count, isError);
  }
}

bool ChannelWorker::isBusy() const { return (ssh_get_status(m_session) & SSH_WRITE_PENDING) != 0; }

// True if more could be sent immediately.
bool ChannelWorker::send() {
  if (isBusy()) return false;
  const qsizetype left = m_sending.size() - m_sent, window = ssh_channel_window_size(m_channel);
  if (left == 0) {
    if (m_mail->isSecret) burn(m_sending);
    m_sending.clear();
    m_sent = 0;
    if (m_local && !m_local->isInputEnded()) return sendLocal(window);
    if (m_local || m_isInputEnded) ssh_channel_send_eof(m_channel);
    return false;
  }
  if (window == 0) return false;
  const int count = ssh_channel_write(m_channel, m_sending.constData() + m_sent,
                                      static_cast<uint32_t>(std::min({left, window, writeBytes})));
  if (count <= 0) return false;
  m_sent += count;
  if (m_local) return true;
  const std::lock_guard lock(m_mail->mutex);
  const bool wasFull = m_mail->unsent >= channelBufferBytes;
  m_mail->unsent -= count;
  if ((wasFull && m_mail->unsent < channelBufferBytes) || m_mail->unsent == 0) m_mail->notify();
  return true;
}

bool ChannelWorker::sendLocal(qsizetype window) {
  const qsizetype room = std::min(window, writeBytes),
                  got = room > 0 ? m_local->read(scratch(), room) : 0;
  if (got > 0) {
    const qsizetype sent =
        std::max(ssh_channel_write(m_channel, scratch(), static_cast<uint32_t>(got)), 0);
    m_sending = QByteArray(scratch() + sent, got - sent);
  }
  return m_local->isInputEnded() || (got > 0 && got == room);
}

void ChannelWorker::addTo(std::vector<pollfd>& polled) const {
  if (!m_local || (m_phase != Phase::requesting && m_phase != Phase::running)) return;
  m_local->addTo(polled,
                 m_sending.size() == m_sent && !isBusy() && ssh_channel_window_size(m_channel) > 0);
}

std::chrono::milliseconds ChannelWorker::maxPause() const {
  return m_local ? m_local->maxPause() : std::chrono::milliseconds::max();
}

}  // namespace trainyard

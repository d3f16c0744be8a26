// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/stream_server.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include <charconv>
#include <list>
#include <set>
#include <thread>

#include "engine/agent/stream/latest_values.h"
#include "engine/agent/stream/stream_request.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t max_connections = 64;
// Connections that have not authenticated: if there are more, the oldest is dropped, so that silent
// connections do not block others.
constexpr std::size_t max_strangers = 64;
constexpr std::size_t max_header_bytes = 16 << 10;
constexpr auto header_time = 5s;
constexpr auto write_time = 30s;  // a client that accepts nothing for this long is disconnected; it
                                  // can reconnect with its offset
constexpr auto heartbeat_interval = 5s;
constexpr std::size_t max_batch_bytes = 256 << 10;
constexpr std::uint64_t max_log_bytes = 4 << 20;

class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) {}
  OpenFile(const OpenFile&) = delete;
  ~OpenFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  bool is_open() const { return fd_ >= 0; }
  std::uint64_t size() const {
    struct stat status{};
    return ::fstat(fd_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  }
  std::string read(std::uint64_t offset, std::uint64_t limit) const {
    std::string bytes(limit, '\0');
    const ssize_t count = ::pread(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
  }

 private:
  int fd_;
};

// A connection. `proof` shows the client that this side knows the token too: empty until the client
// has proved that it does.
struct Client {
  beast::tcp_stream stream;
  std::string proof;
};

enum class Form { server_sent_events, lines };

// Returns complete lines in the client's format and advances `offset`.
std::string rendered(std::string_view bytes, Form form, std::int64_t generation,
                     std::uint64_t& offset) {
  const std::size_t end = bytes.rfind('\n');
  if (end == std::string_view::npos) return {};
  bytes = bytes.substr(0, end + 1);
  if (form == Form::lines) return offset += bytes.size(), std::string(bytes);
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = bytes.find('\n') + 1;
    offset += length;
    text += "id: " + std::to_string(generation) + ":" + std::to_string(offset) + "\ndata: ";
    text += bytes.substr(0, length);
    text += '\n';
    bytes.remove_prefix(length);
  }
  return text;
}

// The server's answer to a client's proof; empty if there is none or it is wrong.
std::string proof_for(const http::request<http::empty_body>& request, const std::string& token) {
  const auto nonce = request["X-Trainyard-Nonce"], proof = request["X-Trainyard-Proof"];
  return answer_to_proof({nonce.data(), nonce.size()}, {proof.data(), proof.size()}, token);
}

}  // namespace

struct StreamServer::State {
  explicit State() : acceptor(loop) {}

  asio::io_context loop{1};
  asio::ip::tcp::acceptor acceptor;
  std::string address;
  StreamSource source;
  const EventLog* log = nullptr;
  LatestValues latest;
  std::size_t connections = 0;            // of authenticated clients
  std::list<Client*> strangers;           // oldest first
  std::set<asio::steady_timer*> waiting;  // readers that have received everything
  std::size_t streams = 0;
  std::atomic<bool> is_notified{false};
  std::thread thread;

  asio::awaitable<void> accept_loop();
  asio::awaitable<void> serve(asio::ip::tcp::socket socket);
  asio::awaitable<void> answer(Client& client, http::status status, std::string body,
                               const char* type,
                               std::vector<std::pair<std::string, std::string>> fields = {});
  asio::awaitable<void> answer_request(Client& client,
                                       const http::request<http::empty_body>& request);
  asio::awaitable<void> answer_events(Client& client,
                                      const http::request<http::empty_body>& request);
  asio::awaitable<void> answer_log(Client& client, std::string_view target);
  asio::awaitable<void> follow(Client& client, const OpenFile& file, std::uint64_t offset,
                               Form form);
  bool is_line_start(const OpenFile& file, const Cursor& cursor) const;
};

asio::awaitable<void> StreamServer::State::accept_loop() {
  while (true) {
    error_code error;
    asio::ip::tcp::socket socket =
        co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) co_return;
    if (error) {
      asio::steady_timer pause(loop, 100ms);
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
      continue;
    }
    if (strangers.size() >= max_strangers) {
      strangers.front()->stream.close();
      strangers.pop_front();
    }
    asio::co_spawn(loop, serve(std::move(socket)), asio::detached);
  }
}

asio::awaitable<void> StreamServer::State::serve(asio::ip::tcp::socket socket) {
  Client client{beast::tcp_stream(std::move(socket)), {}};
  strangers.push_back(&client);
  bool is_counted = false;
  try {
    beast::flat_buffer buffer(max_header_bytes);
    http::request_parser<http::empty_body> parser;
    parser.header_limit(max_header_bytes);
    client.stream.expires_after(header_time);
    co_await http::async_read_header(client.stream, buffer, parser, asio::use_awaitable);
    client.proof = proof_for(parser.get(), source.token);
    is_counted = !client.proof.empty() && connections < max_connections;
    if (is_counted) {
      strangers.remove(&client);
      ++connections;
      co_await answer_request(client, parser.get());
    } else {
      co_await answer(
          client,
          client.proof.empty() ? http::status::unauthorized : http::status::service_unavailable, "",
          "");
    }
    error_code ignored;
    client.stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  } catch (const boost::system::system_error&) {
    // The client disconnected, was too slow or did not speak HTTP.
  }
  strangers.remove(&client);
  connections -= is_counted ? 1 : 0;
}

asio::awaitable<void> StreamServer::State::answer(
    Client& client, http::status status, std::string body, const char* type,
    std::vector<std::pair<std::string, std::string>> fields) {
  http::response<http::string_body> response{status, 11};
  if (!body.empty()) response.set(http::field::content_type, type);
  response.set(http::field::cache_control, "no-store");
  if (!client.proof.empty()) response.set("X-Trainyard-Proof", client.proof);
  for (const auto& [name, value] : fields) response.set(name, value);
  response.keep_alive(false);
  response.body() = std::move(body);
  response.prepare_payload();
  client.stream.expires_after(write_time);
  co_await http::async_write(client.stream, response, asio::use_awaitable);
}

asio::awaitable<void> StreamServer::State::answer_request(
    Client& client, const http::request<http::empty_body>& request) {
  const std::string_view target(request.target().data(), request.target().size());
  const std::string_view path = target.substr(0, target.find('?'));
  if (request.method() != http::verb::get)
    co_await answer(client, http::status::method_not_allowed, "", "");
  else if (path == "/v1/events")
    co_await answer_events(client, request);
  else if (path.starts_with("/v1/logs/"))
    co_await answer_log(client, target);
  else if (path == "/metrics")
    co_await answer(client, http::status::ok, latest.prometheus_text(source.run, source.generation),
                    "text/plain; version=0.0.4; charset=utf-8");
  else
    co_await answer(client, http::status::not_found, "", "");
}

bool StreamServer::State::is_line_start(const OpenFile& file, const Cursor& cursor) const {
  if (cursor.generation != source.generation || cursor.offset > log->written()) return false;
  return cursor.offset == 0 || file.read(cursor.offset - 1, 1) == "\n";
}

asio::awaitable<void> StreamServer::State::answer_events(
    Client& client, const http::request<http::empty_body>& request) {
  std::optional<std::string> wanted =
      query_value({request.target().data(), request.target().size()}, "since");
  if (const auto last = request["Last-Event-ID"]; !last.empty())
    wanted = std::string(last.data(), last.size());
  const auto cursor = wanted ? parse_cursor(*wanted) : std::optional(Cursor{source.generation, 0});
  if (!cursor) {
    co_await answer(client, http::status::bad_request, "since must be <generation>:<offset>\n",
                    "text/plain");
    co_return;
  }
  const OpenFile file(source.attempt_folder / "events.jsonl");
  if (!file.is_open() || !is_line_start(file, *cursor)) {
    co_await answer(client, http::status::gone,
                    "{\"generation\": " + std::to_string(source.generation) + "}\n",
                    "application/json");
    co_return;
  }
  const auto accept = request[http::field::accept];
  const Form form =
      accept.find("application/x-ndjson") != accept.npos ? Form::lines : Form::server_sent_events;
  http::response<http::empty_body> head{http::status::ok, 11};
  head.set(http::field::content_type,
           form == Form::lines ? "application/x-ndjson" : "text/event-stream");
  head.set(http::field::cache_control, "no-store");
  head.set(http::field::connection, "close");
  head.set("X-Trainyard-Proof", client.proof);
  http::response_serializer<http::empty_body> serializer{head};
  client.stream.expires_after(write_time);
  client.stream.socket().set_option(asio::ip::tcp::no_delay(true));
  co_await http::async_write_header(client.stream, serializer, asio::use_awaitable);
  ++streams;
  try {
    co_await follow(client, file, cursor->offset, form);
  } catch (...) {
    --streams;
    throw;
  }
  --streams;
}

asio::awaitable<void> StreamServer::State::follow(Client& client, const OpenFile& file,
                                                  std::uint64_t offset, Form form) {
  asio::steady_timer wake(loop);
  while (true) {
    const bool is_last = log->is_finished();
    const std::uint64_t written = log->written();
    std::string text;
    if (written > offset)
      text = rendered(file.read(offset, std::min<std::uint64_t>(written - offset, max_batch_bytes)),
                      form, source.generation, offset);
    if (text.empty() && is_last) co_return;
    if (text.empty()) {
      error_code woken;
      wake.expires_after(heartbeat_interval);
      waiting.insert(&wake);
      co_await wake.async_wait(asio::redirect_error(asio::use_awaitable, woken));
      waiting.erase(&wake);
      if (woken) continue;
      text = form == Form::lines ? "\n" : "event: heartbeat\ndata: {}\n\n";
    }
    client.stream.expires_after(write_time);
    co_await asio::async_write(client.stream, asio::buffer(text), asio::use_awaitable);
  }
}

asio::awaitable<void> StreamServer::State::answer_log(Client& client, std::string_view target) {
  constexpr std::string_view prefix = "/v1/logs/";
  const std::string_view name = target.substr(
      prefix.size(),
      target.find('?') == std::string_view::npos ? target.npos : target.find('?') - prefix.size());
  const auto path = log_file(name);
  std::uint64_t offset = 0;
  if (const auto since = query_value(target, "since")) {
    const auto [end, error] = std::from_chars(since->data(), since->data() + since->size(), offset);
    if (error != std::errc() || end != since->data() + since->size()) {
      co_await answer(client, http::status::bad_request, "since must be an offset in bytes\n",
                      "text/plain");
      co_return;
    }
  }
  const OpenFile file(path ? source.attempt_folder / *path : std::filesystem::path());
  if (!path || !file.is_open()) {
    co_await answer(client, http::status::not_found, "", "");
    co_return;
  }
  const std::uint64_t size = file.size();
  const std::vector<std::pair<std::string, std::string>> fields = {
      {"Trainyard-Size", std::to_string(size)}};
  if (offset > size)
    co_await answer(client, http::status::range_not_satisfiable, "", "", fields);
  else
    co_await answer(client, http::status::ok,
                    file.read(offset, std::min(size - offset, max_log_bytes)),
                    "application/octet-stream", fields);
}

StreamServer::StreamServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

StreamServer::~StreamServer() { finish(0ms); }

Result<std::unique_ptr<StreamServer>> StreamServer::listen(const std::string& address,
                                                           std::uint16_t port) {
  error_code error;
  const asio::ip::address number = asio::ip::make_address(address, error);
  if (error) return make_error("agent.address", {{"address", address}});
  auto state = std::make_unique<State>();
  const asio::ip::tcp::endpoint endpoint(number, port);
  state->acceptor.open(endpoint.protocol(), error);
  if (!error) state->acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) state->acceptor.bind(endpoint, error);
  if (!error) state->acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error)
    return make_error("port.taken",
                      {{"address", address}, {"port", port}, {"problem", error.message()}});
  state->address = address;
  return std::unique_ptr<StreamServer>(new StreamServer(std::move(state)));
}

const std::string& StreamServer::address() const { return state_->address; }

std::uint16_t StreamServer::port() const {
  error_code ignored;
  return state_->acceptor.local_endpoint(ignored).port();
}

void StreamServer::start(StreamSource source, const EventLog& log) {
  state_->source = std::move(source);
  state_->log = &log;
  asio::co_spawn(state_->loop, state_->accept_loop(), asio::detached);
  state_->thread = std::thread([this] { state_->loop.run(); });
}

void StreamServer::notify() {
  if (state_->is_notified.exchange(true)) return;
  asio::post(state_->loop, [this] {
    state_->is_notified = false;
    for (asio::steady_timer* timer : state_->waiting) timer->cancel();
  });
}

void StreamServer::show(const Event& event) { state_->latest.take(event); }

void StreamServer::finish(std::chrono::milliseconds timeout) {
  if (!state_->thread.joinable()) return;
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  asio::co_spawn(
      state_->loop,
      [](State& state, std::chrono::steady_clock::time_point until) -> asio::awaitable<void> {
        asio::steady_timer pause(state.loop);
        while (state.streams > 0 && std::chrono::steady_clock::now() < until) {
          pause.expires_after(10ms);
          co_await pause.async_wait(asio::use_awaitable);
        }
        state.loop.stop();
      }(*state_, deadline),
      asio::detached);
  state_->thread.join();
}

}  // namespace trainyard::agent

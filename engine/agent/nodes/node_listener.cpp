// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/node_listener.h"

#include <sstream>

#include "engine/agent/stream/stream_request.h"
#include "engine/contract/messages.h"
#include "engine/system/node_name.h"

namespace trainyard::agent {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr int max_unproved = 1024;
constexpr int hello_seconds = 10;
constexpr std::size_t max_hello_bytes = 4 << 10;

}  // namespace

Result<std::unique_ptr<NodeListener>> NodeListener::open(asio::io_context& loop,
                                                         const std::string& address,
                                                         std::string token, OnNode on_node) {
  std::unique_ptr<NodeListener> listener(
      new NodeListener(loop, std::move(token), std::move(on_node)));
  error_code error;
  const asio::ip::tcp::endpoint endpoint(asio::ip::make_address(address, error), 0);
  if (!error) listener->acceptor_.open(endpoint.protocol(), error);
  if (!error) listener->acceptor_.bind(endpoint, error);
  if (!error) listener->acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error)
    return make_error("port.nodes_door", {{"address", address}, {"problem", error.message()}});
  listener->accept();
  return listener;
}

std::string NodeListener::endpoint() const {
  error_code ignored;
  std::ostringstream text;
  text << acceptor_.local_endpoint(ignored);
  return text.str();
}

void NodeListener::close() {
  error_code ignored;
  acceptor_.close(ignored);
}

void NodeListener::accept() {
  acceptor_.async_accept([this](error_code error, asio::ip::tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error && strangers_ < max_unproved) greet(std::move(socket));
    accept();
  });
}

void NodeListener::greet(asio::ip::tcp::socket socket) {
  ++strangers_;
  auto connection = std::make_shared<Connection>(std::move(socket), Connection::Peer::stranger,
                                                 hello_seconds, max_hello_bytes);
  const std::weak_ptr<Connection> weak = connection;
  connection->start(
      [this, weak](FrameKind kind, std::string_view body) {
        --strangers_;
        const auto shared = weak.lock();
        const auto message = parse_node_message(body);
        if (kind != FrameKind::message || !message || message->kind != "hello" ||
            !is_node_name(message->hello.node))
          return shared->close();
        const std::string proof =
            answer_to_proof(message->hello.nonce, message->hello.proof, token_);
        if (proof.empty()) return shared->close();
        shared->send(FrameKind::message, to_json(NodeMessage{"welcome", {}, {}, {}, 0, {}, proof}));
        on_node_(shared, message->hello);
      },
      [this](const Error&) { --strangers_; });
}

}  // namespace trainyard::agent

// SPDX-License-Identifier: GPL-3.0-or-later
// Accepts the agents of the nodes on one port of the coordinator. A client that does not prove
// immediately that it knows the token is disconnected without an answer; one that does gets proof
// that this side knows it too.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <functional>
#include <memory>
#include <string>

#include "engine/agent/nodes/connection.h"
#include "engine/agent/nodes/node_messages.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

class NodeListener {
 public:
  // Called once for every node; the connection must be given new callbacks.
  using OnNode = std::function<void(std::shared_ptr<Connection>, Hello)>;

  // Listens on a port chosen by the kernel. Error "port.nodes_door" (3).
  static Result<std::unique_ptr<NodeListener>> open(boost::asio::io_context& loop,
                                                    const std::string& address, std::string token,
                                                    OnNode on_node);

  std::string endpoint() const;  // "10.0.0.1:4711", "[::1]:4711"
  void close();

 private:
  NodeListener(boost::asio::io_context& loop, std::string token, OnNode on_node)
      : acceptor_(loop), token_(std::move(token)), on_node_(std::move(on_node)) {}
  void accept();
  void greet(boost::asio::ip::tcp::socket socket);

  boost::asio::ip::tcp::acceptor acceptor_;
  std::string token_;
  OnNode on_node_;
  int strangers_ = 0;  // connections that have not authenticated yet
};

}  // namespace trainyard::agent

// SPDX-License-Identifier: GPL-3.0-or-later
// Where the agents of the nodes come in: one port of the coordinator. Who does not prove the token
// at once is sent away and learns nothing; who does is shown that this side knows it too.
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
  // Called once for every node; the connection waits for its new receivers.
  using OnNode = std::function<void(std::shared_ptr<Connection>, Hello)>;

  // Listens at a port that the kernel picks. Error "port.nodes_door" (3).
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
  int strangers_ = 0;  // connections that have not proved anything yet
};

}  // namespace trainyard::agent

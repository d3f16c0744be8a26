// SPDX-License-Identifier: GPL-3.0-or-later
// A program on the host that makes connections for us if the login node cannot (`yard-agent relay`
// in a step of a job): one for all tunnels with the same command line, with all of their
// connections over one channel of the session. It is started by the first connection, restarted by
// the next one after it ended, and ends with the object.
#pragma once

#include <map>
#include <memory>
#include <stop_token>

#include <QByteArray>

#include "engine/contract/run/relay_protocol.h"
#include "remote/process/command_line.h"
#include "remote/ssh/channels/ssh_channel.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

class RelayChannel {
 public:
  // One instance of the program. Connections hold it as well, so that it does not change for them.
  struct Line {
    // A connection of the relay protocol, as seen by its owner.
    struct User {
      Waiter* waiter = nullptr;
      QByteArray unsent;
      bool isInputEnded = false;
    };
    RelayTalk talk{RelayTalk::Side::asker};
    std::map<quint32, User> users;
    Waiter* turn = nullptr;  // of the user that reads and writes the channel
    bool isOver = false;
    std::stop_source stop;

    void notify() const {
      if (turn) turn->wake();
    }
  };

  RelayChannel(SshLink& link, CommandLine program) : m_link(link), m_program(std::move(program)) {}
  ~RelayChannel();
  RelayChannel(const RelayChannel&) = delete;
  RelayChannel& operator=(const RelayChannel&) = delete;

  std::shared_ptr<Line> line();

 private:
  SshLink& m_link;
  CommandLine m_program;
  std::shared_ptr<Line> m_line;
};

// A connection to a port on the program's computer, with the interface of SshChannel. The waiter
// must outlive it.
class RelayConnection {
 public:
  RelayConnection(std::shared_ptr<RelayChannel::Line> line, quint16 port, Waiter& waiter);
  ~RelayConnection();
  RelayConnection(const RelayConnection&) = delete;
  RelayConnection& operator=(const RelayConnection&) = delete;

  SshChannel::News take();
  void write(const QByteArray& bytes);
  void endInput();

 private:
  std::shared_ptr<RelayChannel::Line> m_line;
  quint32 m_id;
};

// The relays of one host.
class RelayChannels {
 public:
  explicit RelayChannels(SshLink& link) : m_link(link) {}
  std::shared_ptr<RelayChannel> of(const CommandLine& program);

 private:
  SshLink& m_link;
  std::map<QString, std::weak_ptr<RelayChannel>> m_channels;
};

}  // namespace trainyard

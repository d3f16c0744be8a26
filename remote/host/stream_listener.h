// SPDX-License-Identifier: GPL-3.0-or-later
// Lets another program of this computer pass its standard streams to this process: it connects to a
// local socket, sends a token and a command line. Used by rsync's remote shell (`yard rsh`).
#pragma once

#include <functional>
#include <memory>

#include <QByteArray>
#include <QLocalSocket>
#include <QString>

namespace trainyard {

class StreamListener {
 public:
  virtual ~StreamListener() = default;

  struct Ticket {
    QString socket;  // path
    QString token;   // secret
  };
  // Every connection with the token is passed to `arrived` with its command, after the answer line
  // has been sent; bytes after the request must still be read from the socket. `arrived` is called
  // from the event loop of the listener's thread until `forget`.
  using Arrived = std::function<void(std::unique_ptr<QLocalSocket> socket, QByteArray command)>;
  virtual Ticket expect(Arrived arrived) = 0;
  virtual void forget(const QString& token) = 0;
};

}  // namespace trainyard

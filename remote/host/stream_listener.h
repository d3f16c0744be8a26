// SPDX-License-Identifier: GPL-3.0-or-later
// Where another program of this computer hands its standard streams over to this process: it
// connects to a local socket, names a token, and brings a command line. rsync's remote shell (`yard
// rsh`) comes in this way.
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
  // Every connection that names the token is handed to `arrived` with the command it brought, its
  // answer line already sent; bytes that came behind the request are still to be read from the
  // socket. `arrived` is called from the event loop of the door's thread until `forget`.
  using Arrived = std::function<void(std::unique_ptr<QLocalSocket> socket, QByteArray command)>;
  virtual Ticket expect(Arrived arrived) = 0;
  virtual void forget(const QString& token) = 0;
};

}  // namespace trainyard

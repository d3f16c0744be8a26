// SPDX-License-Identifier: GPL-3.0-or-later
// What carries a session's bytes where that is no TCP connection of its own: a channel of the
// session with the host before it, or a program (ProxyCommand). Lives in Qt's thread, as long as
// the session.
#pragma once

#include <memory>
#include <optional>

#include <QCoroTask>

#include "engine/system/descriptor.h"
#include "engine/contract/result.h"

namespace trainyard {

class Transport {
 public:
  virtual ~Transport() = default;

  // The session's end of it; shared, since a login's request is copied.
  const std::shared_ptr<Descriptor>& socket() const { return m_socket; }
  // Why it carries no more; nothing as long as it does, or where nothing is said.
  virtual std::optional<Error> ended() = 0;
  // A program's end is seen a moment after its bytes have ended.
  virtual bool isProgram() const { return false; }
  // Before it goes, and after its session has.
  virtual QCoro::Task<void> finish() = 0;

 protected:
  // The other end; an end that is not open when the system has no more descriptors.
  Descriptor makeSocket();

 private:
  std::shared_ptr<Descriptor> m_socket = std::make_shared<Descriptor>();
};

QCoro::Task<void> finishTransport(std::unique_ptr<Transport> carrier);

}  // namespace trainyard

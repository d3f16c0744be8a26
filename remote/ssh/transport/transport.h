// SPDX-License-Identifier: GPL-3.0-or-later
// Carries a session's bytes if it does not have its own TCP connection: a channel of the session
// with the host before it, or a program (ProxyCommand). Lives in Qt's thread, as long as the
// session.
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

  // The session's end of it; shared, since the request of a login is copied.
  const std::shared_ptr<Descriptor>& socket() const { return m_socket; }
  // Why it has ended; nothing while it is running, or if no reason is known.
  virtual std::optional<Error> ended() = 0;
  // A program's exit is noticed shortly after its output has ended.
  virtual bool isProgram() const { return false; }
  // To be awaited before it is destroyed, and after its session has ended.
  virtual QCoro::Task<void> finish() = 0;

 protected:
  // Returns the other end; it is not open if the system has no more descriptors.
  Descriptor makeSocket();

 private:
  std::shared_ptr<Descriptor> m_socket = std::make_shared<Descriptor>();
};

QCoro::Task<void> finishTransport(std::unique_ptr<Transport> carrier);

}  // namespace trainyard

// The patterns of ssh_config(5) and known_hosts: * and ?, nothing else.
#pragma once

#include <QByteArray>

#include <fnmatch.h>

namespace trainyard {

inline bool matchesWildcards(const QByteArray& text, QByteArray pattern) {
  // [ stands in front of a host with a port.
  pattern.replace('\\', "\\\\").replace('[', "\\[");
  return ::fnmatch(pattern.constData(), text.constData(), 0) == 0;
}

}  // namespace trainyard

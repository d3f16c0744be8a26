// SPDX-License-Identifier: GPL-3.0-or-later
// Restricts `yard-agent follow` to files of its own user inside one folder, whatever links there
// are.
#pragma once

#include <cstdint>
#include <string>

#include "engine/agent/follow/follow_messages.h"

namespace trainyard::agent {

class GuardedFiles {
 public:
  // `root` is resolved once, including links. If it does not exist, it has no files.
  explicit GuardedFiles(const std::string& root);

  // `bytes`: the content from `offset`, at most `limit` bytes. Errors: "missing"; "refused":
  // outside the root, a link, not a regular file, or another user's; "unreadable".
  FollowAnswer read(const FollowQuestion& question) const;
  // `bytes`: each entry is a letter for its type (d: a folder), its size and its name, terminated
  // by a zero byte. A folder that does not exist is empty. Errors as above; "refused" also for more
  // than `max_read_bytes`.
  FollowAnswer list(const FollowQuestion& question) const;
  // -1 if it is missing, nothing after an error.
  std::int64_t size(const std::string& path) const;

 private:
  bool is_inside(int descriptor) const;

  std::string root_;  // resolved; empty: there is none
};

}  // namespace trainyard::agent

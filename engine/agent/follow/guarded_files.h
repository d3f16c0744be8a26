// SPDX-License-Identifier: GPL-3.0-or-later
// Files of one folder's tree as `yard-agent follow` may read them: of its own user, and nowhere
// else, however links are laid.
#pragma once

#include <cstdint>
#include <string>

#include "engine/agent/follow/follow_messages.h"

namespace trainyard::agent {

class GuardedFiles {
 public:
  // `root` is looked up once, with its links. One that does not exist holds no file.
  explicit GuardedFiles(const std::string& root);

  // `bytes`: what stands from `offset` on, at most `limit`. Errors: "missing"; "refused": outside
  // of the root, a link, no regular file, or another user's; "unreadable".
  FollowAnswer read(const FollowQuestion& question) const;
  // `bytes`: an entry is a letter of its kind (d: a folder), its size and its name, ended by a zero
  // byte. A folder that does not exist is empty. Error as above; "refused" also for more than
  // `most_read_bytes`.
  FollowAnswer list(const FollowQuestion& question) const;
  // Nothing where it is missing: -1.
  std::int64_t size(const std::string& path) const;

 private:
  bool is_inside(int descriptor) const;

  std::string root_;  // without links; empty: there is none
};

}  // namespace trainyard::agent

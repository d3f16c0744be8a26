// SPDX-License-Identifier: GPL-3.0-or-later
// Moves a folder that came from a target, and is not trusted, into one on this computer: no link is
// ever followed, whether it was received or already existed.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// The links below `root` that lead, or could be made to lead, out of it, relative to it: absolute
// ones; those that go up beyond `root`; those that go up after going down ("a/../..": `a` may
// become a link); and those for which a folder on the way is itself a link, in `root` or in
// `place`, the tree's destination. The remaining ones lead inside in whatever order they are
// placed. Error "fetch.unreadable".
Result<std::vector<std::filesystem::path>> linksThatLeadOut(const std::filesystem::path& root,
                                                            const std::filesystem::path& place);

// Moves what is below `from` into `to`, which is created if necessary: files and links with the
// same name are replaced, additional content of `to` is kept. It is an error if a folder's name is
// a link in `to`. `from` is gone afterwards. Error "fetch.not_placed": what was not moved is still
// in `from`.
Result<void> placeTree(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace trainyard

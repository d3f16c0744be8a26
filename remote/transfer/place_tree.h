// SPDX-License-Identifier: GPL-3.0-or-later
// Putting a folder that came from a target, and is not trusted, into one of this computer: no link
// is ever followed on the way, neither one that came nor one that was there.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// The links below `root` that lead, or could be made to lead, out of it, relative to it: absolute
// ones; those that climb above `root`; those that climb after they descended ("a/../..": `a` may
// become a link); and those of which a folder on the way is a link itself, in `root` or in `place`,
// where the tree is to go. What is left leads inside in whatever order it is placed. Error
// "fetch.unreadable".
Result<std::vector<std::filesystem::path>> linksThatLeadOut(const std::filesystem::path& root,
                                                            const std::filesystem::path& place);

// Moves what is below `from` into `to`, which is made when it is not there: files and links of the
// same name are replaced, what `to` has in addition stays. A folder whose name is a link in `to` is
// an error. `from` is gone afterwards. Error "fetch.not_placed": what was not moved is in `from`
// still.
Result<void> placeTree(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace trainyard

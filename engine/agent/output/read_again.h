// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent read ATTEMPT`: reads what an attempt has printed again. Standard input is a
// MetricsReading as JSON; prints the events as they would have been sent, then a MetricsReadingEnd.
#pragma once

#include <filesystem>
#include <iosfwd>

namespace trainyard::agent {

// Returns the exit code.
int read_again(const std::filesystem::path& attempt, std::istream& in, std::ostream& out,
               std::ostream& errors);

}  // namespace trainyard::agent

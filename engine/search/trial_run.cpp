// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/trial_run.h"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <stdexcept>

namespace trainyard::search {

std::string trial_run(const std::string& study, std::int64_t trial, std::int64_t seed_index) {
  try {
    const boost::uuids::name_generator_sha1 generator(boost::uuids::string_generator{}(study));
    return to_string(generator(std::to_string(trial) + "/" + std::to_string(seed_index)));
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace trainyard::search

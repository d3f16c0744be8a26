// SPDX-License-Identifier: GPL-3.0-or-later
// Format strings with placeholders, in the forms that chat templates use.
#pragma once

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// format % values, with %s, %d, %i, %f, %.2f and %%; fails for other conversions, and if the number
// of values differs.
std::string percent_format(std::string_view format, const Any& values, Work& work);

// format.format(...), with {}, {0}, {name}, {{ and }}; fails for other fields.
std::string brace_format(std::string_view format, const Arguments& arguments, Work& work);

// strftime in English, for the conversions of dates and times; fails for others.
std::string formatted_time(std::string_view format, const std::tm& time);

}  // namespace trainyard::chat

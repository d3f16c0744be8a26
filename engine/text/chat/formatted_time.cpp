// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/builtins.h"

namespace trainyard::chat {
namespace {

constexpr const char* kDays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                 "Thursday", "Friday", "Saturday"};
constexpr const char* kMonths[] = {"January",   "February", "March",    "April",
                                   "May",       "June",     "July",     "August",
                                   "September", "October",  "November", "December"};

std::string two_digits(int number, char flag, char fill = '0') {
  std::string text = std::to_string(number);
  if (text.size() < 2 && flag != '-') text.insert(0, 1, fill);
  return text;
}

std::string padded_number(int number, std::size_t width, char flag) {
  std::string text = std::to_string(number);
  if (text.size() < width && flag != '-') text.insert(0, width - text.size(), '0');
  return text;
}

std::string converted(char conversion, char flag, const std::tm& time) {
  const std::string day = kDays[time.tm_wday % 7], month = kMonths[time.tm_mon % 12];
  const int hour = time.tm_hour % 12 == 0 ? 12 : time.tm_hour % 12;
  switch (conversion) {
    case 'a':
      return day.substr(0, 3);
    case 'A':
      return day;
    case 'b':
    case 'h':
      return month.substr(0, 3);
    case 'B':
      return month;
    case 'd':
      return two_digits(time.tm_mday, flag);
    case 'e':
      return two_digits(time.tm_mday, flag, ' ');
    case 'm':
      return two_digits(time.tm_mon + 1, flag);
    case 'y':
      return two_digits(time.tm_year % 100, flag);
    case 'Y':
      return std::to_string(time.tm_year + 1900);
    case 'H':
      return two_digits(time.tm_hour, flag);
    case 'I':
      return two_digits(hour, flag);
    case 'M':
      return two_digits(time.tm_min, flag);
    case 'S':
      return two_digits(time.tm_sec, flag);
    case 'p':
      return time.tm_hour < 12 ? "AM" : "PM";
    case 'j':
      return padded_number(time.tm_yday + 1, 3, flag);
    case 'w':
      return std::to_string(time.tm_wday);
    case 'u':
      return std::to_string(time.tm_wday == 0 ? 7 : time.tm_wday);
    case 'f':
      return "000000";
    case 'z':
    case 'Z':
      return "";
    case 'F':
      return formatted_time("%Y-%m-%d", time);
    case 'D':
    case 'x':
      return formatted_time("%m/%d/%y", time);
    case 'T':
    case 'X':
      return formatted_time("%H:%M:%S", time);
    case 'R':
      return formatted_time("%H:%M", time);
    case 'c':
      return formatted_time("%a %b %e %H:%M:%S %Y", time);
    case 'n':
      return "\n";
    case 't':
      return "\t";
    case '%':
      return "%";
    default:
      fail("chat.unsupported", {{"what", std::string("%") + conversion + " of strftime_now"}});
  }
}

}  // namespace

std::string formatted_time(std::string_view format, const std::tm& time) {
  if (format.size() > 4096) fail("chat.too_large");
  std::string out;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%' || at + 1 == format.size()) {
      out += format[at];
      continue;
    }
    char flag = '\0';
    if (format[at + 1] == '-' && at + 2 < format.size()) flag = format[++at];
    out += converted(format[++at], flag, time);
  }
  return out;
}

}  // namespace trainyard::chat

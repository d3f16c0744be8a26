// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a program's output look like errors and warnings, as Python, PyTorch, compilers,
// loggers and Slurm write them. What is indented below an error belongs to it, and a traceback is
// one error.
#pragma once

#include <QStringView>

namespace trainyard {

enum class LineLevel : quint8 { none, warning, error };

class LineLevels {
 public:
  struct Verdict {
    LineLevel level = LineLevel::none;
    bool isStart = false;  // the first line of what happened

    bool operator==(const Verdict&) const = default;
  };

  // The lines one after the other.
  Verdict feed(QStringView line);

 private:
  enum class Within : quint8 { nothing, traceback, error, warning };

  Within m_within = Within::nothing;
};

}  // namespace trainyard

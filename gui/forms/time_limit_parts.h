// SPDX-License-Identifier: GPL-3.0-or-later
// Days, hours and minutes of a time limit, beside the field with its text.
#pragma once

#include <QWidget>
#include <array>
#include <optional>

namespace trainyard {

class ValueLine;

// A time limit in Slurm's format, in its parts.
struct TimeLimitText {
  qint64 days = 0, hours = 0, minutes = 0, seconds = 0;

  // "90" has an hour and 30 minutes, "36:00:00" a day and 12 hours. Nothing for other texts.
  static std::optional<TimeLimitText> read(const QString& text);
  qint64 all() const { return ((days * 24 + hours) * 60 + minutes) * 60 + seconds; }
  // "36:00:00", "2-12:00:00".
  QString text() const;
};

class TimeLimitParts : public QWidget {
  Q_OBJECT
 public:
  TimeLimitParts();

  // A text that is no time limit has no parts. While a part has the focus, what was typed stays if
  // the text is the same time.
  void showText(const QString& text);
  // `name`: of the field.
  void retranslate(const QString& name);
  enum Part { days, hours, minutes };
  ValueLine* part(Part part) const { return m_lines[part]; }

 signals:
  // The text with the part that was changed; empty if all are 0.
  void entered(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void enter();
  TimeLimitText typed(qint64 seconds) const;
  void fitWidths();

  std::array<ValueLine*, 3> m_lines{};
  QString m_text;
};

}  // namespace trainyard

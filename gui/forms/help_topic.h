// SPDX-License-Identifier: GPL-3.0-or-later
// What F1 is asked about, and who says so: the widget with the focus, or one that it stands in.
#pragma once

#include <QObject>
#include <QString>
#include <QVariant>
#include <functional>

namespace trainyard {

struct HelpTopic {
  enum class Kind { none, field, part, message };

  Kind kind = Kind::none;
  // The path of a field, "page.md#anchor" of a part of the help, or the code of a message.
  QString name;
  // What the field's value comes to now, or what the message says; empty: not known.
  QString words;

  static HelpTopic field(const QString& path, const QString& meaning = {}) {
    return {Kind::field, path, meaning};
  }
  static HelpTopic part(const QString& address) { return {Kind::part, address, {}}; }
  static HelpTopic message(const QString& code, const QString& sentence) {
    return {Kind::message, code, sentence};
  }
  bool isNone() const { return kind == Kind::none; }
  bool operator==(const HelpTopic&) const = default;
};

// A widget says what it is about at the moment; it and all that stands in it are asked.
using HelpSource = std::function<HelpTopic()>;
inline constexpr char helpSourceProperty[] = "helpSource";
inline void setHelpSource(QObject* widget, HelpSource source) {
  widget->setProperty(helpSourceProperty, QVariant::fromValue(std::move(source)));
}

// Of an item of a view: a HelpTopic.
inline constexpr int helpTopicRole = 0x0100 + 900;

}  // namespace trainyard

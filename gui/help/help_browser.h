// SPDX-License-Identifier: GPL-3.0-or-later
// What stands below the heading of the help: rich text whose links say where they lead.
#pragma once

#include <QTextBrowser>

namespace trainyard {

struct HelpText;

class HelpBrowser : public QTextBrowser {
  Q_OBJECT
 public:
  HelpBrowser();

  void showText(const HelpText& text);

 protected:
  // Esc, and keys of the window, are not its own.
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace trainyard

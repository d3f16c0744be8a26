// SPDX-License-Identifier: GPL-3.0-or-later
// F1: what is said of the control with the focus, or the help's part about the page.
#pragma once

#include <QDialog>
#include <QTextBrowser>

namespace trainyard {

// Shows what the pointer would show over the control that has the focus. False: nothing is said
// of it.
bool showTipOfFocus();

// The pages of resources/help/, which travel inside the program.
class HelpBrowser : public QTextBrowser {
  Q_OBJECT
 public:
  HelpBrowser();

  // Shows the page and scrolls to the first heading that begins so; to its top without one.
  void showPart(const QString& page, const QString& heading);

 protected:
  QVariant loadResource(int type, const QUrl& name) override;
};

class HelpWindow : public QDialog {
  Q_OBJECT
 public:
  explicit HelpWindow(QWidget* parent);

  HelpBrowser* browser() { return m_browser; }

 private:
  HelpBrowser* m_browser = new HelpBrowser;
};

}  // namespace trainyard

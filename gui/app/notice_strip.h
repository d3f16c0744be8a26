// The one place where errors and news are shown: a strip above the page, copyable, dismissed by a
// person.
#pragma once

#include <QFrame>

class QLabel;
class QTimer;

namespace trainyard {

class NoticeStrip : public QFrame {
  Q_OBJECT
 public:
  explicit NoticeStrip(QWidget* parent = nullptr);

  void showError(const QString& sentence);  // stays until it is closed or replaced
  void showNews(const QString& sentence);   // goes by itself
  QString text() const;

 private:
  void showSentence(const QString& sentence, const QColor& colour);

  QLabel* m_text;
  QTimer* m_timer;
};

}  // namespace trainyard

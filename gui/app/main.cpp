// SPDX-License-Identifier: GPL-3.0-or-later
// trainyard: the desktop. Arguments, translations, and what they request.
#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QTimer>
#include <cstdio>

#include "gui/app/language.h"
#include "gui/app/main_window.h"
#include "gui/app/plot_to_file.h"
#include "gui/app/self_test.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/forms/contract_text.h"
#include "gui/look/theme.h"
#include "gui/runs/records/store_reader.h"

using namespace Qt::StringLiterals;

namespace {

struct Arguments {
  QString experiment, plot, output;
  std::optional<trainyard::PlaceLink> link;
  QSize size{1400, 900};
  bool selfTest = false;
};

class Texts {
  Q_DECLARE_TR_FUNCTIONS(main)
};

// What is wrong with them; empty: nothing is.
QString refusalOf(const Arguments& given, qsizetype numFiles) {
  const auto isSize = [](int pixels) { return pixels >= 200 && pixels <= 16000; };
  if (given.size.isValid() && numFiles > 1)
    return Texts::tr("At most one experiment can be opened.");
  if (numFiles > 1 || !isSize(given.size.width()) || !isSize(given.size.height()))
    return Texts::tr("--size takes two numbers from 200 to 16000, such as 1400x900.");
  if (!given.experiment.isEmpty() && !QFileInfo(given.experiment).isFile())
    return Texts::tr("%1 is not a file. Give the path of an experiment (.yaml).")
        .arg(given.experiment);
  return {};
}

void printError(const QString& sentence) {
  std::fprintf(stderr, "trainyard: %s\n", qPrintable(sentence));
}

void describe(QCommandLineParser& parser) {
  parser.setApplicationDescription(
      Texts::tr("Design, start and monitor the training of language models."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(
      u"experiment"_s,
      Texts::tr("An experiment file to open, or a link to it or to a run: "
                "trainyard:experiment/PATH, trainyard:run/UUID, trainyard:study/UUID."),
      u"[EXPERIMENT]"_s);
}

// Nothing: the error is on stderr.
std::optional<Arguments> readArguments(const QCoreApplication& application) {
  QCommandLineParser parser;
  describe(parser);
  const QCommandLineOption selfTest(
      u"self-test"_s, Texts::tr("Open the window, load the presets, build the form and charts, "
                                "and report what works; exits with 0 if everything does. Needs "
                                "no display."));
  const QCommandLineOption plot(
      u"plot"_s,
      Texts::tr("Draw the curves of a run (the start of its UUID, its folder's name, or last) "
                "to the file given with --output; needs no display."),
      u"RUN"_s);
  const QCommandLineOption output(u"output"_s, Texts::tr("The PNG file that --plot writes."),
                                  u"FILE"_s, u"curve.png"_s);
  const QCommandLineOption size(u"size"_s, Texts::tr("Width and height of the picture in pixels."),
                                u"WIDTHxHEIGHT"_s, u"1400x900"_s);
  parser.addOptions({selfTest, plot, output, size});
  parser.process(application);
  Arguments out;
  out.experiment = parser.positionalArguments().value(0);
  out.plot = parser.value(plot);
  out.output = parser.value(output);
  out.selfTest = parser.isSet(selfTest);
  const QString wanted = parser.value(size);
  out.size = {wanted.section(u'x', 0, 0).toInt(), wanted.section(u'x', 1, 1).toInt()};
  out.link = trainyard::PlaceLink::from(out.experiment);
  if (out.link) out.experiment.clear();
  if (const QString refusal = refusalOf(out, parser.positionalArguments().size());
      !refusal.isEmpty()) {
    printError(refusal);
    return std::nullopt;
  }
  return out;
}

int plotRun(const Arguments& given) {
  const auto result = trainyard::plotToFile(given.plot, given.output, given.size);
  if (result) return 0;
  const trainyard::Error& error = result.error();
  printError(trainyard::ContractText::message(error.code, error.arguments, error.message));
  return static_cast<int>(error.exit_code);
}

bool isHeadless(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (const QByteArray argument(argv[i]);
        argument.startsWith("--self-test") || argument.startsWith("--plot") ||
        argument == "--help" || argument == "-h" || argument == "--version" || argument == "-v")
      return true;
  return false;
}

QtMessageHandler usualHandler = nullptr;

// Messages of Qt's offscreen platform at every start, which nobody can act on.
void dropPlatformNoise(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if (!message.startsWith(u"QStandardPaths: XDG_RUNTIME_DIR not set") &&
      message != u"This plugin does not support propagateSizeHints()")
    usualHandler(type, context, message);
}

}  // namespace

int main(int argc, char** argv) {
  if (isHeadless(argc, argv)) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    usualHandler = qInstallMessageHandler(dropPlatformNoise);
  }
  QApplication application(argc, argv);
  QApplication::setApplicationName(u"trainyard"_s);
  QApplication::setOrganizationName(u"trainyard"_s);
  QApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
  QApplication::setDesktopFileName(u"org.trainyard.Trainyard"_s);
  QApplication::setWindowIcon(QIcon(u":/icons/trainyard.svg"_s));
  trainyard::look::install(application);
  trainyard::useLanguage();

  const auto arguments = readArguments(application);
  if (!arguments) return 2;
  if (arguments->selfTest) return trainyard::selfTest();
  if (!arguments->plot.isEmpty()) return plotRun(*arguments);
  trainyard::ServiceClient client;
  trainyard::StoreReader reader;
  trainyard::MainWindow window(&client, &reader);
  window.pages()->experiments()->restore();
  if (!arguments->experiment.isEmpty())
    window.pages()->experiments()->open({arguments->experiment});
  else if (arguments->link)
    window.pages()->follow(*arguments->link);
  else
    window.pages()->restore();
  window.show();
  QTimer::singleShot(0, &window, &trainyard::MainWindow::connectToService);
  window.pages()->experiments()->offerDraft();
  return QApplication::exec();
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A split's curves.json, as the engine writes it.
#pragma once

#include <QByteArray>

namespace trainyard {

inline QByteArray resultSample() {
  return R"({"format":1,"split":"test","rows":120,"metrics":{"loss":0.41,"roc_auc":0.875},)"
         R"("labels":["no","yes"],"classes":[)"
         R"({"label":"no","precision":0.923,"recall":0.857,"f1":0.889,"support":70},)"
         R"({"label":"yes","precision":0.81818,"recall":0.9,"f1":0.85714,"support":50}],)"
         R"("roc":[{"label":"yes","auc":0.875,"points":[[0,0],[0.14,0.9],[1,1]]}],)"
         R"("precision_recall":[{"label":"yes","average_precision":0.84,)"
         R"("points":[[1,0.42],[0.9,0.82],[0,1]]}],)"
         R"("calibration":[{"label":"yes","points":[[0.2,0.1,70],[0.8,0.9,50]]}],)"
         R"("confusion":[[60,10],[5,45]]})";
}

}  // namespace trainyard

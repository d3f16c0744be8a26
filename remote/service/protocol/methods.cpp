// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/methods.h"

namespace trainyard {

void describe(Section<Nothing>&) {}

void describe(Section<Greeting>& section) {
  section.field("protocol", &Greeting::protocol).minimum(0);
  section.field("version", &Greeting::version);
  section.field("build", &Greeting::build).minimum(0);
  section.field("asks", &Greeting::asks);
  section.field("clicks", &Greeting::clicks);
}

void describe(Section<WatchArguments>& section) { section.field("runs", &WatchArguments::runs); }

void describe(Section<DataInspectionArguments>& section) {
  section.include(&DataInspectionArguments::experiment);
  section.include(&DataInspectionArguments::what);
}

void describe(Section<PathsArguments>& section) {
  section.field("target", &PathsArguments::target);
  section.field("folder", &PathsArguments::folder);
  section.field("prefix", &PathsArguments::prefix);
}

void describe(Section<CountArguments>& section) {
  section.field("target", &CountArguments::target);
  section.field("paths", &CountArguments::paths);
}

void describe(Section<PathCounts>& section) { section.field("counts", &PathCounts::counts); }

void describe(Section<MirrorArguments>& section) {
  section.include(&MirrorArguments::experiment);
  section.field("folder", &MirrorArguments::folder);
  section.field("deletions", &MirrorArguments::deletions).minimum(0).omitted_when_default();
}

void describe(Section<MirroredFolder>& section) {
  section.field("folder", &MirroredFolder::folder);
}

void describe(Section<FetchArguments>& section) {
  section.field("run", &FetchArguments::run);
  section.field("what", &FetchArguments::what).required();
  section.field("destination", &FetchArguments::destination);
}

void describe(Section<ResumeArguments>& section) {
  section.field("run", &ResumeArguments::run);
  section.field("environment", &ResumeArguments::environment);
}

void describe(Section<RunArguments>& section) { section.field("run", &RunArguments::run); }

void describe(Section<CancelAnswer>& section) { section.field("waits", &CancelAnswer::waits); }

void describe(Section<RemoveArguments>& section) {
  section.field("run", &RemoveArguments::run);
  section.field("what", &RemoveArguments::what).required();
}

void describe(Section<TargetArguments>& section) {
  section.field("target", &TargetArguments::target);
}

void describe(Section<ScanAnswer>& section) { section.field("added", &ScanAnswer::added); }

void describe(Section<LogFilesArguments>& section) {
  section.field("run", &LogFilesArguments::run);
  section.field("attempt", &LogFilesArguments::attempt).minimum(0);
}

void describe(Section<LogFiles>& section) { section.field("files", &LogFiles::files); }

void describe(Section<ReadLogArguments>& section) {
  section.field("run", &ReadLogArguments::run);
  section.field("attempt", &ReadLogArguments::attempt).minimum(0);
  section.field("file", &ReadLogArguments::file);
  section.field("offset", &ReadLogArguments::offset).minimum(0);
}

void describe(Section<ResultSplit>& section) {
  section.field("split", &ResultSplit::split);
  section.field("bytes", &ResultSplit::bytes);
}

void describe(Section<ResultSplits>& section) { section.field("splits", &ResultSplits::splits); }

void describe(Section<ReadResultArguments>& section) {
  section.field("run", &ReadResultArguments::run);
  section.field("split", &ReadResultArguments::split);
  section.field("offset", &ReadResultArguments::offset).minimum(0);
}

void describe(Section<TargetRecords>& section) {
  section.field("targets", &TargetRecords::targets);
}

void describe(Section<KnownSite>& section) {
  section.field("name", &KnownSite::id);
  section.include(&KnownSite::profile);
}

void describe(Section<KnownSites>& section) { section.field("sites", &KnownSites::sites); }

void describe(Section<NameArguments>& section) { section.field("name", &NameArguments::name); }

void describe(Section<BasesArguments>& section) {
  section.field("host", &BasesArguments::host);
  section.field("ssh_config", &BasesArguments::sshConfig);
}

void describe(Section<BaseFolders>& section) { section.field("bases", &BaseFolders::bases); }

void describe(Section<CheckTargetArguments>& section) {
  section.field("name", &CheckTargetArguments::name);
  section.field("job", &CheckTargetArguments::job);
}

void describe(Section<TunnelRecords>& section) {
  section.field("tunnels", &TunnelRecords::tunnels);
}

void describe(Section<CloseTunnelArguments>& section) {
  section.field("tunnel", &CloseTunnelArguments::tunnel).minimum(0);
}

void describe(Section<ClusterArguments>& section) {
  section.field("target", &ClusterArguments::target);
  section.field("when", &ClusterArguments::when);
}

void describe(Section<CancelQueuedArguments>& section) {
  section.field("target", &CancelQueuedArguments::target);
  section.field("queued", &CancelQueuedArguments::queued);
}

void describe(Section<CancelledJob>& section) { section.field("job", &CancelledJob::job); }

}  // namespace trainyard

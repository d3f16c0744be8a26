# SPDX-License-Identifier: GPL-3.0-or-later
"""What a researcher gets wrong on a cluster, or the site has not: each case gets one sentence with what, where and what to do, its
exit code, and leaves neither a run nor a job nor a file behind; an earlier run stays as it is. Against a real cluster.

One file because all cases share one cluster, which takes longer to start than any of them.
"""

import contextlib
import hashlib
import json
import os
import re
import socket
import subprocess
import unittest

import blind_node
from practice import PracticeCluster
from sandbox import Sandbox, wait_until

EXPERIMENT = """format: 1
name: small
workload: command
command: {launcher: none, program: say.py, metrics: none}
code: {source: code}
"""

# Lines of a submission that goes on, none of which is a complaint.
PROGRESS = re.compile(
    r"^(checking|submitting|sending the \w+ to \S+|reading the \w+|(reading )?(code|data|engine): .*)$"
)

SLURM = ("sacct", "sbatch", "squeue", "sinfo", "scontrol", "srun", "sacctmgr", "scancel")

RULES = """function slurm_job_submit(job, partitions, user)
  if job.comment ~= nil and string.find(job.comment, "forbidden") then
    slurm.log_user("Jobs of this project run at night only; see https://site.example/rules")
    return slurm.ERROR
  end
  return slurm.SUCCESS
end
function slurm_job_modify(change, job, partitions, user) return slurm.SUCCESS end
"""

SITE = """AccountingStorageEnforce=associations,limits,qos
JobSubmitPlugins=lua
"""

needs_root = unittest.skipUnless(os.geteuid() == 0, "needs root to mount file systems")


@contextlib.contextmanager
def mounted(folder, *options):
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True)
    if done.returncode != 0:
        raise unittest.SkipTest(f"mounting is not allowed here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def small_disk(folder, size):
    return mounted(folder, "-t", "tmpfs", "-o", f"size={size}", "tmpfs")


def fill(folder):
    """Takes every byte that is left."""
    with open(folder / "filler", "wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(b"\0" * 65536)
            file.flush()


def digest(folder):
    """Names and contents of everything in it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


class BadInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.allow_site_rules()
        cls.cluster.add_target(cls.sandbox)
        code = cls.sandbox.work / "code"
        code.mkdir()
        (code / "say.py").write_text('print("hello")\n')
        cls.experiment = cls.sandbox.work / "small.yaml"
        cls.experiment.write_text(EXPERIMENT)
        # What may not be lost: a run that is over, its text and its entry in the table.
        cls.sandbox.must("yard", "submit", cls.experiment, "--target", "practice", "--watch")
        cls.earlier = next(cls.cluster.base.glob("small-*"))
        cls.earlier_files = digest(cls.earlier)
        cls.home_files = (cls.cluster.layout.home / ".profile").read_text()

    @classmethod
    def allow_site_rules(cls):
        """A site with rules of its own: limits that are held, and a plugin that judges jobs."""
        (cls.cluster.root / "slurm" / "job_submit.lua").write_text(RULES)
        with open(cls.cluster.root / "slurm" / "extra.conf", "a") as file:
            file.write(SITE)
        cls.cluster.must("sacctmgr", "-i", "modify", "qos", "debug", "set", "flags=DenyOnLimit")
        cls.cluster.stop("slurmctld")
        cls.cluster.start("slurmctld")
        wait_until(
            lambda: cls.cluster.slurm("scontrol", "ping").stdout.count("UP"), 30, "the controller with the site's rules"
        )
        wait_until(
            lambda: cls.cluster.slurm("sinfo", "-h", "-p", "gpu", "-o", "%T").stdout.split() == ["idle"],
            60,
            "the site's nodes",
        )

    def setUp(self):
        self.before = self.runs()

    def tearDown(self):
        self.assertEqual(digest(self.earlier), self.earlier_files, "an earlier run's files changed")
        self.assertEqual(self.experiment.read_text(), EXPERIMENT, "the experiment changed")

    # ------------------------------------------------------------ what is looked at

    def runs(self):
        return {run["run"]: run["state"] for run in json.loads(self.sandbox.must("yard", "runs", "--json"))}

    def yard(self, *arguments, **keywords):
        return self.sandbox.run("yard", *arguments, **keywords)

    def submit(self, target="practice", *settings, experiment=None, more=(), **keywords):
        return self.yard(
            "submit",
            experiment or self.experiment,
            "--target",
            target,
            *more,
            *[word for setting in settings for word in ("--set", setting)],
            **keywords,
        )

    def one_sentence(self, done, code, words, stream=None):
        """The exit code, and one complaint that holds the words; lines of progress before it are none."""
        said = (done.stderr if stream is None else stream).strip().splitlines()
        complaints = [line for line in said if not PROGRESS.match(line)]
        if code != 0:
            complaints = [line for line in complaints if " warning: " not in line]
        self.assertEqual(done.returncode, code, f"{done.stdout}\n{done.stderr}")
        self.assertEqual(len(complaints), 1, "\n".join(said))
        sentence = complaints[0]
        for word in words:
            self.assertIn(word, sentence)
        for trace in ("terminate called", "Traceback", "std::", "{", "\x1b"):
            self.assertNotIn(trace, sentence)
        self.assertLess(len(sentence), 600, sentence)
        halves = re.split(r"[.;:] ", sentence)
        self.assertEqual(len(halves), len(set(halves)), f"said twice: {sentence}")
        print(f"    {sentence}", flush=True)
        return sentence

    def nothing_left(self, base=None):
        """No run in the table or on the cluster, no job, no file of a run or of data under its final name."""
        self.assertEqual(self.runs(), self.before, "a run was left in the table")
        self.assertEqual(self.cluster.queue(), [], "a job was left in the queue")
        base = base or self.cluster.base
        names = {path.name for path in base.iterdir()} if base.exists() else set()
        self.assertLessEqual(
            names - {self.earlier.name}, {"engine", "data", "filler"}, "something was left in the base folder"
        )
        for folder in ("data", "engine"):
            part = base / folder
            for path in part.iterdir() if part.exists() else ():
                if not path.name.startswith(".partial-"):
                    self.assertIn(folder, ("engine",), f"{path} was left")
                    self.assertTrue((path / "yard-agent").exists() or list(path.glob("*")), f"{path} is not whole")

    def refused(self, code, words, target="practice", settings=(), experiment=None, base=None):
        """Every way to a cluster says it: submission, check and preview."""
        done = self.submit(target, *settings, experiment=experiment)
        sentence = self.one_sentence(done, code, words)
        self.nothing_left(base)
        return sentence

    def refused_everywhere(self, code, words, target):
        sentence = self.refused(code, words, target)
        for command in (
            ("check", self.experiment, "--target", target),
            ("sync", self.experiment, "--target", target),
            ("targets", "check", target),
        ):
            self.assertEqual(self.one_sentence(self.yard(*command), code, words), sentence)

    # ------------------------------------------------------------ what is made wrong

    def target(self, name, config=None, base=None):
        self.sandbox.must(
            "yard",
            "targets",
            "add",
            name,
            "--host",
            self.cluster.layout.alias,
            "--ssh-config",
            config or self.cluster.layout.ssh_config,
            "--base",
            base or self.cluster.base,
        )
        self.addCleanup(self.sandbox.must, "yard", "targets", "remove", name, "--yes", timeout=60)
        return name

    def changed_config(self, name, *changes):
        text = self.cluster.layout.ssh_config.read_text()
        for pattern, to in changes:
            text, count = re.subn(pattern, to, text)
            self.assertEqual(count, 1, pattern)
        file = self.sandbox.work / f"config-{name}"
        file.write_text(text)
        return file

    @contextlib.contextmanager
    def start_files(self, text):
        """What login shells and single commands of the account read."""
        home = self.cluster.layout.home
        for name in (".profile", ".bashrc"):
            (home / name).write_text(text)
        try:
            yield
        finally:
            (home / ".profile").write_text(self.home_files)
            (home / ".bashrc").unlink()

    def path_without(self, *names):
        """A folder of all programs but these."""
        folder = self.sandbox.work / ("without-" + names[0])
        folder.mkdir()
        for place in ("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"):
            for entry in os.scandir(place):
                if entry.name not in names and not (folder / entry.name).is_symlink():
                    (folder / entry.name).symlink_to(entry.path)
        return folder

    # ------------------------------------------------------------ the way there

    def test_wrong_host(self):
        self.target("elsewhere", self.changed_config("elsewhere", (r"HostName \S+", "HostName no-such-host.invalid")))
        self.refused_everywhere(
            8, ["no-such-host.invalid", "no host no-such-host.invalid is known", "check its spelling"], "elsewhere"
        )

    def test_port_closed(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.target("closed", self.changed_config("closed", (r"Port \d+", f"Port {port}")))
        self.refused_everywhere(
            8, ["127.0.0.1", str(port), "Connection refused", "check host name, port and network"], "closed"
        )

    def test_login_refused(self):
        key = self.sandbox.work / "stranger"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        self.target("stranger", self.changed_config("stranger", (r"IdentityFile \S+", f"IdentityFile {key}")))
        self.refused_everywhere(8, ["refused the login", str(key), "authorized_keys"], "stranger")

    def test_no_ssh_configuration(self):
        self.target("unconfigured", self.sandbox.work / "no-such-config")
        self.refused_everywhere(2, ["no-such-config", "cannot be read"], "unconfigured")

    def test_shell_that_runs_nothing(self):
        self.target("closing")
        with self.start_files('echo "This account is closed until Monday."\nexit 3\n'):
            self.refused_everywhere(
                8, ["trainyard-practice", "login shell", "code 3", "closed until Monday", "startup files"], "closing"
            )
        self.sandbox.must("yard", "targets", "check", "closing")

    def test_shell_that_eats_commands(self):
        self.target("eating")
        with self.start_files("cat >/dev/null\n"):
            self.refused_everywhere(3, ["startup files", "must not read standard input"], "eating")
        self.sandbox.must("yard", "targets", "check", "eating")

    def test_noisy_shell(self):
        """No complaint: what a login shell prints is not taken for an answer."""
        self.target("noisy")
        with self.start_files(
            "echo '*** Welcome ***'; echo 'mind the gap' >&2; printf 'no end of line'; printf '\\033[31mred'; head -c 300000 /dev/zero | tr '\\0' x\n"
        ):
            done = self.submit("noisy", more=["--watch"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("completed", done.stderr)
            for word in ("Welcome", "gap", "no end of line", "xxx"):
                self.assertNotIn(word, done.stdout + done.stderr)
            self.assertEqual(self.sandbox.must("yard", "logs", "last"), "hello\n")
            self.assertNotIn("Welcome", self.sandbox.must("yard", "targets", "check", "noisy", "--job"))
        self.sandbox.must("yard", "remove", "last", "--yes")
        self.nothing_left()

    # ------------------------------------------------------------ what is not there

    def lacks(self, name, words, *programs):
        self.target(name)
        with self.start_files(f"export PATH={self.path_without(*programs)}\n"):
            self.refused_everywhere(3, words, name)
        # Mended: the next try sees it, without anything being started again.
        self.sandbox.must("yard", "targets", "check", name)

    def test_no_rsync(self):
        self.lacks("without-rsync", ["rsync, which transfers files, was not found", "ask the site", "PATH"], "rsync")

    def test_no_slurm(self):
        self.lacks(
            "without-slurm",
            ["neither Slurm nor PBS was found", "not in the PATH of a login shell", "login node of the cluster"],
            *SLURM,
        )

    # ------------------------------------------------------------ disks

    @needs_root
    def test_disk_full_at_once(self):
        with small_disk(self.cluster.root / "disk", "1m") as disk:
            fill(disk)
            self.target("full", base=disk / "runs")
            self.refused_everywhere(3, [str(disk / "runs"), "No space left on device", "free some space"], "full")
            self.assertEqual([path.name for path in disk.iterdir()], ["filler"])

    @needs_root
    def test_disk_too_small(self):
        """Seen before anything travels; and what was freed since the login counts."""
        (self.sandbox.work / "image.sif").write_bytes(os.urandom(20_000_000))
        experiment = self.sandbox.work / "image.yaml"
        experiment.write_text(
            EXPERIMENT.replace("name: small", "name: image") + "environment: {container: image.sif}\n"
        )
        with small_disk(self.cluster.root / "disk", "12m") as disk:
            base = self.target("little", base=disk / "runs") and disk / "runs"
            sentence = self.refused(
                3,
                ["little", str(base), "24.0 MB", "12.6 MB are free", "free some space"],
                "little",
                experiment=experiment,
                base=base,
            )
            self.assertEqual(
                self.one_sentence(
                    check := self.yard("check", experiment, "--target", "little"),
                    2,
                    ["free some space"],
                    stream=check.stdout,
                ).split("error: ")[-1],
                sentence.removeprefix("yard: "),
            )
            self.assertFalse(list(base.glob("data/*")) + list(base.glob("engine/*")), "something travelled")
            self.assertEqual(self.submit("little", more=["--watch"]).returncode, 0)
            subprocess.run(["mount", "-o", "remount,size=60m", str(disk)], check=True)
            self.assertEqual(self.yard("check", experiment, "--target", "little").returncode, 0)
            self.sandbox.must("yard", "remove", "last", "--yes")

    @needs_root
    def test_disk_full_while_sending(self):
        (self.sandbox.work / "late.sif").write_bytes(os.urandom(20_000_000))
        experiment = self.sandbox.work / "late.yaml"
        experiment.write_text(EXPERIMENT.replace("name: small", "name: late") + "environment: {container: late.sif}\n")
        with small_disk(self.cluster.root / "disk", "60m") as disk:
            base = disk / "runs"
            self.target("shrinking", base=base)
            # Others fill the disk at the moment when data begins to come.
            self.cluster.shim(
                "rsync",
                f'if [ ! -e {disk}/filler ] && ls -d {base}/data/.partial-* >/dev/null 2>&1; then head -c 45000000 /dev/zero >{disk}/filler; fi\nexec "$REAL" "$@"',
            )
            try:
                with self.start_files((self.cluster.layout.home / ".profile").read_text()):
                    self.sandbox.must("yard", "targets", "check", "shrinking")
                    self.refused(
                        3, ["full", str(base), "free some space"], "shrinking", experiment=experiment, base=base
                    )
                    (disk / "filler").unlink()
                    self.assertEqual(self.yard("check", experiment, "--target", "shrinking").returncode, 0)
            finally:
                self.cluster.unshim("rsync")
                (self.cluster.layout.home / ".profile").write_text(self.home_files)

    @needs_root
    def test_disk_full_when_the_job_begins(self):
        with small_disk(self.cluster.root / "disk", "30m") as disk:
            self.target("late", base=disk / "runs")
            self.cluster.shim(
                "sbatch",
                f'case "$*" in *--job-name=*) head -c 40000000 /dev/zero >{disk}/filler ;; esac\nexec "$REAL" "$@"',
            )
            try:
                with self.start_files((self.cluster.layout.home / ".profile").read_text()):
                    self.fails(
                        ["The script ended before it reached yard-agent", "full"], target="late", base=disk / "runs"
                    )
                names = self.cluster.must("sacct", "-X", "-n", "-P", "-o", "JobName").split()
                self.assertEqual(len(names), len(set(names)), "a job was submitted twice")
            finally:
                self.cluster.unshim("sbatch")
                (self.cluster.layout.home / ".profile").write_text(self.home_files)

    @needs_root
    def test_disk_full_while_running(self):
        """The run's own end is told, and that its output is not whole."""
        (self.sandbox.work / "code" / "fill.py").write_text('for i in range(200_000): print(i, "x" * 100)\n')
        experiment = self.sandbox.work / "fill.yaml"
        experiment.write_text(EXPERIMENT.replace("say.py", "fill.py").replace("name: small", "name: fill"))
        with small_disk(self.cluster.root / "disk", "8m") as disk:
            self.target("filling", base=disk / "runs")
            done = self.submit("filling", experiment=experiment, more=["--watch"])
            self.assertEqual(done.returncode, 0, done.stderr)
            warnings = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
            self.assertEqual(len(warnings), 1, done.stderr)
            self.assertRegex(warnings[0], "bytes of output are missing from the logs.*quota may be full")
            self.sandbox.must("yard", "remove", "last", "--yes")
        (self.sandbox.work / "code" / "fill.py").unlink()

    @needs_root
    def test_base_read_only(self):
        with small_disk(self.cluster.root / "disk", "1m") as disk:
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            self.target("frozen", base=disk / "runs")
            self.refused_everywhere(
                3, [str(disk / "runs"), "Read-only file system", "choose another base folder"], "frozen"
            )

    @needs_root
    def test_home_read_only(self):
        """Nothing of ours belongs into the home when the base folder is elsewhere."""
        home, base = self.cluster.layout.home, self.cluster.root / "elsewhere"
        base.mkdir()
        self.target("fixed-home", base=base)
        with mounted(home, "--bind", str(home)):
            subprocess.run(["mount", "-o", "remount,bind,ro", str(home)], check=True)
            self.assertEqual(self.submit("fixed-home", more=["--watch"]).returncode, 0)
            self.sandbox.must("yard", "remove", "last", "--yes")
            self.target("in-home", base=home / "runs")
            self.refused_everywhere(
                3, [str(home / "runs"), "Read-only file system", "choose another base folder"], "in-home"
            )

    # ------------------------------------------------------------ nodes

    def fails(self, words, *settings, target="practice", base=None):
        """Submitted and ended at once, with the reason where the run is looked at."""
        done = self.submit(target, *settings, more=["--watch"])
        self.assertEqual(done.returncode, 3, done.stderr)
        reason = [line for line in done.stderr.splitlines() if line.startswith("failed: ")]
        self.assertEqual(len(reason), 1, done.stderr)
        for word in words:
            self.assertIn(word, reason[0])
        self.assertIn(reason[0].removeprefix("failed: "), self.sandbox.must("yard", "show", "last"))
        print(f"    {reason[0]}", flush=True)
        wait_until(lambda: self.cluster.queue() == [], 30, "the end of its job")
        self.sandbox.must("yard", "remove", "last", "--yes")
        self.nothing_left(base)

    @needs_root
    def test_base_unseen_on_a_node(self):
        with blind_node.BlindNode(self.cluster, "gpu4"):
            self.fails(
                ["gpu4", str(self.cluster.base), "choose a base folder that all nodes share"],
                "resources.extra_directives=[--nodelist=gpu4]",
            )
            self.fails(
                [
                    "gpu4",
                    "does not see",
                    str(self.cluster.base),
                    "choose a base folder that all nodes share",
                    "--exclude=gpu4",
                ],
                "resources.nodes=2",
                'resources.extra_directives=["--nodelist=gpu3,gpu4"]',
            )
            self.cluster.must("scontrol", "update", "nodename=gpu[1-3]", "state=drain", "reason=test")
            try:
                self.one_sentence(
                    self.yard("targets", "check", "practice", "--job"),
                    3,
                    ["gpu4", str(self.cluster.base), "all nodes share"],
                )
                self.nothing_left()
            finally:
                self.cluster.must("scontrol", "update", "nodename=gpu[1-3]", "state=resume")
        self.assertIn(
            "can read and write the base folder", self.sandbox.must("yard", "targets", "check", "practice", "--job")
        )

    # ------------------------------------------------------------ what is asked for

    def refused_before(self, setting, words):
        """Known before anything travels: in the file and from the command line, at the place where it is written."""
        key, value = setting.split("=")
        self.refused(2, [*words, "--set"], settings=[setting])
        experiment = self.sandbox.work / "asks.yaml"
        experiment.write_text(EXPERIMENT + f"resources:\n  {key.split('.')[1]}: {value}\n")
        self.refused(2, [*words, f"{experiment}:7:"], experiment=experiment)
        check = self.yard("check", experiment, "--target", "practice")
        self.one_sentence(check, 2, words, stream=check.stdout + check.stderr)

    def test_asked_for_too_much(self):
        for setting, words in (
            ("resources.partition=gpus", ["no partition gpus", "did you mean gpu?"]),
            ("resources.gpus_per_node=9", ["partition gpu", "8 a100", "9", "request fewer"]),
            ("resources.gpus_per_node=64", ["partition gpu", "8 a100", "64", "request fewer"]),
            ("resources.time_limit=02:00:00", ["partition gpu", "01:00:00", "02:00:00", "request less"]),
            ("resources.nodes=5", ["partition gpu", "4 nodes", "5", "request fewer"]),
            ("resources.memory_gib_per_node=1000", ["250 GiB", "1000", "request less"]),
            ("resources.account=labb", ["no account labb", "did you mean lab?"]),
            ("resources.qos=high", ["no QOS high", "debug, normal"]),
        ):
            with self.subTest(setting):
                self.refused_before(setting, words)

    def test_refused_by_the_site(self):
        """What only sbatch knows: its own words, once."""
        for settings, words in (
            (
                ["resources.extra_directives=[--comment=forbidden]"],
                ["submitted: Jobs of this project run at night only", "site.example/rules"],
            ),
            (["resources.qos=debug", "resources.time_limit=00:30:00"], ["QOS"]),
            (["resources.reservation=monday"], ["reservation is invalid"]),
            (["resources.extra_directives=[--constraint=fast]"], ["Invalid feature specification"]),
            (["resources.extra_directives=[--nonsense]"], ["--nonsense"]),
        ):
            with self.subTest(settings):
                self.refused(
                    9,
                    ["practice: the scheduler rejected the job", "nothing was submitted", "ask the site", *words],
                    settings=settings,
                )
                experiment = self.sandbox.work / "site.yaml"
                experiment.write_text(
                    EXPERIMENT
                    + "resources:\n"
                    + "".join(f"  {setting.split('.')[1].replace('=', ': ', 1)}\n" for setting in settings)
                    .replace("[--", '["--')
                    .replace("]", '"]')
                )
                check = self.yard("check", experiment, "--target", "practice")
                self.one_sentence(
                    check,
                    2,
                    ["sbatch would reject the job", *(word.removeprefix("submitted: ") for word in words)],
                    stream=check.stdout + check.stderr,
                )

    def test_closed_partition_is_a_warning(self):
        done = self.submit("practice", "resources.partition=maint")
        self.one_sentence(done, 0, ["warning", "resources.partition", "partition maint is closed", "wait"])
        self.sandbox.must("yard", "cancel", "last")
        wait_until(lambda: self.cluster.queue() == [], 30, "the end of its job")
        wait_until(lambda: "cancelled" in self.sandbox.must("yard", "show", "last"), 30, "the end of the run")
        self.sandbox.must("yard", "remove", "last", "--yes")
        self.nothing_left()


if __name__ == "__main__":
    unittest.main(warnings="ignore")

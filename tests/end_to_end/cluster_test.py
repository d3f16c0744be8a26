# SPDX-License-Identifier: GPL-3.0-or-later
"""The practice cluster itself: what it offers, both sites side by side, and that it leaves nothing behind."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from practice import SOURCE, PracticeCluster, bastion, daemons, layouts, need_packages, programs
from relay import Relay


def wait_until(condition, seconds, what):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s: {what}")


def test_offers(cluster):
    nodes = cluster.must("sinfo", "-h", "-N", "-p", "gpu", "-o", "%N %T %G").splitlines()
    assert nodes == [f"gpu{i} idle gpu:a100:8" for i in range(1, 5)], nodes
    partitions = sorted(cluster.must("sinfo", "-h", "-o", "%P %l %a").splitlines())
    assert partitions == ["gpu* 1:00:00 up", "long infinite up", "maint 1:00:00 down"], partitions
    home = cluster.ssh('printf %s "$HOME"').stdout
    assert home == str(cluster.layout.home) != os.path.expanduser("~"), home
    assert cluster.ssh("test -w ~/trainyard && echo yes").stdout == "yes\n"


def test_listens_on_loopback_alone(cluster):
    listening = programs.network.listening()
    expected = {
        name: port
        for name, port in cluster.layout.ports.items()
        if cluster.layout.has_accounting or name not in ("database", "accounting")
    }
    assert {name: listening.get(port) for name, port in expected.items()} == {
        name: ["0100007F"] for name in expected
    }, expected


def test_job_over_two_nodes(cluster):
    script = "#!/bin/bash -l\necho batch $SLURMD_NODENAME $HOME\nsrun --export=ALL bash -c 'echo task $SLURMD_NODENAME $SLURM_PROCID gpus $CUDA_VISIBLE_DEVICES $HOME'\n"
    (cluster.layout.home / "two.sh").write_text(script)
    done = cluster.ssh(
        "cd && sbatch -W --parsable --nodes=2 --ntasks-per-node=2 --gres=gpu:a100:3 --output=two.out two.sh"
    )
    job = done.stdout.strip()
    assert done.returncode == 0 and job.isdigit(), done
    home = cluster.layout.home
    lines = sorted((home / "two.out").read_text().splitlines())
    expected = [f"batch gpu1 {home}", *(f"task gpu{1 + i // 2} {i} gpus 0,1,2 {home}" for i in range(4))]
    assert lines == expected, lines
    # The accounting hears of a job a moment after it ended.
    wait_until(lambda: cluster.accounted(job) == [["COMPLETED", "0:0"]], 30, "COMPLETED in sacct")
    accounts = cluster.must(
        "sacctmgr", "-n", "-P", "show", "assoc", f"user={cluster.layout.user}", "format=account"
    ).split()
    assert {"lab", "teaching"} <= set(accounts), accounts


def test_shim(cluster):
    cluster.shim("sbatch", 'echo late; "$REAL" --version; exit 3')
    said = cluster.ssh("bash -l", input="sbatch --hold; echo rc $?\n").stdout
    assert said.startswith("late\nslurm-wlm ") and said.endswith("\nrc 3\n"), said
    assert cluster.ssh("sbatch --version").stdout.startswith("slurm-wlm ")
    cluster.unshim("sbatch")
    assert cluster.ssh("bash -l", input="sbatch --version\n").stdout.startswith("slurm-wlm ")


def test_start_again(cluster):
    before = {
        name: cluster.daemon(name).pid()
        for name in ("munged", "mariadbd", "slurmdbd", "slurmctld", "gpu1", "gpu4", "sshd")
    }
    cluster.kill("gpu4")
    assert (
        "gpu4       not running"
        in subprocess.run(
            [sys.executable, str(SOURCE / "packaging/cluster/cluster.py"), "status", "--root", str(cluster.root)],
            capture_output=True,
            text=True,
        ).stdout
    )
    cluster.command("start", "--no-target")
    after = {name: cluster.daemon(name).pid() for name in before}
    assert after.pop("gpu4") != before.pop("gpu4") and after == before, (before, after)
    assert cluster.command("status").count("running, process") == 9


def test_node_without_power(cluster):
    job = cluster.must("sbatch", "--parsable", "-w", "gpu3", "--output=/dev/null", "--wrap", "sleep 600")
    cluster.wait_for_state(job, ["RUNNING"])
    wait_until(lambda: len(cluster.processes_on("gpu3")) >= 2, 20, "step manager and script on the node")
    assert cluster.processes_on("gpu2") == []
    assert cluster.kill_node("gpu3") >= 3
    assert cluster.processes_on("gpu3") == []
    cluster.wait_for_state(job, ["PENDING"], 150)  # the controller gives the node up, and requeues
    assert cluster.must("sinfo", "-h", "-N", "-n", "gpu3", "-p", "gpu", "-o", "%T") == "down*"
    cluster.must("scancel", job)
    cluster.start("gpu3")
    wait_until(
        lambda: cluster.must("sinfo", "-h", "-N", "-n", "gpu3", "-p", "gpu", "-o", "%T") == "idle",
        60,
        "the node is back",
    )


def test_stop_keeps_jobs(cluster):
    job = cluster.must(
        "sbatch",
        "--parsable",
        *(["--account=euhpc_d01_012"] if cluster.layout.is_bastion else []),
        f"--output={cluster.layout.home}/again-%j",
        "--open-mode=append",
        "--wrap",
        "echo start; [ $SLURM_RESTART_COUNT ] || sleep 600",
    )
    cluster.wait_for_state(job, ["RUNNING"])
    output = cluster.layout.home / f"again-{job}"
    wait_until(lambda: output.exists() and output.read_text() == "start\n", 20, "the job's first words")
    ports = dict(cluster.layout.ports)
    said = cluster.command("stop")
    assert f"go back into the queue: {job}" in said, said
    assert daemons.own_processes(cluster.layout) == {}, daemons.own_processes(cluster.layout)
    assert all(map(layouts.is_port_free, ports.values())), ports
    cluster.command("start", "--no-target")
    assert layouts.load(cluster.root).ports == ports
    wait_until(lambda: output.read_text().count("start\n") == 2, 90, "the job runs again after the cluster came back")


def test_strict(cluster):
    plain = cluster.ssh("echo hello; which sbatch; exit 3")
    assert plain.returncode == 3 and "\nhello\n" in "\n" + plain.stdout, plain
    assert (
        plain.stdout.startswith("*** Practice site")
        and "not backed up" in plain.stderr
        and "sbatch" in plain.stderr + plain.stdout
    ), plain
    assert "slurm/programs/sbatch" not in plain.stdout, plain
    login = cluster.ssh("tcsh -c 'source ~/.login; which sbatch; echo $SHELL $SBATCH_EXPORT'")
    assert "slurm/programs/sbatch\n/usr/bin/tcsh NONE\n" in login.stdout, login
    refused = subprocess.run(
        [
            "ssh",
            "-F",
            str(cluster.layout.ssh_config),
            "-W",
            f"127.0.0.1:{cluster.layout.ports['ssh']}",
            cluster.layout.alias,
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode != 0 and "administratively prohibited" in refused.stderr, refused
    assert not str(cluster.base).startswith(str(cluster.layout.home))
    # The environment of a job comes from its own login start files.
    (cluster.root / "scratch" / "job.sh").write_text(
        "#!/bin/bash -l\ncommand -v srun; echo $HOME; echo ${FROM_LOGIN:-nothing}\n"
    )
    done = cluster.ssh(
        "env FROM_LOGIN=1 tcsh -c 'source ~/.login; cd $SCRATCH; sbatch -W --parsable --requeue --output=job.out job.sh'"
    )
    assert done.returncode == 0 and "--requeue is ignored" in done.stderr, done
    output = (cluster.root / "scratch" / "job.out").read_text().split()
    assert output == [f"{cluster.root}/slurm/programs/srun", str(cluster.layout.home), "nothing"], output
    assert cluster.slurm("scontrol", "requeue", "1").returncode != 0
    assert "disabled" in cluster.slurm("sacct").stderr


def test_bastion(cluster):
    layout, ports = cluster.layout, cluster.layout.ports
    # From this machine there is the bastion alone, and it hands on to the login node alone.
    if programs.network.is_own(layout):
        listening = programs.network.listening()
        assert {name for name, port in ports.items() if port in listening} == {"bastion"}, (ports, listening)
        assert listening[ports["bastion"]] == ["0100007F"], listening
        within = programs.network.listening(cluster.daemon("network").pid())
        assert {name for name, port in ports.items() if port in within} == set(ports) - {"bastion"}, within
    else:
        print("the network of the site is this machine's: only root may make another here", flush=True)
    gate = bastion.gate_alias(layout)
    said = cluster.ssh("sbatch --version", host=gate)
    assert said.returncode == 1 and "only leads to the login node" in said.stdout, said
    for host, port, words in ((gate, ports["controller"], "prohibited"), (layout.alias, ports["gpu1"], "prohibited")):
        refused = cluster.ssh(None, "-W", f"127.0.0.1:{port}", host=host)
        assert refused.returncode != 0 and words in refused.stderr, refused
    # A code is good once: the one that was taken last opens nothing.
    code = subprocess.run([bastion.code_program(layout)], capture_output=True, text=True, check=True).stdout
    assert cluster.ssh("echo in", code=code).stdout == "in\n"
    refused = cluster.ssh("echo in", code=code)
    assert refused.returncode == 255 and "Permission denied (keyboard-interactive)" in refused.stderr, refused
    # A certificate ends, and a new one is there at once.
    cluster.renew_certificate("1s")
    wait_until(lambda: cluster.ssh("true").returncode == 255, 20, "the certificate expired")
    refused = cluster.ssh("true")
    assert "Permission denied (publickey)" in refused.stderr, refused
    cluster.renew_certificate("12h")
    done = cluster.ssh("echo in")
    assert done.stdout == "in\n" and str(bastion.certificate_program(layout)) in done.stderr, done
    # Partitions, classes of service, and GPUs by their type.
    partitions = sorted(cluster.must("sinfo", "-h", "-o", "%P %l %a").splitlines())
    assert partitions == ["boost_usr_prod* 1-00:00:00 up", "lrd_all_serial 4:00:00 up"], partitions
    assert set(cluster.must("sinfo", "-h", "-o", "%G").splitlines()) == {"gpu:a100:4"}
    limits = cluster.must("sacctmgr", "-n", "-P", "show", "qos", "format=name,maxwall").split()
    assert {"normal|", "boost_qos_dbg|00:30:00"} <= set(limits), limits
    # No job without an account, though the user has a default one.
    refused = cluster.ssh("sbatch --wrap true")
    assert (
        refused.returncode == 1 and "no job without a budget here: name one of yours with --account" in refused.stderr
    )
    refused = cluster.ssh("sbatch -A lab --wrap true")
    assert refused.returncode == 1 and "Invalid account" in refused.stderr, refused
    output = layout.home / "typed.out"
    done = cluster.ssh(
        f"sbatch -W -A euhpc_d01_012 -q boost_qos_dbg --gres=gpu:a100:2 --output={output} --wrap 'echo $CUDA_VISIBLE_DEVICES'"
    )
    assert done.returncode == 0 and output.read_text() == "0,1\n", (done, output.read_text())


def test_relay(cluster):
    with Relay(cluster.address) as relay:
        config = cluster.ssh_config_through(relay.address[1])
        assert cluster.ssh("echo through", config=config).stdout == "through\n"
        counts = relay.counts()
        assert counts["connections"] == 1 and counts["there"] > 1000 and counts["back"] > 1000, counts
        echo = subprocess.Popen(
            ["ssh", "-F", str(config), cluster.layout.alias, "cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        os.set_blocking(echo.stdout.fileno(), False)

        def say_and_hear(word):
            echo.stdin.write(word)
            echo.stdin.flush()
            return lambda: echo.stdout.read() == word

        wait_until(say_and_hear(b"a\n"), 30, "an echo")
        relay.delay(400)
        begun = time.monotonic()
        wait_until(say_and_hear(b"b\n"), 30, "a late echo")
        assert time.monotonic() - begun >= 0.4
        relay.delay(0)
        relay.stall()
        heard = say_and_hear(b"c\n")
        time.sleep(0.5)  # a stalled echo makes no sign
        assert not heard() and echo.poll() is None
        relay.go()
        wait_until(heard, 30, "the echo that was stalled")
        assert relay.cut() == 1
        assert echo.wait(30) == 255
        relay.refuse()
        assert cluster.ssh("true", config=config).returncode == 255
        relay.accept()
        assert cluster.ssh("true", config=config).returncode == 0


def start_alone(root):
    return subprocess.Popen(
        [
            sys.executable,
            "-B",
            str(SOURCE / "packaging/cluster/cluster.py"),
            "start",
            "--no-target",
            "--root",
            str(root),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_interrupted_start(folder):
    root = folder / "interrupted"
    for daemon, kind in (("munged", signal.SIGINT), ("slurmctld", signal.SIGTERM)):
        process = start_alone(root)
        wait_until((root / "pid" / daemon).exists, 60, f"{daemon} begins")
        process.send_signal(kind)
        said = process.communicate(timeout=60)[0]
        assert process.returncode == 130 and "stopping what was started" in said, (process.returncode, said)
        assert daemons.own_processes(layouts.load(root)) == {}
    # A wrong line in the configuration: the daemon's own words, and nothing is left.
    (root / "slurm" / "extra.conf").write_text("SelectType=select/nonsense\n")
    process = start_alone(root)
    said = process.communicate(timeout=120)[0]
    assert process.returncode == 1 and "slurmctld ended" in said and "nonsense" in said, said
    assert daemons.own_processes(layouts.load(root)) == {}
    assert (
        subprocess.run(
            [
                sys.executable,
                "-B",
                str(SOURCE / "packaging/cluster/cluster.py"),
                "stop",
                "--purge",
                "--root",
                str(root),
            ],
            capture_output=True,
            check=False,
        ).returncode
        == 0
    )
    assert not root.exists() and list(folder.iterdir()) == [], list(folder.iterdir())


def test_bad_roots(folder):
    (folder / "other").mkdir()
    (folder / "other" / "thesis.txt").write_text("mine")
    for root, words in (
        (folder / "other", "is not empty"),
        (folder / ("long" * 20), "too long"),
        (folder / "a b", "character"),
    ):
        process = start_alone(root)
        said = process.communicate(timeout=60)[0]
        assert process.returncode == 1 and words in said, said
    assert sorted(path.name for path in folder.iterdir()) == ["other"]
    (folder / "other" / "thesis.txt").unlink()
    (folder / "other").rmdir()


def main():
    need_packages("friendly")
    need_packages("strict")
    need_packages("bastion")
    os.environ["XDG_CONFIG_HOME"] = "/nonexistent"  # nothing here may touch a person's targets
    bystander = subprocess.Popen(["sleep", "900"])
    try:
        with tempfile.TemporaryDirectory(prefix="ty-", dir="/tmp") as folder:
            test_bad_roots(pathlib.Path(folder))
            test_interrupted_start(pathlib.Path(folder))
        with PracticeCluster() as cluster:
            with PracticeCluster(site="strict") as strict:
                for test, where in (
                    (test_offers, cluster),
                    (test_listens_on_loopback_alone, cluster),
                    (test_listens_on_loopback_alone, strict),
                    (test_job_over_two_nodes, cluster),
                    (test_strict, strict),
                    (test_relay, cluster),
                    (test_shim, cluster),
                    (test_start_again, cluster),
                    (test_node_without_power, cluster),
                ):
                    test(where)
                    print(f"{test.__name__} passed", flush=True)
                left = (strict.root, strict.layout)
            assert not left[0].exists() and daemons.own_processes(left[1]) == {}
            assert cluster.queue() == []
            with PracticeCluster(site="bastion") as behind:
                test_bastion(behind)
                print("test_bastion passed", flush=True)
                test_stop_keeps_jobs(behind)
            test_stop_keeps_jobs(cluster)
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()
    print("the practice cluster keeps its word")


if __name__ == "__main__":
    main()

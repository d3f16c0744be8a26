# SPDX-License-Identifier: GPL-3.0-or-later
"""The accounting database: MariaDB with a private folder and port, slurmdbd in front of it, and who may run jobs."""

import contextlib
import shutil
import subprocess

import network
from daemons import Daemon, environment
from layout import ClusterError
from slurm_files import daemon_environment, database_password


def database(layout):
    folder = layout.root / "database"
    return Daemon(
        layout,
        "mariadbd",
        network.inside(
            layout,
            "mariadbd",
            "--no-defaults",
            f"--datadir={folder}",
            f"--port={layout.ports['database']}",
            "--bind-address=127.0.0.1",
            f"--socket={layout.database_socket}",
            f"--pid-file={folder}/pid",
            f"--user={layout.user}",
            "--innodb-buffer-pool-size=64M",
            "--innodb-log-file-size=16M",
            "--innodb-lock-wait-timeout=900",
            "--innodb-flush-log-at-trx-commit=2",
            "--skip-name-resolve",
            "--performance-schema=OFF",
            "--skip-log-bin",
        ),
    )


def make_database(layout):
    """MariaDB's own tables, once, whole or not at all."""
    folder, part = layout.root / "database", layout.root / "database.part"
    if folder.exists():
        return
    shutil.rmtree(part, ignore_errors=True)
    with open(layout.log("mariadb-install-db"), "wb") as log:
        done = subprocess.run(
            [
                "mariadb-install-db",
                "--no-defaults",
                f"--datadir={part}",
                f"--user={layout.user}",
                "--skip-test-db",
                "--auth-root-authentication-method=socket",
                f"--auth-root-socket-user={layout.user}",
                "--innodb-buffer-pool-size=64M",
                "--innodb-log-file-size=16M",
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment(layout),
            check=False,
        )
    if done.returncode != 0:
        raise ClusterError(
            f"mariadb-install-db could not make the accounting database (its log: {layout.log('mariadb-install-db')})"
        )
    part.rename(folder)


def sql(layout, statement):
    return subprocess.run(
        ["mariadb", "--no-defaults", "-u", layout.user, "-S", str(layout.database_socket), "-e", statement],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(layout),
        check=False,
    )


def allow_slurm(layout):
    """Slurm's database and its account there; may be repeated."""
    password = database_password(layout)
    done = sql(
        layout,
        "CREATE DATABASE IF NOT EXISTS slurm; "
        f"CREATE OR REPLACE USER slurm@'127.0.0.1' IDENTIFIED BY '{password}'; GRANT ALL ON slurm.* TO slurm@'127.0.0.1'",
    )
    if done.returncode != 0:
        raise ClusterError(f"MariaDB refused to make Slurm's database: {done.stderr.strip()}")


def slurmdbd(layout):
    return Daemon(layout, "slurmdbd", network.inside(layout, "slurmdbd", "-D"), daemon_environment(layout))


def sacctmgr(layout, *arguments):
    return subprocess.run(
        network.inside(layout, "sacctmgr", "-i", "-Q", *arguments),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        env=environment(layout),
        timeout=30,
        check=False,
    )


def is_answering(layout):
    with contextlib.suppress(subprocess.TimeoutExpired):
        return sacctmgr(layout, "-n", "show", "cluster").returncode == 0
    return False


# Of a site: its accounts, the first one the default, and its classes of service beside `normal`.
PEOPLE = {
    "friendly": (("lab", "teaching"), {"debug": "00:10:00"}),
    "bastion": (("euhpc_d01_012", "euhpc_e02_034"), {"boost_qos_dbg": "00:30:00", "boost_qos_lprod": "4-00:00:00"}),
}


def add_people(layout):
    """The cluster, its accounts and classes of service, and the caller as their user; what exists is left as it is."""
    known = sacctmgr(
        layout, "-n", "-P", "show", "associations", f"user={layout.user}", "format=account,qos"
    ).stdout.split()
    accounts, limits = PEOPLE[layout.site]
    classes = ",".join(sorted([*limits, "normal"]))
    if {f"{account}|{classes}" for account in accounts} <= set(known):
        return
    for words in (
        ["add", "cluster", "practice"],
        *(["add", "account", account] for account in accounts),
        *(["add", "qos", name, f"MaxWall={longest}"] for name, longest in limits.items()),
        ["add", "user", layout.user, f"account={','.join(accounts)}", f"DefaultAccount={accounts[0]}"],
        ["modify", "user", layout.user, "set", f"qos={classes}", "defaultqos=normal"],
    ):
        done = sacctmgr(layout, *words)
        # Adding what exists is an error of sacctmgr (root is a user of every new cluster), which changes nothing.
        if (
            done.returncode != 0
            and "Nothing new added" not in done.stdout + done.stderr
            and "already exists" not in done.stdout + done.stderr
        ):
            raise ClusterError(f"sacctmgr {' '.join(words)}: {(done.stderr or done.stdout).strip()}")

# SPDX-License-Identifier: GPL-3.0-or-later
"""Slurm's and the accounting database's configuration, as text."""

import pathlib
import secrets
import socket

import bastion
import strict
from layout import NODES, ClusterError, write_file

HOSTS_LIBRARY = "libnss_wrapper.so"


# In three files: what programs of users read (slurm.conf), what daemons read (daemons.conf), and what both include (cluster.conf).
#
# Daemons listen on the loopback address alone. Slurm means by that the address of the host's name, which may be any address or none:
# a library answers that question with 127.0.0.1 (`daemon_environment`). Programs of users go without it, since they would hand it on
# to the jobs; srun therefore listens on every address while it waits for the tasks of its step, which prove themselves through munge.
# EnableIPv6: without it a machine whose only network is the loopback one finds no address at all, not even 127.0.0.1.
def top_conf(layout, parameters):
    return (
        f"# Written by ./dev cluster start at every start.\nCommunicationParameters={parameters}\n"
        f"Include {layout.root}/slurm/cluster.conf\n"
    )


def daemon_environment(layout):
    return {
        "SLURM_CONF": str(layout.root / "slurm" / "daemons.conf"),
        "LD_PRELOAD": HOSTS_LIBRARY,
        "NSS_WRAPPER_HOSTS": str(layout.root / "slurm" / "hosts"),
    }


def cluster_conf(layout, slurm_version):
    root, user = layout.root, layout.user
    node_ports = [layout.ports[node] for node in NODES]
    lines = [
        "# Settings of your own: lines in extra.conf beside this file, then `scontrol reconfigure`.",
        "ClusterName=practice",
        "SlurmctldHost=localhost(127.0.0.1)",
        f"SlurmctldPort={layout.ports['controller']}",
        f"SlurmUser={user}",
        f"SlurmdUser={user}",
        # A requeued job waits as long as a credential lives: 120 s unless said otherwise.
        f"AuthInfo=socket={layout.munge_socket},cred_expire=15",
        f"StateSaveLocation={root}/state",
        f"SlurmdSpoolDir={root}/spool/%n",
        f"SlurmctldPidFile={root}/pid/slurmctld.own",
        f"SlurmdPidFile={root}/pid/slurmd-%n.own",
        f"SlurmctldLogFile={root}/log/slurmctld.log",
        f"SlurmdLogFile={root}/log/%n.log",
        f"TaskProlog={root}/bin/task-prolog",
        "ProctrackType=proctrack/linuxproc",
        "TaskPlugin=task/none",
        "JobAcctGatherType=jobacct_gather/linux",
        # Without root there are no memory groups: Slurm itself looks at what a step takes, and kills it when that is too much.
        "JobAcctGatherParams=OverMemoryKill",
        "JobAcctGatherFrequency=task=2",
        "SelectType=select/cons_tres",
        "SelectTypeParameters=CR_Core_Memory",
        "DefMemPerCPU=4000",
        "SlurmdParameters=config_overrides",
        "GresTypes=gpu",
        "MpiDefault=none",
        "ReturnToService=2",
        "MaxJobCount=20000",
        # Everything answers faster than on a real site, so that practice and tests need not wait.
        "SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=100000,bf_interval=2",
        "MinJobAge=30",
        "KillWait=15",
        "MessageTimeout=10",
        "SlurmctldTimeout=30",
        "SlurmdTimeout=30",
        *(accounting_lines(layout, slurm_version) if layout.has_accounting else []),
        *site_lines(layout),
        f"NodeName={node_list()} NodeHostname=localhost NodeAddr=127.0.0.1 Port=[{','.join(map(str, node_ports))}] "
        f"CPUs=32 RealMemory=256000 Gres=gpu:a100:{layout.gpus_per_node} State=UNKNOWN",
        *(f"PartitionName={name} Nodes=ALL {settings}" for name, settings in layout.partitions.items()),
        f"Include {root}/slurm/extra.conf",
    ]
    return "\n".join(lines) + "\n"


def site_lines(layout):
    if layout.is_strict:
        return strict.slurm_lines()
    return bastion.slurm_lines() if layout.is_bastion else []


def gres_conf(layout):
    """GPUs are counted by files, which must be character devices: consoles, or what a container has in place of them."""
    names = [f"tty{i}" for i in range(layout.gpus_per_node)] + [
        "null",
        "zero",
        "full",
        "random",
        "urandom",
        "tty",
        "ptmx",
        "console",
        "fuse",
    ]
    files = [file for file in (pathlib.Path("/dev", name) for name in names) if file.is_char_device()][
        : layout.gpus_per_node
    ]
    if len(files) < layout.gpus_per_node:
        raise ClusterError(
            f"/dev has fewer than {layout.gpus_per_node} character devices to stand in for GPUs: {' '.join(map(str, files))}"
        )
    return "".join(f"NodeName={node_list()} Name=gpu Type=a100 File={file}\n" for file in files)


def node_list():
    return f"gpu[1-{len(NODES)}]"


def accounting_lines(layout, slurm_version):
    return [
        "AccountingStorageType=accounting_storage/slurmdbd",
        "AccountingStorageHost=127.0.0.1",
        f"AccountingStoragePort={layout.ports['accounting']}",
        f"AccountingStoragePass={layout.munge_socket}",
        "AccountingStorageTRES=gres/gpu",
        "AccountingStoreFlags=job_comment" if slurm_version >= (21, 8) else "AccountingStoreJobComment=YES",
    ]


def slurmdbd_conf(layout, password):
    return (
        "\n".join(
            [
                "DbdHost=localhost",
                "DbdAddr=127.0.0.1",
                f"DbdPort={layout.ports['accounting']}",
                "CommunicationParameters=EnableIPv6,NoInAddrAny",
                f"AuthInfo=socket={layout.munge_socket}",
                f"SlurmUser={layout.user}",
                f"LogFile={layout.root}/log/slurmdbd.log",
                f"PidFile={layout.root}/pid/slurmdbd.own",
                "StorageType=accounting_storage/mysql",
                "StorageHost=127.0.0.1",
                f"StoragePort={layout.ports['database']}",
                "StorageLoc=slurm",
                "StorageUser=slurm",
                f"StoragePass={password}",
            ]
        )
        + "\n"
    )


def task_prolog(layout):
    """Every task of a job gets the cluster's home, whatever environment it was submitted from."""
    return (
        "\n".join(
            [
                "#!/bin/sh",
                f"echo export HOME={layout.home}",
                f"echo export SLURM_CONF={layout.slurm_conf}",
                f"echo export TRAINYARD_PRACTICE={layout.root}",
                *(strict.task_prolog_lines(layout) if layout.is_strict else []),
            ]
        )
        + "\n"
    )


def write(layout, slurm_version):
    folder = layout.root / "slurm"
    write_file(layout.slurm_conf, top_conf(layout, "EnableIPv6"), 0o644)
    write_file(folder / "daemons.conf", top_conf(layout, "EnableIPv6,NoInAddrAny,NoCtldInAddrAny"), 0o644)
    write_file(folder / "cluster.conf", cluster_conf(layout, slurm_version), 0o644)
    write_file(folder / "hosts", f"127.0.0.1 localhost {socket.gethostname()}\n", 0o644)
    write_file(folder / "gres.conf", gres_conf(layout), 0o644)
    if not (folder / "extra.conf").exists():
        write_file(folder / "extra.conf", "# Read at the end of cluster.conf; kept by ./dev cluster start.\n", 0o644)
    if slurm_version >= (24, 5):
        write_file(folder / "cgroup.conf", "CgroupPlugin=disabled\n", 0o644)
    write_file(layout.root / "bin" / "task-prolog", task_prolog(layout), 0o755)
    if layout.has_accounting:
        write_file(folder / "slurmdbd.conf", slurmdbd_conf(layout, database_password(layout)))


def database_password(layout):
    file = layout.root / "slurm" / "database-password"
    if not file.exists():
        write_file(file, secrets.token_hex(16))
    return file.read_text()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Tunnels on a Slurm cluster whose nodes take no connection from the login node: TensorBoard, and Jupyter where one is named by
TRAINYARD_TEST_JUPYTER (else a program that says what it says), looked at through the job; nothing for another user; closed with the run.
"""

import json
import os
import shutil
import subprocess
import sys
import urllib.request

from after_test import until
from practice import PracticeCluster
from sandbox import Sandbox, wait_until

STAND_IN = """#!/usr/bin/python3
import http.server, sys
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b'the notebook' if self.path.endswith('token=5ec2e7') else b'refused'
        self.send_response(200 if body == b'the notebook' else 403)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Page)
print(f'http://127.0.0.1:{server.server_address[1]}/lab?token=5ec2e7', file=sys.stderr, flush=True)
server.serve_forever()
"""


def opened(url):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=60) as answer:
        return answer.status, answer.read()


def of_another_user(port):
    """What another user of this computer gets, who asks and waits."""
    script = f"exec 3<>/dev/tcp/127.0.0.1/{port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; timeout 3 cat <&3; true"
    return subprocess.run(
        ["setpriv", "--reuid=65534", "--clear-groups", "bash", "-c", script],
        capture_output=True,
        timeout=60,
        check=False,
    ).stdout


def tunnels(box):
    return json.loads(box.must("yard", "tunnels", "--json"))


def next_step(cluster, job):
    """Slurm numbers a job's steps: the number that one more gets."""
    done = cluster.ssh(f"srun --jobid={job} --overlap --nodes=1 --ntasks=1 --quiet printenv SLURM_STEP_ID")
    assert done.returncode == 0, done
    return int(done.stdout)


def look(box, cluster, name, *command):
    tunnel = json.loads(
        box.must(
            "yard", *command, "--json", "--set", "resources.cpus_per_process=1", "--set", "resources.time_limit=10"
        )
    )
    assert (tunnel["service"], tunnel["way"]) == (name, "job"), tunnel
    status, body = opened(tunnel["url"])
    assert status == 200 and body, (status, body)
    if os.geteuid() == 0:
        assert of_another_user(tunnel["local_port"]) == b""
    again = json.loads(box.must("yard", "tunnel", tunnel["run"], "--json"))
    assert again["id"] == tunnel["id"], again
    job = json.loads(box.must("yard", "show", tunnel["run"], "--json"))["jobs"][-1]["job"]
    before = next_step(cluster, job)
    for _ in range(25):
        assert opened(tunnel["url"])[0] == 200
    # All came through one step, the one that the first of them had started.
    assert next_step(cluster, job) == before + 1
    running = [
        step
        for step in cluster.must("squeue", "-h", "-s", "-j", job, "-o", "%i|%j").splitlines()
        if step.endswith("|yard-agent")
    ]
    assert len(running) == 2, running  # the run's own, and the relay's
    print(f"{name}: {len(body)} bytes through the job")
    return tunnel


def main():
    jupyter = os.environ.get("TRAINYARD_TEST_JUPYTER")
    board = shutil.which("tensorboard") or os.path.join(os.path.dirname(sys.executable), "tensorboard")
    with Sandbox() as box, PracticeCluster() as cluster:
        cluster.add_target(box)
        cluster.shim(
            "jupyter",
            f'exec "{jupyter}" "$@" --allow-root'
            if jupyter
            else f"exec /usr/bin/python3 -c '{STAND_IN.replace(chr(39), chr(34))}'",
        )
        first = look(box, cluster, "jupyter", "jupyter", cluster.target)
        if not jupyter:
            assert opened(first["url"])[1] == b"the notebook"
        if os.path.exists(board):
            cluster.shim("tensorboard", f'exec "{board}" "$@"')
            second = look(box, cluster, "tensorboard", "tensorboard", first["run"])
            box.must("yard", "tunnel", "close", second["id"])
            box.must("yard", "cancel", second["run"])
        assert [tunnel["id"] for tunnel in tunnels(box)] == [first["id"]], tunnels(box)
        box.must("yard", "cancel", first["run"])
        until(box, first["run"], "cancelled", seconds=120)
        wait_until(lambda: tunnels(box) == [], 30, "the tunnel's end with its run")
        refused = box.run("yard", "tunnel", first["run"][:8])
        assert refused.returncode != 0 and "is not running" in refused.stderr, refused
    return 0


if __name__ == "__main__":
    sys.exit(main())

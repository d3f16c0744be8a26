# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent at `yard mcp`, through the protocol's own SDK: from an empty store to the best of five learning rates, with a person who
answers in another terminal; and a session's budget, changed documents, and what is never told.
"""

import asyncio
import contextlib
import json
import threading
import time
import unittest

from mcp import Client, MCPError, StdioServerParameters
from sandbox import BIN, Sandbox, wait_until

PROGRAM = """#!/bin/bash
echo "my word is $LAB_WORD and $LAB_API_KEY"
printf 'a \\033[31mred\\033[0m line\\007\\n'
echo "WANDB_API_KEY=0123456789abcdef0123456789abcdef01234567"
"""
SECRETS = ("open sesame now", "canary-7f3a9c", "0123456789abcdef0123456789abcdef01234567", "canary-of-the-shell")


class Person(threading.Thread):
    """Answers each request as told, with `yard consent`; keeps what was shown of each."""

    def __init__(self, box, answer):
        super().__init__(daemon=True)
        self.box, self.answer, self.seen, self.shown, self.isOver = box, answer, [], [], threading.Event()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.isOver.set()
        self.join()

    def run(self):
        answered = set()
        while not self.isOver.wait(0.1):
            for request in requests(self.box):
                if request["id"] in answered:
                    continue
                words = self.answer(request)
                if not words:
                    continue
                answered.add(request["id"])
                self.shown.append(self.box.must("yard", "consent", request["id"]))
                if self.box.run("yard", "consent", request["id"], *words).returncode == 0:
                    self.seen.append(request)


def requests(box):
    done = box.run("yard", "consent", "--json")
    return json.loads(done.stdout) if done.returncode == 0 else []


@contextlib.asynccontextmanager
async def agent(box, *options, mode="auto"):
    environment = dict(box.environment, LAB_TOKEN="canary-of-the-shell")
    server = StdioServerParameters(
        command=str(BIN / "yard"), args=["mcp", *map(str, options)], env=environment, cwd=str(box.work)
    )
    async with Client(server, mode=mode) as client:
        yield client


async def until(condition, what, seconds=20):
    """Without holding up the client, which runs in the same loop."""
    return await asyncio.to_thread(wait_until, condition, seconds, what)


async def call(client, name, /, **arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result.content[0].text
    return result.structured_content


async def refused(client, name, /, **arguments):
    result = await client.call_tool(name, arguments)
    assert result.is_error, result.structured_content
    return result.structured_content["error"]["code"]


class Mcp(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        program = self.box.work / "program.sh"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        self.file = self.box.work / "quick.yaml"
        self.file.write_text(
            "format: 1\nname: quick\nworkload: command\n"
            "command: {launcher: none, program: program.sh, metrics: none}\n"
            "environment: {variables: {LAB_WORD: open sesame now, LAB_API_KEY: canary-7f3a9c}}\n"
            "resources: {cpus_per_process: 1}\n"
        )

    def ended(self, count):
        runs = self.box.runs()
        return len(runs) == count and all(run["ended"] for run in runs)

    async def test_the_best_of_five_learning_rates(self):
        self.box.small_experiment("small")
        rates = ["1e-5", "1e-4", "1e-3", "3e-3", "1e-2"]
        values = ["optimizer.learning_rate=" + ",".join(rates)]
        with Person(self.box, lambda _: ("--allow", "once")) as person:
            async with agent(self.box) as client:
                tools = {tool.name: tool for tool in (await client.list_tools()).tools}
                self.assertEqual(len(tools), 14)
                self.assertEqual(tools["show_run"].input_schema["required"], ["run"])
                self.assertEqual((await call(client, "list_runs"))["runs"], [])
                presets = (await call(client, "presets"))["presets"]
                self.assertIn("quickstart", [preset["name"] for preset in presets])
                document = (await call(client, "presets", name="quickstart"))["document"]
                self.assertIn("name: quickstart", document)
                self.assertEqual((await call(client, "targets"))["targets"][0]["name"], "here")
                self.assertEqual(
                    await refused(client, "check", path="small.yaml", preset="quickstart"), "mcp.one_document"
                )
                bad = await call(client, "check", path="small.yaml", overrides=["optimizer.learning_rat=1"])
                self.assertFalse(bad["is_valid"])
                checked = await call(client, "check", path="small.yaml", values=values)
                self.assertTrue(checked["is_valid"])
                self.assertEqual((checked["jobs"], checked["gpu_hours_at_most"]), (5, 0))
                planned = await call(client, "plan", path="small.yaml")
                self.assertTrue(planned)
                said = []

                async def say(_, __, message):
                    said.append(message)

                submitted = await client.call_tool(
                    "submit",
                    {"path": "small.yaml", "values": values, "purpose": "Which of five learning rates is best?"},
                    progress_callback=say,
                )
                self.assertFalse(submitted.is_error, submitted.content[0].text)
                study = submitted.structured_content["study"]
                self.assertEqual(len(submitted.structured_content["runs"]), 5)
                self.assertIn("5 of 5 submitted", said)
                while not (followed := await call(client, "follow", run=study, seconds=20))["is_over"]:
                    pass
                self.assertEqual({run["state"] for run in followed["runs"]}, {"completed"})
                compared = await call(client, "compare", study=study, metric="eval/loss")
                self.assertEqual(compared["differs"], ["optimizer.learning_rate"])
                losses = {run["run"]: run["eval/loss"] for run in self.box.runs()}
                self.assertEqual(compared["runs"][0]["run"], compared["best"], "the best one comes first")
                order = [run["best"] for run in compared["runs"]]
                self.assertEqual(order, sorted(order))
                self.assertEqual(set(losses), {run["run"] for run in compared["runs"]})
                self.assertLessEqual(order[0], min(losses.values()))
                curve = await call(client, "metrics", run=compared["best"], metric="train/loss", points=5)
                self.assertLessEqual(len(curve["points"]), 5)
                self.assertEqual(curve["count"], 20)
                shown = await call(client, "show_run", run=compared["best"])
                self.assertIn("agent", shown["tags"])
        self.assertEqual(len(person.seen), 1)
        self.assertEqual(len(person.seen[0]["spending"]["runs"]), 5)
        self.assertIn("asks to submit 5 runs on here", person.shown[0])
        self.assertIn("Which of five learning rates is best?", person.shown[0])
        self.assertIn("optimizer.learning_rate=3e-3", person.shown[0])

    async def test_a_budget_is_spent_without_asking_and_no_more(self):
        def answer(request):
            return ("--allow", "session") if request["offers_session"] else None

        with Person(self.box, answer) as person:
            async with agent(self.box, "--jobs", 3, "--targets", "here", mode="legacy") as client:
                done = [await call(client, "submit", path="quick.yaml") for _ in range(2)]
                self.assertEqual([each["status"] for each in done], ["submitted"] * 2)
                # Two at once for the one job that is left.
                calls = [asyncio.create_task(call(client, "submit", path="quick.yaml")) for _ in range(2)]
                finished, waiting = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
                self.assertEqual([task.result()["status"] for task in finished], ["submitted"])
                request = (await until(lambda: requests(self.box), "the request beyond the budget"))[0]
                self.assertEqual((request["offers_session"], request["spent_jobs"]), (False, 3))
                over = self.box.run("yard", "consent", request["id"], "--allow", "session")
                self.assertEqual(over.returncode, 2)
                self.assertIn("can only be allowed once", over.stderr)
                self.box.must("yard", "consent", request["id"], "--deny", "--words", "three are enough")
                (last,) = waiting
                with self.assertRaisesRegex(AssertionError, "three are enough"):
                    await last
        self.assertEqual(len(person.seen), 1)
        await until(lambda: self.ended(3), "the end of the three runs", 60)

    async def test_consent_is_for_one_document(self):
        async with agent(self.box) as client:
            first = asyncio.create_task(call(client, "submit", path="quick.yaml"))
            before = (await until(lambda: requests(self.box), "the first request"))[0]
            self.file.write_text(self.file.read_text().replace("cpus_per_process: 1", "cpus_per_process: 2"))
            self.box.must("yard", "consent", before["id"], "--allow", "once")
            after = await until(lambda: [r for r in requests(self.box) if r["id"] != before["id"]], "a new request")
            self.assertNotEqual(after[0]["digest"], before["digest"])
            self.assertEqual(self.box.runs(), [])
            self.box.must("yard", "consent", after[0]["id"], "--allow", "once")
            self.assertEqual((await first)["status"], "submitted")
            self.assertEqual(await refused(client, "submit", consent="nobody"), "consent.unknown")
            run = self.box.runs()[0]["run"]
            # A changed setting is shown against the last run of that name.
            second = asyncio.create_task(client.call_tool("submit", {"path": "quick.yaml", "overrides": ["seed=7"]}))
            request = (await until(lambda: requests(self.box), "the request"))[0]
            self.assertEqual(request["spending"]["since"], run)
            self.assertIn({"path": "seed", "from": "42", "to": "7"}, request["spending"]["changes"])
            self.box.must("yard", "consent", request["id"], "--deny")
            self.assertTrue((await second).is_error)

    async def test_nothing_secret_is_told(self):
        told = []
        with Person(self.box, lambda _: ("--allow", "once")):
            async with agent(self.box) as client:
                run = (await call(client, "submit", path="quick.yaml", purpose="canary-7f3a9c"))["run"]
                while not (await call(client, "follow", run=run, seconds=20))["is_over"]:
                    pass
                for name, arguments in (
                    ("logs", {"run": run}),
                    ("logs", {"run": run, "contains": "word"}),
                    ("logs", {"run": run, "file": "merged.log"}),
                    ("show_run", {"run": run}),
                    ("list_runs", {"filter": "quick"}),
                    (
                        "check",
                        {"path": "quick.yaml", "overrides": ["environment.variables.LAB_WORD=[open sesame now]"]},
                    ),
                    ("check", {"document": "name: x\nLAB_API_KEY: canary-7f3a9c\n"}),
                    ("compare", {"runs": [run]}),
                ):
                    result = await client.call_tool(name, arguments)
                    told.append(result.model_dump_json())
                lines = (await call(client, "logs", run=run))["lines"]
        for secret in SECRETS:
            self.assertFalse([text for text in told if secret in text], secret)
        self.assertEqual(lines, ["my word is [redacted] and [redacted]", "a red line", "WANDB_API_KEY=[redacted]"])

    async def test_others_and_other_files_are_not_touched(self):
        waits = self.box.work / "waits.yaml"
        waits.write_text(
            "format: 1\nname: waits\nworkload: command\n"
            "command: {launcher: none, program: /bin/sleep, arguments: ['600'], metrics: none}\n"
            "resources: {cpus_per_process: 1}\n"
        )
        other = json.loads(self.box.must("yard", "submit", waits, "--json"))["run"]
        (self.box.root / "home/secret.yaml").write_text("name: secret\n")
        (self.box.work / "link.yaml").symlink_to(self.box.root / "home/secret.yaml")
        async with agent(self.box) as client:
            for path in (self.box.root / "home/secret.yaml", "../home/secret.yaml", "link.yaml", "/etc/passwd"):
                self.assertEqual(await refused(client, "check", path=str(path)), "mcp.outside")
            with self.assertRaises(MCPError):
                await client.call_tool("shell", {"command": "id"})
            cancelled = asyncio.create_task(call(client, "cancel", run=other, purpose="it is in the way"))
            request = (await until(lambda: requests(self.box), "the request"))[0]
            self.assertEqual((request["kind"], request["offers_session"]), ("cancel", False))
            self.assertIn(self.box.runs()[0]["state"], ("waiting", "running"))
            self.box.must("yard", "consent", request["id"], "--allow", "once")
            self.assertEqual((await cancelled)["runs"], [other])
            with Person(self.box, lambda _: ("--allow", "once")) as person:
                own = (await call(client, "submit", path="waits.yaml"))["run"]
                self.assertEqual((await call(client, "cancel", run=own))["runs"], [own])
                while not (await call(client, "follow", run=own, seconds=20))["is_over"]:
                    pass
                self.assertEqual((await call(client, "resume", run=own))["status"], "resumed")
                self.assertEqual((await call(client, "cancel", run=own))["runs"], [own])
            self.assertEqual([each["kind"] for each in person.seen], ["submit", "resume"])

    async def test_nobody_answers(self):
        async with agent(self.box) as client:
            began = time.monotonic()
            pending = await call(client, "submit", path="quick.yaml")
            self.assertEqual(pending["status"], "pending_consent")
            self.assertLess(time.monotonic() - began, 90)
            self.box.must("yard", "consent", pending["consent"], "--allow", "once")
            self.assertEqual((await call(client, "submit", consent=pending["consent"]))["status"], "submitted")
            self.assertEqual(len(self.box.runs()), 1)
            # What was allowed once is used up.
            again = asyncio.create_task(client.call_tool("submit", {"path": "quick.yaml"}))
            await until(lambda: requests(self.box), "another request")
            again.cancel()
        # With the agent its requests are gone.
        await until(lambda: requests(self.box) == [], "the end of the session")
        self.assertEqual(len(self.box.runs()), 1)


if __name__ == "__main__":
    unittest.main()

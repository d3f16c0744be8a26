# SPDX-License-Identifier: GPL-3.0-or-later
"""engine/parquet reads what pyarrow, pandas and polars write; what it refuses, it says in one sentence."""

import datetime
import json
import os
import random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from timelines_reference import Refused, run_check

BOOLEAN, INTEGER, REAL, TEXT, TIMESTAMP, OTHER = range(6)


def compare(engine, path, table, kinds, **options):
    """All columns of `table` as they were read from the file; `kinds`: name to kind and whether it is a list."""
    found = engine.answer(do="parquet", path=path, columns=list(kinds), **options)
    assert not isinstance(found, Refused), (found.code, str(found))
    found = json.loads(found)
    assert found["rows"] == found["said"] == table.num_rows
    assert {name: (kind, is_list) for name, kind, is_list in found["fields"] if name in kinds} == kinds
    for name, ours in zip(kinds, found["columns"]):
        kind, is_list = kinds[name]
        column = table[name]
        if isinstance(column.type, pa.DictionaryType):
            column = column.cast(column.type.value_type)
        values = column.to_pylist()
        if is_list:
            assert ours["lengths"] == [len(row) for row in values], name
            values = [value for row in values for value in row]
        if kind == TIMESTAMP:
            column = column.cast(pa.list_(pa.int64()) if is_list else pa.int64())
            values = [value for row in column.to_pylist() for value in row] if is_list else column.to_pylist()
        held = {BOOLEAN: "integers", INTEGER: "integers", REAL: "reals", TEXT: "texts", TIMESTAMP: "integers"}[kind]
        assert len(ours[held]) == len(values), (name, len(ours[held]), len(values))
        wrong = [
            (i, a, b) for i, (a, b) in enumerate(zip(ours[held], values)) if a != (int(b) if kind == BOOLEAN else b)
        ]
        assert not wrong, (name, wrong[:3])
    return table.num_rows * len(kinds)


def table_of(rows, seed=0):
    rng = np.random.default_rng(seed)
    columns, kinds = {}, {}
    for kind in [pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64(), pa.int8(), pa.int16(), pa.int32(), pa.int64()]:
        low, high = (
            (0, 2 ** min(kind.bit_width, 63) - 1)
            if str(kind).startswith("u")
            else (-(2 ** (kind.bit_width - 1)), 2 ** (kind.bit_width - 1) - 1)
        )
        draw = lambda count: rng.integers(low, high, size=count, endpoint=True).tolist()  # noqa: B023
        lists = [draw(int(length)) for length in rng.integers(0, 9, size=rows)]
        columns[f"{kind}"] = pa.array(draw(rows), type=kind)
        columns[f"list {kind}"] = pa.array(lists, type=pa.list_(kind))
        columns[f"large {kind}"] = pa.array(lists, type=pa.large_list(kind))
        columns[f"fixed {kind}"] = pa.array([draw(3) for _ in range(rows)], type=pa.list_(kind, 3))
        kinds |= {f"{kind}": (INTEGER, False)} | {
            f"{name} {kind}": (INTEGER, True) for name in ("list", "large", "fixed")
        }
    words = [random.Random(seed + i).choice(["", "a", "b" * 40, "\u00e9\U0001f600"]) for i in range(rows)]
    times = [
        datetime.datetime(2020, 1, 1) + datetime.timedelta(milliseconds=int(ms))
        for ms in rng.integers(-(10**12), 10**12, size=rows)
    ]
    for name, kind, column in [
        ("bool", BOOLEAN, pa.array((rng.random(rows) < 0.5).tolist(), type=pa.bool_())),
        ("f32", REAL, pa.array(rng.normal(size=rows).astype(np.float32))),
        ("f64", REAL, pa.array(rng.normal(size=rows))),
        ("text", TEXT, pa.array(words, type=pa.string())),
        ("large text", TEXT, pa.array(words, type=pa.large_string())),
        ("words", TEXT, pa.array(words, type=pa.string()).dictionary_encode()),
        ("text view", TEXT, pa.array(words, type=pa.string_view())),
        ("ms", TIMESTAMP, pa.array(times, type=pa.timestamp("ms"))),
        ("us", TIMESTAMP, pa.array(times, type=pa.timestamp("us", tz="UTC"))),
    ]:
        columns[name] = column
        kinds[name] = (kind, False)
    columns["times"] = pa.array([[time] * (i % 4) for i, time in enumerate(times)], type=pa.list_(pa.timestamp("ms")))
    columns["lists of bools"] = pa.array([[True, False][: i % 3] for i in range(rows)], type=pa.list_(pa.bool_()))
    columns["lists of texts"] = pa.array([[word] * (i % 3) for i, word in enumerate(words)], type=pa.list_(pa.string()))
    kinds |= {"times": (TIMESTAMP, True), "lists of bools": (BOOLEAN, True), "lists of texts": (TEXT, True)}
    return pa.table(columns), kinds


def check_kinds(engine):
    """Every kind, files of several row groups, columns in another order, one column alone."""
    cells = 0
    for rows, group, at_once in [(1, 1, 1), (10, 3, 100), (1500, 700, 256), (1500, 1500, 999), (0, 10, 5)]:
        table, kinds = table_of(rows, seed=rows)
        path = engine.path("table.parquet")
        pq.write_table(table, path, row_group_size=group)
        backward = dict(reversed(kinds.items()))
        for wanted in [
            kinds,
            backward,
            {"text": kinds["text"]},
            {"fixed int64": kinds["fixed int64"], "bool": kinds["bool"]},
        ]:
            cells += compare(engine, path, table, wanted, at_once=at_once)
    table = table.append_column("other", pa.array([], type=pa.struct([("a", pa.int64())])))
    table = table.append_column("nested", pa.array([], type=pa.list_(pa.list_(pa.int64()))))
    pq.write_table(table, path)
    for name in ("other", "nested"):
        engine.refusal("parquet.kind", do="parquet", path=path, columns=[name])
    assert "list uint8" in engine.refusal("parquet.no_column", do="parquet", path=path, columns=["tokens"])
    return f"{cells} cells equal"


def check_compressions(engine):
    """As pyarrow compresses and encodes, also with pages of the second version, small ones, and checksums."""
    table, kinds = table_of(600, seed=3)
    path, cells = engine.path("table.parquet"), 0
    for compression in ["NONE", "SNAPPY", "ZSTD", "GZIP", "LZ4", "BROTLI"]:
        for options in [
            {},
            {"data_page_version": "2.0"},
            {"use_dictionary": False, "data_page_size": 512},
            {"write_page_checksum": True, "store_schema": False},
        ]:
            pq.write_table(table, path, compression=compression, row_group_size=400, **options)
            cells += compare(engine, path, table, kinds)
    pq.write_table(
        table.select(["int64", "list int64"]),
        path,
        use_dictionary=False,
        column_encoding={"int64": "DELTA_BINARY_PACKED", "list int64.list.element": "DELTA_BINARY_PACKED"},
    )
    cells += compare(engine, path, table, {name: kinds[name] for name in ("int64", "list int64")})
    return f"{cells} cells equal"


def check_other_writers(engine):
    """pandas and polars, where they are installed: neither is needed by the rest."""
    cells, path, told = 0, engine.path("table.parquet"), []
    columns = {
        "tokens": [[1, 2, 3], [], [255]],
        "text": ["a", "", "\u00e9"],
        "flag": [True, False, True],
        "real": [0.5, -1.0, 2.0],
    }
    kinds = {"tokens": (INTEGER, True), "text": (TEXT, False), "flag": (BOOLEAN, False), "real": (REAL, False)}
    try:
        import pandas

        pandas.DataFrame(columns).to_parquet(path)
        cells += compare(engine, path, pq.read_table(path), kinds)
        told.append("pandas")
    except ImportError:
        pass
    try:
        import polars

        frame = polars.DataFrame(columns).with_columns(
            padded=polars.Series([[1, 2], [3, 4], [5, 6]], dtype=polars.Array(polars.UInt16, 2)),
            word=polars.Series(["a", "b", "a"], dtype=polars.Categorical),
        )
        for compression in ["zstd", "snappy", "gzip", "lz4", "uncompressed", "brotli"]:
            frame.write_parquet(path, compression=compression)
            cells += compare(
                engine, path, pq.read_table(path), kinds | {"padded": (INTEGER, True), "word": (TEXT, False)}
            )
        told.append("polars")
    except ImportError:
        pass
    pq.write_table(pa.table(columns), path)
    cells += compare(engine, path, pq.read_table(path), kinds)
    return f"{cells} cells equal ({', '.join(told) or 'neither is installed'})"


def check_nulls(engine):
    """A missing value is named by column and row, in any row group; also one inside a list, and a number that is too large."""
    cases, wanted = [], []

    def refuse(at, columns, group):
        path = engine.path(f"{len(cases)}.parquet")
        pq.write_table(pa.table(columns), path, row_group_size=group)
        cases.append({"do": "parquet", "path": path, "columns": list(columns), "at_once": 128})
        wanted.append(f"{path}: column column has no value in row {at} ")

    for rows, group, at in [
        (1, 1, 0),
        (1000, 300, 0),
        (1000, 300, 299),
        (1000, 300, 300),
        (1000, 1000, 777),
        (1000, 300, 999),
    ]:
        for kind, value in [
            (pa.int64(), 1),
            (pa.string(), "a"),
            (pa.bool_(), True),
            (pa.float32(), 0.5),
            (pa.list_(pa.int32()), [1, 2]),
            (pa.list_(pa.int32(), 2), [1, 2]),
            (pa.large_list(pa.uint8()), [1, 2, 3]),
        ]:
            values = [value] * rows
            values[at] = None
            refuse(at, {"a": [1] * rows, "column": pa.array(values, type=kind)}, group)
            if isinstance(value, list):
                values[at] = value[:-1] + [None]
                refuse(at, {"column": pa.array(values, type=kind)}, group)
    for sentence, found in zip(wanted, engine.answers(cases)):
        assert isinstance(found, Refused) and found.code == "parquet.null" and str(found).startswith(sentence), (
            sentence,
            str(found),
        )
    path = engine.path("table.parquet")
    pq.write_table(
        pa.table({"column": pa.array([[], [1, 2**63 - 1], [], [5, 2**63], [0]], type=pa.list_(pa.uint64()))}), path
    )
    assert "row 3 " in engine.refusal("parquet.too_large", do="parquet", path=path, columns=["column"])
    assert engine.refusal("parquet.null", do="parquet", path=_all_null(path), columns=["column"])
    return "named"


def _all_null(path):
    pq.write_table(pa.table({"column": pa.array([None, None], type=pa.list_(pa.int64()))}), path)
    return path


def check_damaged(engine):
    """Files cut anywhere, bytes changed at random, and files of others: an answer or one sentence, never a crash."""
    path, good = engine.path("table.parquet"), engine.path("good.parquet")
    table, _ = table_of(200, seed=5)
    names = ["list int64", "large uint8", "fixed int32", "text", "words", "bool", "times", "f32"]
    for options in [{}, {"compression": "NONE", "use_dictionary": False, "data_page_size": 256}]:
        pq.write_table(table.select(names), good, row_group_size=90, **options)
        with open(good, "rb") as stream:
            whole = stream.read()
        rng = random.Random(7)
        contents = [
            whole[:size] for size in [0, 1, 3, 4, 8, 11, 12, 100, len(whole) // 2, len(whole) - 9, len(whole) - 1]
        ]
        contents += [
            whole[4:],
            b"PAR1" + b"\xff" * 4 + b"PAR1",
            b"PAR1" + b"\x00" * 4 + b"PAR1",
            b"hello" * 100,
            whole + whole,
            whole + b"x",
        ]
        for _ in range(1000):  # half of them in the footer, which is thrift
            changed = bytearray(whole)
            footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
            for _ in range(rng.choice([1, 1, 2, 8])):
                place = rng.randrange(footer, len(whole)) if rng.random() < 0.5 else rng.randrange(len(whole))
                changed[place] = rng.randrange(256)
            contents.append(bytes(changed))
        refused = 0
        for number, content in enumerate(contents):
            with open(engine.path(f"changed-{number}"), "wb") as stream:
                stream.write(content)
        cases = [
            {"do": "parquet", "path": engine.path(f"changed-{number}"), "columns": names}
            for number in range(len(contents))
        ]
        for number, found in enumerate(engine.answers(cases)):
            if isinstance(found, Refused):
                refused += 1
                assert found.code.startswith("parquet.") and "\n" not in str(found), (number, found.code, str(found))
            elif number < 11:
                raise AssertionError(f"content {number} was read")
        assert refused > 200, refused
    engine.refusal("file.missing", do="parquet", path=engine.path("no"), columns=[])
    engine.refusal("file.not_file", do="parquet", path=engine.folder, columns=[])
    os.mkfifo(engine.path("pipe"))
    engine.refusal("file.not_file", do="parquet", path=engine.path("pipe"), columns=[])
    # 200 million zeros in some hundred bytes.
    lists = pa.ListArray.from_arrays(
        pa.array([0, 200_000_000], type=pa.int32()), pa.array(np.zeros(200_000_000, dtype=np.uint8))
    )
    pq.write_table(pa.table({"column": lists}), path, compression="ZSTD")
    sentence = engine.refusal("parquet.damaged", do="parquet", path=path, columns=["column"])
    return f"{refused} refused of the last {len(contents)}; {os.path.getsize(path)} bytes of zeros: {sentence[-90:]}"


if __name__ == "__main__":
    run_check(globals())

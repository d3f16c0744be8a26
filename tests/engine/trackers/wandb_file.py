# SPDX-License-Identifier: GPL-3.0-or-later
"""The records of a .wandb file as W&B's own messages, read without this project's code."""

import struct
import zlib

from wandb.proto import wandb_internal_pb2

BLOCK, HEADER = 32768, 7


def records(path, may_be_cut=False):
    """Each record, in order. A wrong frame fails; one that ends with the file, as after a kill, does not where that may be."""
    data = path.read_bytes()
    assert data[:HEADER] == b":W&B" + struct.pack("<HB", 0xBEE1, 0), data[:HEADER]
    at, content = HEADER, None
    while at < len(data):
        left = BLOCK - at % BLOCK
        if left < HEADER:
            assert data[at : at + left] == bytes(left), "padding"
            at += left
            continue
        if may_be_cut and len(data) - at < HEADER:
            return
        checksum, length, kind = struct.unpack("<IHB", data[at : at + HEADER])
        part = data[at + HEADER : at + HEADER + length]
        if may_be_cut and len(part) < length:
            return
        assert len(part) == length <= left - HEADER, "a part beyond its block"
        assert zlib.crc32(part, zlib.crc32(bytes([kind]))) == checksum, "checksum"
        assert (kind in (1, 2)) == (content is None), "order of parts"
        content = (content or b"") + part
        at += HEADER + length
        if kind in (1, 4):
            record = wandb_internal_pb2.Record()
            record.ParseFromString(content)
            yield record
            content = None
    assert content is None or may_be_cut

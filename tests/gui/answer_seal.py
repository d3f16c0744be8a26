# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens what the desktop seals for a question of a login, as resources/help/formats.md says it: written apart from the program, on OpenSSL's
curve and cipher and Python's own HMAC."""

import base64
import ctypes
import hashlib
import hmac
import os

X25519 = 1034  # NID_X25519
SET_TAG = 0x11  # EVP_CTRL_AEAD_SET_TAG

crypto = ctypes.CDLL("libcrypto.so.3")
for name in (
    "EVP_PKEY_new_raw_private_key",
    "EVP_PKEY_new_raw_public_key",
    "EVP_PKEY_CTX_new",
    "EVP_CIPHER_CTX_new",
    "EVP_aes_256_gcm",
):
    getattr(crypto, name).restype = ctypes.c_void_p


def pointer(value):
    assert value, "OpenSSL made nothing"
    return ctypes.c_void_p(value)


def hkdf_sha256(secret, info):
    """32 bytes, without a salt (RFC 5869)."""
    key = hmac.digest(bytes(hashlib.sha256().digest_size), secret, "sha256")
    return hmac.digest(key, info + b"\x01", "sha256")


def open_gcm(key, tag, text):
    cipher, size, rest = pointer(crypto.EVP_CIPHER_CTX_new()), ctypes.c_int(), ctypes.c_int()
    plain = ctypes.create_string_buffer(len(text) + 16)
    assert crypto.EVP_DecryptInit_ex(cipher, pointer(crypto.EVP_aes_256_gcm()), None, key, bytes(12)) == 1
    assert crypto.EVP_DecryptUpdate(cipher, plain, ctypes.byref(size), text, len(text)) == 1
    assert crypto.EVP_CIPHER_CTX_ctrl(cipher, SET_TAG, len(tag), tag) == 1
    assert crypto.EVP_DecryptFinal_ex(cipher, ctypes.byref(plain, size.value), ctypes.byref(rest)) == 1, (
        "sealed for another question"
    )
    crypto.EVP_CIPHER_CTX_free(cipher)
    return plain.raw[: size.value + rest.value]


class Seal:
    """A key pair for one question. `public` goes into it; `open` takes the answer's `sealed`."""

    def __init__(self):
        self._key = pointer(crypto.EVP_PKEY_new_raw_private_key(X25519, None, os.urandom(32), ctypes.c_size_t(32)))
        raw, size = ctypes.create_string_buffer(32), ctypes.c_size_t(32)
        assert crypto.EVP_PKEY_get_raw_public_key(self._key, raw, ctypes.byref(size)) == 1
        self._public = raw.raw
        self.public = base64.b64encode(self._public).decode()

    def open(self, sealed):
        sealed = base64.b64decode(sealed, validate=True)
        theirs, tag, text = sealed[:32], sealed[32:48], sealed[48:]
        plain, words = (
            open_gcm(hkdf_sha256(self._agreed(theirs), b"trainyard login answer " + theirs + self._public), tag, text),
            [],
        )
        while plain:
            size = int.from_bytes(plain[:2], "big")
            words.append(plain[2 : 2 + size].decode())
            plain = plain[2 + size :]
        return words

    def _agreed(self, theirs):
        other = pointer(crypto.EVP_PKEY_new_raw_public_key(X25519, None, theirs, ctypes.c_size_t(32)))
        context, shared, size = (
            pointer(crypto.EVP_PKEY_CTX_new(self._key, None)),
            ctypes.create_string_buffer(32),
            ctypes.c_size_t(32),
        )
        assert crypto.EVP_PKEY_derive_init(context) == 1
        assert crypto.EVP_PKEY_derive_set_peer(context, other) == 1
        assert crypto.EVP_PKEY_derive(context, shared, ctypes.byref(size)) == 1
        crypto.EVP_PKEY_CTX_free(context)
        crypto.EVP_PKEY_free(other)
        return shared.raw

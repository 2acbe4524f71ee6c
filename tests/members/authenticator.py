"""A passkey of the tests: what a phone does with the question of a page."""

import hashlib
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

ORIGIN = "http://localhost"
FLAG = AuthenticatorData.FLAG


class Authenticator:
    """It has one key; it counts what it answers, unless told to begin anew."""

    def __init__(self, credential: bytes = b"of the tests") -> None:
        self.credential = credential
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.counter = 0
        self.origin = ORIGIN
        self.flags = FLAG.UP | FLAG.UV

    def made(self, options) -> str:
        """Answer a page that asks for a new one."""
        public = ES256.from_cryptography_key(self.key.public_key())
        kept = AttestedCredentialData.create(b"\0" * 16, self.credential, public)
        host = options["publicKey"]["rp"]["id"]
        data = self._data(host, self.flags | FLAG.AT, bytes(kept))
        said = self._said("webauthn.create", options)
        attested = AttestationObject.create("none", data, {})
        return self._answer(clientDataJSON=said, attestationObject=attested)

    def answers(self, options) -> str:
        """Answer a page that asks who is there."""
        self.counter += 1
        data = self._data(options["publicKey"]["rpId"], self.flags)
        said = self._said("webauthn.get", options)
        signature = self.key.sign(bytes(data) + said.hash, ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=said, authenticatorData=data, signature=signature)

    def _data(self, host, flags, kept=b"") -> AuthenticatorData:
        known = hashlib.sha256(host.encode()).digest()
        made: AuthenticatorData = AuthenticatorData.create(known, flags, self.counter, kept)
        return made

    def _said(self, kind, options) -> CollectedClientData:
        challenge = options["publicKey"]["challenge"]
        return CollectedClientData.create(kind, challenge, self.origin)

    def _answer(self, **parts) -> str:
        key = websafe_encode(self.credential)
        response = {name: websafe_encode(bytes(part)) for name, part in parts.items()}
        return json.dumps({"id": key, "rawId": key, "type": "public-key", "response": response})

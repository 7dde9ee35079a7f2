"""Where the server is, what opens it, and single requests to it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from covalt_toolset.client.errors import BadAnswer, NoServer, Problem

DATA_DEFAULT = "./.pegboard"
"""The data folder when nothing names one, as for the command line."""
ANSWER_BYTES_MAX = 128 * 1024 * 1024
"""A longer answer is refused; the longest that a server gives is a tool's result of 64 MiB."""
TIMEOUT_SECONDS = 30.0
"""How long a server may take for an answer that waits for no tool."""

_JSON = "application/json"


class Connection:
    """A server and the token that opens it. Threads may share one; each request has a connection of its own.

    It speaks with this server alone: neither the proxy variables of the environment nor redirects are followed, so that
    the token goes nowhere else.
    """

    def __init__(self, url: str, token: str, *, timeout: float = TIMEOUT_SECONDS) -> None:
        """Remember the address; nothing is sent yet.

        Raises:
            ValueError: `url` is no address of a server, or the token cannot stand in a header.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ValueError(f"`{url}` is not an address such as http://127.0.0.1:8321")
        if not token or not token.isascii() or not token.isprintable() or " " in token:
            raise ValueError("the token is empty, or has characters that a token has not")
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._prefix = parts.path.rstrip("/")
        self._token = token

    @classmethod
    def find(
        cls,
        url: str | None = None,
        token: str | None = None,
        data: str | os.PathLike[str] | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
    ) -> Connection:
        """Look where the command line looks: what is given here, `PEGBOARD_URL` and `PEGBOARD_TOKEN`, the data folder.

        Raises:
            NoServer: Nothing says where the server is or what opens it.
        """
        folder = Path(data if data is not None else os.environ.get("PEGBOARD_DATA") or DATA_DEFAULT)
        url = url or os.environ.get("PEGBOARD_URL") or _running(folder)
        token = token or os.environ.get("PEGBOARD_TOKEN") or _first_token(folder)
        return cls(url, token.strip(), timeout=timeout)

    def __repr__(self) -> str:
        return f"Connection({self.url!r})"

    def get(self, *path: str, **query: str) -> Any:
        """What a path holds. See `send` for what is raised."""
        return self.send("GET", *path, query=query)

    def send(
        self,
        method: str,
        *path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str] | None = None,
        patient: bool = False,
    ) -> Any:
        """Send one request, and return its answer's JSON; `patient` waits for the answer without end.

        Raises:
            NoServer: It cannot be reached, or does not answer in time.
            Problem: It refuses or fails.
            BadAnswer: It answers what a Pegboard does not.
        """
        target = self._prefix + "".join(f"/{quote(part, safe='')}" for part in path)
        if query:
            target += f"?{urlencode(query)}"
        headers = {"Authorization": f"Bearer {self._token}", "Accept": _JSON}
        content = None
        if body is not None:
            content = json.dumps(body, allow_nan=False).encode()
            headers["Content-Type"] = _JSON
        kind = HTTPSConnection if self._secure else HTTPConnection
        line = kind(self._host, self._port, timeout=self.timeout)
        try:
            line.connect()
            if patient and line.sock is not None:
                line.sock.settimeout(None)
            line.request(method, target, content, headers)
            with line.getresponse() as response:
                return _understood(response, self.url)
        except (OSError, HTTPException) as error:
            reason = str(error) or type(error).__name__
            hint = "Is it running? pegboard serve starts one."
            raise NoServer(f"No Pegboard answers at {self.url}: {reason}.", hint) from error
        finally:
            line.close()


def _understood(response: HTTPResponse, url: str) -> Any:
    if 300 <= response.status < 400:
        where = response.getheader("Location", "nowhere")
        raise BadAnswer(f"{url} redirects to {where}, which is not followed.", "Name that address instead.")
    content = response.read(ANSWER_BYTES_MAX + 1)
    if len(content) > ANSWER_BYTES_MAX:
        raise BadAnswer(f"An answer of {url} has more than {ANSWER_BYTES_MAX:,} bytes.")
    try:
        answer = json.loads(content) if content else None
    except (ValueError, RecursionError):
        raise BadAnswer(
            f"What answers at {url} (status {response.status}) is no Pegboard: its answer is not JSON."
        ) from None
    if response.status < 300:
        return answer
    if not isinstance(answer, Mapping):
        raise BadAnswer(f"What answers at {url} (status {response.status}) is no Pegboard: it gives no reason.")
    raise Problem.of(answer, response.status)


def _running(folder: Path) -> str:
    place = folder / "server.json"
    start = f"Start one (pegboard serve --data {folder}), or name one in PEGBOARD_URL."
    try:
        url = json.loads(place.read_text(encoding="utf-8"))["url"]
    except FileNotFoundError:
        raise NoServer(f"No server runs on the data folder {folder}.", start) from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise NoServer(f"{place} cannot be read: {error}.", start) from None
    return str(url)


def _first_token(folder: Path) -> str:
    place = folder / "token"
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise NoServer(f"No token: {place} cannot be read ({error}).", "Name one in PEGBOARD_TOKEN.") from None

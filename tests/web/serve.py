"""A service in a process of its own over a fake table.

Lines on standard input drive it: ``show STATE``, ``codes``, ``entered``, ``quit``.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from controller.web.app import Settings, create_app
from controller.web.server import listen, server_for
from tests.web.fake import FakeTable

KIOSK_KEY = "kiosk-key-of-the-test"
CODE = "amber-lark-zinc-oak"


def tell(line: str) -> None:
    """One line to whoever started this."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(port: int, keys: str) -> None:
    """Serve until standard input ends."""
    table = FakeTable()
    app = create_app(table, Settings(keys=Path(keys), kiosk_key=KIOSK_KEY, director_code=CODE))
    server = server_for(app)
    bound = listen("127.0.0.1", port)

    def obey() -> None:
        for line in sys.stdin:
            match line.split():
                case ["show", state]:
                    table.show_state(state)
                case ["codes"]:
                    tell(" ".join(app.state.pone.access.seat_code(s) for s in "NESW"))
                case ["entered"]:
                    tell(str(len(table.entered)))
                case _:
                    break
        server.should_exit = True

    threading.Thread(target=obey, daemon=True).start()
    tell(str(bound.getsockname()[1]))
    server.run(sockets=[bound])


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])

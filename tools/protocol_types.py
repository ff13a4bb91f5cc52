"""Write the browser client's view of the protocol: its JSON Schema and the TypeScript types made from it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from openfelt.service.wire.changes import schema

WEB = Path(__file__).resolve().parent.parent / "web"
SCHEMA = WEB / "src" / "protocol.json"
TYPES = WEB / "src" / "lib" / "protocol.ts"


def schema_text() -> str:
    """The schema as it is kept in the repository."""
    return json.dumps(schema(), indent=1, sort_keys=True) + "\n"


def types_text(source: Path = SCHEMA) -> str:
    """The types that the schema in a file yields."""
    command = [
        str(WEB / "node_modules" / ".bin" / "json2ts"),
        "-i",
        str(source),
        "--unreachableDefinitions",
        "--additionalProperties=false",
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=WEB).stdout


def main() -> None:
    """Write both files."""
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    TYPES.write_text(types_text(), encoding="utf-8")


if __name__ == "__main__":
    main()

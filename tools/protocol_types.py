"""Write the browser client's view of the wire: the OpenAPI document of routes and frames, and its TypeScript types."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from openfelt.service.routes import every_route

WEB = Path(__file__).resolve().parent.parent / "web"
SCHEMA = WEB / "src" / "openapi.json"
TYPES = WEB / "src" / "lib" / "protocol.ts"


def schema_text() -> str:
    """The document as it is kept in the repository."""
    return json.dumps(every_route(), indent=1, sort_keys=True) + "\n"


def types_text(source: Path = SCHEMA) -> str:
    """The types that the document in a file yields."""
    command = [
        str(WEB / "node_modules" / ".bin" / "openapi-typescript"),
        str(source),
        "--root-types",
        "--root-types-no-schema-prefix",
        "--root-types-keep-casing",
        "--default-non-nullable=false",
        "--empty-objects-unknown",
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=WEB).stdout


def main() -> None:
    """Write both files."""
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    TYPES.write_text(types_text(), encoding="utf-8")


if __name__ == "__main__":
    main()

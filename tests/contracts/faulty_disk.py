"""A disk that fails on cue: errors at a chosen call, and a power cut that loses or tears what was not yet synced."""

from pathlib import Path

import apsw

SECTOR = 512
MUTATING = ("write", "sync", "truncate", "delete")


class FaultyDisk(apsw.VFS):
    """Passes everything to the real disk and counts it; raises at call `fail_at`, and ever after if it stays dead."""

    def __init__(self, name="faulty"):
        self.name = name
        self.calls = 0
        self.fail_at = None
        self.error = apsw.IOError
        self.stays_dead = False
        self.counted = (*MUTATING, "read")
        self.log = []
        self.durable = {}
        self.pending = {}
        super().__init__(name, "")

    def arm(self, fail_at, error=apsw.IOError, *, stays_dead=False, counted=None):
        self.calls, self.fail_at, self.error, self.stays_dead = 0, fail_at, error, stays_dead
        self.counted = counted or self.counted

    def passes(self, what, path):
        """Count one call; raise if its number is up."""
        if what not in self.counted:
            return
        self.calls += 1
        self.log.append((what, path.name))
        if self.fail_at is not None and (self.calls == self.fail_at or (self.stays_dead and self.calls > self.fail_at)):
            raise self.error(f"injected at call {self.calls}: {what} {path.name}")

    def xOpen(self, name, flags):  # noqa: N802 - SQLite's name
        return FaultyFile(self, name, flags)

    def xDelete(self, name, sync):  # noqa: N802
        self.passes("delete", Path(name))
        self.durable.pop(Path(name), None)
        self.pending.pop(Path(name), None)
        super().xDelete(name, sync)

    def power_cut(self, into: Path, rng) -> None:
        """Write what a cut would leave: everything synced, and of the rest some writes, some not, some in part."""
        for path, image in self.durable.items():
            if path.name.endswith("-shm"):
                continue
            left = bytearray(image)
            for what, offset, data in self.pending[path]:
                fate = rng.choice(("kept", "lost", "torn"))
                if what == "truncate" and fate == "kept":
                    del left[offset:]
                elif what == "write" and fate == "kept":
                    put(left, offset, data)
                elif what == "write" and fate == "torn":
                    for at in range(0, len(data), SECTOR):
                        if rng.random() < 0.5:
                            put(left, offset + at, data[at : at + SECTOR])
            (into / path.name).write_bytes(left)


class FaultyFile(apsw.VFSFile):
    def __init__(self, disk, name, flags):
        self.disk = disk
        self.path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        before = self.path.read_bytes() if self.path.exists() else b""
        disk.durable.setdefault(self.path, bytearray(before))
        disk.pending.setdefault(self.path, [])
        super().__init__("", name, flags)

    def xRead(self, amount, offset):  # noqa: N802
        self.disk.passes("read", self.path)
        return super().xRead(amount, offset)

    def xWrite(self, data, offset):  # noqa: N802
        self.disk.passes("write", self.path)
        self.disk.pending[self.path].append(("write", offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size):  # noqa: N802
        self.disk.passes("truncate", self.path)
        self.disk.pending[self.path].append(("truncate", size, b""))
        super().xTruncate(size)

    def xSync(self, flags):  # noqa: N802
        self.disk.passes("sync", self.path)
        super().xSync(flags)
        image = self.disk.durable[self.path]
        for what, offset, data in self.disk.pending[self.path]:
            if what == "truncate":
                del image[offset:]
            else:
                put(image, offset, data)
        self.disk.pending[self.path].clear()


def put(image: bytearray, offset: int, data: bytes) -> None:
    """Write into an image, growing it with zeros as a file grows."""
    if len(image) < offset:
        image.extend(bytes(offset - len(image)))
    image[offset : offset + len(data)] = data

"""The tables of the SQLite journal. The database itself keeps order, zero sums, full accounts and unedited history.

Records and postings are inserted first, their entry last: the entry's trigger then sees the whole act and refuses it
unless the postings sum to zero and leave no account overdrawn. The deferred references make records or postings without
an entry impossible to commit, and the order triggers make it impossible to add any to an entry that is closed.

Version 2 adds the orders. A journal of version 1 is read as it is; opened for writing, it gets what it lacks.
"""

from __future__ import annotations

from typing import Final

APPLICATION_ID: Final = 0x0F_E1_7A_01
SCHEMA_VERSION: Final = 2

TABLES: Final = {
    "facts": "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    "overdraft": "CREATE TABLE overdraft (kind TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
    "entries": """CREATE TABLE entries (
  number INTEGER PRIMARY KEY,
  request TEXT NOT NULL UNIQUE,
  answer BLOB NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL CHECK (last >= first),
  sealed BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT""",
    "records": """CREATE TABLE records (
  position INTEGER PRIMARY KEY,
  entry INTEGER NOT NULL REFERENCES entries (number) DEFERRABLE INITIALLY DEFERRED,
  stream TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  schema INTEGER NOT NULL,
  payload BLOB NOT NULL,
  cites TEXT NOT NULL,
  actor TEXT NOT NULL,
  time_ms INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  UNIQUE (stream, version)
) STRICT""",
    "postings": """CREATE TABLE postings (
  entry INTEGER NOT NULL REFERENCES entries (number) DEFERRABLE INITIALLY DEFERRED,
  line INTEGER NOT NULL,
  account TEXT NOT NULL,
  seq INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  balance INTEGER NOT NULL,
  reason TEXT NOT NULL,
  cites TEXT NOT NULL,
  PRIMARY KEY (entry, line),
  UNIQUE (account, seq)
) STRICT, WITHOUT ROWID""",
    "sealed": """CREATE TABLE sealed (
  shuffle TEXT PRIMARY KEY,
  entry INTEGER NOT NULL REFERENCES entries (number) DEFERRABLE INITIALLY DEFERRED,
  deck TEXT NOT NULL,
  seed BLOB NOT NULL CHECK (length(seed) >= 32),
  root BLOB NOT NULL CHECK (length(root) = 32)
) STRICT, WITHOUT ROWID""",
    "orders": """CREATE TABLE orders (
  entry INTEGER NOT NULL REFERENCES entries (number) DEFERRABLE INITIALLY DEFERRED,
  stream TEXT NOT NULL,
  rules TEXT NOT NULL,
  payload BLOB NOT NULL,
  PRIMARY KEY (entry, stream)
) STRICT, WITHOUT ROWID""",
    "snapshots": """CREATE TABLE snapshots (
  stream TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  schema INTEGER NOT NULL,
  payload BLOB NOT NULL,
  digest BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
}

# An entry's row looks for what refers to it; without these that would read the whole table.
INDEXES: Final = {
    "records_by_entry": "CREATE INDEX records_by_entry ON records (entry)",
    "sealed_by_entry": "CREATE INDEX sealed_by_entry ON sealed (entry)",
}

APPEND_ONLY: Final = ("facts", "overdraft", "entries", "records", "postings", "sealed", "orders")

ORDER: Final = {
    "records_in_order": """CREATE TRIGGER records_in_order BEFORE INSERT ON records BEGIN
  SELECT RAISE(ABORT, 'position out of order')
    WHERE NEW.position <> coalesce((SELECT max(position) FROM records), 0) + 1;
  SELECT RAISE(ABORT, 'version out of order')
    WHERE NEW.version <> coalesce((SELECT max(version) FROM records WHERE stream = NEW.stream), 0) + 1;
  SELECT RAISE(ABORT, 'entry is closed')
    WHERE NEW.entry <> coalesce((SELECT max(number) FROM entries), 0) + 1;
END""",
    "postings_in_order": """CREATE TRIGGER postings_in_order BEFORE INSERT ON postings BEGIN
  SELECT RAISE(ABORT, 'entry is closed')
    WHERE NEW.entry <> coalesce((SELECT max(number) FROM entries), 0) + 1;
  SELECT RAISE(ABORT, 'line out of order')
    WHERE NEW.line <> coalesce((SELECT max(line) FROM postings WHERE entry = NEW.entry), 0) + 1;
  SELECT RAISE(ABORT, 'account line out of order')
    WHERE (NEW.seq, NEW.balance - NEW.amount) <> (
      SELECT coalesce(max(seq), 0) + 1, coalesce(balance, 0)
      FROM (SELECT seq, balance FROM postings WHERE account = NEW.account ORDER BY seq DESC LIMIT 1));
END""",
    "sealed_in_order": """CREATE TRIGGER sealed_in_order BEFORE INSERT ON sealed BEGIN
  SELECT RAISE(ABORT, 'shuffle has its seed') WHERE EXISTS (SELECT 1 FROM sealed WHERE shuffle = NEW.shuffle);
  SELECT RAISE(ABORT, 'entry is closed')
    WHERE NEW.entry <> coalesce((SELECT max(number) FROM entries), 0) + 1;
END""",
    "orders_in_order": """CREATE TRIGGER orders_in_order BEFORE INSERT ON orders BEGIN
  SELECT RAISE(ABORT, 'entry is closed')
    WHERE NEW.entry <> coalesce((SELECT max(number) FROM entries), 0) + 1;
END""",
    "entries_closed_in_order": """CREATE TRIGGER entries_closed_in_order BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'entry out of order')
    WHERE NEW.number <> coalesce((SELECT max(number) FROM entries), 0) + 1;
  SELECT RAISE(ABORT, 'request repeated') WHERE EXISTS (SELECT 1 FROM entries WHERE request = NEW.request);
  SELECT RAISE(ABORT, 'records missing')
    WHERE NEW.first <> coalesce((SELECT max(last) FROM entries WHERE number = NEW.number - 1), 0) + 1
       OR NEW.last <> (SELECT max(position) FROM records);
  SELECT RAISE(ABORT, 'postings do not sum to zero')
    WHERE (SELECT coalesce(sum(amount), 0) FROM postings WHERE entry = NEW.number) <> 0;
  SELECT RAISE(ABORT, 'account overdrawn')
    WHERE EXISTS (
      SELECT 1 FROM postings AS line
      WHERE line.entry = NEW.number AND line.balance < 0
        AND line.seq = (SELECT max(seq) FROM postings WHERE account = line.account)
        AND substr(line.account, 1, instr(line.account || '/', '/') - 1) NOT IN (SELECT kind FROM overdraft));
END""",
    "facts_once": """CREATE TRIGGER facts_once BEFORE INSERT ON facts BEGIN
  SELECT RAISE(ABORT, 'fact is set') WHERE EXISTS (SELECT 1 FROM facts WHERE name = NEW.name);
END""",
    "overdraft_at_creation": """CREATE TRIGGER overdraft_at_creation BEFORE INSERT ON overdraft BEGIN
  SELECT RAISE(ABORT, 'overdraft is set at creation') WHERE EXISTS (SELECT 1 FROM facts WHERE name = 'created');
END""",
}

FROZEN: Final = {
    f"{table}_no_{act.lower()}": f"""CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} BEGIN
  SELECT RAISE(ABORT, 'history is append-only');
END"""
    for table in APPEND_ONLY
    for act in ("UPDATE", "DELETE")
}

# A backup carries what lay beside the journal at the same moment: name and content of each file.
CARRIED: Final = {
    "carried": "CREATE TABLE carried (name TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT",
}

STATEMENTS: Final = {**TABLES, **INDEXES, **ORDER, **FROZEN}

# What each later version has added, by the names of its statements.
ADDED: Final = {2: ("orders", "orders_in_order", "orders_no_update", "orders_no_delete")}
VERSIONS: Final = range(1, SCHEMA_VERSION + 1)


def upgrade_fact(version: int) -> str:
    """Under which name the facts keep the last entry before a journal was brought to a version."""
    return f"upgraded to {version} after entry"


def statements_of(version: int) -> dict[str, str]:
    """The tables, indexes and guards of a journal of that version.

    >>> sorted(statements_of(2).keys() - statements_of(1).keys())
    ['orders', 'orders_in_order', 'orders_no_delete', 'orders_no_update']
    """
    later = {name for added, names in ADDED.items() if added > version for name in names}
    return {name: statement for name, statement in STATEMENTS.items() if name not in later}

"""A player can check every card he saw, and learns nothing else; any change to a proof is found and named."""

import hashlib
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from openfelt.cards import ALL_CARDS, JOKER, UNKNOWN, deck
from openfelt.cli.main import root
from openfelt.errors import NotationError
from openfelt.journal import MemoryStore, Sealed
from openfelt.service.deck.commitments import (
    Commitment,
    Seen,
    document_of,
    faults,
    leaf,
    path_to,
    root_from,
    root_of,
    seen_from,
)
from openfelt.service.deck.sealing import check_shuffles, deck_from, opened, seal
from tests.contracts.journal_kit import entry

SEED = bytes(range(32))
DEALT = Commitment("table/3#17", SEED, deck(52, joker=True))


def seen(*indexes):
    return Seen(DEALT.shuffle, len(DEALT.order), DEALT.root, tuple(DEALT.reveal(i) for i in indexes))


def test_the_tree_is_that_of_rfc_6962():
    """Against the RFC's own definition, written out for seven leaves (section 2.1.3 shows this tree)."""
    a, b, c, d, e, f, g = (hashlib.sha256(b"\x00" + bytes([i])).digest() for i in range(7))

    def h(left, right):
        return hashlib.sha256(b"\x01" + left + right).digest()

    left, right = h(h(a, b), h(c, d)), h(h(e, f), g)
    leaves = (a, b, c, d, e, f, g)
    assert root_of(leaves) == h(left, right)
    assert path_to(leaves, 0) == (b, h(c, d), right)
    assert path_to(leaves, 3) == (c, h(a, b), right)
    assert path_to(leaves, 4) == (f, g, left)
    assert path_to(leaves, 6) == (h(e, f), left)


@pytest.mark.parametrize("size", range(1, 54))
def test_every_leaf_of_every_tree_leads_to_the_root_and_to_no_other_place(size):
    leaves = [hashlib.sha256(bytes([i])).digest() for i in range(size)]
    whole = root_of(leaves)
    for index in range(size):
        path = path_to(leaves, index)
        assert root_from(leaves[index], index, size, path) == whole
        for wrong in {0, size - 1, (index + 1) % size} - {index}:
            assert root_from(leaves[index], wrong, size, path) != whole
        if path:
            assert root_from(leaves[index], index, size, path[:-1]) != whole
            assert root_from(leaves[index], index, size, (*path, path[0])) != whole


def test_every_card_of_a_deck_can_be_proved():
    assert faults(seen(*range(53))) == []


def test_the_leaf_is_as_documented():
    one = DEALT.reveal(5)
    name = b"table/3#17"
    text = b"\x00" + b"\x00\x0a" + name + b"\x00\x05" + str(one.card).encode() + one.salt
    assert leaf("table/3#17", 5, one.card, one.salt) == hashlib.sha256(text).digest()
    assert len(one.salt) == 16


def test_ids_and_positions_cannot_be_confused():
    assert leaf("a", 5, ALL_CARDS[0], bytes(16)) != leaf("a\x00", 5, ALL_CARDS[0], bytes(16))
    assert Commitment("a", SEED, deck(52)).root != Commitment("b", SEED, deck(52)).root


def changes(one):
    for other in (*ALL_CARDS[:52], JOKER, UNKNOWN):
        if other != one.card:
            yield replace(one, card=other)
    for bit in range(128):
        yield replace(one, salt=(int.from_bytes(one.salt, "big") ^ 1 << bit).to_bytes(16, "big"))
    for index in range(53):
        if index != one.index:
            yield replace(one, index=index)
    for at in range(len(one.path)):
        yield replace(one, path=(*one.path[:at], bytes(32), *one.path[at + 1 :]))
    yield replace(one, path=one.path[1:])


@pytest.mark.parametrize("index", [0, 31, 32, 52])
def test_any_changed_card_salt_position_or_path_fails_and_is_named(index):
    good = DEALT.reveal(1 if index != 1 else 2)
    for bad in changes(DEALT.reveal(index)):
        found = faults(Seen(DEALT.shuffle, 53, DEALT.root, (good, bad)))
        assert len(found) == 1
        assert found[0].startswith(f"position {bad.index} ({bad.card}): ")


def test_another_hand_root_or_size_fails():
    whole = seen(0, 52)
    assert len(faults(replace(whole, shuffle="table/3#18"))) == 2
    assert len(faults(replace(whole, root=bytes(32)))) == 2
    assert faults(replace(whole, size=52, revealed=(DEALT.reveal(0),))) == [], "the left half does not show the size"
    assert faults(replace(whole, size=40, revealed=(DEALT.reveal(0),))) == []
    assert len(faults(replace(whole, size=30, revealed=(DEALT.reveal(0),)))) == 1


def test_a_deck_with_a_card_twice_is_found():
    """A cheating room can commit to what it likes; two aces of spades are found as soon as one viewer sees both."""
    salt = bytes(16)
    order = (ALL_CARDS[51], ALL_CARDS[51])
    leaves = [leaf("x", i, one, salt) for i, one in enumerate(order)]
    shown = tuple(
        replace(DEALT.reveal(0), index=i, card=one, salt=salt, path=path_to(leaves, i)) for i, one in enumerate(order)
    )
    assert faults(Seen("x", 2, root_of(leaves), shown)) == ["position 1 (As): the same card was also at position 0"]


def test_a_proof_holds_no_salt_and_no_card_of_another_position():
    document = json.dumps(document_of(seen(3, 9)))
    for index in set(range(53)) - {3, 9}:
        hidden = DEALT.reveal(index)
        assert hidden.salt.hex() not in document
        assert f'"{hidden.card}"' not in document
    assert SEED.hex() not in document


def test_documents_round_trip():
    assert seen_from(json.loads(json.dumps(document_of(seen(0, 7, 52))))) == seen(0, 7, 52)


def run(text):
    return CliRunner().invoke(root, ["verify-shuffle", "-"], input=text)


def test_the_command_verifies_names_the_bad_card_and_refuses_nonsense(tmp_path):
    document = document_of(seen(0, 7))
    good = run(json.dumps(document))
    assert (good.exit_code, good.output) == (0, "table/3#17: 2 of 53 cards shown, each was where the root says\n")
    document["revealed"][1]["salt"] = "00" * 16
    bad = run(json.dumps(document))
    assert bad.exit_code == 1
    assert bad.output.startswith(f"table/3#17: position 7 ({DEALT.order[7]}): ")
    as_json = CliRunner().invoke(root, ["verify-shuffle", "--json", "-"], input=json.dumps(document))
    assert json.loads(as_json.output)["ok"] is False


GOOD = document_of(seen(0))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "other"}, "format 'other'"),
        ({"root": "00"}, "root must be 64 hexadecimal digits"),
        ({"root": "zz" * 32}, "root must be 64 hexadecimal digits"),
        ({"size": 0}, "size must be a whole number from 1"),
        ({"size": True}, "size must be a whole number"),
        ({"shuffle": ""}, "shuffle must be a text"),
        ({"shuffle": "\ud800"}, "shuffle must be a text of 1 to 200 printable characters"),
        ({"shuffle": "\ud800", "revealed": []}, "shuffle must be a text of 1 to 200 printable characters"),
        ({"shuffle": "hand 1\nhand 2: well"}, "shuffle must be a text of 1 to 200 printable characters"),
        ({"revealed": {}}, "revealed must be a list"),
        ({"revealed": [1]}, r"revealed\[0\] must have exactly"),
        (
            {"revealed": [GOOD["revealed"][0] | {"index": 53}]},
            r"revealed\[0\].index must be a whole number from 0 to 52",
        ),
        ({"revealed": [GOOD["revealed"][0] | {"card": "Xx"}]}, r"revealed\[0\].card: "),
        ({"revealed": [GOOD["revealed"][0] | {"card": 3}]}, r"revealed\[0\].card must be a text"),
        ({"revealed": [GOOD["revealed"][0] | {"salt": 1}]}, r"revealed\[0\].salt must be 32"),
        ({"revealed": [GOOD["revealed"][0] | {"path": ["00"]}]}, r"revealed\[0\].path\[0\] must be 64"),
        ({"revealed": [GOOD["revealed"][0] | {"path": 1}]}, r"revealed\[0\].path must be"),
        ({"extra": 1}, "the document must have exactly"),
    ],
)
def test_an_unreadable_document_is_refused_with_its_place(change, why):
    with pytest.raises(NotationError, match=why):
        seen_from(GOOD | change)
    assert isinstance(run(json.dumps(GOOD | change)).exception, NotationError)


def test_text_that_is_no_json_is_refused():
    for text in ("", "{", "[" * 100_000, "\x00"):
        assert isinstance(run(text).exception, NotationError)


def test_a_sealed_seed_deals_the_same_deck_again_and_the_audit_sees_another():
    of = deck(36)
    made = Commitment("t#1", SEED, of)
    store = MemoryStore()
    store.append(entry("a", sealed=(seal(made, SEED, of),)))
    again = opened(store.sealed("t#1"))
    assert (again.order, again.root) == (made.order, made.root)
    assert check_shuffles(store).fault is None
    store.append(entry("b", expected=1, sealed=(Sealed("t#2", "52", SEED, made.root),)))
    assert check_shuffles(store).fault.place == "shuffle t#2"
    with pytest.raises(NotationError, match="no deck '51'"):
        deck_from("51")

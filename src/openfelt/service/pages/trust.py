"""The page of a room on a local network: its authority's certificate, how a phone takes it, what is missing without it.

Plain HTML without a script, so that it is read before the browser trusts the room.
"""

from __future__ import annotations

from html import escape
from string import Template
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from openfelt.service.doors.routing import Asked
from openfelt.service.people.accounts import NotAllowed

if TYPE_CHECKING:
    from openfelt.service.doors.authority import Authority  # a room without its own certificate starts without it

FILE: Final = "/trust/openfelt-room.crt"
LOOKS: Final = "/trust/looks.css"
CERTIFICATE_TYPE: Final = "application/x-x509-ca-cert"  # what makes a phone offer to install it
FRESH: Final = {"cache-control": "no-store"}  # another authority may be made

PAGE: Final = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust this room - openfelt</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="$looks">
</head>
<body>
<main>
<h1>Trust this room</h1>
<p>Your browser warns because this room made its own certificate: no company vouches for a machine in somebody's home.
You can go on past the warning and play, or tell your phone once that it knows this room.</p>

<section aria-labelledby="get">
<h2 id="get">1. Get the certificate</h2>
<p><a class="button" href="$file">Get the certificate</a></p>
<p>Ask your host to read out the fingerprint (SHA-256) that the room printed when it started. It must be this one:</p>
<p><code>$fingerprint</code></p>
<p>If one letter differs, stop: somebody stands between you and the room.</p>
<p>Your phone calls it <strong>$name</strong>. It can vouch for these addresses and for nothing else: $permitted.</p>
</section>

<section aria-labelledby="ios">
<h2 id="ios">2. iPhone and iPad</h2>
<ol>
<li>Open this page in Safari, touch <em>Get the certificate</em>, then <em>Allow</em>.</li>
<li>Open <em>Settings</em>. Touch <em>Profile Downloaded</em> near the top (or <em>General</em>,
<em>VPN &amp; Device Management</em>), then <em>Install</em>.</li>
<li>Switch on full trust: <em>Settings</em>, <em>General</em>, <em>About</em>, <em>Certificate Trust Settings</em>, and
the switch beside the name above.</li>
<li>Close this page and open the room again. The warning is gone.</li>
</ol>
<p>To take it back: <em>Settings</em>, <em>General</em>, <em>VPN &amp; Device Management</em>, the name above,
<em>Remove Profile</em>.</p>
</section>

<section aria-labelledby="android">
<h2 id="android">2. Android</h2>
<ol>
<li>Touch <em>Get the certificate</em>; the phone keeps it among its downloads.</li>
<li>Open <em>Settings</em> and search for <em>CA certificate</em> (most often under <em>Security</em>,
<em>Encryption &amp; credentials</em>, <em>Install a certificate</em>).</li>
<li>Choose <em>CA certificate</em>, <em>Install anyway</em>, and the file <em>openfelt-room.crt</em>.</li>
<li>Close the browser and open the room again. The warning is gone.</li>
</ol>
<p>Android then says now and then that the network may be monitored: that is about this certificate. Firefox asks its
own list first; use Chrome. To take it back: <em>Settings</em>, search for <em>User certificates</em> or
<em>Trusted credentials</em>, the name above, <em>Remove</em>.</p>
</section>

<section aria-labelledby="without">
<h2 id="without">Without it</h2>
<p>Past the warning (<em>Advanced</em> or <em>Show Details</em>, then go on) the room works: you can sit, play and
watch. What is missing then:</p>
<ul>
<li>The warning comes back, and the browser calls the page not secure. It cannot tell this room from another machine
that pretends to be it.</li>
<li>The room cannot be installed as an app on the phone, and cannot send notifications.</li>
<li>The browser may not offer to keep your password.</li>
<li>Some versions of Safari on iPhone and iPad show the page but refuse the live connection of the tables. If yours says
that the connection is lost and never comes back, install the certificate or use another device.</li>
</ul>
</section>

<p><a href="/">To the room</a></p>
</main>
</body>
</html>
""")

STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
li { margin: .4rem 0; }
code { display: block; padding: .75rem; border: 1px solid; border-radius: .4rem; font-size: 1rem; }
.button { display: inline-block; padding: .75rem 1.25rem; border-radius: .4rem; background: #2d5a1b; color: #fff;
  font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid; outline-offset: 2px; }
"""


def authority_of(asked: Asked[None, None]) -> Authority:
    """The authority that this room made for itself; elsewhere there is no such page."""
    found: Authority | None = asked.request.app.state.authority
    if found is None:
        raise NotAllowed("this room has no authority of its own: it is not served with --lan", code="not-found")
    return found


def page(asked: Asked[None, None]) -> Response:
    """How a phone comes to trust this room, in plain words."""
    authority = authority_of(asked)
    return Response(write_page(authority), media_type="text/html", headers=FRESH)


def write_page(authority: Authority) -> str:
    """The page of an authority."""
    words = {
        "file": FILE,
        "looks": LOOKS,
        "fingerprint": authority.fingerprint.replace(":", ":<wbr>"),  # no pair is broken over two lines
        "name": escape(authority.name),
        "permitted": escape(", ".join(authority.permitted.hosts)),
    }
    return PAGE.substitute(words)


def certificate(asked: Asked[None, None]) -> Response:
    """The authority's certificate (X.509, DER), as phones install it."""
    return Response(authority_of(asked).file, media_type=CERTIFICATE_TYPE, headers=FRESH)


def looks(asked: Asked[None, None]) -> Response:
    """The looks of that page."""
    authority_of(asked)
    return Response(STYLE, media_type="text/css")

"""The ways in: HTTP and sockets, who is let in, and requests as orders."""

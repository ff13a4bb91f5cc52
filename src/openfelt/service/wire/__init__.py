"""The wire: frames, request ids, and a bounded queue for each connection."""

"""What viewers are told: frames, lines and words, each built for one viewer."""

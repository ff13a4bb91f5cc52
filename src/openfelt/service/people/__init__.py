"""Who is who: accounts, offices, names, log-ins, and the bots of the house."""

"""What people read and do outside the tables: rulebooks, finished hands, accounts, the lab."""

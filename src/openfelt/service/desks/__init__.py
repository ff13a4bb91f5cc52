"""The desks of the staff: floor, money, cage, pits, offices, and the operator."""

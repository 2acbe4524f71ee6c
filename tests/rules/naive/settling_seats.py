"""Who was dealt cards, who plays and who sits out."""


def dealt(line):
    players, dealer = line["players"], line["dealer"]
    return [(dealer + 1) % players, (dealer - 1) % players, dealer]


def fourth(line):
    """Who sits out; of two, the one who deals first."""
    if line["players"] == 3:
        return None
    return (line["dealer"] + 2) % line["players"]


def playing(line):
    """Who takes tricks."""
    if line["contract"] == "mort" and line["players"] > 3:
        return [*dealt(line), fourth(line)]
    if line["pairs"]:
        partner = (line["declarer"] + 2) % 4
        return [seat for seat in range(4) if seat != partner]
    seats = dealt(line)
    for item in line["joined"]:
        if item["seat"] not in seats and not item.get("abandoned"):
            seats.append(item["seat"])
    return seats


def sitters(line):
    seats = dealt(line) if line["passed"] else playing(line)
    return [seat for seat in range(line["players"]) if seat not in seats]

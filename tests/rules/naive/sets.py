"""What settling and checking ask of each rule set: another one needs another row, and no code.

Written from the sources alone, so that the engine's own tables can be wrong.
"""

from typing import Any

NOLOS = ["koebe_nolo", "ren_nolo", "koebe_nolo_ouvert", "nolo_ouvert"]
GROUP_I = ["spil", "bedre_spil", "tourne", "koebe_nolo", "tourne_respekt"]
GROUP_II = ["solo", "solo_spar"]
# The price of a won game or a bet, and what a kodille costs on top; None: it depends.
_UNION = {
    "spil": (1, 1), "bedre_spil": (1, 1), "tourne": (2, 1), "koebe_nolo": (2, 1),
    "tourne_respekt": (3, 1), "solo": (3, 1), "solo_spar": (4, 1), "ren_nolo": (4, 1),
    "nolo_ouvert": (6, 1),
}  # fmt: skip
USUAL: dict[str, Any] = {
    "sizes": [3, 4],
    "options": {},  # those that may be chosen, and what holds without a word
    "with_option": [],  # contracts that hang on the option of their name
    "thrown_in": ["spil", "bedre_spil", "tourne", "tourne_respekt", "koebe_nolo"],
    "by_the_trick": [],  # nolos whose kodille costs more with every trick
    "nolo_kodille": True,
    "remis": False,  # three tricks each are neither won nor lost
    "needed": {},  # the tricks that win, where the others' do not matter
    "one_four_four": "kodille",
    "priced_by_cards": [],
    "extra_card": {},  # where it is sold: by which option, None for always; what a bet costs then
    "joined": {},  # by contract the options on which cards or none in hand join; None: always
    "gives_up": False,  # a fourth who joined may
    "fine": {},  # what it costs to have looked
    "tout": 1,  # what it is worth, and the first five tricks; 0: there is none
    "in_spades": ["bedre_spil", "solo_spar"],
    # From here on what checking alone asks.
    "speaks_once": False,  # each has one call, and a bid must be worth more; others two at a time
    "ranks": [],  # the lowest first, with its equals; not asked where each speaks once
    "lowest_in_group": [],  # groups in which the lowest bid that suffices must be made
    "free_over_a_bid": [],  # but for these, once somebody has bid
    "equal_by_name": False,  # the earlier seat may name another contract of equal rank
    "offered_over": {},  # what a later seat may offer over which bid
    "must_bid_with": [],  # cards with which nobody may be the first to pass
    "kaske_for_all": False,  # forehand alone is asked otherwise
    "becomes": {},  # what may be played after a won bid; others are played as they were bid
    "declarer_buys": {},  # where he does, how many cards at least, the one turned among them
    "thrown_in_after_first_lead": False,  # not before it, and also by who makes it
    "backhand_throws_in_before_middlehand": False,  # has added to the first lead
    "sixth_lead_is_tout": False,  # after the first five tricks, without a word
}
_UNIONS = USUAL | {
    "options": {"spadille_must_bid": False, "dealer_must_bid": False},
    "prices": _UNION,
    "ranks": [
        ["spil"], ["bedre_spil"], ["tourne", "koebe_nolo"], ["tourne_respekt"], ["solo"],
        ["solo_spar", "ren_nolo"], ["nolo_ouvert"],
    ],
    "lowest_in_group": [GROUP_I, GROUP_II, ["ren_nolo"], ["nolo_ouvert"]],
    "equal_by_name": True,
    "declarer_buys": {
        "spil": 1, "bedre_spil": 1, "tourne": 2, "koebe_nolo": 1, "tourne_respekt": 2,
    },
}  # fmt: skip
SETS: dict[str, dict[str, Any]] = {
    "dlu": _UNIONS | {
        "becomes": {
            "spil": GROUP_I,
            "bedre_spil": GROUP_I[1:],
            "tourne": ["tourne", "koebe_nolo", "tourne_respekt"],
            "koebe_nolo": ["tourne", "koebe_nolo", "tourne_respekt"],
            "solo": GROUP_II,
        },
        "sixth_lead_is_tout": True,
    },
    "klub": _UNIONS | {
        "free_over_a_bid": GROUP_I,
        "becomes": {"spil": GROUP_I, "solo": GROUP_II},
    },
    "familie": USUAL | {
        "options": {
            "spadille_must_bid": True, "dealer_must_bid": True, "fourth_joins_nolo": True,
            "grand": False, "grandissimo": False, "kaske": False, "mort": False,
            "mort_nolo": False, "several_nolo": False, "nolo_extra_card": False,
            "nolo_defenders_buy": False, "first_five": False, "nolo_bid_by_cards": False,
            "nolo_buy_again": False, "one_four_four": "kodille", "respekt_on": [],
        },
        "prices": {
            "spil": (1, 1), "bedre_spil": (1, 1), "tourne": (1, 1), "koebe_nolo": (2, None),
            "tourne_respekt": (2, 1), "grand": (2, 1), "grandissimo": (2, 1), "solo": (2, 1),
            "solo_spar": (3, 2), "ren_nolo": (3, 2), "nolo_ouvert": (5, 3), "kaske": (1, 1),
            "mort": (1, 1),
        },
        "with_option": ["grand", "grandissimo", "kaske", "mort"],
        "thrown_in": ["spil", "bedre_spil", "tourne", "tourne_respekt", "grand", "kaske"],
        "by_the_trick": ["koebe_nolo"],
        "needed": {"grand": 5, "grandissimo": 5},
        "joined": {"koebe_nolo": {"dealt": "several_nolo", "sitting": "fourth_joins_nolo"}},
        "extra_card": {"koebe_nolo": ("nolo_extra_card", 2)},
        "gives_up": True,
        "ranks": [
            ["spil"], ["bedre_spil"], ["tourne"], ["koebe_nolo"], ["tourne_respekt"], ["grand"],
            ["grandissimo"], ["solo"], ["solo_spar", "ren_nolo"], ["nolo_ouvert"],
        ],
        "kaske_for_all": True,
        "becomes": {"spil": ["spil", "bedre_spil", "tourne", "koebe_nolo"], "solo": GROUP_II},
        "declarer_buys": {
            "spil": 0, "bedre_spil": 0, "tourne": 0, "koebe_nolo": 0, "tourne_respekt": 0,
            "grand": 5,
        },
        "sixth_lead_is_tout": True,
    },
    "hoem": USUAL | {
        "sizes": [3, 4, 5],
        "prices": {
            "tourne": (None, 5), "koebe_nolo": (15, 0), "grand": (18, 0), "solo": (15, 5),
            "solo_spar": (16, 5), "ren_nolo": (16, 0), "koebe_nolo_ouvert": (25, 0),
            "nolo_ouvert": (50, 0),
        },
        "thrown_in": ["tourne", "grand", "koebe_nolo", "koebe_nolo_ouvert"],
        "nolo_kodille": False,
        "needed": {"grand": 5},
        "one_four_four": "won",
        "priced_by_cards": ["tourne"],
        "extra_card": {"koebe_nolo": (None, 30), "koebe_nolo_ouvert": (None, 25)},
        "joined": {nolo: {"dealt": None, "sitting": None} for nolo in NOLOS},
        "fine": {"koebe_nolo": 3, "ren_nolo": 3, "koebe_nolo_ouvert": 5, "nolo_ouvert": 5},
        "tout": 0,
        "speaks_once": True,
        "must_bid_with": ["SA", "CA"],
        "declarer_buys": {"tourne": 0, "grand": 5, "koebe_nolo": 1, "koebe_nolo_ouvert": 1},
        "backhand_throws_in_before_middlehand": True,
    },
    "lomber": USUAL | {
        "options": {
            "kaske": False, "spadille_must_kaske": False, "mort": False,
            "mort_spadille_needs_six": False, "spade_solo_above_pure_nolo": False,
            "pass_pays": True,
        },
        "prices": {
            "spil": (1, 1), "bedre_spil": (1, 1), "tourne": (1, 1), "koebe_nolo": (2, None),
            "tourne_respekt": (2, 1), "grandissimo": (2, 1), "solo": (2, 1), "solo_spar": (3, 1),
            "ren_nolo": (3, 1), "nolo_ouvert": (6, 2), "kaske": (1, 1), "mort": (1, 1),
        },
        "with_option": ["kaske", "mort"],
        "thrown_in": [
            "spil", "bedre_spil", "tourne", "tourne_respekt", "grandissimo", "solo", "solo_spar",
            "ren_nolo", "nolo_ouvert", "kaske", "mort",
        ],
        "by_the_trick": ["koebe_nolo"],
        "remis": True,
        "needed": {"mort": 5},
        "ranks": [
            ["spil"], ["bedre_spil"], ["tourne"], ["koebe_nolo"], ["tourne_respekt"],
            ["grandissimo"], ["solo"], ["solo_spar"], ["ren_nolo"], ["nolo_ouvert"],
        ],
        "offered_over": {"spil": ["tourne", "koebe_nolo"]},
        "becomes": {"spil": GROUP_I, "solo": GROUP_II},
        "declarer_buys": {
            "spil": 0, "bedre_spil": 0, "tourne": 0, "koebe_nolo": 0, "tourne_respekt": 0,
        },
        "thrown_in_after_first_lead": True,
    },
}  # fmt: skip


def of(line):
    """What holds in the rule set of a line."""
    return SETS[line["ruleset"]]

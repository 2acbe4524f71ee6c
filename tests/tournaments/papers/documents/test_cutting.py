"""Where the marks lie by which cards and slips are cut."""

from tournaments.papers.documents.cut import cutting


def test_the_marks_of_the_knife_lie_on_the_corners_of_the_cards():
    cut = cutting.Cut(columns=3, rows=8)
    assert (cut.width, cut.height) == ("70", "37.12")
    assert cut.marks.count("h6") == 4 * 9
    assert "M67 0h6" in cut.marks

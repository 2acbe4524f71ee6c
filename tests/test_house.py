"""The picture of the house is drawn from the contracts that hold it."""

from tests import house


def test_the_picture_shows_the_contracts_as_they_are():
    assert house.PICTURE.read_text(encoding="utf-8") == house.picture()


def test_every_room_is_drawn_with_what_it_says_of_itself():
    drawn = house.picture()
    rooms = [
        path.name for path in (house.ROOT / "tournaments").iterdir() if (path / "urls.py").exists()
    ]
    assert len(rooms) > 10
    for room in rooms:
        assert f">{room}<" in drawn
        assert len(house.told(f"tournaments.{room}")) > len(room)

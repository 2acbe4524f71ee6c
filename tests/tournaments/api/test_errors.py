"""Every error has a code and a sentence; a fault of the program stays one."""

from rest_framework import exceptions

from tournaments.api.errors import answer


def test_a_fault_of_the_program_is_not_dressed_up():
    assert answer(RuntimeError("a fault"), {}) is None


def test_a_list_of_faults_is_worded_too():
    response = answer(exceptions.ValidationError(["That is wrong."]), {})
    assert response is not None
    assert response.status_code == 400
    assert response.data["complaints"] == [
        {"code": "malformed", "field": "", "message": "That is wrong."}
    ]

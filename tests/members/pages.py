"""Pages used as a person uses them: looked at, a form of one filled in, a button of it pressed."""

from typing import Any
from urllib.parse import urljoin

import lxml.html
from django.test import Client
from django.urls import reverse

ENGLISH = {"HTTP_ACCEPT_LANGUAGE": "en"}


def at(name: str, *args: Any) -> str:
    """The address of a route; one that begins with a slash stays as it is."""
    return name if name.startswith("/") else reverse(name, args=args)


def text_of(page: Any) -> str:
    """What a page says, with one blank between words."""
    return " ".join(page.text_content().split())


class Person:
    """Somebody with a browser."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client or Client()
        self.client.defaults |= ENGLISH

    def page(self, name: str, /, *args: Any, **asked: Any) -> Any:
        """A page as it is shown."""
        where = at(name, *args)
        answer = self.client.get(where, asked, follow=True)
        assert answer.status_code == 200, (where, answer.status_code, answer.content.decode())
        return lxml.html.fromstring(answer.content.decode(), base_url=where)

    def reads(self, name: str, /, *args: Any, **asked: Any) -> str:
        """What a page says."""
        return text_of(self.page(name, *args, **asked).find(".//main"))

    def press(self, button: str, name: str, /, *args: Any, **said: Any) -> Any:
        """Fill in the form of a page that has the button, press it; the page to which that leads.

        What is not said stays as the page proposes it.
        """
        page = self.page(name, *args)
        return self.press_on(page, button, **said)

    def press_on(self, page: Any, button: str, /, **said: Any) -> Any:
        """The same on a page that is open."""
        form, pressed = found(page, button)
        more = {pressed.get("name"): pressed.get("value", "")} if pressed.get("name") else {}
        return self.send(form, pressed.get("formaction"), **{**more, **said})

    def send(self, form: Any, to: str | None = None, /, **said: Any) -> Any:
        """Send a form; of a name two underlines are a dash. The page to which that leads."""
        sent: dict[str, Any] = {}
        for key, value in form.form_values():
            sent.setdefault(key, []).append(value)
        sent |= {key.replace("__", "-"): value for key, value in said.items()}
        where = urljoin(form.base_url or "/", to or form.get("action") or "")
        answer = self.client.post(where, sent, follow=True)
        told = answer.content.decode()
        assert answer.status_code == 200, (where, sent, wrong_in(told))
        last = answer.redirect_chain[-1][0] if answer.redirect_chain else where
        after = lxml.html.fromstring(told, base_url=urljoin(where, last))
        assert not wrong_in(told), (where, sent, wrong_in(told))
        return after


def found(page: Any, button: str) -> tuple[Any, Any]:
    """The form that has a button of these words, and the button."""
    for form in page.forms:
        for each in form.iter("button"):
            if button in text_of(each) and each.get("type", "submit") == "submit":
                return form, each
    raise AssertionError((button, [text_of(each) for each in page.iter("button")]))


def wrong_in(told: str) -> list[str]:
    """What a page says is wrong."""
    page = lxml.html.fromstring(told)
    classes = ("notice--bad", "errorlist", "error")
    marked = (each for each in page.iter() if set(classes) & set((each.get("class") or "").split()))
    return [text_of(each) for each in marked if each.get("hidden") is None and text_of(each)]

"""Several finished papers in one file, as they are: nothing is laid out anew."""

import io
from collections.abc import Sequence
from pathlib import Path


def merge(paths: Sequence[Path], *, title: str = "") -> bytes:
    """Return one PDF with the pages of all these, in their order.

    Language and description are those of the first, but for the title where one is given. The
    same files give the same bytes. Raises FileNotFoundError for one that is no longer there.
    """
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 -- worker only
    from pypdf.generic import NameObject  # noqa: PLC0415 -- worker only

    writer = PdfWriter()
    for at, path in enumerate(paths):
        reader = PdfReader(io.BytesIO(path.read_bytes()))
        writer.append(reader, import_outline=False)
        if at == 0:
            writer.add_metadata({**(reader.metadata or {}), **({"/Title": title} if title else {})})
            if "/Lang" in reader.root_object:
                writer.root_object[NameObject("/Lang")] = reader.root_object["/Lang"]
    merged = io.BytesIO()
    writer.write(merged)
    return merged.getvalue()

"""`polhode web`: scenes as one static folder, with a catalogue and a page each, for a server or a disk.

What several pages need, such as rooms, programs of the card and methods, lies there once, in scripts that are called by
the hash of their content: a browser keeps them, and a page that is opened from disk may load scripts, but not files.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from game.export.explanation import check_lesson, settable
from game.export.page_file import filled, made_page, page_html, page_script, picture_of
from game.export.page_textures import webp
from game.export.page_words import words_of
from game.export.sections import compressed, with_header
from game.export.worksheet_file import sheet_html
from game.learn.lessons import lesson_of
from game.learn.worksheet import has_worksheet
from game.model import resources
from game.model.errors import refused
from game.model.replacement import replacing
from game.model.scene_marks import THUMBNAIL_SIZE, THUMBNAILS
from game.model.words import LANGUAGES, later
from game.scenefile import Scene
from game.scenefile.loading import presets, summary_of
from game.session.open_scene import load
from game.ui.panels.scenes import category_of
from physics import BadInput

SHARED, PICTURES, SHEETS, INDEX, LIST = "shared", "pictures", "worksheets", "index.html", "polhode-web.json"
"""Folders of packs, pictures and worksheets, the catalogue, and the list of all files, by which a folder is known."""
WORKER = "sw.js"
"""The script by which a browser keeps what was visited for use without a network."""
LEAST_PACK = 8192
"""Least size of a pack that pages share [bytes]: smaller ones stay in the packs of the pages."""
DIGITS = 16
"""Digits of the hash in the name of a file."""
WRITTEN = re.compile(
    rf"{WORKER}|({SHEETS}/)?[^/\\]+\.html|{SHARED}/[0-9a-f]{{{DIGITS}}}\.(js|css)|{PICTURES}/[0-9a-f]{{{DIGITS}}}\.webp"
)
"""Names of files that are removed with an earlier folder: a list there may name others."""
PICTURE_SIZE, PICTURE_QUALITY = (960, 540), 80
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:"
)
INDEX_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
WORKSHEET = later("Worksheet:")
ABOUT = later("Each scene runs in its page, without a network: the physics is computed there.")
Told = Callable[[str, bool, int], None]
"""Is told the name of a page that is ready, whether it is live, and how many are."""


class WebFolder(NamedTuple):
    """A written folder. size: of all its files [bytes]; recorded: names of pages that play a recording."""

    path: Path
    pages: int
    size: int
    recorded: list[str]


class _FolderPage(NamedTuple):
    """A page before it is written. parts: its arrays, in their order; category: of the catalogue, in English.

    sheets: its worksheets by language.
    """

    name: str
    category: str
    described: dict[str, Any]
    parts: list[bytes]
    picture: bytes | None
    sheets: dict[str, bytes]


class _KeptPage(NamedTuple):
    """A page whose arrays are known by their hashes."""

    page: _FolderPage
    digests: list[bytes]


def write_web(scenes: Sequence[str], to: Path, jobs: int = 1, told: Told = lambda name, live, done: None) -> WebFolder:
    """Write the pages of scenes, named as on the command line, and their catalogue into a folder.

    What an earlier folder had and this one has not is removed. jobs: processes that compute at once. Raises BadInput
    for a scene that is invalid or there twice, and where the folder has other files; RecordingError if it cannot be
    written.
    """
    found = [load(each) for each in scenes]
    _check_names(found)
    _check_lessons(found)
    earlier = _earlier_files(to)
    contents: dict[bytes, bytes] = {}
    pages = list[_KeptPage]()
    for page in _prepared_all(scenes, jobs):
        digests = [hashlib.sha256(each).digest() for each in page.parts]
        contents.update(zip(digests, page.parts, strict=True))
        pages.append(_KeptPage(page._replace(parts=[]), digests))
        told(page.name, page.described["live"], len(pages))
    files = _files(pages, contents)
    try:
        for name, data in files.items():
            path = to / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as part:
                part.write_bytes(data)
        for name in earlier - files.keys():
            (to / name).unlink(missing_ok=True)
    except OSError as error:
        raise refused(to, error) from error
    size = sum(map(len, files.values()))
    return WebFolder(to, len(pages), size, [each.page.name for each in pages if not each.page.described["live"]])


def _check_names(scenes: Sequence[Scene]) -> None:
    """Raise BadInput unless each scene has a name of its own, which can be that of a file."""
    names: set[str] = set()
    for scene in scenes:
        if scene.name in names:
            raise BadInput(f"scene = {scene.name}: is there twice")
        if f"{scene.name}.html" == INDEX or not scene.name or Path(scene.name).name != scene.name:
            raise BadInput(f"scene = {scene.name}: must have another name, to be that of a page")
        names.add(scene.name)


def _check_lessons(scenes: Sequence[Scene]) -> None:
    """Raise BadInput, which names the scene, where a step of a lesson changes what its scene has not."""
    for scene in scenes:
        try:
            check_lesson(scene)
        except BadInput as error:
            raise BadInput(f"scene = {scene.name}: {error}") from None


def _earlier_files(to: Path) -> set[str]:
    """Return the names of the files that an earlier writing has left; raises BadInput where it has not been one."""
    try:
        if not to.exists() or not any(to.iterdir()):
            return set()
        listed = json.loads((to / LIST).read_bytes())
        return {name for name in listed if WRITTEN.fullmatch(name)}
    except (FileNotFoundError, ValueError, TypeError):
        raise BadInput(f"output = {to}: must be a new or empty folder, or one that polhode web has written") from None
    except OSError as error:
        raise refused(to, error) from error


# Pages ------------------------------------------------------------------------------------------------------


def _prepared_all(scenes: Sequence[str], jobs: int) -> Iterator[_FolderPage]:
    jobs = min(jobs, len(scenes))
    if jobs < 2:
        yield from map(_prepared, scenes)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(_prepared, scenes)


def _prepared(name: str) -> _FolderPage:
    """Return the page of a scene."""
    scene = load(name)
    described, sections, _ = made_page(scene)
    picture = scene_picture(scene, name)
    address = f"../{quote(scene.name)}.html"
    shown = "" if picture is None else f"../{_picture_file(picture)}"
    sheets = (
        {each: sheet_html(scene, each, False, shown, address, settable(described, each)) for each in LANGUAGES}
        if has_worksheet(scene)
        else {}
    )
    category = category_of(summary_of(scene)).name
    return _FolderPage(scene.name, category, described, sections.parts, picture, sheets)


def scene_picture(scene: Scene, name: str) -> bytes | None:
    """Return a small picture of a scene as WebP: that of a preset, or one drawn for it, None without OpenGL."""
    path = resources.path(f"{THUMBNAILS}/{name}.webp")
    if name in presets() and path.is_file():
        return path.read_bytes()
    drawn = picture_of(scene, PICTURE_SIZE)
    return None if drawn is None else _smaller(drawn)


def _smaller(picture: bytes) -> bytes:
    import io

    import numpy as np
    from PIL import Image

    return webp(np.asarray(Image.open(io.BytesIO(picture)).convert("RGB").resize(THUMBNAIL_SIZE)), PICTURE_QUALITY)


# Files ------------------------------------------------------------------------------------------------------


def _files(pages: Sequence[_KeptPage], contents: dict[bytes, bytes]) -> dict[str, bytes]:
    """Return all files by their names, first those that others need."""
    files: dict[str, bytes] = {}
    add = partial(_added, files)
    style = add(f"{SHARED}/*.css", resources.text("assets/page/page.css").encode())
    script = add(f"{SHARED}/*.js", page_script().encode())
    shared = shared_packs([each.digests for each in pages], contents)
    of_part = {digest: pack for pack in shared for digest in pack}
    named = {pack: _pack(files, b"".join(contents[digest] for digest in pack)) for pack in shared}
    cards = defaultdict[str, list[str]](list)
    for page, digests in pages:
        own, packs = _places(digests, contents, of_part)
        data = {
            "size": sum(len(contents[each]) for each in digests),
            "own": list(own.values()),
            "packs": [{"name": named[pack], "places": list(found.values())} for pack, found in packs.items()],
            "page": page.described,
        }
        mine = _pack(files, with_header(data, [contents[each] for each in own]))
        picture = "" if page.picture is None else _picture_file(page.picture)
        if page.picture is not None:
            files[picture] = page.picture
        scripts = [*(f"{SHARED}/{each}.js" for each in (*map(named.get, packs), mine)), script]
        files[f"{page.name}.html"] = page_html(
            page.described, POLICY, _style(style), _data(mine) + _scripts(scripts), picture, _BACK
        )
        for language, sheet in page.sheets.items():
            files[f"{SHEETS}/{page.name}.{language}.html"] = sheet
        cards[page.category].append(_card(page, picture))
    files[INDEX] = _index(pages, cards, _style(style), _scripts([script]))
    files[WORKER] = filled("assets/page/sw.js", {"FILES": json.dumps(sorted(files))})
    files[LIST] = json.dumps(sorted([*files, LIST]), indent=1).encode()
    return files


def shared_packs(pages: Sequence[Sequence[bytes]], contents: dict[bytes, bytes]) -> list[tuple[bytes, ...]]:
    """Return the packs that several pages share: parts, by their hashes, that the same pages have in common.

    pages: the hashes of the parts of each.
    """
    users = defaultdict[bytes, list[int]](list)
    for k, digests in enumerate(pages):
        for digest in dict.fromkeys(digests):
            users[digest].append(k)
    groups = defaultdict[tuple[int, ...], list[bytes]](list)
    for digest, found in users.items():
        if len(found) > 1:
            groups[tuple(found)].append(digest)
    return [tuple(group) for group in groups.values() if sum(len(contents[each]) for each in group) >= LEAST_PACK]


_Placed = dict[bytes, list[int]]
"""The length of parts, by their hashes, and after it the places at which each belongs in the data of a page."""


def _places(
    digests: Sequence[bytes], contents: dict[bytes, bytes], of_part: dict[bytes, tuple[bytes, ...]]
) -> tuple[_Placed, dict[tuple[bytes, ...], _Placed]]:
    """Return where the parts of a page belong, those of its own pack, and those of each that it shares."""
    own: _Placed = {}
    packs: dict[tuple[bytes, ...], _Placed] = {}
    at = 0
    for digest in digests:
        pack, length = of_part.get(digest), len(contents[digest])
        if pack is not None and pack not in packs:
            packs[pack] = {each: [len(contents[each])] for each in pack}
        places = own if pack is None else packs[pack]
        places.setdefault(digest, [length]).append(at)
        at += length
    return own, packs


def _picture_file(picture: bytes) -> str:
    return f"{PICTURES}/{_hash(picture)}.webp"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]


def _pack(files: dict[str, bytes], data: bytes) -> str:
    """Add a script that brings data along; return the hash of its data, which is its name."""
    name, text = _hash(data), base64.b64encode(compressed(data)).decode()
    files[f"{SHARED}/{name}.js"] = f'(globalThis.polhodePacks??={{}})["{name}"]="{text}";\n'.encode()
    return name


def _added(files: dict[str, bytes], name: str, data: bytes) -> str:
    """Add a file, with the hash of its content instead of * in its name; return that."""
    name = name.replace("*", _hash(data))
    files[name] = data
    return name


# HTML -------------------------------------------------------------------------------------------------------

_BACK = f'<a id="all" href="{INDEX}"></a>'


def _style(name: str) -> str:
    return f'<link rel="stylesheet" href="{name}">'


def _data(pack: str) -> str:
    return f'<script type="application/octet-stream" id="data" data-pack="{pack}"></script>\n'


def _scripts(names: Sequence[str]) -> str:
    return "\n".join(f'<script defer src="{name}"></script>' for name in names)


def _card(page: _FolderPage, picture: str) -> str:
    described = page.described
    title, system, note = (html.escape(described[name]) for name in ("title", "system", "note"))
    width, height = THUMBNAIL_SIZE
    shown = f'<img src="{picture}" alt="" width="{width}" height="{height}" loading="lazy">'
    return (
        f'<li class="card" data-name="{html.escape(page.name)}"><a href="./{quote(page.name)}.html">'
        f'{shown if picture else ""}<b data-word>{title}</b></a><p class="small dim" data-word>{system}</p>'
        f'{_lesson(page.name)}<p class="small" data-word>{note}</p>{_sheets(page)}</li>'
    )


def _lesson(name: str) -> str:
    """Return the question of a scene, and its topics, level and duration."""
    lesson = lesson_of(name)
    if lesson is None:
        return ""
    facts = " · ".join(f"<span data-word>{html.escape(each)}</span>" for each in (*lesson.topics, lesson.level))
    return (
        f'<p class="small dim">{facts} · {lesson.minutes}&nbsp;min</p>'
        f'<p class="question" data-word>{html.escape(lesson.question)}</p>'
    )


def _sheets(page: _FolderPage) -> str:
    """Return the links to the worksheets of a scene."""
    links = [
        f'<a href="{SHEETS}/{quote(page.name)}.{each}.html" hreflang="{each}" lang="{each}">{LANGUAGES[each]}</a>'
        for each in page.sheets
    ]
    return f'<p class="small sheets"><span data-word>{WORKSHEET}</span> {" · ".join(links)}</p>' if links else ""


def _index(pages: Sequence[_KeptPage], cards: dict[str, list[str]], style: str, scripts: str) -> bytes:
    """Return the catalogue."""
    sections = "\n".join(
        f"<section><h2 data-word>{html.escape(category)}</h2>\n<ul>\n" + "\n".join(found) + "\n</ul></section>"
        for category, found in cards.items()
    )
    texts = [page.described[name] for page, _ in pages for name in ("title", "system", "note")]
    told = filter(None, (lesson_of(page.name) for page, _ in pages))
    texts += [word for lesson in told for word in (*lesson.topics, lesson.level, lesson.question)]
    words = json.dumps(words_of([*texts, *cards, ABOUT, WORKSHEET]), ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "POLICY": INDEX_POLICY, "STYLE": style, "SCRIPTS": scripts, "ABOUT": html.escape(ABOUT), "CARDS": sections,
        "WORDS": words,
    }  # fmt: skip
    return filled("assets/page/catalogue.html", parts)

// The catalogue of a folder of pages: its cards stand in the file, and here they are searched and translated.

import { offerAll } from "./offline.ts";
import { el, made } from "./ui.ts";
import { language, languages, tr, useLanguage, useWords } from "./words.ts";

export function catalogue(): void {
  useWords(JSON.parse(el("words").textContent!));
  const search = el<HTMLInputElement>("search"), choice = el<HTMLSelectElement>("language");
  const texts = () => [...document.querySelectorAll<HTMLElement>("[data-word]")];
  for (const each of texts()) each.dataset.word ||= each.textContent!;
  const cards = [...document.querySelectorAll<HTMLElement>(".card")];
  // Words are found in English and in the language of the reader.
  const said = new Map(cards.map((card) => [card, plain(`${card.dataset.name} ${card.textContent} ${titleOf(card)}`)]));
  const find = () => {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const card of cards) {
      const whole = `${said.get(card)} ${plain(`${card.textContent} ${titleOf(card)}`)}`;
      card.hidden = !words.every((word) => whole.includes(word));
      found += card.hidden ? 0 : 1;
    }
    for (const part of document.querySelectorAll<HTMLElement>("#catalogue section")) part.hidden = !part.querySelector(".card:not([hidden])");
    el("found").textContent = found ? tr("scenes: {n} of {all}").replace("{n}", String(found)).replace("{all}", String(cards.length)) : tr("no scene has these words");
  };
  const speak = () => {
    for (const each of texts()) each.textContent = tr(each.dataset.word!);
    for (const [each, words] of [[search, "Search"], [choice, "Language"]] as const) each.setAttribute("aria-label", tr(words));
    search.placeholder = tr("Search");
    find();
  };
  for (const [name, title] of languages()) made("option", choice, title).value = name;
  choice.value = language;
  choice.onchange = () => {
    useLanguage(choice.value);
    speak();
  };
  search.oninput = find;
  el("controls").hidden = false;
  speak();
  offerAll(el("controls"));
}

function titleOf(card: HTMLElement): string { return card.closest("section")?.querySelector("h2")?.textContent ?? ""; }

/** A text without accents and in small letters. */
function plain(text: string): string { return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(); }

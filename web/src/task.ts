// A task for a class: words of a teacher in the address of a page, and the numbers that may be changed then.

import type { Page } from "./page.ts";
import { made } from "./ui.ts";
import { tr } from "./words.ts";

const MOST = 2000;

/** controls: names of the parameters and initial values that are shown; none: all. */
export interface Task { text: string; controls: string[] }

export const NO_TASK: Task = { text: "", controls: [] };

/** The task of the values of an address, and the names in it that the page does not know. */
export function taskOf(values: Map<string, string>, known: string[]): [Task, string[]] {
  const names = listed(values.get("view.controls") ?? "");
  return [{ text: (values.get("view.task") ?? "").slice(0, MOST), controls: names.filter((name) => known.includes(name)) },
    names.filter((name) => !known.includes(name))];
}

function listed(text: string): string[] { return text.split(/[\s,;]+/).filter(Boolean); }

export function showTask({ text }: Task, into: HTMLElement): void {
  for (const line of text.split("\n")) made("p", into, line, "task");
}

/** Ask a teacher for the task, and copy the link that sets it. */
export function askTask(page: Page, known: string[]): void {
  const box = made("dialog", document.body), form = made("form", box), { task } = page.address;
  form.method = "dialog";
  const text = made("textarea", labelled(form, tr("What is the class to do? The link shows it.")));
  Object.assign(text, { value: task.text, rows: 5, maxLength: MOST, required: true });
  const names = made("input", labelled(form, tr("Names of the numbers that can be changed (empty: all)")));
  names.value = task.controls.join(", ");
  if (known.length) made("p", form, known.join(", "), "small dim");
  const wrong = made("p", form, "", "lost");
  wrong.setAttribute("role", "alert");
  const row = made("p", form, "", "row"), cancel = made("button", row, tr("Cancel")), copy = made("button", row, tr("Copy the link"), "wide");
  cancel.type = "button";
  cancel.onclick = () => box.close();
  box.onclose = () => box.remove();
  copy.onclick = (event) => {
    const unknown = listed(names.value).filter((name) => !known.includes(name));
    wrong.textContent = unknown.length ? `${tr("Not in this page:")} ${unknown.join(", ")}` : "";
    if (unknown.length || !text.value.trim()) return event.preventDefault();
    page.address.copy(true, { text: text.value.trim(), controls: listed(names.value) });
  };
  box.showModal();
}

function labelled(into: HTMLElement, words: string): HTMLElement {
  const label = made("label", into);
  made("span", label, words);
  return label;
}

// The bar above the picture: what is done with the page as a whole.

import type { Page } from "./page.ts";
import { askTask } from "./task.ts";
import { el, icon, made, seconds } from "./ui.ts";
import { language, languages, tr, useLanguage } from "./words.ts";

const TWICE = 2, TITLE = 26, MARGIN = 14;

export class TopBar {
  constructor(private readonly page: Page) {
    document.addEventListener("fullscreenchange", () => this.build());
    addEventListener("beforeprint", () => this.paper());
    addEventListener("click", (event) => {
      const more = el("tools").querySelector("details");
      if (more && !more.contains(event.target as Node)) more.open = false;
    });
  }

  /** Make the buttons, in the language in use. */
  build(): void {
    const tools = el("tools");
    tools.replaceChildren();
    tools.setAttribute("aria-label", tr("Page"));
    if (this.page.address.speaks) this.button(tools, "share", "share", tr("Share"), () => this.page.address.copy(true));
    if (this.page.graph.every.length)
      this.button(tools, "graphs", "graph", tr("Graph"), () => this.page.graph.open(!this.page.graph.isOpen));
    if (document.fullscreenEnabled)
      this.button(tools, "fill", document.fullscreenElement ? "shrink" : "fill", tr(document.fullscreenElement ? "Leave full screen" : "Full screen"), () => this.fill());
    const more = made("details", tools), head = made("summary", more);
    icon(head, "more", tr("More"));
    const list = made("div", more, "", "more");
    this.button(list, "shot", "camera", tr("Picture"), () => this.take(), true);
    this.button(list, "print", "print", tr("Print"), () => print(), true);
    if (this.page.address.speaks) this.button(list, "set-task", "print", tr("Task for a class"), () => askTask(this.page, this.page.address.changeable), true);
    if (this.page.address.speaks) this.button(list, "line", "share", tr("Line for Polhode"), () => this.page.address.copy(false), true);
    if (languages().length > 1) this.choice(list);
  }

  private button(into: HTMLElement, id: string, sign: string, label: string, done: () => void, written = false): void {
    const button = made("button", into);
    button.id = id;
    icon(button, sign, label);
    if (written) made("span", button, label);
    button.onclick = done;
  }

  private choice(into: HTMLElement): void {
    const choice = made("select", into);
    choice.id = "language";
    choice.setAttribute("aria-label", tr("Language"));
    for (const [name, title] of languages()) made("option", choice, title).value = name;
    choice.value = language;
    choice.onchange = () => {
      useLanguage(choice.value);
      this.page.words();
      el("language").focus();
    };
  }

  fill(): void {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => this.page.say("The browser refuses the full screen."));
  }

  /** Save a picture with twice the pixels and a line that says what it is. */
  async take(): Promise<void> {
    const drawn = this.page.drawn(TWICE), { width, height } = drawn, high = (TITLE + 2 * MARGIN) * TWICE;
    const sheet = new OffscreenCanvas(width, height + high), ink = sheet.getContext("2d")!;
    ink.fillStyle = "#14161a";
    ink.fillRect(0, 0, width, height + high);
    ink.drawImage(drawn, 0, 0);
    ink.fillStyle = "#f1f0ee";
    ink.font = `${TITLE * TWICE * 0.7}px Roboto, system-ui, sans-serif`;
    ink.textBaseline = "middle";
    ink.fillText(this.line(), MARGIN * TWICE, height + high / 2, width - 2 * MARGIN * TWICE);
    save(await sheet.convertToBlob({ type: "image/png" }), `${this.page.name}.png`);
    this.page.wake();
  }

  private line(): string { return `${tr(this.page.data.title)} · t = ${seconds(this.page.run.time)} · Polhode`; }

  /** Have what is printed beside the panel: a picture of now, and where the page is. */
  private paper(): void {
    const into = el("paper");
    into.replaceChildren();
    const picture = made("img", into);
    picture.alt = this.line();
    picture.src = this.page.drawn(1).toDataURL("image/webp", 0.9);
    made("p", into, this.line());
    if (/^http/.test(location.protocol)) made("p", into, location.href, "small");
    this.page.wake();
  }
}

/** Give a file to the reader. */
export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

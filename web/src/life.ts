// When pictures are drawn, and what happens where they cannot be.

import { Renderer } from "./renderer.ts";
import { el, made } from "./ui.ts";
import { tr } from "./words.ts";

const CHANGES = ["pointerdown", "pointerup", "wheel", "keydown", "input", "change", "click", "resize", "focus"];
const SOON = 60_000, LEAST = 0.35;
/** A module of WebAssembly without anything in it. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

interface Drawn { readonly playing: boolean; frames: number; frame(now: number): void; rest(): void }
interface Owner { readonly renderer: Renderer; draw(renderer: Renderer): void }

/** Draws pictures while a page plays, and one after each change; none while nobody can see it. */
export class Pictures {
  private asked = false;
  private wanted = false;
  private seen = true;

  constructor(private readonly page: Drawn) {
    for (const name of CHANGES) addEventListener(name, () => this.wake(), { capture: true, passive: true });
    addEventListener("pointermove", (event) => event.buttons && this.wake(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.wake());
    new ResizeObserver(() => this.wake()).observe(el("canvas"));
    new IntersectionObserver((all) => {
      this.seen = all[all.length - 1].isIntersecting;
      this.wake();
    }).observe(el("canvas"));
  }

  wake(): void {
    this.wanted = true;
    if (!this.asked) requestAnimationFrame(this.next);
    this.asked = true;
  }

  private readonly next = (now: number) => {
    this.asked = false;
    const { page } = this;
    if (!this.seen || document.hidden || !(page.playing || this.wanted) || document.body.classList.contains("lost")) {
      page.rest();
      return;
    }
    this.wanted = false;
    page.frame(now);
    if (page.frames === 1) document.body.classList.add("ready");
    this.asked = true;
    requestAnimationFrame(this.next);
  };
}

/** Make a new renderer where the graphics card took the old one away; until then the picture that the program has drawn
 * is shown, with a button. Where it is taken away twice in a minute, fewer pixels are drawn. */
export function recover(canvas: HTMLCanvasElement, renderer: () => Promise<Renderer>, page: Owner): void {
  const { classList } = document.body;
  let before = -Infinity;
  const again = async () => {
    try {
      page.draw(await renderer());
      classList.remove("lost");
      el("lost").replaceChildren();
    } catch (error) {
      if (!page.renderer.gl.isContextLost()) throw error;
    }
  };
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    classList.add("lost");
    const now = performance.now();
    if (now - before < SOON) page.renderer.scale = Math.max(page.renderer.scale / 2, LEAST);
    before = now;
    const into = el("lost");
    into.replaceChildren();
    made("p", into, tr("The graphics card has stopped; this is a picture of the scene."));
    made("button", into, tr("Draw again")).onclick = () => {
      if (page.renderer.gl.isContextLost()) location.reload();
      else again();
    };
  });
  canvas.addEventListener("webglcontextrestored", again);
}

/** Whether a reader wants as little motion as possible. */
export function calm(): boolean { return matchMedia("(prefers-reduced-motion: reduce)").matches; }

/** Whether WebAssembly may be compiled: policies of pages and of browsers can forbid it. */
export function compiles(): boolean {
  try {
    return !!new WebAssembly.Module(EMPTY);
  } catch {
    return false;
  }
}

/** Whether a control needs a key for itself. */
export function usesKey(target: HTMLElement, key: string): boolean {
  if (/^(SELECT|TEXTAREA)$/.test(target.tagName)) return true;
  if (/^(BUTTON|SUMMARY)$/.test(target.tagName)) return key === " " || key === "Enter";
  if (target.tagName !== "INPUT") return false;
  const { type } = target as HTMLInputElement;
  return type === "text" || (type === "range" ? /^(Arrow|Home|End|Page)/.test(key) : key === " ");
}

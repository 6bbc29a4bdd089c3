// Mouse and fingers on the picture. In a frame of another page the wheel and fingers that move up and down scroll that
// page, until the picture is clicked or tapped; Escape, or a click elsewhere, gives them back.

import { Camera } from "./camera.ts";

const HINT = "click the picture, or hold Ctrl, to zoom by the wheel", TAP = 8;

export class Gestures {
  private readonly held = new Map<number, PointerEvent>();
  private readonly framed = window.parent !== window;
  private began: PointerEvent | null = null;
  private listens = false;
  private told = false;

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly camera: Camera, private readonly say: (words: string) => void,
  ) {
    canvas.onpointerdown = (event) => this.down(event);
    canvas.onpointermove = (event) => this.move(event);
    canvas.onpointerup = (event) => this.up(event);
    canvas.onpointercancel = (event) => this.held.delete(event.pointerId);
    canvas.oncontextmenu = (event) => event.preventDefault();
    if (!this.framed) {
      this.listen(true);
      return;
    }
    document.body.classList.add("framed");
    // It is passive, so that the page around scrolls at once, however long pictures take.
    canvas.addEventListener("wheel", (event) => {
      if (this.listens) return;
      if (event.ctrlKey) this.wheel(event);
      else if (!this.told) this.say(HINT);
      this.told = true;
    }, { passive: true });
    addEventListener("keydown", (event) => event.key === "Escape" && this.take(false));
    addEventListener("blur", () => this.take(false));
    addEventListener("pointerdown", (event) => event.target !== canvas && this.take(false), { capture: true });
  }

  private get taken(): boolean { return document.body.classList.contains("taken"); }

  private take(wanted: boolean): void {
    if (!this.framed) return;
    document.body.classList.toggle("taken", wanted);
    this.listen(wanted);
  }

  private listen(wanted: boolean): void {
    if (wanted === this.listens) return;
    this.listens = wanted;
    if (wanted) this.canvas.addEventListener("wheel", this.wheel, { passive: false });
    else this.canvas.removeEventListener("wheel", this.wheel);
  }

  private readonly wheel = (event: WheelEvent) => {
    if (event.cancelable) event.preventDefault();
    this.camera.zoom(2 ** (-event.deltaY / 500));
  };

  private down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.held.set(event.pointerId, event);
    this.began = event;
    if (event.pointerType === "mouse") this.take(true);
  }

  private up(event: PointerEvent): void {
    this.held.delete(event.pointerId);
    const { began } = this;
    if (began && Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) < TAP) this.take(true);
  }

  private move(event: PointerEvent): void {
    const { held, camera, canvas } = this, before = held.get(event.pointerId);
    if (this.framed) this.listen(this.taken || event.ctrlKey);
    if (!before) return;
    const others = [...held.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    held.set(event.pointerId, event);
    const free = this.framed && !this.taken && event.pointerType === "touch";
    if (others.length) {
      const from = Math.hypot(before.clientX - others[0].clientX, before.clientY - others[0].clientY);
      const to = Math.hypot(event.clientX - others[0].clientX, event.clientY - others[0].clientY);
      if (from > 0 && to > 0) camera.zoom(to / from);
      camera.pan(dx / 2, dy / 2, canvas.clientHeight);
    } else if (event.shiftKey || event.buttons & 2) camera.pan(dx, dy, canvas.clientHeight);
    // A finger that begins to scroll the page around moves a little sideways, too.
    else if (!free || Math.abs(event.clientX - this.began!.clientX) >= TAP) camera.orbit(dx, free ? 0 : dy);
  }
}

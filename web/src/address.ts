// The state of the page in its address, and what is copied to share it.

import { calm } from "./life.ts";
import { Line, read, written } from "./line.ts";
import type { Page } from "./page.ts";
import { exact, parsed } from "./quantity.ts";
import type { Adjustable } from "./live.ts";
import { NO_TASK, taskOf } from "./task.ts";
import { tr } from "./words.ts";

const LATER = 500, VIEW = "view.", GRAPH = "view.graph", SHOWN = "view.show";
const OVERLAYS = ["vectors", "traces", "curves", "omega"] as const;

export class Address {
  private timer = 0;
  /** Whether something but the start, the values and the method of now has led to the present state. */
  private onTheWay = false;
  /** What the address sets a class to do. */
  task = NO_TASK;
  private readonly own: Line | null;

  constructor(private readonly page: Page) {
    this.own = read(page.data.line);
    addEventListener("hashchange", () => this.open());
  }

  /** Take note of a change: the address says it soon. moved: a value or the method, in the midst of a run. */
  note(moved = false): void {
    if (moved) this.onTheWay = (this.page.live?.tick ?? 0) > 0;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.write(), LATER);
  }

  begun(): void { this.onTheWay = false; }

  /** Whether a line can say what the page shows. */
  get speaks(): boolean { return !!this.own?.base; }

  private write(): void {
    if (!this.speaks) return;
    try {
      history.replaceState(null, "", `#${this.line(!this.page.playing)}`);
    } catch {
      // In a document without an address of its own there is none to change.
    }
  }

  /** The line of the page; timed: with the time of the run. */
  line(timed = true, viewed = true, task = this.task): string {
    const { page } = this, { live, data } = page, values = new Map(this.own!.values);
    for (const key of ["t", "camera"]) values.delete(key);
    for (const { name, value, unit, own, way } of this.numbers()) {
      if (way === "fixed" || (value === own && !values.has(name))) continue;
      if (value !== own) values.set(name, exact(value, unit, data.units));
    }
    const say = (key: string, text: string, wanted: boolean) => wanted && (values.delete(key), values.set(key, text));
    if (live) {
      say("integrator", live.method.name, live.method.name !== live.data.own);
      say("dt", exact(this.step, "", {}), this.step !== data.method.dt);
    }
    say("speed", exact(Number(page.pace.toPrecision(3)), "", {}), page.pace !== data.speed);
    if (timed && live && !this.onTheWay && live.time > 0) say("t", exact(Number((Math.round(live.time / this.step) * this.step).toPrecision(12)), "", {}), true);
    // A view that goes along with a body is that of a time.
    const { camera } = page, placed = camera.mode === "orbit" || values.has("t") || !page.run.time;
    say("camera", camera.told(placed), camera.touched);
    if (viewed) {
      say(GRAPH, page.graph.chosen, page.graph.isOpen);
      const shown = OVERLAYS.filter((name) => page.overlays[name]), usual = OVERLAYS.filter((name) => name !== "omega" && data.show[name]);
      say(SHOWN, shown.join(",") || "none", shown.join() !== usual.join());
      say("view.task", task.text, !!task.text);
      say("view.controls", task.controls.join(), !!task.controls.length);
    }
    return written({ base: this.own!.base, values });
  }

  private get step(): number {
    const { live, data } = this.page;
    return live?.dt ?? data.method.dt;
  }

  /** The names of the numbers that can be changed here. */
  get changeable(): string[] { return this.numbers().filter(({ way }) => way !== "fixed").map(({ name }) => name); }

  private numbers(): Adjustable[] {
    const { live } = this.page;
    return live ? [...live.parameters(), ...live.initial()] : [];
  }

  /** Set the page to what its address says, and say what of it is not in this page. */
  async open(): Promise<void> {
    const text = location.hash.slice(1), line = text ? read(text) : null;
    if (!line || !this.speaks || !text.includes("?") && text !== this.own!.base) return;
    if (line.base !== this.own!.base) return this.page.say(tr("This address is of another scene: {name}").replace("{name}", line.base));
    const [task, unknown] = taskOf(line.values, this.changeable);
    if (task.text || this.task.text || task.controls.join() !== this.task.controls.join()) {
      this.task = task;
      this.page.panel.set(task);
    }
    await this.set(line.values, true);
    if (unknown.length) this.page.say(`${tr("Not in this page:")} ${unknown.join(", ")}`);
    if (!line.values.has("t")) this.page.play(!calm());
  }

  /** Set the scene with these changes alone, as a line or a trial gives them. */
  async set(values: Map<string, string>, timed: boolean): Promise<void> {
    const { page } = this, { live } = page, refused: string[] = [];
    if (!live) {
      if (timed) this.viewFrom(values, refused);
      return this.look(values, refused);
    }
    page.play(false);
    live.use(live.data.own);
    live.setStep(page.data.method.dt);
    live.restore();
    const said = new Map([...values].filter(([name]) => !name.startsWith(VIEW)));
    this.methodOf(said, refused);
    this.numbersOf(said, refused);
    for (const name of said.keys()) if (!["speed", "t", "camera"].includes(name)) refused.push(name);
    page.reset();
    page.shape();
    if (timed) page.camera.home();
    page.lookAgain();
    const speed = Number(said.get("speed")), time = parsed(said.get("t") ?? "", "s", page.data.units);
    page.setPace(speed > 0 ? speed : page.data.speed);
    if (timed && time) await page.reach(Math.round(time / this.step));
    if (timed) this.viewFrom(values, refused);
    this.look(values, refused);
    page.panel.refresh();
    page.changed(true);
    this.begun();
  }

  private viewFrom(values: Map<string, string>, refused: string[]): void {
    const { page } = this, told = values.get("camera");
    page.lookAgain();
    if (told && told !== this.own!.values.get("camera") && !page.camera.take(told)) refused.push(`camera=${told}`);
  }

  private methodOf(said: Map<string, string>, refused: string[]): void {
    const live = this.page.live!, name = said.get("integrator") ?? live.data.own, step = said.get("dt");
    if (live.data.methods.some((each) => each.name === name)) live.use(name);
    else refused.push(`integrator=${name}`);
    if (step !== undefined) {
      const seconds = parsed(step, "s", this.page.data.units);
      if (seconds !== this.step && (seconds === null || live.setStep(seconds) !== null)) refused.push(`dt=${step}`);
    }
    said.delete("integrator");
    said.delete("dt");
  }

  private numbersOf(said: Map<string, string>, refused: string[]): void {
    const { live, data: { units } } = this.page, { aliases } = live!, stopped: [string, string, number][] = [];
    const take = (list: Adjustable[], set: (values: Record<string, number>) => string | null) => {
      const typed: Record<string, number> = {};
      for (const each of list) {
        const text = said.get(each.name);
        if (text === undefined) continue;
        said.delete(each.name);
        const value = this.own!.values.get(each.name) === text ? each.own : parsed(text, each.unit, units);
        if (value === each.own) continue;
        if (value === null || each.way === "fixed") refused.push(`${each.name}=${text}`);
        else if (each.way === "typed") typed[each.name] = value;
        else if (set({ [each.name]: value }) !== null) refused.push(`${each.name}=${text}`);
        else stopped.push([each.name, text, value]);
      }
      const problem = Object.keys(typed).length ? set(typed) : null;
      if (problem !== null) refused.push(problem);
    };
    take(live!.parameters(), (values) => live!.set(values));
    take(live!.initial(), (values) => live!.setStart(values, aliases));
    // A number with stops is taken back by another one.
    const now = new Map(this.numbers().map((each) => [each.name, each.value]));
    for (const [name, text, value] of stopped) if (now.get(name) !== value) refused.push(`${name}=${text}`);
    for (const [name, text] of this.own!.values) if (said.get(name) === text) said.delete(name);
  }

  private look(values: Map<string, string>, refused: string[]): void {
    const { page } = this, graph = values.get(GRAPH), shown = values.get(SHOWN);
    if (graph !== undefined) {
      const [names, over = ""] = graph.split("/");
      page.graph.choose(names.split(","), over);
      page.graph.open(true);
    }
    if (shown !== undefined) for (const name of OVERLAYS) if (page.overlays[name] !== shown.split(",").includes(name)) page.toggle(name);
    if (refused.length) page.say(`${tr("Not in this page:")} ${refused.join(", ")}`);
  }

  /** Copy the address of the page as it is now, or the line for the program. */
  async copy(whole: boolean, task = this.task): Promise<void> {
    const line = this.line(true, whole, task), text = whole ? `${location.href.split("#")[0]}#${line}` : line;
    try {
      await navigator.clipboard.writeText(text);
      this.page.say(whole ? "The link is copied." : "The line is copied: polhode run opens it.");
    } catch {
      prompt(tr("Copy this:"), text);
    }
  }
}

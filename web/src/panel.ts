// The panel: what is set up, what is explained.

import { Trials, explain } from "./explain.ts";
import { Field, Setting, shownUnit } from "./fields.ts";
import { Lesson } from "./lesson.ts";
import { LiveRun, proven } from "./live.ts";
import type { Adjustable } from "./live.ts";
import type { Page } from "./page.ts";
import { Overlays } from "./renderer.ts";
import { Tab, Tabs } from "./tabs.ts";
import { Task, showTask } from "./task.ts";
import { Invariants, about, el, made, seconds, section, symbol } from "./ui.ts";
import { number, tr } from "./words.ts";

const RAISED = 0.85;
/** The slider of the step goes from a part of that of the scene to as many times it. */
const STEPS = 30;

export class Panel {
  private readonly tabs: Tabs;
  private invariants: Invariants | null = null;
  private chosen: string;
  private proof: Promise<boolean> | null = null;
  fields: Field[] = [];
  readonly trials: Trials;
  readonly lesson: Lesson;

  constructor(private readonly page: Page) {
    const { classList } = document.body;
    this.tabs = new Tabs(el("parts"), (id) => {
      this.chosen = id;
      document.body.dataset.tab = id;
    });
    this.lesson = new Lesson(page);
    this.chosen = this.lesson.steps.length ? "lesson" : "setup";
    this.trials = new Trials(page, (title) => (el("tab-try").textContent = title));
    new Grip(el("grip"), el("panel"), (raised) => classList.toggle("raised", raised));
  }

  /** Make all tabs, in the language in use. */
  build(): void {
    const tabs: Tab[] = [
      { id: "setup", title: tr("Set up"), fill: (into) => this.setUp(into) },
      { id: "explain", title: tr("Explain"), fill: (into) => this.explain(into) },
    ];
    if (this.lesson.steps.length) tabs.unshift({ id: "lesson", title: tr("Lesson"), fill: (into) => this.lesson.fill(into) });
    const { task } = this.page.address;
    if (task.text) tabs.unshift({ id: "task", title: tr("Task"), fill: (into) => showTask(task, into) });
    if (this.page.live && this.trials.list.length)
      tabs.push({ id: "try", title: this.trials.title, fill: (into) => this.trials.fill(into) });
    el("grip").setAttribute("aria-label", tr("Raise the panel"));
    this.tabs.build(tabs, tr("Panel"), this.chosen);
  }

  /** Show a task first, and only the numbers that it lets be changed. */
  set(task: Task): void {
    this.build();
    if (task.text) this.show("task");
  }

  show(id: string): void {
    if (!document.getElementById(`tab-${id}`)) return;
    this.page.open(true);
    this.tabs.open(id);
  }

  private explain(into: HTMLElement): void {
    explain(this.page, into);
    about(this.page.data, section(into, tr("About")));
  }

  private setUp(into: HTMLElement): void {
    const { data, live } = this.page;
    this.fields = [];
    if (live) this.startAndParameters(live, into);
    if (live) this.method(live, section(into, tr("Method")));
    this.invariants = data.invariants.length
      ? new Invariants(section(into, tr("Kept by the exact motion")), data) : null;
    if (live && data.motion.events.length) made("ul", section(into, tr("Events"), false), "", "small").id = "events";
    this.overlays(section(into, tr("View")));
  }

  private startAndParameters(live: LiveRun, into: HTMLElement): void {
    const { graph, data: { units } } = this.page;
    const { controls } = this.page.address.task;
    const group = (list: Adjustable[], title: string, change: Setting) => {
      const shown = list.filter(({ way, name }) => way !== "fixed" && (!controls.length || controls.includes(name)));
      const fixed = controls.length ? [] : list.filter(({ way }) => way === "fixed");
      if (!shown.length && !fixed.length) return;
      const part = section(into, title);
      for (const each of shown) this.fields.push(new Field(part, each, units, change));
      if (fixed.length) this.fixed(fixed, section(part, tr("Fixed in this page"), false));
    };
    group(live.initial(), tr("Start"), (name, value) => this.told(live.setStart({ [name]: value })));
    group(live.parameters(), tr("Parameters"), (name, value) => this.told(live.set({ [name]: value })));
    made("p", into, "", "small dim").id = "joint";
    this.warn(live);
    const ghost = made("button", into, "", "wide"), named = () => (ghost.textContent = tr(graph.ghost ? "Leave the ghost" : "Keep as ghost"));
    ghost.id = "ghost";
    named();
    ghost.onclick = () => {
      graph.keep(!graph.ghost);
      if (graph.ghost) graph.open(true);
      named();
    };
    const back = made("button", into, tr("Back to the scene"), "wide");
    back.id = "restore";
    back.onclick = () => {
      live.restore();
      live.use(live.data.own);
      live.setStep(this.page.data.method.dt);
      this.page.reset();
      this.refresh();
    };
  }

  /** Show the numbers of now, which something else has changed. */
  refresh(): void {
    const { live } = this.page;
    if (!live) return;
    for (const each of [...live.initial(), ...live.parameters(), this.step(live)]) this.fields.find(({ name }) => name === each.name)?.show(each);
    el<HTMLSelectElement>("method").value = live.method.name;
    this.warn(live);
  }

  /** Say where the picture may not be that of the program. */
  private warn(live: LiveRun): void {
    const changed = new Set([...live.parameters(), ...live.initial()].filter(({ value, own }) => value !== own).map(({ name }) => name));
    el("joint").textContent = live.data.joint.some((set) => set.every((name) => changed.has(name)))
      ? tr("With these numbers the program may draw another stand, height or surroundings; the motion is the same.") : "";
  }

  /** Show what a change has led to, where it was not refused. */
  private told(refused: string | null): string | null {
    if (refused !== null) return refused;
    const { page } = this;
    this.refresh();
    page.changed();
    if (page.graph.ghost) page.graph.build();
    return null;
  }

  private step(live: LiveRun): Adjustable {
    const { method: { dt }, motion: { bounds: [low, high] } } = this.page.data;
    return {
      name: "dt", symbol: "Δt", unit: "s", meaning: "step size of the integrator", angle: false, value: live.dt, own: dt, low, high,
      from: Math.max(dt / STEPS, low), to: Math.min(dt * STEPS, high), logarithmic: true, way: "typed", stops: [],
    };
  }

  private fixed(list: Adjustable[], into: HTMLElement): void {
    made("p", into, tr("Other values of these need another picture: change them in the program."), "small dim");
    for (const each of list) {
      const row = made("p", into, "", "small"), [unit, factor] = shownUnit(each, this.page.data.units);
      symbol(made("b", row), each.symbol || each.name);
      row.append(` ${tr(each.meaning)} ${number(each.value / factor)} ${unit}`);
    }
  }

  private method(live: LiveRun, into: HTMLElement): void {
    const { archive, layout, data: { motion } } = this.page, choice = made("select", into);
    choice.id = "method";
    choice.setAttribute("aria-label", tr("Method"));
    for (const each of motion.methods) made("option", choice, `${tr(each.title)} (${each.name})`).value = each.name;
    choice.value = live.method.name;
    choice.onchange = () => {
      live.use(choice.value);
      this.page.changed();
    };
    this.fields.push(new Field(into, this.step(live), this.page.data.units, (_, seconds) => this.told(live.setStep(seconds))));
    const said = made("p", into, tr("checking the bits …"), "proof");
    said.id = "proof";
    this.proof ??= proven(archive, motion, layout);
    this.proof.then((same) => {
      this.page.proof = same ? "same" : "different";
      said.textContent = same
        ? `✓ ${tr("same bits as the native run after {n} steps").replace("{n}", String(motion.proof.ticks))}`
        : `✗ ${tr("the bits differ from those of the native run")}`;
      said.classList.add(same ? "held" : "lost");
    }).catch((error) => {
      this.page.proof = "different";
      said.textContent = String(error);
    });
  }

  private overlays(into: HTMLElement): void {
    const { page } = this, { data } = page, { curves, dots, axes, labels } = data.picture;
    const list: [keyof Overlays, string, boolean][] = [
      ["vectors", tr("Vectors"), data.arrows.length > 0],
      ["traces", tr("Traces"), data.traces.points.length + data.traces.bodies.length > 0],
      ["curves", tr("Curves, axes, names"), curves.length + dots.length + axes.length + labels.length > 0],
      ["omega", tr("Paths of ω"), data.arrows.some(({ name }) => name === "omega")],
    ];
    for (const [key, text, there] of list) {
      if (!there) continue;
      const label = made("label", into, "", "check"), box = made("input", label);
      box.type = "checkbox";
      box.checked = page.overlays[key];
      box.id = `show-${key}`;
      made("span", label, text);
      box.onchange = () => {
        page.overlays[key] = box.checked;
        page.noted();
      };
    }
    made("p", into, "", "small dim").id = "quality";
  }

  /** Write the numbers of now. */
  readings(): void {
    const { run, live, renderer: { scale, samples } } = this.page;
    this.invariants?.show(run);
    el("quality").textContent = scale < 1 || samples === 0
      ? tr("drawn at {n} % of the pixels").replace("{n}", String(Math.round(100 * scale * scale))) : "";
    const list = document.getElementById("events");
    if (!list || !live) return;
    const text = live.events.filter(({ quiet }) => !quiet).slice(-8)
      .map(({ time, meaning }) => `${seconds(time)}: ${tr(meaning)}`);
    if (list.dataset.shown === text.join("\n")) return;
    list.dataset.shown = text.join("\n");
    list.replaceChildren();
    for (const line of text) made("li", list, line);
  }
}

/** The handle of a panel below the picture: drawn up, or pressed, it raises the panel over the picture. */
class Grip {
  constructor(grip: HTMLElement, panel: HTMLElement, raise: (raised: boolean) => void) {
    let from = 0, height = 0, drawn = false;
    const set = (raised: boolean) => {
      panel.style.height = "";
      grip.setAttribute("aria-expanded", String(raised));
      raise(raised);
    };
    grip.setAttribute("aria-expanded", "false");
    grip.onpointerdown = (event) => {
      grip.setPointerCapture(event.pointerId);
      [from, height, drawn] = [event.clientY, panel.getBoundingClientRect().height, false];
    };
    grip.onpointermove = (event) => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      const wanted = height + from - event.clientY;
      if (Math.abs(wanted - height) < 6 && !drawn) return;
      drawn = true;
      raise(true);
      panel.style.height = `${Math.min(wanted, RAISED * innerHeight)}px`;
    };
    grip.onpointerup = (event) => {
      if (drawn) set(from - event.clientY > 0);
    };
    grip.onclick = () => {
      if (!drawn) set(!document.body.classList.contains("raised"));
      drawn = false;
    };
  }
}

// The panel: what is set up, what is explained.

import { SliderData } from "./data.ts";
import { LiveRun, proven } from "./live.ts";
import type { Page } from "./page.ts";
import { Overlays } from "./renderer.ts";
import { Tab, Tabs } from "./tabs.ts";
import { Invariants, StopSlider, about, el, made, seconds, section } from "./ui.ts";
import { tr } from "./words.ts";

const RAISED = 0.85;

export class Panel {
  private readonly tabs: Tabs;
  private invariants: Invariants | null = null;
  private chosen = "setup";
  private proof: Promise<boolean> | null = null;

  constructor(private readonly page: Page) {
    const { classList } = document.body;
    this.tabs = new Tabs(el("parts"), (id) => {
      this.chosen = id;
      document.body.dataset.tab = id;
    });
    new Grip(el("grip"), el("panel"), (raised) => classList.toggle("raised", raised));
  }

  /** Make all tabs, in the language in use. */
  build(): void {
    const tabs: Tab[] = [
      { id: "setup", title: tr("Set up"), fill: (into) => this.setUp(into) },
      { id: "explain", title: tr("Explain"), fill: (into) => about(this.page.data, into) },
    ];
    el("grip").setAttribute("aria-label", tr("Raise the panel"));
    this.tabs.build(tabs, tr("Panel"), this.chosen);
  }

  show(id: string): void {
    if (!document.getElementById(`tab-${id}`)) return;
    this.page.open(true);
    this.tabs.open(id);
  }

  private setUp(into: HTMLElement): void {
    const { data, live } = this.page;
    if (live) this.startAndParameters(live, into);
    if (live) this.method(live, section(into, tr("Method")));
    this.invariants = data.invariants.length
      ? new Invariants(section(into, tr("Kept by the exact motion")), data, live ? data.motion.scales : data.scales) : null;
    if (live && data.motion.events.length) made("ul", section(into, tr("Events"), false), "", "small").id = "events";
    this.overlays(section(into, tr("View")));
  }

  private startAndParameters(live: LiveRun, into: HTMLElement): void {
    const { motion } = this.page.data;
    const sliders: { data: SliderData; slider: StopSlider }[] = [];
    const group = (list: SliderData[], title: string) => {
      if (!list.length) return null;
      const part = section(into, title);
      for (const data of list) {
        const slider = new StopSlider(part, data, (stop) => {
          // Stops of what is not one number of the state hold for the scene's own values of all the others.
          for (const other of sliders)
            if (other.data !== data && (tabled(data) || tabled(other.data)) && shares(data, other.data)) restore(other, live);
          live.take(data, stop);
          this.page.changed();
        });
        sliders.push({ data, slider });
      }
      return part;
    };
    group(motion.starts, tr("Start"));
    const parameters = group(motion.parameters, tr("Parameters"));
    if (parameters && motion.parameters.length > 1)
      made("p", parameters, tr("One parameter at a time: the others go back to the values of the scene."), "small dim");
  }

  private method(live: LiveRun, into: HTMLElement): void {
    const { archive, layout, data: { motion } } = this.page, choice = made("select", into);
    choice.id = "method";
    choice.setAttribute("aria-label", tr("Method"));
    for (const each of motion.methods) made("option", choice, `${tr(each.title)} (${each.name})`).value = each.name;
    choice.value = live.method.name;
    choice.onchange = () => live.use(choice.value);
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
      box.onchange = () => (page.overlays[key] = box.checked);
    }
    made("p", into, "", "small dim").id = "quality";
  }

  /** Write the numbers of now. */
  readings(): void {
    const { run, live, renderer: { scale, samples } } = this.page;
    this.invariants?.show(run.values, run.begin);
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

function restore({ data, slider }: { data: SliderData; slider: StopSlider }, live: LiveRun): void {
  slider.reset();
  const own = data.stops.indexOf(data.value);
  if (own >= 0) live.take(data, own);
}

/** Whether the stops of a slider hold for the scene's own values of the others. */
function tabled(data: SliderData): boolean { return data.place === undefined; }

function shares(a: SliderData, b: SliderData): boolean {
  return (!!a.p === !!b.p) || !!a.start || !!b.start;
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

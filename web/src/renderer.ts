// The passes of the tier medium: shadows, mirror image, bodies, floor and sky, clear and translucent bodies, and then
// lines and arrows over the finished picture.

import { BarRow, Edges, Vectors, arrowEnds, roundedDown } from "./arrows.ts";
import { Body, bodyMatrices, tintsOf } from "./bodies.ts";
import { View } from "./camera.ts";

import { Archive, CurveData, DotData, PageData } from "./data.ts";
import { DEPTH, GL, PICTURE, Programs, REFLECTION, SHADOW, Sheet, loadTextures, texture } from "./gl.ts";
import { Rope } from "./holds.ts";
import { Shapes } from "./shapes.ts";
import { Dots, Path, Quads, Rows, sortedStretches } from "./lines.ts";
import { Vector, cross, dot, facingMatrices, length, minus, moved, unit } from "./matrix.ts";
import { ARROW, Layout, POINT, Run } from "./run.ts";
import { tr } from "./words.ts";

const STUDIO = 0, FIELD = 1;
/** What is seen of a second run. */
const SEEN = 0.45;
const NEARER = 0.005, BODY_WIDTH = 3, LINES_HIGH = 720;

export const CONTEXT: WebGLContextAttributes = { antialias: false, alpha: false, preserveDrawingBuffer: true };

export interface Overlays { vectors: boolean; traces: boolean; curves: boolean; omega: boolean }
/** A text above a place, or beyond it as seen from another one. */
export interface Label { text: string; said?: string; color: number[]; at: Vector; from?: Vector }
interface Targets {
  size: [number, number]; drawn: WebGLFramebuffer; resolved: WebGLFramebuffer; color: WebGLFramebuffer;
  finished: WebGLFramebuffer; mirror: WebGLFramebuffer | null; mirrored: WebGLTexture | null; parts: (() => void)[];
}

export class Renderer {
  readonly gl: GL;
  readonly size: [number, number] = [0, 0];
  scale = 1;
  samples = 4;
  mirrors = true;
  readonly paths: Path[];
  readonly marks: Path[];
  readonly herpolhode = new Path();
  readonly polhode = new Path();
  ownStart = true;
  private readonly programs: Programs;
  private readonly block: Float32Array<ArrayBuffer>;
  private readonly uniforms: WebGLBuffer;
  private readonly mirroredShapes: WebGLBuffer;
  private readonly bodies: Body[];
  readonly shapes: Shapes;
  private readonly ropes: Rope[];
  private readonly floor: Sheet[];
  private readonly edge: Sheet | null;
  private readonly land: Sheet[];
  private readonly sky: Sheet[];
  private readonly grid: Sheet | null;
  private readonly ribbons: Quads;
  private readonly lines: Quads;
  private readonly tubes: Quads;
  private readonly arrows: Quads;
  private readonly dots: Dots;
  private readonly rows = new Rows();
  private readonly curves: { data: CurveData; points: Float32Array; opacity: Float32Array }[];
  private readonly clouds: { data: DotData; points: Float32Array; colors: Uint8Array }[];
  private readonly shadows: WebGLFramebuffer;
  private shadow!: WebGLTexture;
  private targets: Targets | null = null;
  private readonly floats: boolean;
  private readonly omega: number;
  private readonly vectors: Vectors;
  /** The rows of the scale of the arrows that are drawn. */
  bars: BarRow[] = [];
  /** The pixels of a point of the page. */
  density = 1;
  private world: Float64Array[] = [];

  constructor(readonly canvas: HTMLCanvasElement, private readonly archive: Archive, private readonly layout: Layout) {
    const gl = canvas.getContext("webgl2", CONTEXT);
    if (!gl) throw new Error("WebGL 2");
    const data = this.data.picture;
    this.gl = gl;
    this.floats = !!(gl.getExtension("EXT_color_buffer_float") || gl.getExtension("EXT_color_buffer_half_float"));
    this.programs = new Programs(gl, data.programs.map((program) => program.map((text) => archive.text(text)) as [string, string]));
    this.block = new Float32Array(archive.numbers(data.block)) as Float32Array<ArrayBuffer>;
    this.uniforms = gl.createBuffer()!;
    gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, this.uniforms);
    this.mirroredShapes = gl.createBuffer()!;
    if (data.mirrored.length) gl.bindBufferBase(gl.UNIFORM_BUFFER, 1, this.mirroredShapes);
    this.ropes = data.ropes.map((rope) => new Rope(archive, rope));
    this.bodies = data.meshes.map((mesh) => new Body(gl, this.programs, archive, mesh));
    this.shapes = new Shapes(archive, data, this.bodies);
    const sheet = (list: [string, number][]) => (each: import("./data.ts").SheetData) =>
      new Sheet(gl, this.programs, archive, each, list);
    this.floor = (data.sheets.floor ?? []).map(sheet([["in_corner", 2]]));
    this.edge = data.sheets.edge ? sheet([["in_corner", 2]])(data.sheets.edge) : null;
    this.land = (data.sheets.land ?? []).map(sheet([["in_ring", 3]]));
    this.sky = data.sheets.sky.map(sheet([["in_corner", data.stage === FIELD ? 4 : 2]]));
    this.grid = data.sheets.grid ? sheet([["in_line", 3], ["in_kind", 2]])(data.sheets.grid) : null;
    this.ribbons = Quads.lines(gl, this.programs, data.ribbon);
    this.lines = Quads.lines(gl, this.programs, data.line);
    this.tubes = Quads.tubes(gl, this.programs, data.tube);
    this.arrows = Quads.arrows(gl, this.programs, data.arrow);
    this.dots = new Dots(gl, this.programs, data.dot);
    this.curves = data.curves.map((each) => ({
      data: each, points: archive.numbers(each.points) as Float32Array, opacity: archive.numbers(each.opacity) as Float32Array,
    }));
    this.clouds = data.dots.map((each) => ({
      data: each, points: archive.numbers(each.points) as Float32Array, colors: archive.numbers(each.colors) as Uint8Array,
    }));
    this.shadows = gl.createFramebuffer()!;
    this.paths = this.data.traces.points.map(() => new Path());
    this.marks = this.data.traces.bodies.map(() => new Path());
    this.vectors = new Vectors(this.data.arrows, this.data.bars, layout.arrows, this.data.picture);
    this.omega = this.data.arrows.findIndex(({ name }) => name === "omega");
  }

  private get data(): PageData { return this.archive.header; }

  /** Whether a line, point or word is not shown: it may be another one with other numbers. own: with those of another start. */
  private hides(own: boolean): boolean { return this.shapes.changed || (own && !this.ownStart); }

  async load(): Promise<void> {
    const { gl } = this, { picture } = this.data;
    await loadTextures(gl, this.archive, picture.textures, picture.anisotropy);
    this.shadow = texture(gl, SHADOW, gl.DEPTH_COMPONENT24, picture.shadow, picture.shadow, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadows);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.shadow, 0);
  }

  // Paths ----------------------------------------------------------------------------------------------------

  lay(time: number, pose: Float64Array): void {
    const { layout } = this;
    this.paths.forEach((path, k) => path.add(pose, layout.points + POINT * k, time));
    this.marks.forEach((path, k) => path.add(pose, layout.marks + POINT * k, time));
    if (this.omega < 0) return;
    const tip = this.tip(this.omega, pose);
    if (!tip) return;
    this.herpolhode.add(tip, 0, time);
    const body = bodyMatrices(pose, this.layout, this.data.picture.lift)[0], from = minus(tip, [body[12], body[13], body[14]]);
    this.polhode.add([0, 1, 2].map((k) => dot(from, body.subarray(4 * k, 4 * k + 3))), 0, time);
  }

  relay(run: Run): void {
    for (const path of [...this.paths, ...this.marks, this.herpolhode, this.polhode]) path.clear();
    run.past(Math.max(this.data.traces.life, this.data.traces.body_life), (time, pose) => this.lay(time, pose));
  }

  private tip(which: number, pose: Float64Array): Vector | null {
    const ends = arrowEnds(this.data.arrows[which], which, pose, this.layout.arrows, this.data.picture.lift);
    return ends && ends.tip;
  }

  // Targets --------------------------------------------------------------------------------------------------

  resize(width: number, height: number): void {
    const full: [number, number] = [Math.max(Math.round(width), 1), Math.max(Math.round(height), 1)];
    const scene: [number, number] = [Math.max(Math.round(full[0] * this.scale), 1), Math.max(Math.round(full[1] * this.scale), 1)];
    const key = [...full, ...scene, this.samples, this.mirrors].join();
    if (key === this.key) return;
    this.key = key;
    [this.size[0], this.size[1]] = full;
    [this.canvas.width, this.canvas.height] = full;
    this.targets?.parts.forEach((part) => part());
    this.targets = this.made(scene, full);
  }
  private key = "";

  private made(size: [number, number], full: [number, number]): Targets {
    const { gl } = this, parts: (() => void)[] = [];
    const framebuffer = () => {
      const made = gl.createFramebuffer()!;
      parts.push(() => gl.deleteFramebuffer(made));
      gl.bindFramebuffer(gl.FRAMEBUFFER, made);
      return made;
    };
    const stored = (format: number, point: number, [w, h]: [number, number], samples = 0) => {
      const made = gl.createRenderbuffer()!;
      parts.push(() => gl.deleteRenderbuffer(made));
      gl.bindRenderbuffer(gl.RENDERBUFFER, made);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, w, h);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, made);
    };
    const read = (unitOf: number, format: number, point: number, [w, h]: [number, number], filter: number) => {
      const made = texture(gl, unitOf, format, w, h, filter);
      parts.push(() => gl.deleteTexture(made));
      gl.framebufferTexture2D(gl.FRAMEBUFFER, point, gl.TEXTURE_2D, made, 0);
      return made;
    };
    const samples = Math.min(this.samples, gl.getParameter(gl.MAX_SAMPLES));
    const drawn = framebuffer();
    stored(gl.RGBA8, gl.COLOR_ATTACHMENT0, size, samples);
    stored(gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT, size, samples);
    const resolved = framebuffer();
    read(DEPTH, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT, size, gl.NEAREST);
    const color = framebuffer();
    read(PICTURE, gl.RGBA8, gl.COLOR_ATTACHMENT0, size, gl.LINEAR);
    const finished = framebuffer();
    stored(gl.RGBA8, gl.COLOR_ATTACHMENT0, full);
    let mirror: WebGLFramebuffer | null = null, mirrored: WebGLTexture | null = null;
    if (this.mirrors && this.floats && this.data.picture.stage === STUDIO) {
      const half: [number, number] = [Math.ceil(size[0] / 2), Math.ceil(size[1] / 2)];
      mirror = framebuffer();
      mirrored = read(REFLECTION, gl.RGBA16F, gl.COLOR_ATTACHMENT0, half, gl.LINEAR);
      stored(gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT, half);
      if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE) mirror = mirrored = null;
    }
    return { size, drawn, resolved, color, finished, mirror, mirrored, parts };
  }

  // The uniform block ----------------------------------------------------------------------------------------

  private fill(view: View, focus: Vector, size: [number, number]): void {
    const { block } = this, { radius, reach, shadow, spheres, stage, mirror, frame: { places: at, table, edge, depth, spheres: most } } = this.data.picture;
    block.set(view.both, at.view_projection);
    block.set(view.inverse, at.view_projection_inverse);
    const toLight = [...block.subarray(at.to_light, at.to_light + 3)] as Vector;
    block.set(lightProjection(focus, radius * reach, shadow, toLight, depth), at.light_projection);
    block.set(view.eye, at.eye);
    block.set([size[0], size[1], 1 / size[0], 1 / size[1]], at.screen);
    const wide = Math.max(radius, 0.25 * length(minus(view.eye, focus)));
    block.set([focus[0], focus[1], ...edge.map((share) => share * table * wide)], at.stage);
    block.set([6 * wide, view.far], at.depths);
    const fine = roundedDown(0.3 * radius);
    block.set([1 / (48 * fine), 1 / (24 * fine), fine, roundedDown(5 * fine)], at.wood);
    if (stage !== FIELD) block[at.chalk_lines + 3] = mirror;
    block[at.sunlight + 3] = (2 * radius * reach) / shadow;
    const shown = spheres.slice(0, most);
    block[at.to_light + 3] = shown.length;
    shown.forEach(([body, x, y, z, r], k) => block.set([...this.placeOf([body, x, y, z]), r], at.occluders + 4 * k));
    const { gl } = this;
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.uniforms);
    gl.bufferData(gl.UNIFORM_BUFFER, block, gl.DYNAMIC_DRAW);
    if (!this.data.picture.mirrored.length) return;
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.mirroredShapes);
    gl.bufferData(gl.UNIFORM_BUFFER, this.mirroredContent(), gl.DYNAMIC_DRAW);
  }

  /** The shapes that polished metal mirrors, as in shaders/common/mirrored_bodies.glsl. */
  private mirroredContent(): Float32Array<ArrayBuffer> {
    return Float32Array.from(this.data.picture.mirrored.flatMap(({ ends, radius, width, color }) => {
      const [start, end] = ends.map((each) => this.placeOf(each));
      const axis = minus(end, start), ring = width > 0;
      return [...start, radius, ...(ring ? unit(axis) : axis), width, ...color, ring ? length(axis) : 0];
    }));
  }

  // A picture ------------------------------------------------------------------------------------------------

  /** Draw the present pose, and that of a second run. blur: simulated seconds of a picture. Returns the labels of the arrows. */
  draw(run: Run, ghost: Run | null, view: View, focus: Vector, blur: number, shown: Overlays, free: Edges): Label[] {
    const { gl } = this, targets = this.targets!, [w, h] = targets.size;
    this.place(run, view, blur);
    this.fill(view, focus, targets.size);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.depthFunc(gl.LEQUAL);
    this.drawShadows();
    this.drawMirror(targets);
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.drawn);
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    for (const body of this.bodies) for (const part of body.opaque(this.mirrors)) body.draw(part);
    this.drawBackground(targets);
    this.drawGlass(targets);
    this.drawGhosts(view.eye);
    if (ghost) this.drawAgain(ghost, view, blur);
    this.resolve(targets);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, targets.color);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, targets.finished);
    gl.blitFramebuffer(0, 0, w, h, 0, 0, ...this.size, gl.COLOR_BUFFER_BIT, gl.LINEAR);
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.finished);
    gl.viewport(0, 0, ...this.size);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    const labels = this.drawOver(run, view, focus, shown, free);
    gl.disable(gl.BLEND);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, targets.finished);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, ...this.size, 0, 0, ...this.size, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    return labels;
  }

  /** Put all bodies where they are in the present pose of a run. */
  private place(run: Run, view: View, blur: number): void {
    const { tints, middle, lift } = this.data.picture, bodies = bodyMatrices(run.pose, this.layout, lift);
    this.world = [...bodies, ...facingMatrices(view.eye, middle as Vector, bodies.slice(0, this.layout.bodies))];
    const shades = tints && tintsOf(tints, run.pose, this.layout.tensions);
    const omega = this.omega < 0 ? null : this.omegaOf(run.pose);
    const ropes = this.ropes.map((rope) => rope.models(this.world));
    for (const body of this.bodies) body.place(this.world, ropes, run.pose, run.moving, blur, omega, this.ownStart, run.phase, this.layout.bodies, shades);
  }

  private omegaOf(pose: Float64Array): Vector {
    const at = this.layout.arrows + ARROW * this.omega + 3;
    return [pose[at], pose[at + 1], pose[at + 2]];
  }

  private bind(unitOf: number, what: WebGLTexture | null): void {
    this.gl.activeTexture(this.gl.TEXTURE0 + unitOf);
    this.gl.bindTexture(this.gl.TEXTURE_2D, what);
  }

  private drawShadows(): void {
    const { gl } = this, { shadow } = this.data.picture;
    this.bind(SHADOW, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadows);
    gl.viewport(0, 0, shadow, shadow);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    for (const body of this.bodies) if (body.shadow) body.draw(body.shadow);
    this.bind(SHADOW, this.shadow);
  }

  private drawMirror(targets: Targets): void {
    const { gl } = this, [w, h] = targets.size;
    if (!targets.mirror) return;
    this.bind(REFLECTION, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.mirror);
    gl.viewport(0, 0, Math.ceil(w / 2), Math.ceil(h / 2));
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.frontFace(gl.CW);
    for (const body of this.bodies) for (const part of body.mirrored) body.draw(part);
    gl.frontFace(gl.CCW);
    this.bind(REFLECTION, targets.mirrored);
  }

  private drawBackground(targets: Targets): void {
    const { gl } = this, { stage } = this.data.picture;
    gl.depthFunc(gl.LESS);
    if (this.floor.length) this.floor[targets.mirror ? 1 : 0].draw();
    for (const zone of this.land) zone.draw();
    gl.depthFunc(gl.LEQUAL);
    for (const sky of this.sky) sky.draw();
    if (!this.grid) return;
    gl.enable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    gl.depthMask(false);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
    this.edge?.draw();
    const inlaid = stage === STUDIO;  // brighter or darker than the table
    gl.blendFuncSeparate(inlaid ? gl.DST_COLOR : gl.ONE, inlaid ? gl.SRC_ALPHA : gl.ONE, gl.ZERO, gl.ONE);
    this.grid.draw();
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    gl.enable(gl.CULL_FACE);
  }

  private resolve({ size: [w, h], drawn, resolved, color }: Targets): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, drawn);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, resolved);
    gl.blitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.DEPTH_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, color);
    gl.blitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  }

  private drawGlass(targets: Targets): void {
    const { gl } = this, clear = this.bodies.filter((body) => body.glass.length);
    if (!clear.length) return;
    this.resolve(targets);
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.drawn);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.ONE, gl.SRC_ALPHA, gl.ZERO, gl.ONE);
    gl.depthMask(false);
    [gl.FRONT, gl.BACK].forEach((side, k) => {
      gl.cullFace(side);
      for (const body of clear) body.draw(body.glass[k]);
    });
    gl.cullFace(gl.BACK);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  private drawGhosts(eye: Vector): void {
    const { gl } = this, away = (body: Body) => length(minus(body.place0, eye));
    const ghosts = this.bodies.filter((body) => body.ghost).sort((a, b) => away(b) - away(a));
    if (!ghosts.length) return;
    gl.enable(gl.BLEND);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 4);
    for (const body of ghosts) {
      gl.depthMask(!body.veil);
      if (!body.veil) {
        gl.colorMask(false, false, false, false);  // the program of outlines has no colour
        body.draw(body.outline!);
        gl.colorMask(true, true, true, true);
      }
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      body.draw(body.ghost!);
    }
    gl.depthMask(true);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.disable(gl.BLEND);
  }

  /** Draw the bodies that move once more, as another run has them, and as if one saw through them. */
  private drawAgain(ghost: Run, view: View, blur: number): void {
    const { gl, world } = this;
    this.place(ghost, view, blur);
    this.world = world;
    const moving = this.bodies.filter((body) => body.moves), solid = () => {
      for (const body of moving) for (const part of body.opaque(false)) body.draw(part);
    };
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 4);
    gl.colorMask(false, false, false, false);  // of each place the nearest surface alone is seen
    solid();
    gl.colorMask(true, true, true, true);
    gl.enable(gl.BLEND);
    gl.blendColor(0, 0, 0, SEEN);
    gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    solid();
    gl.disable(gl.BLEND);
    gl.disable(gl.POLYGON_OFFSET_FILL);
  }

  // Over the picture -----------------------------------------------------------------------------------------

  private drawOver(run: Run, view: View, focus: Vector, shown: Overlays, free: Edges): Label[] {
    const { rows, data, size } = this, { traces, picture } = data, lift = picture.lift;
    const grain = length(minus(view.eye, focus)) / (view.up * Math.max(size[1], 1));
    if (shown.traces) {
      rows.clear();
      this.paths.forEach((path, k) => {
        const drawn = traces.points[k];
        const place = (x: number, y: number, z: number): Vector => {
          const point: Vector = [x, y, drawn!.height ?? z + lift];
          return drawn!.near ? point.map((part, i) => part + NEARER * (view.eye[i] - part)) as Vector : point;
        };
        if (drawn) path.write(rows, run.time, drawn.life, drawn.length, drawn.width, drawn.color, grain, place);
      });
      this.ribbons.draw(rows.data, rows.count - 3, size);
      rows.clear();
      this.marks.forEach((path, k) => {
        const body = this.world[traces.bodies[k]];
        path.write(rows, run.time, traces.body_life, null, BODY_WIDTH, traces.body_color, grain, (x, y, z) => moved(body, x, y, z));
      });
      this.lines.draw(rows.data, rows.count - 3, size);
    }
    if (shown.omega && this.omega >= 0) {
      rows.clear();
      const body = this.world[0];
      this.herpolhode.write(rows, run.time, traces.life, null, BODY_WIDTH, traces.lab_color, grain, (x, y, z) => [x, y, z]);
      this.polhode.write(rows, run.time, traces.life, null, BODY_WIDTH, traces.body_color, grain, (x, y, z) => moved(body, x, y, z));
      this.lines.draw(rows.data, rows.count - 3, size);
    }
    if (shown.curves) {
      this.drawCurves(view);
      this.drawMarks();
      this.drawDots();
    }
    this.bars = [];
    const labels = shown.vectors ? this.drawArrows(run.pose, view, focus, free) : [];
    return shown.curves ? [...labels, ...this.drawAxes(), ...this.fixedLabels(focus)] : labels;
  }

  private placeOf([body, x, y, z]: number[]): Vector {
    return body < 0 ? [x, y, z] : moved(this.world[body], x, y, z);
  }

  private drawAxes(): Label[] {
    const axes = this.data.picture.axes.filter(({ own }) => !this.hides(own)), numbers: number[] = [];
    const labels = axes.map(({ ends, color, radius, opacity, head, text }) => {
      const [tail, tip] = ends.map((end) => this.placeOf(end));
      numbers.push(...tail, radius, ...tip, ...color, opacity, head);
      return { text, color, at: tip, from: tail };
    });
    this.arrows.draw(new Float32Array(numbers), axes.length, this.size);
    return labels;
  }

  private fixedLabels(focus: Vector): Label[] {
    return this.data.picture.labels.filter(({ own }) => !this.hides(own)).map(({ place, color, text, outward, above }) => {
      const [x, y, z] = this.placeOf(place);
      return { text: tr(text), color, at: [x, y, z + above] as Vector, from: outward ? focus : undefined };
    });
  }

  private drawCurves(view: View): void {
    const { rows, size } = this;
    for (const tube of [false, true]) {
      rows.clear();
      for (const { data, points, opacity } of this.curves) {
        if (data.tube > 0 !== tube || this.hides(data.own)) continue;
        rows.lift();
        for (let k = 0; 3 * k < points.length; k++) {
          const [x, y, z] = points.subarray(3 * k, 3 * k + 3);
          if (Number.isNaN(x)) { rows.lift(); continue; }
          const at = this.placeOf([data.body, x, y, z]);
          rows.add(at[0], at[1], at[2], tube ? data.tube : 0.5 * data.width, data.color, opacity[k]);
        }
        rows.lift();
      }
      rows.lift();
      if (!tube) this.lines.draw(rows.data, rows.count - 3, size);
      else {
        const stretches = sortedStretches(rows.data, view.axes[2]);
        this.tubes.draw(stretches, stretches.length / 32, size);
      }
    }
  }

  /** Where a line that rises all the way is as high as the body of its mark; null where it nowhere is. */
  private marked({ data, points }: { data: CurveData; points: Float32Array }): Vector | null {
    const height = this.world[data.mark!.body][14];
    let below: Vector | null = null;
    for (let k = 0; k < points.length; k += 3) {
      const above = this.placeOf([data.body, ...points.subarray(k, k + 3)]);
      if (below && below[2] <= height && height <= above[2]) {
        const part = (height - below[2]) / (above[2] - below[2]), [x, y] = below;
        return [x + part * (above[0] - x), y + part * (above[1] - y), height];
      }
      below = above;
    }
    return null;
  }

  private drawMarks(): void {
    const { rows } = this;
    for (const curve of this.curves) {
      const { mark, own } = curve.data, place = mark && !this.hides(own) ? this.marked(curve) : null;
      if (!mark || !place) continue;
      if (mark.link) {
        rows.clear();
        for (const at of [this.world[mark.body].subarray(12, 15), place])
          rows.add(at[0], at[1], at[2], 0.5 * mark.link.width, mark.link.color, mark.link.opacity);
        rows.lift();
        rows.lift();
        this.lines.draw(rows.data, rows.count - 3, this.size);
      }
      const color = Uint8Array.of(...mark.color.map((part) => Math.round(255 * part)), 255);
      this.dots.draw(Float32Array.from(place), color, mark.size * this.unit);
    }
  }

  private drawDots(): void {
    for (const { data, points, colors } of this.clouds) {
      if (this.hides(data.own)) continue;
      const places = new Float32Array(points.length);
      for (let k = 0; k < points.length; k += 3) places.set(this.placeOf([data.body, ...points.subarray(k, k + 3)]), k);
      this.dots.draw(places, colors, data.size * this.unit);
    }
  }

  private drawArrows(pose: Float64Array, view: View, focus: Vector, free: Edges): Label[] {
    const seen = this.vectors.seen(pose, view, this.size[0] / this.size[1], free);
    const numbers = seen.flatMap(({ tail, tip, kind, arrow }) => [...tail, arrow.radius, ...tip, ...arrow.color, 1, kind]);
    this.arrows.draw(new Float32Array(numbers), seen.length, this.size);
    this.bars = this.vectors.rows(seen, view, focus, this.gl.canvas.height / this.density);
    return seen.map(({ tail, tip, said, arrow }) =>
      ({ text: arrow.symbol, said, color: arrow.color, at: tip, from: tail }));
  }

  /** The unit of widths on the screen, as in shaders/common/overlay.glsl. */
  get unit(): number { return Math.max(1, this.size[1] / LINES_HIGH); }
}

/** The matrix from the world to the lamp's clip space (game/render/gpu/frame_block.py). */
function lightProjection(focus: Vector, radius: number, size: number, toLight: Vector, depth: number): Float64Array {
  const side = unit(cross([0, 1, 0], toLight)), other = cross(toLight, side);
  const axes: Vector[] = [side, other, toLight.map((x) => -x) as Vector], texel = (2 * radius) / size;
  const scale = [1 / radius, 1 / radius, 1 / (depth * radius)], m = new Float64Array(16);
  axes.forEach((axis, k) => {
    let middle = dot(focus, axis);
    if (k < 2) middle = Math.round(middle / texel) * texel;
    for (let i = 0; i < 3; i++) m[4 * i + k] = axis[i] * scale[k];
    m[12 + k] = -middle * scale[k];
  });
  m[15] = 1;
  return m;
}

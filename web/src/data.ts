// The data of a page as the exporter writes it (game/export/sections.py): JSON, and arrays to which it refers.

export interface Ref { at: number; kind: "f4" | "f8" | "u1" | "u2" | "u4" | "i2"; count: number }
export interface Bytes { at: number; length: number }
export interface Columns { rows: number; low: Ref; scale: Ref; planes: Ref }

export interface Hung {
  kind: number; body?: number; above?: number; ends?: number[][]; wide?: number[]; piece?: number[]; own?: boolean; local?: number[];
  phases?: [number[], Hung][]; tension?: number;
}
export interface MeshData {
  vertices: Columns; triangles: Ref; parts: [number | null, number, number][]; rows: Ref; hung: Hung[]; index: number[];
  draw?: Record<string, number>; polished?: Record<string, number>; mirror?: Record<string, number>; shadow?: number; glass?: [number, number];
  ghost?: number; veil?: boolean; outline?: number;
}
/** A rope along places, with strands beside its line; wide: radii, or as wide as long, but at least so. */
export interface RopeData {
  places: number[][]; steps: number; side: number[]; crossed: boolean; strands: { wide: Ref | number; aside: Ref | null }[];
}
/** Pictures at some values of a parameter: of the meshes that change, what is in `MeshData`, for one value after another. */
export interface ShapeData {
  nodes: number[]; bodies: { mesh: number; rows: Ref; hung: Hung[][]; vertices?: Columns }[]; whole: Partial<PictureData>[];
}
export interface SheetData { program: number; vertices: Ref; indices: Ref }
export interface CurveData {
  body: number; points: Ref; opacity: Ref; color: number[]; width: number; tube: number; own: boolean;
  mark: MarkData | null;
}
/** A dot on a line, which rises all the way, at the height of a body, and the line that links the two. */
export interface MarkData {
  body: number; color: number[]; size: number; link: { color: number[]; width: number; opacity: number } | null;
}
export interface DotData { body: number; points: Ref; colors: Ref; size: number; own: boolean }
/** A shape that polished metal mirrors: a ball or rod between two places, each on a body, or a ring about the first. */
export interface MirroredData { ends: [number[], number[]]; radius: number; width: number; color: number[] }
export interface TintData { tensions: number[]; tints: number[][] }
export interface AxisData {
  ends: [number[], number[]]; color: number[]; radius: number; opacity: number; head: number; text: string; own: boolean;
}
export interface LabelData { place: number[]; color: number[]; text: string; outward: boolean; above: number; own: boolean }
export interface TextureData {
  unit: number; form: "light" | "halves" | "picture"; size: number[]; volume?: boolean; repeats?: boolean;
  channels?: number; mipmaps?: boolean; pixels: Ref & Bytes; lamp?: Ref | null;
}
/** The uniform block of all programs: where its members begin, in numbers, and constants with which they are filled. */
export interface FrameBlockData { places: Record<string, number>; table: number; edge: number[]; depth: number; spheres: number }
export interface PictureData {
  stage: number; bright: boolean; block: Ref; frame: FrameBlockData; focus: number[]; radius: number; mirror: number; reach: number; shadow: number; anisotropy: number;
  lift: number; middle: number[]; tints: TintData | null; meshes: MeshData[]; ropes: RopeData[]; spheres: number[][];
  mirrored: MirroredData[]; curves: CurveData[];
  dots: DotData[]; axes: AxisData[]; labels: LabelData[];
  sheets: { floor?: SheetData[]; edge?: SheetData; land?: SheetData[]; sky: SheetData[]; grid?: SheetData };
  ribbon: number; line: number; tube: number; arrow: number; dot: number; textures: TextureData[]; programs: [Bytes, Bytes][];
  shapes: Record<string, ShapeData>;
}
/** A record of a calculation (physics/core/formulas.py): for each line its operation, how many words follow, and these. */
export interface RecordData { operations: string[]; words: Ref; numbers: Ref; results: Ref }
/** Formulas of the numbers p, s and of the start, of the parameters and initial values named; of the start by aliases. */
export interface FormulasData {
  names: string[]; parameters: number; values: number[]; numbers: RecordData[]; aliases: string[]; shown: number[]; begun: RecordData[]; entered: RecordData[];
}
export interface Table { places: number[]; rows: Ref }
export interface SliderData {
  name: string; symbol: string; unit: string; meaning: string; value: number; angle: boolean; stops: number[];
  place?: number; start?: Table; p?: Table; s?: Table; low: number; high: number; logarithmic: boolean; typed: boolean;
}
/** A parameter that is not in the page, since the picture would be another one. */
export interface FixedData { name: string; symbol: string; unit: string; meaning: string; value: number; angle: boolean }
export interface MethodData {
  name: string; title: string; module: Bytes; settings: number[]; room: number; memory: number;
}
export interface LiveData {
  fields: [string, "real" | "whole"][]; n: number; events: { name: string; meaning: string; quiet: boolean }[];
  log: { head: number; before: number; limit: number; rows: number }; ratio: number; step: [number, number]; dt: number;
  discrete: number[]; own: string; methods: MethodData[]; start: Ref; p: Ref; s: Ref; size: number;
  starts: SliderData[]; parameters: SliderData[]; fixed: FixedData[]; /** Parameters that change the picture. */ shaped?: string[]; /** Numbers with which the program may draw another picture, where all of a set are changed. */ joint: string[][]; order: string[]; variables: string[]; formulas: FormulasData | null; bounds: [number, number]; scales: number[]; scale_formulas: ({ formulas: RecordData[]; own: boolean } | null)[]; small: number; looked: number; proof: { ticks: number; bits: string[] };
}
export interface RecordingData { times: Ref; poses: Columns; values: Ref; phases: Ref; moving: number[][] }
export interface ArrowData {
  name: string; symbol: string; meaning: string; unit: string; color: number[]; head: number; radius: number;
  length: number; longest: number; words: string;
}
/** The scale of a unit: the length of an arrow of magnitude 1 [m]. */
export interface BarData { unit: string; length: number; color: number[] }
export interface TraceData {
  color: number[]; width: number; life: number; length: number | null; height: number | null; near: boolean;
}
export interface QuantityData { name: string; symbol: string; unit: string; meaning: string; angle: boolean; known: boolean }
/** A thing to try: what it sets by name, null where that needs the program. */
export interface TrialData {
  title: string; note: string; watch: string[]; set: Record<string, string> | null; show: ("vectors" | "traces" | "curves")[];
}
/** A step of a lesson: texts as HTML, and what it sets as a thing to try does; view: as first of the camera. */
export interface StepData extends TrialData { text: string; question: string; answer: string; view: number[] | null; begins: boolean }
/** Sections as HTML that the exporter has made. */
export interface ExplainedData { title: string; see: string; equations: string; source: string; trials: TrialData[] }
export interface PageData {
  version: string; live: boolean; picture: PictureData; motion: LiveData & RecordingData;
  camera: { mode: string; first: number[]; track?: Columns; times?: Ref };
  follow: number[] | null; speed: number; opens: number; bodies: number; points: number; tensions: number; arrows: ArrowData[]; bars: BarData[]; unseen: string[];
  traces: {
    points: (TraceData | null)[]; life: number; rate: number; bodies: number[]; body_life: number;
    body_color: number[]; lab_color: number[];
  };
  variables: QuantityData[]; quantities: QuantityData[]; invariants: { name: string; symbol: string; unit: string; meaning: string; known: boolean }[]; scales: number[];
  show: { vectors: boolean; traces: boolean; curves: boolean }; method: { name: string; dt: number };
  name: string; line: string; title: string; note: string; system: string; explained: Record<string, ExplainedData>; lesson: StepData[]; left_out: string[]; lines: string[];
  words: Record<string, Record<string, string>>;
  /** The parts of the energy, whose symbols are words, and their formulas of y and then p. */
  energies: { parts: QuantityData[]; formulas: RecordData[] };
  /** Factors to SI units, by the SI unit and the spelling of another one. */
  units: Record<string, Record<string, number>>;
}

const KINDS = {
  f4: Float32Array, f8: Float64Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i2: Int16Array,
} as const;

/** Puts copies of earlier bytes back to their places (game/export/sections.py). */
function withCopies(packed: ArrayBuffer): ArrayBuffer {
  const [length, count] = new Uint32Array(packed, 0, 2);
  const words = new Uint32Array(packed, 8, 3 * count), fresh = new Uint8Array(packed, 8 + 12 * count);
  const found = new Uint8Array(length);
  let at = 0, taken = 0;
  for (let k = 0; k < count; k++) {
    const before = words[k], copied = words[count + k], start = at + before - words[2 * count + k];
    found.set(fresh.subarray(taken, taken + before), at);
    found.copyWithin(at + before, start, start + copied);
    at += before + copied;
    taken += before;
  }
  found.set(fresh.subarray(taken), at);
  return found.buffer;
}

/** Where parts of a pack belong, in their order: the length of each, and where it begins in the data of the page. */
type Places = number[][];
/** The data of a page whose arrays lie in several packs: its own and those that it shares with others. */
interface GatheredData { size: number; own: Places; packs: { name: string; places: Places }[]; page: PageData }

async function opened(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return withCopies(await new Response(stream).arrayBuffer());
}

/** The JSON part of data, and where the arrays behind it begin. */
function headed<T>(buffer: ArrayBuffer): [T, number] {
  const length = new DataView(buffer).getUint32(0, true);
  return [JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length))) as T, 4 + length];
}

/** A pack that a script of the folder has brought along (game/export/web_folder.py). */
function pack(name: string): string {
  const { polhodePacks } = globalThis as unknown as { polhodePacks?: Record<string, string> }, text = polhodePacks?.[name];
  if (!text) throw new Error(`shared/${name}.js`);
  delete polhodePacks![name];
  return text;
}

export class Archive {
  constructor(readonly header: PageData, private readonly buffer: ArrayBuffer, private readonly first: number) {}

  static async unpacked(text: string): Promise<Archive> {
    const buffer = await opened(text), [header, first] = headed<PageData>(buffer);
    return new Archive(header, buffer, first);
  }

  static async gathered(name: string): Promise<Archive> {
    const buffer = await opened(pack(name)), [{ size, own, packs, page }, first] = headed<GatheredData>(buffer);
    const all = new Uint8Array(size);
    const put = (bytes: Uint8Array, places: Places) => {
      let from = 0;
      for (const [length, ...every] of places) {
        for (const at of every) all.set(bytes.subarray(from, from + length), at);
        from += length;
      }
    };
    put(new Uint8Array(buffer, first), own);
    await Promise.all(packs.map(async (each) => put(new Uint8Array(await opened(pack(each.name))), each.places)));
    return new Archive(page, all.buffer, 0);
  }

  numbers(ref: Ref): Float32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array | Int16Array {
    return new KINDS[ref.kind](this.buffer, this.first + ref.at, ref.count);
  }

  bytes(ref: Bytes): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.buffer, this.first + ref.at, ref.length);
  }

  text(ref: Bytes): string { return new TextDecoder().decode(this.bytes(ref)); }

  /** The rows of columns in 16 bits, one after another. */
  columns({ rows, low, scale, planes }: Columns): Float32Array {
    const lows = this.numbers(low), scales = this.numbers(scale), parts = this.numbers(planes);
    const width = lows.length, found = new Float32Array(rows * width);
    for (let k = 0; k < width; k++) {
      const at = 2 * k * rows;
      for (let i = 0, step = 0; i < rows; i++) {
        step = (step + parts[at + i] + 256 * parts[at + rows + i]) & 65535;
        found[i * width + k] = lows[k] + scales[k] * step;
      }
    }
    return found;
  }

  /** The indices of triangles from the planes of their folded differences. */
  triangles(ref: Ref): Uint32Array {
    const parts = this.numbers(ref), count = parts.length / 3, found = new Uint32Array(count);
    for (let i = 0, last = 0; i < count; i++) {
      const folded = parts[i] | (parts[count + i] << 8) | (parts[2 * count + i] << 16);
      last += folded & 1 ? -(folded + 1) / 2 : folded / 2;
      found[i] = last;
    }
    return found;
  }
}

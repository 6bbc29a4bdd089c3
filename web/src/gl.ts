// WebGL 2: programs, buffers, textures.

import { Archive, SheetData, TextureData } from "./data.ts";

/** Texture unit of every sampler: game/render/gpu/shader_programs.py; some are shared. */
const UNITS: Record<string, number> = {
  environment_map: 0, shadow_map: 1, floor_wood: 2, floor_paint: 2, turned_wood: 3, reflection_map: 4, picture: 5,
  depth_map: 6, sky_clouds: 9, cast_map: 12, reflectance: 13, field_land: 14, field_plants: 15, studio_room: 9,
  coin_faces: 14,
};
export const SHADOW = 1, REFLECTION = 4, PICTURE = 5, DEPTH = 6, CAST = 12;
const CAST_CELLS = 128;
/** Uniform blocks by their binding points, as there. */
const BLOCKS = ["Frame", "MirroredBodies"];

export type GL = WebGL2RenderingContext;

export class Programs {
  private readonly made: (WebGLProgram | null)[];

  constructor(readonly gl: GL, private readonly sources: [string, string][]) {
    this.made = sources.map(() => null);
  }

  at(number: number): WebGLProgram {
    return (this.made[number] ??= this.linked(...this.sources[number]));
  }

  private linked(vertex: string, fragment: string): WebGLProgram {
    const { gl } = this, made = gl.createProgram()!;
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const part = gl.createShader(kind)!;
      gl.shaderSource(part, source);
      gl.compileShader(part);
      if (!gl.getShaderParameter(part, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(part) ?? "shader");
      gl.attachShader(made, part);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) ?? "program");
    BLOCKS.forEach((name, point) => {
      const block = gl.getUniformBlockIndex(made, name);
      if (block !== gl.INVALID_INDEX) gl.uniformBlockBinding(made, block, point);
    });
    gl.useProgram(made);
    for (const [name, unit] of Object.entries(UNITS)) {
      const at = gl.getUniformLocation(made, name);
      if (at) gl.uniform1i(at, unit);
    }
    return made;
  }
}

export type Attribute = [name: string, count: number];

/** Point the attributes that a program has at a buffer; a matrix takes a place for each column. */
export function pointAttributes(gl: GL, program: WebGLProgram, list: Attribute[], stride: number, divisor: number): void {
  let offset = 0;
  for (const [name, count] of list) {
    const at = gl.getAttribLocation(program, name);
    for (let column = 0; at >= 0 && column < count; column += 4) {
      const place = at + column / 4;
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, Math.min(4, count - column), gl.FLOAT, false, stride, offset + 4 * column);
      gl.vertexAttribDivisor(place, divisor);
    }
    offset += 4 * count;
  }
}

export function filled(gl: GL, target: number, content: ArrayBufferView<ArrayBuffer>, usage?: number): WebGLBuffer {
  const made = gl.createBuffer()!;
  gl.bindBuffer(target, made);
  gl.bufferData(target, content, usage ?? gl.STATIC_DRAW);
  return made;
}

/** Floor, sky or scale lines. */
export class Sheet {
  private readonly array: WebGLVertexArrayObject;
  private readonly program: WebGLProgram;
  private readonly count: number;

  constructor(private readonly gl: GL, programs: Programs, archive: Archive, data: SheetData, list: Attribute[]) {
    this.program = programs.at(data.program);
    this.array = gl.createVertexArray()!;
    gl.bindVertexArray(this.array);
    filled(gl, gl.ARRAY_BUFFER, archive.numbers(data.vertices) as Float32Array<ArrayBuffer>);
    pointAttributes(gl, this.program, list, 4 * list.reduce((sum, [, count]) => sum + count, 0), 0);
    const indices = archive.numbers(data.indices) as Uint32Array<ArrayBuffer>;
    filled(gl, gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bindVertexArray(null);
    this.count = indices.length;
  }

  draw(): void {
    const { gl } = this;
    gl.useProgram(this.program);
    gl.bindVertexArray(this.array);
    gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_INT, 0);
  }
}

export async function loadTextures(gl: GL, archive: Archive, list: TextureData[], anisotropy: number): Promise<void> {
  const sharper = gl.getExtension("EXT_texture_filter_anisotropic");
  for (const data of list) {
    const picture = data.form === "picture" ? await decoded(archive.bytes(data.pixels)) : null;
    const target = data.volume ? gl.TEXTURE_3D : gl.TEXTURE_2D, set = (name: number, value: number) => gl.texParameteri(target, name, value);
    gl.activeTexture(gl.TEXTURE0 + data.unit);
    gl.bindTexture(target, gl.createTexture());
    set(gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    set(gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    if (picture) {
      const [internal, format] = ([[gl.R8, gl.RED], [gl.RG8, gl.RG], [gl.RGB8, gl.RGB]] as const)[data.channels! - 1];
      gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
      gl.texImage2D(target, 0, internal, format, gl.UNSIGNED_BYTE, picture);
      if (data.mipmaps) {
        gl.generateMipmap(target);
        set(gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        if (sharper) set(sharper.TEXTURE_MAX_ANISOTROPY_EXT, anisotropy);
      }
      continue;
    }
    const numbers = archive.numbers(data.pixels);
    const [width, height, layers] = data.size;
    if (!data.repeats && !data.volume) set(gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    set(gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    if (data.volume) {
      set(gl.TEXTURE_WRAP_R, gl.CLAMP_TO_EDGE);
      const lamp = data.lamp ? archive.numbers(data.lamp) : null;
      gl.texImage3D(target, 0, gl.RGBA16F, width, height, layers, 0, gl.RGBA, gl.FLOAT, withLamp(numbers, lamp));
    } else if (data.form === "light") {
      gl.texImage2D(target, 0, gl.RGB9_E5, width, height, 0, gl.RGB, gl.UNSIGNED_INT_5_9_9_9_REV, numbers);
    } else {
      gl.texImage2D(target, 0, gl.RG16F, width, height, 0, gl.RG, gl.HALF_FLOAT, numbers);
    }
  }
  // Anything may cast a shadow anywhere: the renderer of the program knows where, and skips the rest.
  gl.activeTexture(gl.TEXTURE0 + CAST);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, CAST_CELLS, CAST_CELLS, 0, gl.RED, gl.UNSIGNED_BYTE,
    new Uint8Array(CAST_CELLS * CAST_CELLS).fill(255));
}

/** Light in shared exponents, and the share of the lamp in it, as four floats each. */
function withLamp(light: ArrayLike<number>, lamp: ArrayLike<number> | null): Float32Array {
  const found = new Float32Array(4 * light.length);
  for (let k = 0; k < light.length; k++) {
    const word = light[k], scale = 2 ** ((word >>> 27) - 24);
    found[4 * k] = (word & 511) * scale;
    found[4 * k + 1] = ((word >>> 9) & 511) * scale;
    found[4 * k + 2] = ((word >>> 18) & 511) * scale;
    found[4 * k + 3] = lamp ? lamp[k] / 255 : 0;
  }
  return found;
}

async function decoded(bytes: Uint8Array<ArrayBuffer>): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([bytes], { type: "image/webp" })), picture = new Image();
  picture.src = url;
  await picture.decode();
  URL.revokeObjectURL(url);
  return picture;
}

export function texture(gl: GL, unit: number, format: number, width: number, height: number, filter: number): WebGLTexture {
  const made = gl.createTexture()!;
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return made;
}

import { crc32 } from "node:zlib";

/** Arrays side by side in one piece of memory that threads share, and that is a file as it is. */
export type Packed<Meta> = { buffer: SharedArrayBuffer; meta: Meta; sections: Sections };

const kinds = {
  firstSlots: "u32",
  pageOf: "u32",
  lengths: "u32",
  rows: "u8",
  sketches: "u8",
  termOffsets: "u32",
  termBytes: "u8",
  postingOffsets: "u32",
  slots: "u32",
  frequencies: "u16",
  ownWords: "u8",
  pathOffsets: "u32",
  pathBytes: "u8",
  pageOffsets: "u32",
  pageBytes: "u8",
  pathKeyOffsets: "u32",
  pathKeyBytes: "u8",
  pathKeyOrder: "u32",
  addressKeyOffsets: "u32",
  addressKeyBytes: "u8",
  addressKeyOrder: "u32",
  factOf: "u32",
  pageKinds: "u8",
  topics: "f64",
  hashOffsets: "u32",
  hashBytes: "u8",
} as const;

type View = Arrays[keyof Arrays];
type Constructor = {
  new (buffer: SharedArrayBuffer, at: number, length: number): View;
  BYTES_PER_ELEMENT: number;
};
const arrays: Record<keyof Arrays, Constructor> = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f64: Float64Array,
};

type Name = keyof typeof kinds;
type Arrays = { u8: Uint8Array; u16: Uint16Array; u32: Uint32Array; f64: Float64Array };
export type Sections = { [Key in Name]: Arrays[(typeof kinds)[Key]] };

/** Raised whenever what the arrays mean changes: what was stored before is made anew. */
const layoutVersion = 2;
const magic = 0x58444944;
const alignment = 16;
const preambleWords = 5;
const names = Object.keys(kinds) as Name[];

type Header = { meta: unknown; lengths: Record<Name, number> };

export function allocate<Meta>(meta: Meta, lengths: Record<Name, number>): Packed<Meta> {
  const json = Buffer.from(JSON.stringify({ meta, lengths } satisfies Header));
  const places = placesOf(json.length, lengths);
  const buffer = new SharedArrayBuffer(places.end);
  const preamble = new Uint32Array(buffer, 0, preambleWords);
  preamble.set([magic, layoutVersion, json.length, names.length, crc32(json)]);
  new Uint8Array(buffer, jsonAt(), json.length).set(json);
  return { buffer, meta, sections: viewsOf(buffer, places, lengths) };
}

/** Writes the checksums, after which the bytes can be stored. */
export function seal(buffer: SharedArrayBuffer): Uint8Array {
  const { lengths, places } = readHeader(buffer);
  for (const [number, name] of names.entries())
    checksums(buffer)[number] = crc32(bytesOf(buffer, places, lengths, name));
  return new Uint8Array(buffer);
}

/** Throws where the bytes are not those that were sealed. */
export function verify(buffer: SharedArrayBuffer): void {
  const { lengths, places } = readHeader(buffer);
  for (const [number, name] of names.entries())
    if (checksums(buffer)[number] !== crc32(bytesOf(buffer, places, lengths, name)))
      throw new Error(`the section ${name} is damaged`);
}

/** `Meta` is what `allocate` was given; the checksum of the header says that it is the same. */
export function open<Meta>(buffer: SharedArrayBuffer): Packed<Meta> {
  const { meta, lengths, places } = readHeader(buffer);
  return { buffer, meta: meta as Meta, sections: viewsOf(buffer, places, lengths) };
}

function readHeader(buffer: SharedArrayBuffer) {
  if (buffer.byteLength < jsonAt()) throw new Error("the index ends too early");
  const preamble = new Uint32Array(buffer, 0, preambleWords);
  const [mark, version, jsonBytes = 0, count, sum] = preamble;
  if (mark !== magic || version !== layoutVersion || count !== names.length)
    throw new Error("this is not an index of this version");
  if (jsonAt() + jsonBytes > buffer.byteLength) throw new Error("the index ends too early");
  const json = Buffer.from(buffer, jsonAt(), jsonBytes);
  if (crc32(json) !== sum) throw new Error("the index's header is damaged");
  const { meta, lengths }: Header = JSON.parse(json.toString());
  const places = placesOf(jsonBytes, lengths);
  if (places.end !== buffer.byteLength) throw new Error("the index ends too early");
  return { meta, lengths, places };
}

type Places = { starts: Record<Name, number>; end: number };

function placesOf(jsonBytes: number, lengths: Record<Name, number>): Places {
  let at = aligned(jsonAt() + jsonBytes);
  const starts = Object.fromEntries(
    names.map((name) => {
      const start = at;
      at = aligned(at + lengths[name] * arrays[kinds[name]].BYTES_PER_ELEMENT);
      return [name, start];
    }),
  ) as Record<Name, number>;
  return { starts, end: at };
}

/** Each array has the kind of its name in the list above. */
function viewsOf(buffer: SharedArrayBuffer, { starts }: Places, lengths: Record<Name, number>) {
  const views: Partial<Record<Name, View>> = {};
  for (const name of names)
    views[name] = new arrays[kinds[name]](buffer, starts[name], lengths[name]);
  return views as Sections;
}

function bytesOf(
  buffer: SharedArrayBuffer,
  { starts }: Places,
  lengths: Record<Name, number>,
  name: Name,
): Uint8Array {
  const bytes = lengths[name] * arrays[kinds[name]].BYTES_PER_ELEMENT;
  return new Uint8Array(buffer, starts[name], bytes);
}

function checksums(buffer: SharedArrayBuffer): Uint32Array {
  return new Uint32Array(buffer, preambleWords * 4, names.length);
}

function jsonAt(): number {
  return (preambleWords + names.length) * 4;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

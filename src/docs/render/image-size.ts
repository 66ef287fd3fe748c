/** In pixels, as the file itself says. */
export type ImageSize = { width: number; height: number };

const most = 20_000;
const readers: Record<string, (bytes: Buffer) => ImageSize | undefined> = {
  "image/png": (bytes) => at(bytes, 24, () => size(bytes.readUInt32BE(16), bytes.readUInt32BE(20))),
  "image/gif": (bytes) => at(bytes, 10, () => size(bytes.readUInt16LE(6), bytes.readUInt16LE(8))),
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
  "image/svg+xml": svgSize,
};

/** The size of an image by its first bytes; undefined where they do not tell. Never throws. */
export function imageSize(type: string, bytes: Buffer): ImageSize | undefined {
  return Object.hasOwn(readers, type) ? readers[type]?.(bytes) : undefined;
}

function at<Result>(bytes: Buffer, length: number, read: () => Result): Result | undefined {
  return bytes.length >= length ? read() : undefined;
}

function size(width: number, height: number): ImageSize | undefined {
  const isPlausible = width > 0 && height > 0 && width <= most && height <= most;
  return isPlausible ? { width, height } : undefined;
}

const mostSegments = 200;

/** The first frame header; one with camera data before it may be shown turned round. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let place = 2;
  for (let count = 0; count < mostSegments && place + 9 <= bytes.length; count += 1) {
    if (bytes[place] !== 0xff) return undefined;
    const kind = bytes[place + 1] ?? 0;
    if (kind === 0xe1) return undefined;
    const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
    if (isFrame) return size(bytes.readUInt16BE(place + 7), bytes.readUInt16BE(place + 5));
    place += 2 + bytes.readUInt16BE(place + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30) return undefined;
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind === "VP8 ")
    return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (kind !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

/** Only where both sides are given in pixels: others take the room they are given. */
function svgSize(bytes: Buffer): ImageSize | undefined {
  const head = bytes.toString("utf8", 0, 4_000);
  const tag = /<svg\s[^>]{0,3000}>/i.exec(head)?.[0] ?? "";
  const side = (name: string) =>
    Number(new RegExp(`\\s${name}=["'](\\d{1,5})(?:px)?["']`).exec(tag)?.[1] ?? 0);
  return size(side("width"), side("height"));
}

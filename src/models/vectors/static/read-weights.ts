import { closeSync, openSync, readSync } from "node:fs";
import { type Bag, createBag } from "./kernels/bag.ts";

/** The bundled static embedding model: a vector and two weights for every token. */
export type Weights = {
  tokenIds: Map<string, number>;
  unknownId: number;
  /** At least the length of every token. */
  longestToken: number;
  dimensions: number;
  /** Exponent of a token's frequency in a text. */
  frequencyPower: number;
  /** How much the title counts beside the body. */
  titleWeight: number;
  splitsCamelCase: boolean;
  /** How much a token says about what a question, or a passage, is about. */
  queryScale: Float32Array;
  documentScale: Float32Array;
  /** The vectors are its rows. */
  bag: Bag;
  /** How many tokens there are. */
  size: number;
  /** The length of each vector. */
  norm(id: number): number;
};

/** More tokens of a text do not count. */
export const mostTokens = 400;

const magic = 0x314d5453;
const headerBytes = 32;

/** Reads `docent-embed-2.bin`: little endian, the layout that `decisions/bundled-embedder.md` describes. */
export function readWeights(file: URL): Weights {
  const handle = openSync(file, "r");
  try {
    return readFrom((at, into) => readWhole(handle, at, into), file);
  } finally {
    closeSync(handle);
  }
}

/** Fills what it is given from a place of the file on. */
type Read = <Bytes extends Uint8Array | Int8Array>(at: number, into: Bytes) => Bytes;

function readFrom(read: Read, file: URL): Weights {
  const header = read(0, Buffer.alloc(headerBytes));
  if (header.readUInt32LE(0) !== magic)
    throw new Error(`${file.pathname} is not an embedding model`);
  const [size, dimensions] = [header.readUInt32LE(4), header.readUInt32LE(8)];
  const vocabularyBytes = header.readUInt32LE(12);
  const tokens = read(headerBytes, Buffer.alloc(vocabularyBytes)).toString().split("\n");
  const tokenIds = new Map(tokens.slice(0, size).map((token, id) => [token, id]));
  const scalesAt = headerBytes + Math.ceil(vocabularyBytes / 4) * 4;
  const floats = (at: number) => new Float32Array(read(at, new Uint8Array(size * 4)).buffer);
  const bag = createBag({ rows: size, dimensions, mostTerms: mostTokens });
  // Straight to where they stay: they are most of the file.
  read(scalesAt + size * 8, bag.rows);
  return {
    tokenIds,
    unknownId: tokenIds.get("[UNK]") ?? 0,
    longestToken: tokens.reduce((longest, token) => Math.max(longest, token.length), 0),
    dimensions,
    frequencyPower: header.readFloatLE(16),
    titleWeight: header.readFloatLE(20),
    splitsCamelCase: header.readFloatLE(24) > 0,
    queryScale: floats(scalesAt),
    documentScale: floats(scalesAt + size * 4),
    bag,
    size,
    norm: rememberNorms(bag.rows, dimensions),
  };
}

function readWhole<Bytes extends Uint8Array | Int8Array>(
  handle: number,
  at: number,
  into: Bytes,
): Bytes {
  for (let done = 0; done < into.byteLength; ) {
    const length = readSync(handle, into, done, into.byteLength - done, at + done);
    if (length === 0) throw new Error("the embedding model ends too early");
    done += length;
  }
  return into;
}

/** Each is worked out when it is asked for: those of all take longer than the first search. */
function rememberNorms(vectors: Int8Array, dimensions: number): (id: number) => number {
  const norms = new Float32Array(vectors.length / dimensions);
  return (id) => {
    const known = norms[id];
    if (known !== 0) return known ?? 1;
    let squares = 0;
    for (let at = id * dimensions; at < (id + 1) * dimensions; at += 1)
      squares += (vectors[at] ?? 0) ** 2;
    norms[id] = Math.sqrt(squares) || 1;
    return norms[id] ?? 1;
  };
}

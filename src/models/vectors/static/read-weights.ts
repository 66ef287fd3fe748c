import { readFileSync } from "node:fs";
import { once } from "../../../lib/once.ts";
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
  norms(): Float32Array;
};

/** More tokens of a text do not count. */
export const mostTokens = 400;

const magic = 0x314d5453;
const headerBytes = 32;

/** Reads `docent-embed-2.bin`: little endian, the layout that `decisions/bundled-embedder.md` describes. */
export function readWeights(file: URL): Weights {
  const bytes = readFileSync(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== magic)
    throw new Error(`${file.pathname} is not an embedding model`);
  const size = view.getUint32(4, true);
  const dimensions = view.getUint32(8, true);
  const vocabularyBytes = view.getUint32(12, true);
  const tokens = bytes.toString("utf8", headerBytes, headerBytes + vocabularyBytes).split("\n");
  const tokenIds = new Map(tokens.slice(0, size).map((token, id) => [token, id]));
  const scalesAt = headerBytes + Math.ceil(vocabularyBytes / 4) * 4;
  const vectorsAt = scalesAt + size * 8;
  const floats = (at: number) =>
    new Float32Array(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + size * 4));
  const bag = createBag({ rows: size, dimensions, mostTerms: mostTokens });
  bag.rows.set(bytes.subarray(vectorsAt, vectorsAt + size * dimensions));
  return {
    tokenIds,
    unknownId: tokenIds.get("[UNK]") ?? 0,
    longestToken: tokens.reduce((longest, token) => Math.max(longest, token.length), 0),
    dimensions,
    frequencyPower: view.getFloat32(16, true),
    titleWeight: view.getFloat32(20, true),
    splitsCamelCase: view.getFloat32(24, true) > 0,
    queryScale: floats(scalesAt),
    documentScale: floats(scalesAt + size * 4),
    bag,
    size,
    norms: once(() => normsOf(bag.rows, dimensions)),
  };
}

function normsOf(vectors: Int8Array, dimensions: number): Float32Array {
  const norms = new Float32Array(vectors.length / dimensions);
  for (let id = 0; id < norms.length; id += 1) {
    let squares = 0;
    for (let at = id * dimensions; at < (id + 1) * dimensions; at += 1)
      squares += (vectors[at] ?? 0) ** 2;
    norms[id] = Math.sqrt(squares) || 1;
  }
  return norms;
}

/** Of the scale in front of a stored vector's components. */
export const scaleBytes = 4;

const largestComponent = 127;
const largestQueryComponent = 32_767;
const largestProduct = 2 ** 31;

/** A vector as it is stored: its scale as a 32-bit float, little endian, then one signed byte per component. */
export function quantise(vector: Float32Array): Uint8Array {
  const scale = largestOf(vector) / largestComponent;
  const bytes = new Uint8Array(scaleBytes + vector.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  if (scale === 0) return bytes;
  const components = new Int8Array(bytes.buffer, scaleBytes);
  for (let at = 0; at < vector.length; at += 1)
    components[at] = Math.round((vector[at] ?? 0) / scale);
  return bytes;
}

export function readQuantised(bytes: Uint8Array): { scale: number; components: Int8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const components = new Int8Array(
    bytes.buffer,
    bytes.byteOffset + scaleBytes,
    bytes.byteLength - scaleBytes,
  );
  return { scale: view.getFloat32(0, true), components };
}

/** Whether bytes are a stored vector of so many dimensions. */
export function isQuantised(bytes: Uint8Array, dimensions: number): boolean {
  return bytes.length === scaleBytes + dimensions && Number.isFinite(readQuantised(bytes).scale);
}

/**
 * Writes a query as 16-bit integers, zeros behind it, and returns what one of them is worth. They are so small that their
 * product with any signed bytes fits in 32 bits.
 */
export function quantiseQuery(query: Float32Array, into: Int16Array): number {
  into.fill(0);
  const largest = largestOf(query);
  if (!(largest > 0 && Number.isFinite(largest))) return 0;
  let sum = 0;
  for (let at = 0; at < query.length; at += 1) sum += Math.abs(query[at] ?? 0);
  // Rounding adds at most one half per component.
  const largestSum = largestProduct / (largestComponent + 1) - into.length;
  const factor = Math.min(largestQueryComponent / largest, largestSum / sum);
  for (let at = 0; at < Math.min(query.length, into.length); at += 1)
    into[at] = Math.round((query[at] ?? 0) * factor);
  return 1 / factor;
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1)
    largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  return largest;
}

const scaleBytes = 4;

/** A vector as it is stored: its scale as a 32-bit float, little endian, then one signed byte per component. */
export function quantise(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127;
  const bytes = new Uint8Array(scaleBytes + vector.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  const components = new Int8Array(bytes.buffer, scaleBytes);
  for (const [at, value] of vector.entries())
    components[at] = scale === 0 ? 0 : Math.round(value / scale);
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

export type ByteReader = {
  /** The bytes up to the next line feed, without it; undefined at the end or when the line is too long. */
  line(maxBytes: number): Promise<string | undefined>;
  /** Exactly so many bytes; undefined when the stream ends before. */
  bytes(count: number): Promise<Buffer | undefined>;
};

/** Reads lines and counted runs of bytes from chunks of any size. `next` gives undefined at the end. */
export function byteReader(next: () => Promise<Buffer | undefined>): ByteReader {
  let chunk: Buffer = Buffer.alloc(0);

  const refill = async () => {
    while (chunk.length === 0) {
      const arrived = await next();
      if (arrived === undefined) return false;
      chunk = arrived;
    }
    return true;
  };

  const take = (count: number) => {
    const taken = chunk.subarray(0, count);
    chunk = chunk.subarray(count);
    return taken;
  };

  const bytes = async (count: number) => {
    const target = Buffer.alloc(count);
    for (let filled = 0; filled < count; ) {
      if (!(await refill())) return undefined;
      filled += take(count - filled).copy(target, filled);
    }
    return target;
  };

  const line = async (maxBytes: number) => {
    let text = "";
    while (text.length <= maxBytes && (await refill())) {
      const end = chunk.indexOf(10);
      if (end !== -1) {
        text += take(end).toString("latin1");
        take(1);
        return text.length <= maxBytes ? text : undefined;
      }
      text += take(chunk.length).toString("latin1");
    }
    return undefined;
  };

  return { line, bytes };
}

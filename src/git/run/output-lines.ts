import type { GitProcess } from "./git.ts";

/**
 * What git writes, line by line as it comes; a longer line is cut. Leaving the loop ends git. A failure of git is
 * thrown when its output ends.
 */
export async function* outputLines(git: GitProcess, maxLineBytes: number): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  const line = (tail: Buffer) =>
    Buffer.concat([rest, tail.subarray(0, maxLineBytes - rest.length)]);
  try {
    for await (const chunk of chunks(git)) {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        yield line(chunk.subarray(start, end)).toString("utf8");
        rest = Buffer.alloc(0);
        start = end + 1;
      }
      rest = line(chunk.subarray(start));
    }
    if (rest.length > 0) yield rest.toString("utf8");
    await git.done;
  } finally {
    git.stop(undefined);
  }
}

async function* chunks(git: GitProcess): AsyncGenerator<Buffer> {
  const iterator: AsyncIterator<Buffer> = git.stdout[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next().catch(async (error) => {
      // A stopped git closes its output; the reason is in `done`.
      await git.done;
      throw error;
    });
    if (next.done) return;
    yield next.value;
  }
}

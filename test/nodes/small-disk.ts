import { execFileSync } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export type SmallDisk = {
  folder: string;
  /** Leaves not a byte free. */
  fill(): Promise<void>;
  /** Gives it all back. */
  free(): Promise<void>;
};

/** A folder on a disk of its own that can be full. Where nothing may be mounted it says so, and the folder is never full. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "docent-disk-"));
  const isMounted = mount(folder, megabytes);
  onTestFinished(async () => {
    if (isMounted) execFileSync("umount", ["--lazy", folder]);
    await rm(folder, { recursive: true, force: true });
  });
  const filler = join(folder, "filler");
  return {
    folder,
    async fill() {
      if (!isMounted) return;
      const file = await open(filler, "w");
      for (let size = 2 ** 20; size >= 4096; size /= 4)
        while (
          await file.write(Buffer.alloc(size)).then(
            ({ bytesWritten }) => bytesWritten === size,
            () => false,
          )
        );
      await file.close();
    },
    free: () => rm(filler, { force: true }),
  };
}

function mount(folder: string, megabytes: number): boolean {
  try {
    const size = `size=${megabytes}m`;
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "docent-test", folder], { stdio: "pipe" });
    return true;
  } catch (error) {
    console.warn(`NOT TESTED: a full disk, because nothing may be mounted here (${error})`);
    return false;
  }
}

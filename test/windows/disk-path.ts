const { Dirent } = process.getBuiltinModule("node:fs");

/** Where a path of the pretended Windows lies: what is there on drive C is here below the root. */
export function toDisk<Value>(value: Value): Value {
  if (Buffer.isBuffer(value))
    return Buffer.from(onDisk(value.toString("latin1")), "latin1") as Value & Buffer;
  return typeof value === "string" ? (onDisk(value) as Value & string) : value;
}

function onDisk(path: string): string {
  return path.replace(/^[A-Za-z]:(?=[\\/])/, "").replaceAll("\\", "/");
}

export function toWindows(path: string): string {
  return `C:${path.replaceAll("/", "\\")}`;
}

/** A function that takes its first so many arguments as paths of the pretended Windows. */
export function taking(count: number, call: (...args: never[]) => unknown) {
  return (...args: unknown[]): unknown =>
    Reflect.apply(
      call,
      undefined,
      args.map((arg, at) => (at < count ? toDisk(arg) : arg)),
    );
}

/** Entries of a folder whose folder is named as on Windows. */
export function withWindowsPaths<Entry>(entries: Entry[]): Entry[] {
  for (const entry of entries)
    if (entry instanceof Dirent) entry.parentPath = toWindows(entry.parentPath);
  return entries;
}

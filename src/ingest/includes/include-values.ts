import { closesFence, type Fence, openFence } from "../../docs/page/fence.ts";

const longestValue = 500;
const use =
  /\{\s{0,5}(?:props\.)?([A-Za-z_]\w{0,60})\s{0,5}\}|\{\{-?\s{0,5}(include\.[\w-]{1,60})\s{0,5}-?\}\}/g;

/** Puts the values that a page hands over where the file names them: `{props.name}`, `{name}`, `{{ include.name }}`. Code stays. */
export function fillValues(lines: string[], values: Map<string, string>, room: number): string[] {
  if (values.size === 0) return lines;
  let left = room;
  let fence: Fence | undefined;
  return lines.map((line) => {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      return line;
    }
    fence = openFence(line);
    if (fence !== undefined || !line.includes("{")) return line;
    return line.replace(use, (written: string, name?: string, parameter?: string) => {
      const value = values.get(name ?? parameter ?? "")?.slice(0, longestValue);
      if (value === undefined || left < value.length) return written;
      left -= value.length;
      return value.replace(/\s+/g, " ");
    });
  });
}

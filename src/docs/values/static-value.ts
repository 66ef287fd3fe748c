import { valueOfData } from "./read-data.ts";
import { readModule } from "./script-modules.ts";

/** What can be known of a configuration without running it. Records are maps, so that no key can reach a prototype. */
export type StaticValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | StaticValue[]
  | StaticRecord
  | Computed
  | Call;
export type StaticRecord = ReadonlyMap<string, StaticValue>;
/** Something only running the file would tell. */
export type Computed = { kind: "computed"; path: string; line: number };
/** `name(argument)` of a function that is not in these files, or what a `function` of them returns. */
export type Call = {
  kind: "call";
  name: string;
  argument: StaticValue;
  path: string;
  line: number;
};

const maxLength = 1_000_000;
const maxNodes = 100_000;

/** The default export of a script, or a JSON file's value. Nothing is executed; faults become `computed`. */
export function readStaticConfig(
  text: string,
  fileName: string,
  files: ReadonlyMap<string, string> = new Map(),
): StaticValue {
  if (text.length > maxLength) return { kind: "computed", path: fileName, line: 1 };
  if (fileName.endsWith(".json")) return valueOfData(text, fileName);
  const workspace = {
    files: new Map([...files, [fileName, text]]),
    modules: new Map(),
    budget: { nodesLeft: maxNodes, depth: 0 },
  };
  return readModule(workspace, fileName).exported("default");
}

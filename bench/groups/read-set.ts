import { readFileSync } from "node:fs";

export type Half = "dev" | "held";

/** A question, the docs it is about and what it asks for: questions with the same kind ask for the same. */
export type LabelledQuestion = { text: string; tree: string; half: Half; kind: number };

/** Reads a set: blocks of wordings of one question under the name of the docs, singles behind a `=`. */
export function readSet(name: "questions.txt" | "blind.txt"): LabelledQuestion[] {
  const found: LabelledQuestion[] = [];
  let [tree, half, kind]: [string, Half, number] = ["", "dev", 0];
  const text = readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) {
      const [, name = "", part = ""] = line.split(" ");
      [tree, half] = [name, part === "held" ? "held" : "dev"];
      continue;
    }
    if (line === "" || line.startsWith("= ")) kind += 1;
    if (line !== "") found.push({ text: line.replace(/^= /, ""), tree, half, kind });
  }
  return found;
}

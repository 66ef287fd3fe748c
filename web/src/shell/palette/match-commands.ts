import type { Command } from "./command.ts";

const mostOfGroup = 9;

/** Those with every typed word in them, each group with its best first: a label that begins as typed is what is meant. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const text = plain(typed);
  const words = text.split(/\s+/).filter((word) => word !== "");
  const found = commands.filter((command) => {
    const all = plain(`${command.label} ${command.note ?? ""} ${command.words ?? ""}`);
    return words.every((word) => all.includes(word));
  });
  const groups = Map.groupBy(found, ({ group }) => group);
  return [...groups.values()].flatMap((group) =>
    group.toSorted((a, b) => rank(a, text) - rank(b, text)).slice(0, mostOfGroup),
  );
}

function rank({ label }: Command, text: string): number {
  const name = plain(label);
  if (text === "" || name.startsWith(text)) return 0;
  return name.split(/\s+/).some((word) => word.startsWith(text)) ? 1 : 2;
}

/** Without capitals and accents: "Uber" finds "Über". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .trim();
}

import { pick, type Random, seededRandom } from "../report/random.ts";

/** A page as people write them: front matter, headings, prose, lists, code, a table and links; 3 to 8 KB. */
export function pageText(number: number, linkedPath: string): string {
  const random = seededRandom(number + 1);
  const subject = word(random);
  const bytes = 3_000 + Math.floor(random() * 5_000);
  const parts = [
    `---\ntitle: "${capital(subject)} and ${word(random)}"\ndescription: "${sentence(random)}"\n---`,
    `# ${capital(subject)} and its settings`,
  ];
  let size = 0;
  for (const part of sections(random, linkedPath)) {
    parts.push(part);
    size += part.length;
    if (size >= bytes) break;
  }
  return `${parts.join("\n\n")}\n`;
}

function* sections(random: Random, linkedPath: string): Generator<string> {
  for (let section = 0; ; section += 1) {
    yield `## ${pick(random, verbs)} the ${word(random)} ${word(random)}`;
    yield paragraph(random);
    if (section % 2 === 0) yield list(random);
    if (section % 3 === 0) yield code(random);
    yield `${sentence(random)} See [${word(random)}](/${linkedPath.replace(/\.mdx$/, "")}) for more.`;
    if (section % 3 === 1) yield table(random);
    yield `### When the ${word(random)} fails`;
    yield paragraph(random);
  }
}

const verbs = ["Configure", "Start", "Monitor", "Upgrade", "Secure", "Remove", "Test"] as const;
const frames = [
  "The NOUN reads its NOUN from the NOUN when the service starts.",
  "Set the NOUN to a larger value if the NOUN takes longer than the NOUN allows.",
  "Every NOUN keeps a NOUN of its own, so that one NOUN cannot slow down another.",
  "By default the NOUN is off, because a NOUN without a NOUN is rarely useful.",
  "You can change the `NOUN` of a NOUN at any time; the next NOUN uses it.",
  "If there is no NOUN, the request fails and the NOUN says why.",
] as const;

function paragraph(random: Random): string {
  return Array.from({ length: 4 }, () => sentence(random)).join(" ");
}

function sentence(random: Random): string {
  return pick(random, frames).replaceAll("NOUN", () => word(random));
}

function list(random: Random): string {
  return Array.from({ length: 4 }, () => `- **${word(random)}**: ${sentence(random)}`).join("\n");
}

function code(random: Random): string {
  const lines = Array.from({ length: 5 }, () => `${word(random)}_${word(random)}: ${word(random)}`);
  return `\`\`\`yaml\n${lines.join("\n")}\n\`\`\``;
}

function table(random: Random): string {
  const rows = Array.from({ length: 5 }, () => `| \`${word(random)}\` | ${sentence(random)} |`);
  return `| Setting | What it does |\n|---|---|\n${rows.join("\n")}`;
}

const syllables = "ba ce di fo gu ka le mi no pu ra se ti vo zu tra ble cron dex fin".split(" ");
const vocabulary = 8_000;

/** One of 8,000 made-up nouns; a few are common and most are rare, as in any text. */
function word(random: Random): string {
  let rest = Math.floor(vocabulary ** random());
  let text = "";
  for (let count = 0; count < 3; count += 1) {
    text += syllables[rest % syllables.length] ?? "";
    rest = Math.floor(rest / syllables.length) + count + 1;
  }
  return text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

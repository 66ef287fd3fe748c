import { readFileSync, writeFileSync } from "node:fs";
import { settings } from "../src/config/settings.ts";

const file = new URL("../.env.example", import.meta.url);
const head =
  "# Every setting Docent reads, with its default. Generated from src/config/read-config.ts by `npm run generate`.\n" +
  "# Docent does not read a .env file by itself: set -a; . ./.env; set +a; npm start\n";

const entries = Object.entries(settings).map(([name, { rule, help }]) => {
  const value = rule.safeParse(undefined).data;
  const shown = value === undefined || Array.isArray(value) ? "" : String(value);
  return `# ${help}\n# ${name}=${shown}\n`;
});
const text = [head, ...entries].join("\n");

if (!process.argv.includes("--check")) {
  writeFileSync(file, text);
  console.log(".env.example written");
} else if (readFileSync(file, "utf8") === text) {
  console.log(".env.example agrees with src/config/read-config.ts");
} else {
  console.error(".env.example differs from src/config/read-config.ts: run npm run generate");
  process.exitCode = 1;
}

import type { Attack, Target } from "../attack.ts";
import { ask, keepBusy, questionBody, type Sent, searchFor, send } from "../send.ts";

function repeated(what: string, body: string, place: (target: Target, body: string) => Sent) {
  const bytes = Buffer.from(body).toString();
  const run: Attack["run"] = (target, load) =>
    keepBusy(load, 8, () => send(target, load, place(target, bytes)));
  return { what, run };
}

const manyKeys = JSON.stringify({
  query: "how to install it",
  filter: Object.fromEntries(Array.from({ length: 60_000 }, (_, place) => [`k${place}`, "v"])),
});
const allowedKeys = JSON.stringify({
  query: "how to install it",
  filter: Object.fromEntries(
    Array.from({ length: 20 }, (_, key) => [
      `key${key}`,
      Array.from({ length: 100 }, (_, value) => `value ${value}`),
    ]),
  ),
});
const manyWrongItems = `{"messages":[${"1,".repeat(130_000)}1]}`;
const wrongParts = `{"messages":[{"role":"user","parts":[${'{"type":1,"text":[]},'.repeat(40_000)}{}]}]}`;
const deep = `{"messages":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
const deepObjects = `{"messages":${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}}`;
const manyParts = questionBody("how to install it").replace(
  '"parts":[',
  `"parts":[${'{"type":"x"},'.repeat(70_000)}`,
);
const escapes = `{"messages":[{"role":"user","parts":[{"type":"text","text":"${"\\u0061".repeat(170_000)}"}]}]}`;

export const bodyAttacks: Attack[] = [
  { name: "filter", ...repeated("filters of 60,000 keys", manyKeys, searchFor) },
  {
    name: "allowed-filter",
    ...repeated("filters of 20 keys with 100 values", allowedKeys, searchFor),
  },
  { name: "wrong-items", ...repeated("130,000 wrong items", manyWrongItems, ask) },
  { name: "wrong-parts", ...repeated("40,000 wrong parts", wrongParts, ask) },
  { name: "deep-lists", ...repeated("500,000 nested lists", deep, ask) },
  { name: "deep-objects", ...repeated("150,000 nested objects", deepObjects, ask) },
  { name: "many-parts", ...repeated("70,000 parts of an unknown kind", manyParts, ask) },
  { name: "escapes", ...repeated("1 MB of escaped letters", escapes, ask) },
];

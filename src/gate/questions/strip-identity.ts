import { oneLine } from "../../text/markdown-writing.ts";
import { maskSecrets } from "../../text/safe/mask-secrets.ts";

/**
 * A reader's question without what tells who they are: addresses, names they give themselves, numbers of phones and
 * accounts, ids, folders of their machine, and everything that looks like a secret. Rather too much than too little.
 */
export function stripIdentity(question: string): string {
  let text = oneLine(question.slice(0, longest));
  for (const [form, mark] of forms) text = text.replace(form, mark);
  return maskSecrets(text).text.trim();
}

const longest = 4_000;

/** Run in this order; bounded, so that each takes linear time. */
const forms: [RegExp, string][] = [
  [/(\bhttps?:\/\/)[^\s/@<>"']{1,200}@/gi, "$1"],
  [/(\bhttps?:\/\/[^\s?#<>"']{1,500})[?#][^\s<>"']{1,1000}/gi, "$1"],
  [/[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, "[e-mail]"],
  [
    /\b([Ii] am|[Ii]['’]m|[Mm]y name is|[Mm]y name['’]s|[Tt]his is|[Ii]ch bin|[Ii]ch heiße|[Mm]ein Name ist|[Jj]e suis|[Jj]e m['’]appelle|[Ss]oy|[Mm]e llamo|[Mm]i nombre es|[Mm]i chiamo|[Ss]ono) \p{Lu}[\p{L}'’-]{1,40}(?: \p{Lu}[\p{L}'’-]{0,40}){0,3}/gu,
    "$1 [name]",
  ],
  [
    /\b([Tt]hanks|[Tt]hank you|[Rr]egards|[Cc]heers|[Gg]rüße|[Mm]erci|[Gg]racias)[,!. -]{1,5}\p{Lu}\p{Ll}{1,30}(?: \p{Lu}\p{Ll}{1,30})?[.!]?$/gu,
    "$1",
  ],
  [
    /\b([Hh]i|[Hh]ello|[Dd]ear|[Hh]ey|[Hh]allo) \p{Lu}\p{Ll}{1,30}(?: \p{Lu}\p{Ll}{1,30})?(?=[,!.])/gu,
    "$1",
  ],
  [/((?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\))[^\s/\\]{1,60}/g, "$1[name]"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "[id]"],
  [/\b[0-9a-f]{24,128}\b/gi, "[id]"],
  [/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g, "[address]"],
  [/\+\d[\d ().-]{6,20}\d/g, "[number]"],
  [/\b\d(?:[ -]?\d){8,18}\b/g, "[number]"],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, "[number]"],
];

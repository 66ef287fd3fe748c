import fc from "fast-check";

/** Ways to write a link or a tag that some renderer takes for one. */
export const hostileForms = [
  "awww.evil.app/x?q=SECRET@",
  "www.evil.app",
  "_www.evil.app",
  "*www.evil.app*",
  "~www.evil.app",
  "(www.evil.app)",
  "1www.evil.app",
  "éwww.evil.app",
  "-www.evil.app",
  "WWW.evil.app",
  "http://evil.app",
  "ahttp://evil.app",
  "1https://evil.app/?q=SECRET",
  "_http://evil.app_",
  "ftp://evil.app",
  "aftp://evil.app",
  "someone@evil.app",
  "some.one+x@evil.app",
  "mailto:someone@evil.app",
  "xmpp:someone@evil.app/x",
  "amailto:someone@evil.app",
  "a:someone@evil.app",
  "//evil.app/x",
  "evil.com/x?q=SECRET",
  "evil.dev",
  "localhost:3000/x",
  "<https://evil.app>",
  "<someone@evil.app>",
  "<evil:SECRET>",
  "[a]: https://evil.app\n\n[a]",
  "[^1]: <img src=x>\n\na [^1]",
  "[^1]\n\n[^1]: www.evil.app",
  "^[www.evil.app]",
  "<b>bold</b>",
  "<img src=x onerror=alert(1)>",
  "&lt;img src=x&gt;",
  "&#60;img src=x>",
];

const pieces = [
  ...hostileForms,
  ...hostileForms.flatMap((form) => form.split(/(?<=[^\w])|(?=[^\w])/)),
  ..."www. w ww http https :// : / // @ . _ - + ~ * ` ``` [ ] ( ) < > ! ^ # | & \\ \\\\ | --- \n \n\n - 1. > = a Z 9 é 中 xn-- evil app com".split(
    " ",
  ),
  "\t",
  "  ",
  "\u00a0",
  "\u2028",
  "\u200b",
  "https://docs.example/a",
  "[a](https://docs.example/a)",
  "[1]",
];

/** Texts of such ways, of parts of them, and of what Markdown is made of. */
export const hostileMarkdown = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), {
    minLength: 1,
    maxLength: 14,
  })
  .map((parts) => parts.join(""));

/** A fixed seed; by hand, with `FUZZ_RUNS`, another one each time, which a failure tells. */
export function fuzzing(numRuns: number): { seed?: number; numRuns: number } {
  const runs = process.env.FUZZ_RUNS;
  return runs === undefined ? { seed: 14, numRuns } : { numRuns: Number(runs) };
}

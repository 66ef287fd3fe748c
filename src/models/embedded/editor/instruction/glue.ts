import { type Clause, peek } from "./clause.ts";
import { wordsOf } from "./tokens.ts";

/** What a request is about: the words that go with it and say nothing more. */
export type Subject = "replace" | "page" | "front-matter" | "addition" | "repair";

/** Words without a bearing of their own, whatever is asked for. */
const common =
  "we i us they he she it it's its that that's this these those there there's who we've we're i've they've they're you'll is are was were be been being has have had having got get gets do does did the a an of our your my their so as well still already currently now then recently lately finally really very quite properly consistently officially accordingly right thing things one ones folks someone somebody anyone also both too same here quick little tiny bit small simple proper nice great good much anymore";

const own: Record<Subject, string> = {
  replace:
    "name names named naming brand branding product products company project feature features term terms terminology word words wording phrase phrases spelling spell spells spelled spelt spells writes write writing wrote written writes  called calls calling call known renamed rename rebranded rebranding changed change changes switched say says saying said uses use using used stray lone leftover banner stop stopped start started prefer prefers preferred correct correctly official old new former formerly previous previously current typo typos misspelled misspelling mistake mistakes wrong wrongly incorrect incorrectly error errors outdated deprecated command commands function functions method class option options flag flags library package packages module tool framework component components hook directive directives property properties attribute variable parameter setting settings api cli hyphen occurrences occurrence mentions mention mentioned references appear appears appearing always going forward everybody people users readers docs documentation",
  page: "page pages file files document documents doc docs documentation article articles guide guides tutorial chapter post outdated obsolete old stale deprecated redundant duplicate wrong place spot better best location home fits fit belongs belong lives live sits sit",
  "front-matter":
    "page pages file frontmatter front matter metadata meta value field key entry current yet text following",
  addition:
    "page pages file document section sections paragraph sentence text content contents heading title following exactly below yet reads read says say contain contains goes go titled called named brief short new",
  repair:
    "link links linked linking broken dead checker check report reports reported reporting complains complaining complained shows showing says finds found flagged flags ran run came up with page pages file points pointing point leads lead goes go nowhere anything whatever everything what can fixed",
};

const vocabularies = Object.fromEntries(
  Object.entries(own).map(([subject, words]) => [
    subject,
    new Set([...common.split(" "), ...words.split(" ")]),
  ]),
);

/** What says something in any sentence, and is never passed over. */
const guarded =
  /^(?:Q|place|part|field|number|not|except|leave|only|or|stays|alone|but|also|too|language|translations|unclear|external|exact-case|everywhere|every-in|same-name|same-folder|new|instead|instead-of|becomes|should-be|->|to|into|from|with|by|in|at-end|at-start|after|before|below|under|right-after|right-below|[,;.:-]|aside|it|its|where\?|!.*)$/;

/** Passes over one word that says nothing more about this. */
export function takeGlue(clause: Clause, subject: Subject): boolean {
  const token = clause.tokens[clause.at];
  if (token === undefined || guarded.test(peek(clause))) return false;
  const words = wordsOf(token).toLowerCase().replaceAll("’", "'").split(/\s+/);
  if (!words.every((word) => vocabularies[subject]?.has(word))) return false;
  clause.at += 1;
  return true;
}

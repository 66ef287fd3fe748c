import type { Language } from "./language.ts";
import { stopWordLists } from "./stop-words.ts";

export type Evidence = ReadonlyMap<string, readonly Language[]>;

const letters: Partial<Record<Language, string>> = {
  de: "äöüß",
  fr: "àâçèéêëîïôùûœ",
  es: "áéíñóú",
  pt: "ãâáàçéêíõôóú",
  it: "àèìòùé",
  nl: "ëï",
  sv: "åäö",
  da: "åæø",
  no: "åæø",
  fi: "äö",
  pl: "ąćęłńóśźż",
  cs: "áčďěéíňřšťúůýž",
  tr: "çğıöşü",
  ru: "ыэё",
  uk: "іїєґ",
  other: "ъăâîșțşţőűđơưạảấầậắặẹẻẽếềệểỉịọỏốồộớờợụủứừựỳỷľĺŕļņģķėųī",
};

const wordEndings: Partial<Record<Language, string>> = {
  en: "ing tion ness ship ght",
  de: "ung ungen keit heit lich schaft ieren",
  fr: "tion eur eurs aux euse ement",
  es: "ción cion ciones idad",
  pt: "ção ções cao coes dade",
  it: "zione zioni mento menti",
  nl: "heid lijk ijk ingen eren",
  sv: "ning ningar erna ande",
  da: "ning inger erne ende",
  no: "ning inger ene ende sjon sjonen sjoner",
  fi: "nen ssa sta lla iin een minen",
  pl: "ego ych anie enie owy ami",
  cs: "ého ých ení ání ovat",
  tr: "lar ler mak mek dir yor",
  ru: "ать ить ого ами ете",
  uk: "ати ити ція ння ого ами",
};

/** Small words of languages without a list: Romanian, Catalan, Hungarian, Indonesian, Vietnamese, Slovak, Croatian, Bulgarian. */
const otherWords = `și în pentru este sau care să cu din mai fi ce fost când cât unde această acest sunt pe prin cum după într
  i amb dels els les que per una és són com aquesta aquest més seu seva mostra fitxer
  az és egy hogy nem meg vagy ha ez csak lehet ezt mint vagy kell van volt milyen hogyan
  yang dan untuk dari dengan pada ini itu dalam adalah atau tidak ke oleh sebuah jika bisa anda apa bagaimana
  của và các là được cho trong một những không với có này đã người để khi nào gì tại về bao nhiêu từ
  sú alebo ako pre ktorý ktoré ktorá nie je kto čo sa aj
  i je u na se za su od koji koja koje ili kao nije može kako da
  на за по от се да са със към която който което този тази тези чрез може няма всички повече при как`;

/** Stop words of other languages that an English text has as words of its own. */
const inEnglish = `die comment pour son plus main men war hat tag bin art era sin fine par sans sur des est come
  more are do den has tale fare per note sole pas on or an as at is in no so to me a i he at for over under
  also will man was all dove van via bin fast do dare her had mine via bare final for os sat tan ha si ma
  var vi ad ion far din sit dig hun dog fra sen sin bu on he me we te tot pod data`;

export const wordEvidence: Evidence = evidenceOf({ ...stopWordLists, other: otherWords });
export const letterEvidence: Evidence = evidenceOf(letters, "");
export const endingEvidence: Evidence = evidenceOf(wordEndings);
export const wordsOfEnglish: ReadonlySet<string> = new Set(inEnglish.split(/\s+/));

function evidenceOf(
  lists: Partial<Record<Language, string>>,
  between: string | RegExp = /\s+/,
): Evidence {
  const found = new Map<string, Language[]>();
  for (const [language, list] of entriesOf(lists)) {
    for (const one of new Set(list.trim().split(between))) {
      const known = found.get(one);
      if (known === undefined) found.set(one, [language]);
      else known.push(language);
    }
  }
  return found;
}

/** `Object.entries` forgets the keys' type; every key of such a record is a language. */
function entriesOf(lists: Partial<Record<Language, string>>): [Language, string][] {
  return Object.entries(lists) as [Language, string][];
}

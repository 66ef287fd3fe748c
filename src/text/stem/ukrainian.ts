import { endings, stripEnding } from "./endings.ts";

const reflexives = endings("ся сь");
const inflections = endings(`
  а у и і о е ю я ь й ї є ою ею єю ами ями ах ях ам ям ів їв ей ові еві єві ом ем єм
  ий ій ого ього ому ьому им ім их іх їх ими іми ії ію ія ією іях іям іями
  ати ити іти ути яти увати ювати ати ає аю аємо аєте ають яє яють ує уємо уєте ують ить имо ите
  ять ав ив яв ала ила яла ало ило али или яли ував увала ували
  ання анню анням аннях ення енню енням еннях ування уванню уванням
  аний ана ане ані аного аної аних аним ений ена ене ені еного еної ених еним
  ість ості істю остей`);
const shortestBase = 3;

/** A light stemmer. Takes a lower-case Cyrillic word. */
export function stemUkrainian(word: string): string {
  const active = stripEnding(word, reflexives, shortestBase);
  const base = stripEnding(active, inflections, shortestBase);
  return base.replace(/([^аеиіоуюя])\1$/u, "$1").replace(/[ьй]$/u, "");
}

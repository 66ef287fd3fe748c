import { endings, stripEnding } from "./endings.ts";

const inflections = endings(`
  a ach ami om owi ow em ie i y e u o iem iom iami iach ia iu io iow
  ego emu ej ym ymi ych im imi ich iego iemu iej
  owy owa owe owego owej owych owym owymi owa
  ac ec ic yc am asz amy acie aja ajac ajacy ajaca ajace ajacej ajacych ajacym ajacego aj ajcie al ala alo aly ali il ila ilo ily ili yl yla
  ylo yly yli uje ujesz ujemy ujecie uja ujac ujacy ujaca ujace owac owal owala owalo owali owaly owano
  any ana ane anego anej anych anym ony ona one onego onej onych onym ono ano isz imy icie ysz ymy ycie
  anie ania aniu aniem aniach aniami enie enia eniu eniem eniach eniami
  owanie owania owaniu owaniem owan ywac ywal ywala ywany ywana ywane ywania ywanie ywaniu ywaniem
  osc osci oscia ien`);
const shortestBase = 3;

/** A light stemmer. Takes a lower-case word of a-z, marks folded. */
export function stemPolish(word: string): string {
  const base = stripEnding(word, inflections, shortestBase);
  return softened(base.length > shortestBase ? base.replace(/[iy]$/, "") : base);
}

/** The last consonant changes before some endings: "serwer", "serwerze"; "kod", "kodzie". */
function softened(word: string): string {
  return word.replace(/rz$/, "r").replace(/dz$/, "d").replace(/c$/, "k");
}

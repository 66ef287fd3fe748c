const exact = new Map([
  ["licence", "license"],
  ["licences", "licenses"],
  ["licenced", "licensed"],
  ["centre", "center"],
  ["centres", "centers"],
  ["centred", "centered"],
  ["catalogue", "catalog"],
  ["catalogues", "catalogs"],
  ["dialogue", "dialog"],
  ["dialogues", "dialogs"],
  ["defence", "defense"],
  ["grey", "gray"],
  ["cancelled", "canceled"],
  ["cancelling", "canceling"],
  ["labelled", "labeled"],
  ["labelling", "labeling"],
  ["modelled", "modeled"],
  ["modelling", "modeling"],
  ["artefact", "artifact"],
  ["artefacts", "artifacts"],
]);

const our = /^(behavi|col|fav|flav|hon|lab|neighb|endeav|rig|rum)our(?=$|s|ed|ing|ite|able|al)/;
const ise =
  /^(\w*(?:organ|custom|optim|initial|serial|normal|synchron|author|token|summar|recogn|minim|maxim|categor|priorit|visual|container|parallel|local|national|sanit|util|standard|final|capital|central|anonym|general|special|random|modern|memor|person|real|emphas|item|material|virtual|vector|neutral|stabil|character|apolog))is(e|es|ed|er|ers|ing|ation|ations|able)$/;
const yse = /^(\w*(?:anal|paral|catal))ys(e|ed|er|ers|ing)$/;

/** One spelling for words that British and American English write differently, so that either finds the other. */
export function commonSpelling(word: string): string {
  const known = exact.get(word);
  if (known !== undefined) return known;
  return word.replace(our, "$1or").replace(ise, "$1iz$2").replace(yse, "$1yz$2");
}

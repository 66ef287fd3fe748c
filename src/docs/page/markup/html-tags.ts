/** Tags that stand inside a line of text: taking them out leaves no gap. */
export const inlineTags: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** Tags that are never closed. */
export const voidTags: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

const blockTags =
  "address article aside audio body button canvas caption center colgroup dd details dialog div dl dt fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header html iframe label legend li main map math menu nav noscript object ol optgroup option output p path picture pre progress rect script section select slot style summary svg table tbody td template textarea tfoot th thead title tr ul video";

export const htmlTags: ReadonlySet<string> = new Set([
  ...inlineTags,
  ...voidTags,
  ...blockTags.split(" "),
]);

import type { ImageSize } from "../../docs/render/image-size.ts";

type Places = {
  /** The address below which the project's pages are shown. */
  root: string;
  /** Of a file of the docs, as far as it is known. */
  sizeOf(path: string): ImageSize | undefined;
};

/** A page whose images have the room they need before they are loaded, where their size is known and none is written. */
export function placeImageSizes(html: string, { root, sizeOf }: Places): string {
  if (!html.includes("<img ")) return html;
  const start = `${root}/-/file/`;
  return html.replace(/<img src="([^"<]*)"([^<>]*)>/g, (whole, src: string, others: string) => {
    if (!src.startsWith(start) || / (?:width|height)="/.test(others)) return whole;
    const size = sizeOf(decoded(src.slice(start.length).split("?", 1)[0] ?? ""));
    return size
      ? `<img src="${src}"${others} width="${size.width}" height="${size.height}">`
      : whole;
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

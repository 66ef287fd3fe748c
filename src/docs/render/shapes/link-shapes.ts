import { type PageAddresses, safeHref } from "../page-addresses.ts";
import { element, type PageNode } from "../tree/page-node.ts";

/** Undefined for a link that leads nowhere: then its text is left. */
export function linkAttributes(
  written: string,
  addresses: PageAddresses,
): Record<string, string> | undefined {
  if (safeHref(written) === undefined) return undefined;
  const link = addresses.link(written);
  const href = link === undefined ? undefined : safeHref(link.href);
  if (link === undefined || href === undefined) return undefined;
  return link.isOutside ? { href, rel: "noopener noreferrer" } : { href };
}

export type WrittenImage = {
  src: string;
  alt: string;
  title?: string | undefined;
  width?: string | undefined;
  height?: string | undefined;
};

/** An image of the docs; one from elsewhere is a link to it, and one that is missing its description. */
export function imageNode(image: WrittenImage, addresses: PageAddresses): PageNode {
  const found = addresses.image(image.src);
  const alt = image.alt.trim();
  if (found === undefined) return describedImage(image.src, alt || (image.title ?? ""));
  const attributes: Record<string, string> = {
    src: found.src,
    alt,
    loading: "lazy",
    decoding: "async",
  };
  if (image.title) attributes.title = image.title;
  for (const key of ["width", "height"] as const) {
    const value = /^(\d{1,5})(?:px)?$/.exec(image[key] ?? "")?.[1];
    if (value !== undefined) attributes[key] = value;
  }
  return element("img", attributes, []);
}

function describedImage(src: string, alt: string): PageNode {
  if (/^https?:\/\//i.test(src)) {
    const text = alt === "" ? "Image" : `Image: ${alt}`;
    return element("a", { class: "dx-image-link", href: src, rel: "noopener noreferrer" }, [text]);
  }
  return alt === "" ? "" : element("span", { class: "dx-image-missing" }, [`Image: ${alt}`]);
}

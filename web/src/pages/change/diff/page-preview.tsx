import { useEffect, useRef, useState } from "react";
import { useTheme } from "../../../theme.ts";
import { previewDocument } from "./preview-document.ts";

type PagePreviewProps = { html: string; title: string };

/** As the reader draws a page, on its own; none of it reaches the dashboard. */
const styles = [
  new URL("../../../styles/tokens.css", import.meta.url).href,
  new URL("../../../../reader/styles/content.css", import.meta.url).href,
  new URL("./page-preview.css", import.meta.url).href,
];
const mostHeight = 6_000;

/**
 * A page as readers see it. Its frame may run no script, send no form, open no window and go nowhere; it may be
 * measured, which is what it has our origin for.
 */
export function PagePreview({ html, title }: PagePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [theme] = useTheme();
  const [height, setHeight] = useState(240);
  const measure = () => {
    const body = frame.current?.contentDocument?.body;
    if (body) setHeight(Math.min(mostHeight, Math.ceil(body.getBoundingClientRect().height)));
  };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return (
    <iframe
      ref={frame}
      className="page-preview"
      title={title}
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      srcDoc={previewDocument(html, { styles, theme })}
      style={{ height }}
      onLoad={measure}
    />
  );
}

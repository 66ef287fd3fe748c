import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../api.ts";
import { messageOf } from "../../../message-of.ts";
import { chosen, type WidgetChoice } from "./widget-snippet.ts";

type WidgetPreviewProps = { domain: string; choice: WidgetChoice };

/**
 * The widget itself, in a page that has no part in this one. What it may ask is lent to it for a while, so that the preview
 * needs no key and no allowed origin.
 */
export function WidgetPreview({ domain, choice }: WidgetPreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [pass, setPass] = useState("");
  const [failure, setFailure] = useState("");
  const show = useCallback(() => {
    if (pass === "") return;
    const options = { domain, key: pass, ...chosen(choice) };
    // The frame has an origin of its own that cannot be named; the policy of this page lets it hold nothing but our pages.
    frame.current?.contentWindow?.postMessage({ options, theme: choice.theme }, "*");
  }, [domain, choice, pass]);
  useEffect(() => {
    api.readerPass(domain).then(
      (made) => setPass(made.pass),
      (error) => setFailure(messageOf(error)),
    );
  }, [domain]);
  useEffect(() => {
    const hear = ({ source }: MessageEvent) => {
      if (source === frame.current?.contentWindow) show();
    };
    show();
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [show]);
  if (failure !== "") return <p className="widget-preview widget-preview-failed">{failure}</p>;
  return (
    <div className="widget-preview">
      <iframe
        ref={frame}
        title="Preview of the chat"
        src="/widget-preview"
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      />
    </div>
  );
}

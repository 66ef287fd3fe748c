import { memo } from "react";
import type { CodeToken } from "../highlight/code-token.ts";

export const CodeLine = memo(function CodeLine({ tokens }: { tokens: CodeToken[] }) {
  return tokens.map(({ text, kind, isMarked, at }) => {
    const className = [kind && `code-${kind}`, isMarked && "code-marked"].filter(Boolean).join(" ");
    if (!className) return text;
    return (
      <span key={at} className={className}>
        {text}
      </span>
    );
  });
});

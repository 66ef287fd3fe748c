import { useState } from "react";
import type { AutomationPreview } from "../../../../../src/contract/automations.ts";
import { fullTime } from "../../../format.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useAction } from "../../../use-action.ts";
import { automationsApi } from "../automations-api.ts";
import { type SpecDraft, specOf } from "./spec-draft.ts";

/** What it would do now, with the real commits or questions there are. */
export function PreviewCard({ domain, draft }: { domain: string; draft: SpecDraft }) {
  const [shown, setShown] = useState<AutomationPreview | undefined>(undefined);
  const preview = useAction(async () => {
    setShown(undefined);
    // What it is called makes no difference here.
    const spec = { ...specOf(draft), name: draft.name.trim() || "Preview" };
    setShown(await automationsApi.preview(domain, spec));
  });
  return (
    <Card
      title="Preview"
      aside={
        <Button isSmall icon="eye" isBusy={preview.isBusy} onClick={() => preview.run()}>
          Show preview
        </Button>
      }
    >
      <div aria-live="polite">
        {preview.error && <Notice tone="bad">{preview.error}</Notice>}
        {shown && <Preview preview={shown} />}
        {!shown && !preview.error && (
          <p className="soft">
            Shows when it starts, in words, and what its job would be given right now. Nothing is
            saved or started.
          </p>
        )}
      </div>
    </Card>
  );
}

function Preview({ preview: { words, next, messages, about } }: { preview: AutomationPreview }) {
  return (
    <div className="automation-preview">
      <p>
        Starts <strong>{words}</strong>.
      </p>
      {next.length > 0 && (
        <ul aria-label="Next times">
          {next.map((iso) => (
            <li key={iso}>
              <time dateTime={iso}>{fullTime(iso)}</time>
            </li>
          ))}
        </ul>
      )}
      {about && <p className="soft">{about}</p>}
      {messages.map(({ content }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <pre key={content} className="automation-text" tabIndex={0}>
          {content}
        </pre>
      ))}
    </div>
  );
}

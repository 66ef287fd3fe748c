import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { keySnippets, type MadeKey } from "./key-snippets.ts";
import { LazyWidgetSetup } from "./widget/lazy-widget-setup.tsx";

const chat = "Chat on a site";

type CreatedKeyDialogProps = { domain: string; made: MadeKey; onClose: () => void };

/** The only time a key is ever shown. */
export function CreatedKeyDialog({ domain, made, onClose }: CreatedKeyDialogProps) {
  const snippets = keySnippets({ ...made, domain, address: window.location.origin });
  const names = [...(made.isSecret ? [] : [chat]), ...snippets.map(({ name }) => name)];
  const [shown, setShown] = useState(names[0] ?? "");
  const snippet = snippets.find(({ name }) => name === shown);
  const { isSecret } = made;
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Dialog
      title={made.label ? `Key “${made.label}”` : "Your new key"}
      onClose={() => setIsLeaving(true)}
      isWide
      isSticky
    >
      <div className="dialog-body">
        <Notice tone="warn" title="Copy it now">
          <p>
            This is the only time the key is shown.{" "}
            {isSecret
              ? "It is a secret: keep it on servers, out of web pages and repositories."
              : "It is public by design, so it may stand in a web page."}
          </p>
        </Notice>
        <div className="secret">
          <code data-testid="new-key">{made.key}</code>
          <CopyButton text={made.key} label="Copy key" look="primary" />
        </div>
        <div className="snippets">
          <div className="snippets-head">
            <h3>Use it</h3>
            <Segments
              legend="Snippet"
              options={names.map((name) => ({ value: name, label: name }))}
              value={shown}
              onChange={setShown}
            />
          </div>
          {shown === chat && (
            <LazyWidgetSetup domain={domain} shownKey={made.key} origins={made.origins} />
          )}
          {snippet && (
            <CodeBlock text={snippet.text} language={snippet.language} label={snippet.label} />
          )}
        </div>
      </div>
      {isLeaving && (
        <div className="dialog-ask" role="alert">
          <p>Is the key stored? It cannot be shown again.</p>
          <Button onClick={() => setIsLeaving(false)}>Keep it open</Button>
        </div>
      )}
      <footer className="dialog-foot">
        <Button look="primary" onClick={onClose}>
          I have stored the key
        </Button>
      </footer>
    </Dialog>
  );
}

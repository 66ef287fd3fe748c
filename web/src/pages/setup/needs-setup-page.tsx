import { useSession } from "../../session.tsx";
import { PlainFrame } from "../../shell/plain-frame.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { usePageTitle } from "../../use-page-title.ts";

/** Nobody has set a password yet, and this visitor does not hold the link that may. */
export function NeedsSetupPage() {
  usePageTitle("Set up");
  const { refresh } = useSession();
  const example = `${window.location.origin}/dashboard/setup#…`;
  return (
    <PlainFrame>
      <div className="entry">
        <h1>Almost there</h1>
        <p className="lead">
          The dashboard has no password yet. Open the one-time link that the server printed when it
          started; it looks like this:
        </p>
        <CodeBlock text={example} canCopy={false} />
        <p className="entry-foot">
          No longer in your terminal? Restart the server: it prints a new link as long as no
          password is set.
        </p>
        <Button icon="retry" onClick={refresh}>
          Check again
        </Button>
      </div>
    </PlainFrame>
  );
}

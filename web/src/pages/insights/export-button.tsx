import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../use-action.ts";

/** What the page shows, as a file for a spreadsheet. */
export function ExportButton({ download }: { download: () => Promise<void> }) {
  const { run, isBusy, error } = useAction(download);
  return (
    <>
      <Button icon="file" isBusy={isBusy} onClick={() => void run()}>
        Export CSV
      </Button>
      {error && (
        <Notice tone="bad" title="The export did not work">
          <p>{error}</p>
        </Notice>
      )}
    </>
  );
}

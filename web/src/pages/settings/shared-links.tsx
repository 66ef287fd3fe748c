import { type FormEvent, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import {
  linkHours,
  type MadeReaderLink,
  type ReaderLink,
} from "../../../../src/contract/reader/reader-links.ts";
import { useResource } from "../../resource.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { useAction } from "../../use-action.ts";
import { useMay } from "../../use-may.ts";
import { LinkDialog } from "../people/link-dialog.tsx";
import { linksApi } from "./links-api.ts";

const lasting: Record<(typeof linkHours)[number], string> = {
  1: "1 hour",
  24: "1 day",
  168: "7 days",
  720: "30 days",
};

/** Links that open private docs for whoever has them: who made them, and how long they work. */
export function SharedLinks({
  project,
  isPrivate,
}: {
  project: ProjectSummary;
  isPrivate: boolean;
}) {
  const mayShare = useMay("editor");
  const [isSharing, setSharing] = useState(false);
  const { data, error, reload } = useResource(`reader links ${project.id}`, () =>
    linksApi.list(project.id),
  );
  return (
    <Card
      title="Shared links"
      aside={
        mayShare && (
          <Button isSmall icon="plus" onClick={() => setSharing(true)}>
            Share by link
          </Button>
        )
      }
    >
      <p className="soft">
        {isPrivate
          ? "Whoever has such a link reads without logging in, until it ends or you take it back."
          : "This project is public: anybody reads it without a link."}
      </p>
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {data && data.links.length > 0 && (
        <ul className="shared-links">
          {data.links.map((link) => (
            <LinkRow
              key={link.id}
              {...{ project, link, mayShare }}
              onRevoked={() => void reload()}
            />
          ))}
        </ul>
      )}
      {data?.links.length === 0 && <p>No link works at the moment.</p>}
      {isSharing && (
        <ShareDialog
          project={project}
          onMade={() => void reload()}
          onClose={() => setSharing(false)}
        />
      )}
    </Card>
  );
}

type LinkRowProps = {
  project: ProjectSummary;
  link: ReaderLink;
  mayShare: boolean;
  onRevoked: () => void;
};

function LinkRow({ project, link, mayShare, onRevoked }: LinkRowProps) {
  const what = link.path || "All pages";
  const revoke = useAction(async () => {
    await linksApi.revoke(project.id, link.id);
    onRevoked();
  });
  return (
    <li>
      <span className="row-title">{what}</span>
      <span className="row-sub">
        by {link.madeBy}, ends <Time iso={link.expiresAt} />
        {link.usedAt ? (
          <>
            , last opened <Time iso={link.usedAt} />
          </>
        ) : (
          ", not opened yet"
        )}
      </span>
      {mayShare && (
        <Button
          isSmall
          look="quiet"
          isBusy={revoke.isBusy}
          aria-label={`Take back the link to ${what}`}
          onClick={() => void revoke.run()}
        >
          Take back
        </Button>
      )}
      {revoke.error && <Notice tone="bad">{revoke.error}</Notice>}
    </li>
  );
}

type ShareDialogProps = { project: ProjectSummary; onMade: () => void; onClose: () => void };

function ShareDialog({ project, onMade, onClose }: ShareDialogProps) {
  const [path, setPath] = useState("");
  const [hours, setHours] = useState<(typeof linkHours)[number]>(24);
  const [made, setMade] = useState<MadeReaderLink>();
  const share = useAction(async () => {
    setMade(await linksApi.make(project.id, { path: path.trim(), hours }));
    onMade();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void share.run();
  };
  if (made) {
    const text = `Whoever has it reads ${made.path || "all pages"} without logging in. It ends`;
    const shown = { link: made.url, expiresAt: made.expiresAt };
    return <LinkDialog title="Your link" text={text} made={shown} onClose={onClose} />;
  }
  return (
    <Dialog title="Share by link" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <TextField
            label="Page"
            isOptional
            className="input mono"
            placeholder="guides/keys.mdx"
            maxLength={1_100}
            hint="Path of the one page that the link opens. Left empty, it opens the whole project."
            error={share.faultOf("path")}
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
          <SelectField
            label="Works for"
            value={String(hours)}
            onChange={(event) =>
              setHours(linkHours.find((one) => String(one) === event.target.value) ?? 24)
            }
          >
            {linkHours.map((one) => (
              <option key={one} value={one}>
                {lasting[one]}
              </option>
            ))}
          </SelectField>
          {share.error && <Notice tone="bad">{share.error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={share.isBusy}>
            Make the link
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

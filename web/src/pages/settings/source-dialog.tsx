import { type FormEvent, useState } from "react";
import type { SourceSummary } from "../../../../src/contract/sources.ts";
import { api } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Action, useAction } from "../../use-action.ts";

type SourceDialogProps = {
  domain: string;
  /** Absent: a new one. */
  source?: SourceSummary;
  isServed?: boolean;
  onClose: () => void;
  onSaved: (sourceId: string) => Promise<void>;
};

type Place = Pick<SourceSummary, "location" | "branch" | "subfolder" | "mount" | "baseUrl">;

const nowhere: Place = { location: "", branch: "", subfolder: "", mount: "", baseUrl: "" };

/** Says which repository is read, and how. */
export function SourceDialog(props: SourceDialogProps) {
  const { domain, source, isServed = false, onClose, onSaved } = props;
  const [place, setPlace] = useState<Place>(source ? placeOf(source) : nowhere);
  const save = useAction(async () => {
    if (source) await api.changeSource(domain, source.id, place);
    const sourceId = source?.id ?? (await api.addSource(domain, place)).sourceId;
    await onSaved(sourceId);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run();
  };
  const isFolder = source?.kind === "folder";
  return (
    <Dialog title={source ? "Edit source" : "Add a source"} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          {!source && (
            <p className="soft">
              A git repository that this server reaches over https or ssh. Folders on the server are
              added on its command line, with docent sources add.
            </p>
          )}
          <PlaceFields
            {...{ place, save, isFolder }}
            isFixed={isServed || isFolder}
            change={(part) => setPlace({ ...place, ...part })}
          />
          {save.error && <Notice tone="bad">{save.error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isBusy}>
            {source ? "Save" : "Add source"}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

type PlaceFieldsProps = {
  place: Place;
  save: Action<[]>;
  isFolder: boolean;
  isFixed: boolean;
  change: (part: Partial<Place>) => void;
};

function PlaceFields({ place, save, isFolder, isFixed, change }: PlaceFieldsProps) {
  const field = (name: keyof Place) => ({
    className: "input mono",
    error: save.faultOf(name),
    value: place[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField
        label={isFolder ? "Folder" : "Repository"}
        required
        readOnly={isFixed}
        placeholder="https://github.com/acme/docs.git"
        hint={isFixed ? "Changed on the server, not here." : ""}
        {...field("location")}
      />
      {!isFolder && (
        <TextField
          label="Branch"
          isOptional
          placeholder="The default branch"
          {...field("branch")}
        />
      )}
      <TextField
        label="Folder of the docs"
        isOptional
        placeholder="docs"
        hint="Inside the repository. Left empty: all of it."
        {...field("subfolder")}
      />
      <TextField
        label="Mount"
        isOptional
        placeholder="guides/api"
        hint="Folder of the project that its pages are put under, where there are several sources."
        {...field("mount")}
      />
      <TextField
        label="Base URL of this source"
        isOptional
        placeholder="https://api.acme.com/docs"
        hint="Left empty: the project's."
        {...field("baseUrl")}
      />
    </>
  );
}

function placeOf({ location, branch, subfolder, mount, baseUrl }: SourceSummary): Place {
  return { location, branch, subfolder, mount, baseUrl };
}

import { type FormEvent, useState } from "react";
import {
  type GroupJobDraft,
  groupJobDraft,
} from "../../../../../src/contract/insights/group-job.ts";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { agentSession } from "../../../../../src/contract/jobs.ts";
import { randomId } from "../../../../shared/random-id.ts";
import { getJson, readJson } from "../../../api.ts";
import { useResource } from "../../../resource.tsx";
import { useRouter } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CheckField, TextArea, TextField } from "../../../ui/field.tsx";
import { LoadFailed, Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useAction } from "../../../use-action.ts";
import { Nearby } from "./nearby.tsx";
import { type AddedText, sectionInstruction } from "./section-instruction.ts";
import "./write-this.css";

type DialogProps = {
  domain: string;
  group: Pick<QuestionGroup, "id" | "name">;
  onClose: () => void;
};

/** A prepared job for a group of questions: a person reads it, corrects it and starts it. */
export function WriteThisDialog({ domain, group, onClose }: DialogProps) {
  const { data, error, reload } = useResource(`group job ${domain} ${group.id}`, () =>
    getJson(addressOf(domain, group.id), groupJobDraft),
  );
  return (
    <Dialog title={`Write this: ${group.name}`} onClose={onClose} isWide>
      {!data && (
        <div className="dialog-body">
          {error === undefined ? (
            <Skeleton lines={6} />
          ) : (
            <LoadFailed error={error} retry={reload} />
          )}
        </div>
      )}
      {data && <WriteThisForm prepared={data} {...{ domain, group, onClose }} />}
    </Dialog>
  );
}

function addressOf(domain: string, groupId: string): string {
  return `/v1/analytics/${encodeURIComponent(domain)}/groups/${encodeURIComponent(groupId)}/job`;
}

function WriteThisForm({
  prepared,
  domain,
  group,
  onClose,
}: DialogProps & { prepared: GroupJobDraft }) {
  const { navigate } = useRouter();
  const { questions, nearby, canWrite } = prepared;
  const [instruction, setInstruction] = useState(prepared.instruction);
  const [added, setAdded] = useState<AddedText>(() => proposedText(prepared));
  const [asDraft, setAsDraft] = useState(false);
  // Sent again after a failure, the same form must not start a second job.
  const [attempt] = useState(randomId);
  const start = useAction(async (text: string) => {
    const headers = { "idempotency-key": attempt };
    const body = { instruction: text, questions, asDraft };
    const request = { method: "POST", body, headers } as const;
    const { sessionId } = await readJson(addressOf(domain, group.id), agentSession, request);
    navigate(paths.job(domain, sessionId));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start.run(canWrite ? instruction : sectionInstruction(added));
  };
  return (
    <form onSubmit={submit}>
      <div className="dialog-body">
        <Asked questions={questions} />
        {canWrite ? (
          <TextArea
            label="Instruction"
            rows={12}
            required
            maxLength={100_000}
            hint="Add the facts that the docs lack: the agent states only what the repository or you say."
            error={start.faultOf("instruction")}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
          />
        ) : (
          <AddedFields added={added} change={(part) => setAdded({ ...added, ...part })} />
        )}
        <Nearby passages={nearby} />
        <CheckField
          label="Open as a draft"
          hint="A draft has to be marked ready before it can be merged."
          checked={asDraft}
          onChange={(event) => setAsDraft(event.target.checked)}
        />
        {start.error && <Notice tone="bad">{start.error}</Notice>}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" icon="job" isBusy={start.isBusy}>
          Start job
        </Button>
      </footer>
    </form>
  );
}

function Asked({ questions }: { questions: string[] }) {
  return (
    <section className="write-asked" aria-label="Questions that the change has to answer">
      <p className="soft">
        Before the change is proposed, these questions are asked of the docs without it and with it:
      </p>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </section>
  );
}

type AddedFieldsProps = { added: AddedText; change: (part: Partial<AddedText>) => void };

/** The embedded model writes nothing by itself: what is missing comes from the person. */
function AddedFields({ added, change }: AddedFieldsProps) {
  return (
    <>
      <TextField
        label="Page"
        className="input mono"
        required
        maxLength={300}
        autoCapitalize="off"
        spellCheck={false}
        hint="From the top of the repository. The proposed one comes nearest to the questions."
        value={added.path}
        onChange={(event) => change({ path: event.target.value })}
      />
      <CheckField
        label="This is a new page"
        hint="It gets the heading as its title, and is listed in the navigation."
        checked={added.isNewPage}
        onChange={(event) => change({ isNewPage: event.target.checked })}
      />
      <TextField
        label="Heading"
        required
        maxLength={200}
        hint="In the readers' words: it is found by them."
        value={added.heading}
        onChange={(event) => change({ heading: event.target.value })}
      />
      <TextArea
        label="Text"
        rows={7}
        required
        maxLength={50_000}
        hint="Markdown, written into the page as it stands here. Begin with the answer."
        value={added.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    </>
  );
}

function proposedText({ questions: [first = ""], place }: GroupJobDraft): AddedText {
  return { path: place?.path ?? "", isNewPage: place === null, heading: first, text: "" };
}

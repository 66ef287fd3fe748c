import { useState } from "react";
import type { JobDetail } from "../../../../src/contract/job-list.ts";
import { jobModels } from "../../../../src/contract/jobs.ts";
import { randomId } from "../../../shared/random-id.ts";
import { api } from "../../api.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { useAction } from "../../use-action.ts";
import { NewJobDialog } from "../jobs/new-job-dialog.tsx";
import { wholeInstruction } from "./job-session.ts";

type RunAgainProps = { domain: string; detail: JobDetail };

/** Another job with what this one was started with, as it is or edited. */
export function RunAgain({ domain, detail }: RunAgainProps) {
  const { navigate } = useRouter();
  const [isEditing, setEditing] = useState(false);
  // However often the button has to be pressed, it starts one job.
  const [attempt] = useState(randomId);
  const { messages, asDraft, sessionId } = detail;
  const model = jobModels.find((name) => name === detail.model) ?? "sonnet";
  const again = useAction(async () => {
    const id = await api.createJob(domain, { messages, asDraft, model }, attempt);
    navigate(paths.job(domain, id));
  });
  const template = {
    ...{ title: "Edit and run", draftName: `edited job ${sessionId}` },
    ...{ instruction: wholeInstruction(detail), asDraft, model },
  };
  return (
    <div className="run-again">
      <Button isSmall icon="retry" isBusy={again.isBusy} onClick={() => void again.run()}>
        Run again
      </Button>
      <Button isSmall icon="edit" onClick={() => setEditing(true)}>
        Edit and run
      </Button>
      {again.error !== "" && <span role="alert">{again.error}</span>}
      {isEditing && (
        <NewJobDialog project={{ domain }} template={template} onClose={() => setEditing(false)} />
      )}
    </div>
  );
}

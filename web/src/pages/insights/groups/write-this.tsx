import { useState } from "react";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { Button } from "../../../ui/button.tsx";
import { useMay } from "../../../use-may.ts";
import { WriteThisDialog } from "./write-this-dialog.tsx";

type WriteThisProps = { domain: string; group: Pick<QuestionGroup, "id" | "name" | "state"> };

/** Leads from a group of questions to a job that answers them. */
export function WriteThis({ domain, group }: WriteThisProps) {
  const [isOpen, setOpen] = useState(false);
  const mayAct = useMay("editor");
  if (!mayAct || group.state === "closed" || group.state === "in-work") return null;
  return (
    <>
      <Button look="primary" icon="edit" onClick={() => setOpen(true)}>
        Write this
      </Button>
      {isOpen && <WriteThisDialog domain={domain} group={group} onClose={() => setOpen(false)} />}
    </>
  );
}

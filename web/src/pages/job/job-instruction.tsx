import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** From here on it is folded: the work is what one looks at. */
const longCharacters = 500;
const longLines = 6;

/** What the job was asked, in full; a long text is folded. */
export function JobInstruction({ text }: { text: string }) {
  const id = useId();
  const isLong = text.length > longCharacters || text.split("\n", longLines + 1).length > longLines;
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="job-instruction" aria-label="Instruction">
      <header>
        <span className="job-instruction-label">Instruction</span>
        <CopyButton text={text} label="Copy instruction" look="quiet" />
      </header>
      <div id={id} className={isLong && !isOpen ? "job-asked job-asked-folded" : "job-asked"}>
        {text}
      </div>
      {isLong && (
        <Button
          isSmall
          look="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show all of it"}
        </Button>
      )}
    </section>
  );
}

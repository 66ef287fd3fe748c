import { useState } from "react";
import { useVersion } from "../../live/live.tsx";
import { Button } from "../../ui/button.tsx";

type NewQuestionsProps = {
  /** Names what is shown: another range or filter is loaded anew. */
  shown: string;
  reload: () => Promise<void>;
};

/** Says that something was asked or rated since the page was loaded. It is shown when wanted: nothing moves under the reader's hand. */
export function NewQuestions({ shown, reload }: NewQuestionsProps) {
  const version = useVersion(["questions"]);
  const [seen, setSeen] = useState({ shown, version });
  const isFirst = seen.version === undefined || seen.shown !== shown;
  if (version !== undefined && isFirst) setSeen({ shown, version });
  const isOld = version !== undefined && !isFirst && version !== seen.version;
  const show = async () => {
    await reload();
    setSeen({ shown, version });
  };
  return (
    <div className="insights-news" role="status">
      {isOld && (
        <>
          Readers have asked or rated something since.
          <Button isSmall icon="retry" onClick={() => void show()}>
            Show what is new
          </Button>
        </>
      )}
    </div>
  );
}

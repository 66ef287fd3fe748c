import { useEffect, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { randomId } from "../../../shared/random-id.ts";
import { ApiError } from "../../api-request.ts";
import { useRouter } from "../../router.tsx";
import { useMemberId } from "../../session.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDraft } from "../../use-draft.ts";
import { useLatest } from "../../use-latest.ts";
import { useMedia } from "../../use-media.ts";
import { usePageTitle } from "../../use-page-title.ts";
import { AskThread } from "./ask-thread.tsx";
import { questionFromElsewhere } from "./asked-elsewhere.ts";
import { HistoryList } from "./history-list.tsx";
import { type AskHistory, useAskHistory } from "./use-ask-history.ts";
import { useCurrentChat } from "./use-current-chat.ts";
import { useOpenedChat } from "./use-opened-chat.ts";

/** Below this the history has no room at the side. */
const wide = "(min-width: 1180px)";

export function AskPage({ project }: { project: ProjectSummary }) {
  usePageTitle(`Ask ${project.name}`);
  const owned = `${useMemberId()} ${project.id}`;
  const history = useAskHistory(owned);
  const [chatId, choose] = useCurrentChat(owned);
  const [isListed, setListed] = useState(false);
  const isWide = useMedia(wide);
  const startNew = () => choose(randomId());
  useFreshChat(history.find(chatId) !== undefined, startNew);
  const open = (id: string) => {
    setListed(false);
    choose(id);
  };
  const remove = (id: string) => {
    history.remove(id);
    if (id === chatId) startNew();
  };
  const list = <HistoryList history={history} current={chatId} onOpen={open} onRemove={remove} />;
  return (
    <div className="ask-frame">
      <div className="ask">
        <header className="ask-head">
          <h1>Ask</h1>
          <div className="ask-head-actions">
            {!isWide && history.chats.length > 0 && (
              <IconButton icon="clock" label="History" onClick={() => setListed(true)} />
            )}
            {history.find(chatId) && (
              <Button isSmall icon="plus" onClick={startNew}>
                New chat
              </Button>
            )}
          </div>
        </header>
        <OpenedChat
          key={chatId}
          project={project}
          chatId={chatId}
          history={history}
          onLost={() => remove(chatId)}
        />
      </div>
      {isWide && history.chats.length > 0 && (
        <aside className="ask-side" aria-label="History">
          <h2>History</h2>
          {list}
        </aside>
      )}
      {isListed && !isWide && (
        <Dialog title="History" onClose={() => setListed(false)}>
          <div className="dialog-body">{list}</div>
        </Dialog>
      )}
    </div>
  );
}

/** A question that comes from elsewhere begins a chat of its own. */
function useFreshChat(isUsed: boolean, startNew: () => void) {
  const { search } = useRouter();
  const start = useLatest(startNew);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address may bring a question
  useEffect(() => {
    if (isUsed && questionFromElsewhere() !== "") start();
  }, [isUsed, search, start]);
}

type OpenedChatProps = {
  project: ProjectSummary;
  chatId: string;
  history: AskHistory;
  onLost: () => void;
};

function OpenedChat({ project, chatId, history, onLost }: OpenedChatProps) {
  const draft = useDraft(`ask ${project.id}`);
  const opened = useOpenedChat({
    domain: project.domain,
    id: chatId,
    known: history.find(chatId),
    giveBack: draft.setText,
  });
  const { chat, error, retry } = opened;
  if (chat) return <AskThread project={project} chat={chat} history={history} draft={draft} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice title="This conversation is not kept any more">
        <p>The server has deleted it, as its settings say.</p>
        <Button isSmall icon="trash" onClick={onLost}>
          Remove it from the history
        </Button>
      </Notice>
    );
  }
  if (error !== undefined) return <LoadFailed error={error} retry={retry} />;
  return <Skeleton lines={6} />;
}

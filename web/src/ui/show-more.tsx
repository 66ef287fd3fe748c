import { Button } from "./button.tsx";

type ShowMoreProps = { hasMore: boolean; isLoadingMore: boolean; showMore: () => void };

/** Below a list of which only the first part is shown. */
export function ShowMore({ hasMore, isLoadingMore, showMore }: ShowMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="rows-more">
      <Button isBusy={isLoadingMore} onClick={showMore}>
        Show more
      </Button>
    </div>
  );
}

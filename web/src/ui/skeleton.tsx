const widths = ["62%", "84%", "45%", "73%", "56%"];

/** Grey lines where content is about to be. */
export function Skeleton({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  const rows = Array.from({ length: lines }, (_, index) => `line-${index}`);
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {rows.map((row, index) => (
        <span key={row} style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}

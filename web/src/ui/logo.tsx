export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg className="logo" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M10 8v16h5.5a8 8 0 0 0 0-16H14" />
      <circle cx="15.6" cy="16" r="2.3" />
    </svg>
  );
}

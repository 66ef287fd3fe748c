/** The first and the last moment of a range of UTC days. Times are stored with milliseconds, so that the last one is exact. */
export function dayRange(days: { from?: string | undefined; to?: string | undefined }): {
  from: string | undefined;
  to: string | undefined;
} {
  return {
    from: days.from === undefined ? undefined : `${days.from}T00:00:00.000Z`,
    to: days.to === undefined ? undefined : `${days.to}T23:59:59.999Z`,
  };
}

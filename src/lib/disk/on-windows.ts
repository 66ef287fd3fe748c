/** Windows has no signals to groups, no mode bits, and does not replace a file that is open. */
export const onWindows = process.platform === "win32";

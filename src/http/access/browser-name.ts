const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const longestHeader = 500;

/** "Firefox on Linux": enough to know one's own browser again, and nothing of what the header says besides. */
export function browserName(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, longestHeader);
  const browser = browsers.find(([form]) => form.test(text))?.[1];
  const system = systems.find(([form]) => form.test(text))?.[1];
  if (browser === undefined) return "Another program";
  return system === undefined ? browser : `${browser} on ${system}`;
}

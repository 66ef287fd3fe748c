import { expect, test } from "vitest";
import { plainChoice, widgetHtml, widgetReact } from "./widget-snippet.ts";

const place = { address: "https://docent.acme.com", domain: "acme", key: "svc_dsc_1" };

test("a plain choice needs the domain and the key alone", () => {
  expect(widgetHtml(place, plainChoice)).toBe(
    '<script async src="https://docent.acme.com/widget.js"\n  data-domain="acme"\n  data-key="svc_dsc_1"></script>',
  );
});

test("what was chosen stands in both snippets", () => {
  const choice = { ...plainChoice, mode: "panel", accent: "#0f766e", position: "left" } as const;
  expect(widgetHtml(place, choice)).toContain('data-mode="panel"\n  data-position="left"');
  const react = widgetReact(place, choice);
  expect(react).toContain('  assistantKey="svc_dsc_1"\n  mode="panel"');
  expect(react).toContain('  accent="#0f766e"');
  expect(react).not.toContain("theme");
});

test("the chat inside a page brings the element that it fills, and the component is one itself", () => {
  const choice = { ...plainChoice, mode: "inline" } as const;
  expect(widgetHtml(place, choice)).toMatch(/^<div id="docent"><\/div>\n/);
  expect(widgetHtml(place, choice)).toContain('data-target="#docent"');
  expect(widgetReact(place, choice)).not.toContain("target");
});

test("no value leaves its attribute", () => {
  const html = widgetHtml(place, { ...plainChoice, accent: '"><script>' });
  expect(html).toContain('data-accent="&quot;>&lt;script>"');
});

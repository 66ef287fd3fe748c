import { expect, test } from "vitest";
import { embedder } from "../../../test/harness.ts";
import { createDistinct } from "./distinct-passages.ts";

const steps = `To drain a node, first mark it as unschedulable so that nothing new is put there. Then evict what runs on it
and wait until all of it runs elsewhere. Only now switch the machine off, and take it out of the list.`;

function kept(texts: string[]): string[] {
  const isNew = createDistinct();
  return texts.filter((text) => isNew({ text, tokens: embedder.tokens(text).sort() }));
}

test("nearly the same text counts once, whatever its marks and lines", () => {
  const again = steps
    .replace("switch the machine off", "turn the machine off")
    .replaceAll("\n", " ");
  expect(kept([steps, `> ${again}`, steps.toUpperCase()])).toEqual([steps]);
});

test("texts that differ in what matters are both kept", () => {
  const texts = [
    "borderTopColor: the colour of the border.",
    "borderBottomColor: the colour of the border.",
  ];
  expect(kept(texts)).toEqual(texts);
  const longer = `${steps} If the node hangs, delete it with force and tell the others that its work was lost.`;
  expect(kept([steps, longer])).toEqual([steps, longer]);
});

test("texts without spaces and without letters are compared too", () => {
  const chinese =
    "要排空节点，请先将其标记为不可调度，这样就不会有新的工作负载被安排到该节点上，然后逐出正在运行的内容。";
  const other =
    "删除节点之前，请确认所有数据都已经备份，并通知使用该集群的其他团队成员，以免造成服务中断。";
  expect(kept([chinese, chinese.replaceAll("，", " "), other, "---", "***"])).toEqual([
    chinese,
    other,
    "---",
  ]);
});

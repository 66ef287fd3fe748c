import { addPageTool } from "./add-page-tool.ts";
import { checkTool } from "./check-tool.ts";
import { deleteFileTool } from "./delete-file-tool.ts";
import { editFileTool } from "./edit-file-tool.ts";
import { finishTool } from "./finish-tool.ts";
import { insertTextTool } from "./insert-text-tool.ts";
import { listFilesTool } from "./list-files-tool.ts";
import { moveFileTool } from "./move-file-tool.ts";
import { readFileTool } from "./read-file-tool.ts";
import { repairLinksTool } from "./repair-links-tool.ts";
import { replaceTermTool } from "./replace-term-tool.ts";
import { searchDocsTool } from "./search-docs-tool.ts";
import { searchTextTool } from "./search-text-tool.ts";
import { setFrontMatterTool } from "./set-front-matter-tool.ts";
import { setTodosTool } from "./set-todos-tool.ts";
import type { Tool } from "./tool.ts";
import { writeFileTool } from "./write-file-tool.ts";

export const jobTools: Tool[] = [
  listFilesTool,
  readFileTool,
  searchTextTool,
  searchDocsTool,
  writeFileTool,
  editFileTool,
  moveFileTool,
  deleteFileTool,
  replaceTermTool,
  addPageTool,
  insertTextTool,
  setFrontMatterTool,
  repairLinksTool,
  setTodosTool,
  checkTool,
  finishTool,
];

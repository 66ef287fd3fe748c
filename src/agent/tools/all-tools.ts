import { check } from "./check.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { finish } from "./finish.ts";
import { listFiles } from "./list-files.ts";
import { moveFile } from "./move-file.ts";
import { readFile } from "./read-file.ts";
import { searchDocs } from "./search-docs.ts";
import { searchText } from "./search-text.ts";
import { setTodos } from "./set-todos.ts";
import type { Tool } from "./tool.ts";
import { writeFile } from "./write-file.ts";

export const allTools: Tool[] = [
  listFiles,
  readFile,
  searchText,
  searchDocs,
  writeFile,
  editFile,
  moveFile,
  deleteFile,
  setTodos,
  check,
  finish,
];

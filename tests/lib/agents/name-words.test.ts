import { expect, test } from "bun:test";
import { nameWords } from "../../../tools/_lib/agents/name-words.ts";

test("names in parts", () => {
  expect(nameWords("mcp__gitHub.createPR/v2-JSONFile")).toEqual([
    "mcp",
    "git",
    "hub",
    "create",
    "pr",
    "v2",
    "json",
    "file",
  ]);
});

import { describe, expect, test } from "bun:test";
import {
  anthropic,
  ASK,
  chat,
  gemini,
  lost,
  responses,
  valueOf,
  warned,
  written,
} from "../../support/provider-bodies.ts";

describe("tools", () => {
  const f = {
    name: "f.g",
    description: "d",
    input_schema: { type: "object", properties: { a: { type: "string" } } },
  };
  const choices = {
    "openai-chat": ["auto", "none", "required", { type: "function", function: { name: "f" } }],
    "openai-responses": ["auto", "none", "required", { type: "function", name: "f" }],
    anthropic: [{ type: "auto" }, { type: "none" }, { type: "any" }, { type: "tool", name: "f" }],
    gemini: ["AUTO", "NONE", "ANY"]
      .map((mode) => ({ mode }))
      .concat({ mode: "ANY", allowedFunctionNames: ["f"] } as never),
  };
  const bodies = { "openai-chat": chat, "openai-responses": responses, anthropic, gemini };
  const chosen = (provider: string, choice: unknown) =>
    provider === "gemini"
      ? { toolConfig: { functionCallingConfig: choice } }
      : { tool_choice: choice };

  test("the choice of a tool from each to each", () => {
    for (const from of Object.keys(choices) as (keyof typeof choices)[]) {
      for (const to of Object.keys(choices) as (keyof typeof choices)[]) {
        for (const index of [0, 1, 2, 3]) {
          const request = bodies[from](chosen(from, choices[from][index]));
          if (from !== to)
            expect(written(request, to)).toMatchObject(chosen(to, choices[to][index]));
          expect(lost(request, to)).toEqual([]);
        }
      }
    }
  });

  test("a choice that only one provider has", () => {
    const allowed = { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [] } };
    expect(lost(chat({ tool_choice: allowed }), "anthropic")).toEqual(["/tool_choice"]);
    expect(
      lost(gemini({ toolConfig: { functionCallingConfig: { mode: "VALIDATED" } } }), "openai-chat"),
    ).toEqual(["/toolConfig/functionCallingConfig/mode"]);
    const several = { mode: "ANY", allowedFunctionNames: ["a", "b"] };
    expect(lost(gemini({ toolConfig: { functionCallingConfig: several } }), "anthropic")).toEqual([
      "/toolConfig/functionCallingConfig/allowedFunctionNames",
    ]);
  });

  test("names follow in tools, calls, results and the choice", () => {
    const messages = [
      ...ASK,
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "f.g", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "x" }] },
    ];
    const request = anthropic({ messages, tools: [f], tool_choice: { type: "tool", name: "f.g" } });
    const { request: body, nameMap } = valueOf({ request, to: "openai-chat" });
    expect(nameMap).toEqual([{ from: "f.g", to: "f_g" }]);
    expect(body).toMatchObject({
      tools: [{ function: { name: "f_g" } }],
      tool_choice: { function: { name: "f_g" } },
      messages: [{}, {}, { tool_calls: [{ function: { name: "f_g" } }] }, {}],
    });
    expect(warned(request, "openai-chat")).toEqual(["NAME_CHANGED /request/tools/0"]);
    expect(written(request, "gemini")).toMatchObject({
      contents: [{}, {}, { parts: [{ functionResponse: { name: "f.g" } }] }],
    });
  });

  test("tools of the provider itself, older functions, empty lists", () => {
    const hosted = [
      { type: "web_search" },
      { type: "function", name: "f", parameters: {}, strict: false },
    ];
    expect(lost(responses({ tools: hosted }), "anthropic")).toEqual(["/tools/0"]);
    expect(
      lost(
        gemini({ tools: [{ googleSearch: {}, functionDeclarations: [{ name: "f" }] }] }),
        "openai-chat",
      ),
    ).toEqual(["/tools/0/googleSearch"]);
    expect(
      lost(
        anthropic({ tools: [{ type: "web_search_20250305", name: "web_search" }] }),
        "openai-chat",
      ),
    ).toEqual(["/tools/0"]);
    const older = chat({
      functions: [{ name: "f", parameters: { type: "object" } }],
      function_call: { name: "f" },
    });
    expect(written(older, "anthropic")).toMatchObject({
      tools: [{ name: "f", input_schema: { type: "object" } }],
      tool_choice: { type: "tool", name: "f" },
    });
    expect(written(chat({ tools: [] }), "anthropic")).not.toHaveProperty("tools");
  });

  test("schemas for Gemini as they are or in the OpenAPI subset", () => {
    const request = chat({
      tools: [
        {
          type: "function",
          function: {
            name: "f",
            parameters: {
              type: "object",
              properties: { a: { type: ["string", "null"] } },
              additionalProperties: false,
            },
          },
        },
      ],
    });
    expect(written(request, "gemini")["tools"]).toMatchObject([
      { functionDeclarations: [{ parametersJsonSchema: { additionalProperties: false } }] },
    ]);
    const openApi = valueOf({ request, to: "gemini", geminiSchema: "openapi" });
    expect(openApi.request.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: "f",
            parameters: { type: "OBJECT", properties: { a: { type: "STRING", nullable: true } } },
          },
        ],
      },
    ]);
    expect(openApi.lost.map(({ path }) => path)).toEqual([
      "/tools/0/function/parameters/additionalProperties",
    ]);
    const recursive = chat({
      tools: [
        {
          type: "function",
          function: { name: "f", parameters: { type: "object", properties: { a: { $ref: "#" } } } },
        },
      ],
    });
    expect(
      valueOf({ request: recursive, to: "gemini", geminiSchema: "openapi" }).request.tools,
    ).toMatchObject([
      { functionDeclarations: [{ parametersJsonSchema: { properties: { a: { $ref: "#" } } } }] },
    ]);
  });
});

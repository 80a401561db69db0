/** Gemini's generateContent: contents read into canonical messages, and written. */
import {
  type CanonicalRequest,
  type FilePart,
  type ImagePart,
  type Message,
  type Part,
  type ResultContent,
  type ResultPart,
  type TextPart,
} from "./canonical.ts";
import { NO_PLACES, type Notes, Places } from "./extras.ts";
import {
  at,
  isList,
  isMembers,
  type Json,
  type JsonMembers,
  listAt,
  objectOf,
  textAt,
  textOfJson,
} from "../../tools/_lib/json/tree/exact.ts";
import { Calls, typeByExtension } from "./parts.ts";

type Conversation = Pick<CanonicalRequest, "system" | "messages">;

/** Names that are read in the spelling of protocol buffers, too. */
const SPELLED = new Set(
  [
    "systemInstruction generationConfig safetySettings toolConfig cachedContent",
    "inlineData fileData functionCall functionResponse executableCode codeExecutionResult",
    "mimeType fileUri displayName videoMetadata thoughtSignature toolCall toolResponse",
    "functionDeclarations functionCallingConfig allowedFunctionNames parametersJsonSchema",
    "maxOutputTokens topP topK stopSequences presencePenalty frequencyPenalty candidateCount",
    "responseMimeType responseSchema responseJsonSchema thinkingConfig thinkingLevel",
    "finishReason usageMetadata promptTokenCount candidatesTokenCount totalTokenCount",
    "cachedContentTokenCount thoughtsTokenCount modelVersion responseId",
  ].flatMap((line) => line.split(" ")),
);

/** Data of the caller's, in which no name is changed. */
const OPAQUE = new Set([
  "args",
  "response",
  "parameters",
  "parametersJsonSchema",
  "responseSchema",
  "responseJsonSchema",
]);

/** The body with one spelling of every name, and all declared functions in one tool. */
export function normalGemini(body: Json): Json {
  const spelled = respelled(body);
  if (!isMembers(spelled) || !isList(spelled["tools"])) return spelled;
  const { tools, ...rest } = spelled;
  return { ...rest, tools: oneDeclaration(tools as readonly Json[]) };
}

function respelled(value: Json): Json {
  if (isList(value)) return value.map(respelled);
  if (!isMembers(value)) return value;
  return objectOf(
    Object.entries(value).map(([key, member]) => {
      const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const name = SPELLED.has(camel) && !Object.hasOwn(value, camel) ? camel : key;
      return [name, OPAQUE.has(name) ? member : respelled(member)];
    }),
  );
}

function oneDeclaration(tools: readonly Json[]): Json {
  const declared = tools.flatMap((tool) => listAt(tool, "functionDeclarations"));
  let isWritten = false;
  return tools.flatMap((tool) => {
    if (!isMembers(tool) || !isList(tool["functionDeclarations"])) return [tool];
    const { functionDeclarations: _functions, ...others } = tool;
    const first = !isWritten;
    isWritten = true;
    if (first) return [{ functionDeclarations: declared, ...others }];
    return Object.keys(others).length === 0 ? [] : [others];
  });
}

export function readGemini(body: Json, notes: Notes): Conversation {
  const given = listAt(body, "contents");
  const calls = new Calls(idsIn(given));
  const messages: Message[] = [];
  for (const [index, content] of given.entries()) {
    const path = `/contents/${index}`;
    const role = roleOf(content);
    if (role === undefined) {
      notes.keep(path, content);
      continue;
    }
    messages.push({ role, parts: partsIn(content, path, calls, notes) });
    notes.keepOthers(content, path, ["role", "parts"]);
  }
  return { system: systemTexts(at(body, "systemInstruction"), notes), messages };
}

/** The parts of the first candidate. */
export function readGeminiAnswer(content: Json | undefined, path: string, notes: Notes): Part[] {
  return partsIn(content ?? null, path, new Calls(idsIn([content ?? null])), notes);
}

function roleOf(content: Json): Message["role"] | undefined {
  if (!isMembers(content)) return undefined;
  const role = at(content, "role") ?? "user";
  if (role === "user" || role === "function") return "user";
  return role === "model" ? "assistant" : undefined;
}

function idsIn(contents: readonly Json[]): string[] {
  return contents.flatMap((content) =>
    listAt(content, "parts").flatMap((part) => textAt(part, "functionCall", "id") ?? []),
  );
}

function systemTexts(given: Json | undefined, notes: Notes): TextPart[] {
  if (typeof given === "string") return given === "" ? [] : [{ type: "text", text: given }];
  const parts = listAt(given, "parts");
  notes.keepOthers(given, "/systemInstruction", ["parts"]);
  if (given !== undefined && !isMembers(given)) notes.keep("/systemInstruction", given);
  return parts.flatMap((part, index) => {
    const path = `/systemInstruction/parts/${index}`;
    const text = textAt(part, "text");
    if (text === undefined) {
      notes.keep(path, part);
      return [];
    }
    notes.keepOthers(part, path, ["text"]);
    return [{ type: "text" as const, text }];
  });
}

function partsIn(content: Json, path: string, calls: Calls, notes: Notes): Part[] {
  return listAt(content, "parts").map((part, index) =>
    readPart(part, `${path}/parts/${index}`, calls, notes),
  );
}

function readPart(part: Json, path: string, calls: Calls, notes: Notes): Part {
  const text = textAt(part, "text");
  if (text !== undefined) return textual(part, text, path, notes);
  if (isMembers(at(part, "functionCall"))) {
    const call = readCall(part, path, calls, notes);
    if (call !== undefined) return call;
  }
  if (isMembers(at(part, "functionResponse"))) return readResult(part, path, calls, notes);
  const media = readMedia(part, path, notes);
  return media ?? { type: "provider", provider: "gemini", block: part };
}

function textual(part: Json, text: string, path: string, notes: Notes): Part {
  const signature = textAt(part, "thoughtSignature");
  if (at(part, "thought") === true) {
    notes.keepOthers(part, path, ["text", "thought", "thoughtSignature"]);
    return { type: "reasoning", text, signature: signature ?? null, redacted: false };
  }
  notes.keepOthers(part, path, ["text", ...(at(part, "thought") === false ? ["thought"] : [])]);
  return { type: "text", text };
}

function readCall(part: Json, path: string, calls: Calls, notes: Notes): Part | undefined {
  const inside = at(part, "functionCall");
  const name = textAt(inside, "name");
  const args = at(inside, "args");
  if (name === undefined || (args !== undefined && !isMembers(args))) return undefined;
  const given = textAt(inside, "id");
  const id = given ?? calls.newId();
  if (given === undefined) notes.madeIds.add(id);
  const signature = textAt(part, "thoughtSignature");
  const call = {
    type: "call",
    id,
    name,
    arguments: args ?? {},
    ...(signature === undefined ? {} : { signature }),
  } as const;
  calls.add(call);
  notes.keepOthers(part, path, ["functionCall", "thoughtSignature"]);
  notes.keepOthers(inside, `${path}/functionCall`, ["id", "name", "args"]);
  return call;
}

function readResult(part: Json, path: string, calls: Calls, notes: Notes): ResultPart {
  const inside = at(part, "functionResponse");
  const name = textAt(inside, "name");
  const given = textAt(inside, "id");
  const id = given ?? calls.answerByName(name ?? "") ?? "";
  const called = given === undefined ? undefined : calls.answer(id);
  notes.keepOthers(part, path, ["functionResponse"]);
  const place = `${path}/functionResponse`;
  notes.keepOthers(inside, place, ["id", "name", "response", "parts"]);
  const { content, isError } = responseOf(at(inside, "response"));
  const media = listAt(inside, "parts").map(
    (item, index): ResultContent =>
      readFilePart(item, `${place}/parts/${index}`, notes) ?? {
        type: "provider",
        provider: "gemini",
        block: item,
      },
  );
  return {
    type: "result",
    id,
    name: name ?? called ?? null,
    content: [...content, ...media],
    isError,
  };
}

/** A text under one of the usual names is a text, anything else data. */
export function responseOf(response: Json | undefined): {
  readonly content: readonly ResultContent[];
  readonly isError: boolean;
} {
  if (response === undefined) return { content: [], isError: false };
  const keys = isMembers(response) ? Object.keys(response) : [];
  const [key = ""] = keys;
  const text = keys.length === 1 ? textAt(response, key) : undefined;
  if (text !== undefined && (key === "output" || key === "result" || key === "error"))
    return { content: [{ type: "text", text }], isError: key === "error" };
  return { content: [{ type: "json", value: response }], isError: false };
}

function readMedia(part: Json, path: string, notes: Notes): Part | undefined {
  const mediaType = textAt(part, "inlineData", "mimeType") ?? null;
  const data = textAt(part, "inlineData", "data");
  if (data !== undefined && mediaType?.startsWith("audio/") === true) {
    notes.keepOthers(part, path, ["inlineData"]);
    notes.keepOthers(at(part, "inlineData"), `${path}/inlineData`, ["mimeType", "data"]);
    return { type: "audio", mediaType, data };
  }
  return readFilePart(part, path, notes);
}

function readFilePart(part: Json, path: string, notes: Notes): ImagePart | FilePart | undefined {
  const key = textAt(part, "inlineData", "data") === undefined ? "fileData" : "inlineData";
  const holder = at(part, key);
  const content = textAt(holder, key === "inlineData" ? "data" : "fileUri");
  if (content === undefined) return undefined;
  const mediaType = textAt(holder, "mimeType") ?? null;
  const source = sourceOf(key, content);
  const isImage = isImageType(mediaType, source.url);
  const name = textAt(holder, "displayName");
  const read = ["mimeType", "data", "fileUri", ...(isImage ? [] : ["displayName"])];
  notes.keepOthers(part, path, [key]);
  notes.keepOthers(holder, `${path}/${key}`, read);
  return isImage
    ? { type: "image", mediaType, ...source }
    : { type: "file", mediaType, name: name ?? null, ...source };
}

function sourceOf(key: "inlineData" | "fileData", content: string) {
  if (key === "inlineData") return { data: content };
  return isUpload(content) ? { fileId: content } : { url: content };
}

/** Files that only their owner's key can fetch. */
function isUpload(uri: string): boolean {
  return /^(?:https:\/\/generativelanguage\.googleapis\.com\/|gs:\/\/|files\/)/i.test(uri);
}

/** What has no type is an image unless its address says otherwise. */
export function isImageType(mediaType: string | null, url: string | undefined): boolean {
  return (mediaType ?? typeByExtension(url ?? "") ?? "image/").startsWith("image/");
}

/** The members `systemInstruction` and `contents`. */
export function writeGemini(
  { system, messages }: Conversation,
  places: Places = NO_PLACES,
): { readonly systemInstruction?: Json; readonly contents: Json } {
  const isSaid = system.length > 0 || places.hasIn("/systemInstruction/parts");
  const parts = system.map(({ text }) => ({ text }));
  return {
    ...(isSaid ? { systemInstruction: { parts } } : {}),
    contents: messages.map(({ role, parts: said }) => ({
      role: role === "assistant" ? "model" : "user",
      parts: geminiParts(said),
    })),
  };
}

export function geminiParts(parts: readonly Part[]): Json {
  return parts.map((part) => writePart(part));
}

function writePart(part: Part): Json {
  switch (part.type) {
    case "text":
    case "refusal":
      return { text: part.text };
    case "image":
    case "file":
    case "audio":
      return mediaPart(part);
    case "reasoning":
      return {
        text: part.text,
        thought: true,
        ...(part.signature === null ? {} : { thoughtSignature: part.signature }),
      };
    case "call":
      return {
        functionCall: { id: part.id, name: part.name, args: part.arguments },
        ...(part.signature === undefined ? {} : { thoughtSignature: part.signature }),
      };
    case "result":
      return writeResult(part);
    case "provider":
      return part.block;
  }
}

function mediaPart(
  part:
    | Exclude<ResultContent, { type: "text" | "json" | "provider" }>
    | Extract<Part, { type: "audio" }>,
): Json {
  const { mediaType, data } = part;
  const type = mediaType === null ? {} : { mimeType: mediaType };
  const name = part.type === "file" && part.name !== null ? { displayName: part.name } : {};
  if (data !== undefined) return { inlineData: { ...type, data, ...name } };
  const { url, fileId } = part as ImagePart;
  return { fileData: { ...type, fileUri: url ?? fileId ?? "", ...name } };
}

function writeResult({ id, name, content, isError }: ResultPart): Json {
  const said = content.filter(({ type }) => type === "text" || type === "json");
  const media = content.filter(({ type }) => type !== "text" && type !== "json");
  const response = responseFor(said, isError);
  return {
    functionResponse: {
      ...(id === "" ? {} : { id }),
      ...(name === null ? {} : { name }),
      ...(response === undefined ? {} : { response }),
      ...(media.length === 0
        ? {}
        : {
            parts: media.map((part) =>
              part.type === "provider" ? part.block : mediaPart(part as ImagePart),
            ),
          }),
    },
  };
}

function responseFor(said: readonly ResultContent[], isError: boolean): JsonMembers | undefined {
  const [only] = said;
  if (only === undefined) return undefined;
  if (only.type === "json" && said.length === 1)
    return isMembers(only.value) ? only.value : { output: only.value };
  const text = said
    .map((part) =>
      part.type === "text" ? part.text : part.type === "json" ? textOfJson(part.value) : "",
    )
    .join("\n");
  return { [isError ? "error" : "output"]: text };
}

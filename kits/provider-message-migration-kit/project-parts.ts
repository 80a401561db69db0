/** Parts as the target can say them; what is lost or changed by that is taken down. */
import { documentText } from "../../tools/_lib/agents/tool-call/file-parts.ts";
import type {
  AudioPart,
  CallPart,
  FilePart,
  ImagePart,
  Origin,
  Part,
  Provider,
  ProviderPart,
  ResultContent,
  ResultPart,
  Role,
  TextPart,
} from "./canonical.ts";
import { audioFormat } from "./chat.ts";
import { isImageType, responseOf } from "./gemini.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import { isMembers, textAt, textOfJson } from "../../tools/_lib/json/tree/exact.ts";
import type { Losses } from "./losses.ts";
import { typeByContent, typeByExtension } from "./parts.ts";

export interface Route {
  readonly from: Origin;
  readonly to: Provider;
  /** The target's name of a tool. */
  nameFor(name: string): string;
  /** Whether the target takes the arguments of the tool as the only member `input`. */
  isWrapped(name: string): boolean;
  /** Ids that calls did not have. */
  readonly madeIds: ReadonlySet<string>;
}

const PDF = "application/pdf";

/** Whether the role says such parts: the system texts, calls the assistant, results the user. */
function isOf(role: Role, { type }: Part): boolean {
  if (role === "system") return type === "text";
  if (type === "result") return role === "user";
  return role === "assistant" || (type !== "call" && type !== "reasoning");
}

/** What the response of a result holds; the rest stands beside it. */
function isSaid({ type }: ResultContent): boolean {
  return type === "text" || type === "json";
}

/** The text of a file of text. */
function textIn(mediaType: string | null, base64: string): string | undefined {
  const source = { kind: "data", type: mediaType ?? "", base64 } as const;
  return documentText({ source, name: undefined, namePath: "", keys: [] }, "openai-chat");
}

export class PartProjection {
  readonly #route: Route;
  readonly #losses: Losses;
  /** Whether the target is of OpenAI. */
  readonly #isChat: boolean;

  constructor(route: Route, losses: Losses) {
    this.#route = route;
    this.#losses = losses;
    this.#isChat = route.to.startsWith("openai");
  }

  project(part: Part, role: Role, path: string): Part | undefined {
    if (!isOf(role, part)) return this.#drop("PART_MISPLACED", path);
    switch (part.type) {
      case "text":
        return this.#text(part, path);
      case "image":
      case "file":
        return this.#media(part, role, path);
      case "audio":
        return this.#audio(part, role, path);
      case "reasoning":
        return this.#isOwn() ? part : this.#drop("REASONING_DROPPED", path);
      case "refusal":
        return this.#refusal(part.text, role, path);
      case "call":
        return this.#call(part, path);
      case "result":
        return this.#result(part, path);
      case "provider":
        return part.provider === this.#route.to ? part : this.#block(part, path);
    }
  }

  #isOwn(): boolean {
    return this.#route.from === this.#route.to;
  }

  #drop(code: Parameters<Losses["add"]>[0], path: string, detail?: string): undefined {
    this.#losses.add(code, path, detail);
    return undefined;
  }

  #block({ provider, block }: ProviderPart, path: string): undefined {
    const type = textAt(block, "type") ?? (isMembers(block) ? Object.keys(block)[0] : undefined);
    const what = beginning(type ?? "no type", 60);
    const detail = `The block ${what}, which only ${provider} has, is left out`;
    return this.#drop("PROVIDER_BLOCK_DROPPED", path, detail);
  }

  #text({ cache, ...part }: TextPart, path: string): TextPart {
    const kept = this.#origin(part, path);
    if (cache === undefined) return kept;
    if (this.#route.to === "anthropic") return { ...kept, cache };
    this.#losses.add("CACHE_MARK_DROPPED", path);
    return kept;
  }

  #origin({ origin, ...part }: TextPart, path: string): TextPart {
    if (origin === undefined) return part;
    if (this.#isChat) return { ...part, origin };
    this.#losses.add("DEVELOPER_AS_SYSTEM", path);
    return part;
  }

  #refusal(text: string, role: Role, path: string): Part {
    if (this.#route.to === "openai-chat" && role === "assistant") return { type: "refusal", text };
    this.#losses.add("REFUSAL_AS_TEXT", path);
    return { type: "text", text };
  }

  #call({ signature, ...call }: CallPart, path: string): CallPart {
    const { madeIds, to } = this.#route;
    if (madeIds.has(call.id)) this.#losses.add("ID_ADDED", path);
    const isSigned = signature !== undefined && to === "gemini";
    if (signature !== undefined && !isSigned) this.#losses.add("SIGNATURE_DROPPED", path);
    return {
      ...call,
      name: this.#route.nameFor(call.name),
      arguments: this.#route.isWrapped(call.name) ? { input: call.arguments } : call.arguments,
      ...(isSigned ? { signature } : {}),
    };
  }

  #audio(part: AudioPart, role: Role, path: string): AudioPart | undefined {
    const { to } = this.#route;
    if (to === "gemini") {
      if (part.mediaType?.startsWith("audio/") === true) return part;
      this.#losses.add("MEDIA_TYPE_GUESSED", path, "The audio is taken for audio/wav");
      return { ...part, mediaType: "audio/wav" };
    }
    if (to !== "openai-chat" || role !== "user") return this.#drop("AUDIO_UNSUPPORTED", path);
    const mediaType = AUDIO_TYPES.get(part.mediaType ?? "") ?? part.mediaType;
    const format = audioFormat(mediaType);
    if (format !== "wav" && format !== "mp3")
      return this.#drop(
        "AUDIO_UNSUPPORTED",
        path,
        `openai-chat takes wav and mp3, and this is ${part.mediaType ?? "of no type"}`,
      );
    if (mediaType !== part.mediaType)
      this.#losses.add("MEDIA_TYPE_GUESSED", path, `${part.mediaType} is ${mediaType}`);
    return { ...part, mediaType };
  }

  #media(part: ImagePart | FilePart, role: Role, path: string): Part | undefined {
    const { to } = this.#route;
    if (part.fileId !== undefined && !this.#isOwn())
      return this.#drop(
        "FILE_REFERENCE_LOST",
        path,
        `${to} does not know ${beginning(part.fileId, 80)}`,
      );
    if (part.fileId !== undefined) return part;
    if (part.type === "file" && part.text !== undefined && to !== "anthropic") {
      this.#losses.add("FILE_AS_TEXT", path);
      return { type: "text", text: part.text };
    }
    if (role === "assistant" && to !== "gemini")
      return this.#drop("MEDIA_DROPPED", path, "There an assistant says no images and files");
    const typed = this.#typed(part, path);
    if (to === "gemini") return this.#geminiMedia(typed, path);
    return typed.type === "image" ? this.#image(typed, path) : this.#file(typed, path);
  }

  /** With the media type that content, name or address tell, where none is given. */
  #typed<T extends ImagePart | FilePart>(part: T, path: string): T {
    const { data, url, mediaType } = part;
    if (mediaType !== null || (url !== undefined && this.#route.to !== "gemini")) return part;
    const { name = null, text } = part as Partial<FilePart>;
    const guess =
      text === undefined
        ? (typeByExtension(url ?? name ?? "") ?? typeByContent(data ?? ""))
        : "text/plain";
    const type = guess ?? (part.type === "file" ? PDF : undefined);
    if (type === undefined) return part;
    this.#losses.add("MEDIA_TYPE_GUESSED", path, `The media type is taken for ${type}`);
    return { ...part, mediaType: type };
  }

  #image(part: ImagePart, path: string): Part | undefined {
    const { detail, ...rest } = part;
    const isKept = this.#route.to === "openai-chat" || detail === undefined;
    if (!isKept) this.#losses.add("IMAGE_DETAIL_DROPPED", path);
    return this.#addressed(isKept ? part : rest, path);
  }

  /** What is given by its address has no type but with Gemini. */
  #addressed<T extends ImagePart | FilePart>(part: T, path: string): T {
    if (part.url === undefined || part.mediaType === null) return part;
    this.#losses.add("MEDIA_TYPE_DROPPED", path, `It was ${part.mediaType}`);
    return { ...part, mediaType: null };
  }

  #file(part: FilePart, path: string): Part | undefined {
    const { mediaType, data, url } = part;
    if (this.#route.to === "anthropic") return this.#document(part, path);
    if (url !== undefined)
      return this.#drop("FILE_REFERENCE_LOST", path, "Chat takes files by content only");
    if (data === undefined || !/^(?:application|text)\//i.test(mediaType ?? ""))
      return this.#drop("MEDIA_DROPPED", path, `openai-chat takes no ${mediaType ?? "such file"}`);
    const read = mediaType === PDF ? undefined : textIn(mediaType, data);
    if (read !== undefined) {
      this.#losses.add("FILE_AS_TEXT", path, `The file of ${mediaType} is written as text`);
      return { type: "text", text: read };
    }
    if (mediaType !== PDF && this.#route.to === "openai-responses")
      return this.#drop("MEDIA_DROPPED", path, `${this.#route.to} takes no ${mediaType}`);
    if (part.name !== null) return part;
    const name = mediaType === PDF ? "document.pdf" : "document";
    this.#losses.add("FILE_NAME_ADDED", path, `It is called ${name}`);
    return { ...part, name };
  }

  /** PDF by content or address, and text as text. */
  #document(part: FilePart, path: string): Part | undefined {
    const { mediaType, data, url, text, name } = part;
    if (text !== undefined) return part;
    if (url !== undefined && (mediaType === null || mediaType === PDF))
      return this.#addressed(part, path);
    if (data !== undefined && mediaType === PDF) return part;
    const read = data === undefined ? undefined : textIn(mediaType, data);
    if (read === undefined)
      return this.#drop("MEDIA_DROPPED", path, `anthropic takes no ${mediaType ?? "such file"}`);
    this.#losses.add("FILE_AS_TEXT", path, `The file of ${mediaType} is a document of plain text`);
    return { type: "file", mediaType: "text/plain", name, text: read };
  }

  /** There the media type says what it is. */
  #geminiMedia(part: ImagePart | FilePart, path: string): Part {
    const { mediaType, data, url } = part;
    const source = data === undefined ? { url: url ?? "" } : { data };
    if (part.type === "image" && part.detail !== undefined)
      this.#losses.add("IMAGE_DETAIL_DROPPED", path);
    if (part.type === "file" && part.name !== null)
      this.#losses.add("FILE_NAME_DROPPED", path, `It was called ${part.name}`);
    const isAudio = data !== undefined && mediaType?.startsWith("audio/") === true;
    const type = isAudio ? "audio" : isImageType(mediaType, url) ? "image" : "file";
    if (type !== part.type)
      this.#losses.add("MEDIA_KIND_CHANGED", path, `There ${mediaType ?? "it"} is of kind ${type}`);
    if (isAudio) return { type: "audio", mediaType, data };
    return type === "image"
      ? { type, mediaType, ...source }
      : { type: "file", mediaType, name: null, ...source };
  }

  #result(part: ResultPart, path: string): ResultPart {
    const { to } = this.#route;
    const content = part.content.flatMap((item, index) =>
      this.#resultItem(item, `${path}/content/${index}`),
    );
    const named = part.name === null ? part : { ...part, name: this.#route.nameFor(part.name) };
    if (to === "gemini") return this.#geminiResult(named, content, path);
    if (to === "anthropic") return { ...named, content };
    if (part.isError) this.#losses.add("ERROR_FLAG_LOST", path);
    return { ...named, content: [this.#oneText(content, path)], isError: false };
  }

  #resultItem(item: ResultContent, path: string): ResultContent[] {
    const { to } = this.#route;
    if (item.type === "json") {
      if (to === "gemini") return [item];
      this.#losses.add("RESULT_JSON_AS_TEXT", path);
      return [{ type: "text", text: textOfJson(item.value) }];
    }
    const isFile = item.type === "image" || item.type === "file";
    if (this.#isChat && isFile && (item.type !== "file" || item.text === undefined)) {
      this.#losses.add("IMAGE_IN_RESULT_DROPPED", path);
      return [];
    }
    const projected = this.project(item, "user", path);
    if (projected?.type === "audio") {
      this.#losses.add("AUDIO_UNSUPPORTED", path);
      return [];
    }
    return projected === undefined ? [] : [projected as ResultContent];
  }

  #oneText(content: readonly ResultContent[], path: string): TextPart {
    const texts = content.flatMap((item) => (item.type === "text" ? [item.text] : []));
    if (texts.length === 0) this.#losses.add("EMPTY_RESULT", path);
    if (texts.length > 1) this.#losses.add("RESULT_TEXTS_JOINED", path);
    return { type: "text", text: texts.join("\n") };
  }

  #geminiResult(part: ResultPart, content: readonly ResultContent[], path: string): ResultPart {
    const said = content.filter((item) => isSaid(item));
    const media = content.filter((item) => !isSaid(item));
    const isInOrder = content.slice(0, said.length).every((item) => isSaid(item));
    const [only] = said;
    const read =
      said.length === 1 && only?.type === "json"
        ? this.#data(only.value, part.isError, path)
        : { content: [this.#oneText(this.#asTexts(said, path), path)], isError: part.isError };
    if (!isInOrder && said.length < 2) this.#losses.add("RESULT_TEXTS_JOINED", path);
    return { ...part, content: [...read.content, ...media], isError: read.isError };
  }

  #asTexts(said: readonly ResultContent[], path: string): ResultContent[] {
    return said.map((item) => {
      if (item.type !== "json") return item;
      this.#losses.add("RESULT_JSON_AS_TEXT", path);
      return { type: "text", text: textOfJson(item.value) };
    });
  }

  /** Data is the response itself, which may look like one of those that are texts. */
  #data(value: Extract<ResultContent, { type: "json" }>["value"], isError: boolean, path: string) {
    if (!isMembers(value)) this.#losses.add("RESULT_JSON_WRAPPED", path);
    const read = responseOf(isMembers(value) ? value : { output: value });
    if (isMembers(value) && read.content[0]?.type === "text")
      this.#losses.add("RESULT_JSON_AS_TEXT", path);
    if (isError && !read.isError) this.#losses.add("ERROR_FLAG_LOST", path);
    return read;
  }
}

const AUDIO_TYPES: ReadonlyMap<string, string> = new Map([
  ["audio/mp3", "audio/mpeg"],
  ["audio/x-mp3", "audio/mpeg"],
  ["audio/wave", "audio/wav"],
  ["audio/x-wav", "audio/wav"],
  ["audio/vnd.wave", "audio/wav"],
]);

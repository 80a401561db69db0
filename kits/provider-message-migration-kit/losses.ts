/** What may be lost or changed on the way to another provider. */
import type { Severity } from "../../tools/_lib/results/review/shapes.ts";

interface LossKind {
  readonly severity: Severity;
  readonly meaning: string;
}

const KINDS = {
  PROVIDER_BLOCK_DROPPED: ["error", "A block that only its own provider has is left out"],
  FILE_REFERENCE_LOST: ["error", "A file that the target cannot reach is left out"],
  AUDIO_UNSUPPORTED: ["error", "The target does not take the audio, which is left out"],
  IMAGE_IN_RESULT_DROPPED: ["error", "A result cannot hold an image or a file there"],
  MEDIA_DROPPED: ["error", "The target has no place for the image or file, which is left out"],
  PART_MISPLACED: ["error", "The role cannot say such a part there; it is left out"],
  REASONING_DROPPED: ["warning", "Reasoning belongs to the model that wrote it, and is left out"],
  ERROR_FLAG_LOST: ["warning", "A result has no mark of an error there; its text stays"],
  SYSTEM_MOVED: ["warning", "A later system message stands with the first ones"],
  MESSAGES_MERGED: ["warning", "The message is one with that of the same role before it"],
  REFUSAL_AS_TEXT: ["warning", "A refusal is written as text"],
  NAME_CHANGED: ["warning", "The target does not take the name of the tool"],
  TOOL_SCHEMA_CHANGED: ["warning", "The target does not take the tool's schema as it is"],
  SETTING_DROPPED: ["warning", "The target has no such setting"],
  SETTING_CLAMPED: ["warning", "The value was brought within what the target takes"],
  EXTRAS_DROPPED: ["warning", "A member that only the source's provider has is left out"],
  FILE_AS_TEXT: ["warning", "A file of text is written as text"],
  FINISH_REASON_CHANGED: ["warning", "The target has no such reason beside such parts"],
  RESULT_JSON_AS_TEXT: ["info", "Data of a result is written as its JSON text"],
  RESULT_JSON_WRAPPED: ["info", "Data of a result that is no object is the member output of one"],
  RESULT_TEXTS_JOINED: ["info", "The texts of a result are one text, before everything else"],
  RESULT_NAME_LOST: ["info", "Results have no names there but that of their call"],
  RESULT_ORDER: ["info", "Results stand before the other parts of their message"],
  EMPTY_RESULT: ["info", "A result without content has an empty text"],
  EMPTY_TEXT_DROPPED: ["info", "A text without a letter is left out"],
  ASSISTANT_ORDER: ["info", "Calls stand behind what the assistant says beside them"],
  DEVELOPER_AS_SYSTEM: ["info", "The developer's message is one of the system"],
  CACHE_MARK_DROPPED: ["info", "The target has no marks of what to cache"],
  IMAGE_DETAIL_DROPPED: ["info", "The target has no level of detail for images"],
  SIGNATURE_DROPPED: ["info", "The signature of a call is known to its provider only"],
  MEDIA_TYPE_GUESSED: ["info", "The media type was told by extension or content"],
  MEDIA_TYPE_DROPPED: ["info", "What is given by its address has no media type there"],
  MEDIA_KIND_CHANGED: ["info", "There the media type decides what is an image, audio or file"],
  FILE_NAME_ADDED: ["info", "The target wants a name for a file"],
  FILE_NAME_DROPPED: ["info", "Files have no names there"],
  MAX_TOKENS_ADDED: ["info", "The target needs an output limit"],
  TOOL_CHOICE_ADDED: ["info", "Whether calls are parallel is said in the choice of tools there"],
  FORMAT_NAME_ADDED: ["info", "The target wants a name for the format of answers"],
  STRICT_DROPPED: ["info", "That a tool is not strict goes without saying there"],
  USAGE_DETAIL_DROPPED: ["info", "Tokens of reasoning are not counted apart there"],
  ID_ADDED: ["info", "The call had no id, and has one now"],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>;

export type LossCode = keyof typeof KINDS;

export const LOSS_CODES = Object.keys(KINDS) as LossCode[];

/** Codes and meanings, for what a kit declares. */
export const LOSS_MEANINGS = Object.fromEntries(
  Object.entries(KINDS).map(([code, [, meaning]]) => [code, meaning]),
) as Readonly<Record<LossCode, string>>;

export interface Loss extends Pick<LossKind, "severity"> {
  readonly code: LossCode;
  /** Pointer into the canonical fixture. */
  readonly path: string;
  readonly detail: string;
}

export class Losses {
  readonly list: Loss[] = [];

  add(code: LossCode, path: string, detail: string = KINDS[code][1], severity?: Severity): void {
    this.list.push({ code, severity: severity ?? KINDS[code][0], path, detail });
  }
}

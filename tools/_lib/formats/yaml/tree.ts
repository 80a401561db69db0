import type { Problem } from "../../results/syntax-problem.ts";

export type YamlFailure = "YAML_SYNTAX" | "YAML_UNDEFINED_ALIAS" | "INPUT_TOO_DEEP";
export type YamlProblem = Problem<YamlFailure>;

/** A stretch of the source; `end` is behind its last unit. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** From its `#` to the last unit that is no blank. */
export interface YamlComment extends Span {
  /** Units before it on its line. */
  readonly column: number;
}

/** A comment alone on its line. */
export interface CommentLine {
  readonly comment: YamlComment;
  /** Whether a blank line stands before it. */
  readonly blank: boolean;
}

/** What stands between two tokens. */
export interface Gap {
  /** The comment on the line of the token before. */
  readonly inline: YamlComment | undefined;
  readonly lines: readonly CommentLine[];
  /** Whether a blank line stands right before the next token. */
  readonly blank: boolean;
  readonly breaks: number;
}

export interface YamlAnchor extends Span {
  readonly type: "anchor";
  readonly name: string;
  /** What it names, once that is read. */
  node: YamlNode | undefined;
  /** Comments between the property before it and this one. */
  gap: Gap | undefined;
}

export interface YamlTag extends Span {
  readonly type: "tag";
  /** The tag with its handle replaced by the handle's prefix; `!` is the non-specific one. */
  readonly name: string;
  gap: Gap | undefined;
}

export type YamlProperty = YamlAnchor | YamlTag;

/** Anchor and tag, in the order of the text. */
export interface Properties {
  readonly list: readonly YamlProperty[];
  readonly anchor: YamlAnchor | undefined;
  readonly tag: YamlTag | undefined;
}

interface NodeBase extends Span {
  readonly properties: Properties;
  /** Comments between the indicator before the node and its first token. */
  gap: Gap | undefined;
  /** Comments between its properties and its content. */
  contentGap: Gap | undefined;
  /** The comment at the end of its last line, in a block; behind the header of a block scalar. */
  after: YamlComment | undefined;
}

/** One source line of a scalar that spans lines, without the blanks that folding drops. */
export interface ScalarLine {
  readonly text: string;
  /** Whether a backslash at its end joins it with the next line. */
  readonly joined: boolean;
}

export type FlowStyle = "plain" | "single" | "double";

/** A scalar in flow style; `lines` only where it spans lines. */
export interface YamlFlowScalar extends NodeBase {
  readonly type: "scalar";
  readonly style: FlowStyle;
  readonly value: string;
  readonly lines: readonly ScalarLine[] | undefined;
}

/** A node without content. */
export interface YamlEmpty extends NodeBase {
  readonly type: "scalar";
  readonly style: "empty";
  readonly value: "";
}

export interface YamlBlockScalar extends NodeBase {
  readonly type: "scalar";
  readonly style: "literal" | "folded";
  readonly value: string;
  /** The header without comment: `|2-`. */
  readonly header: string;
  /** Its lines without indentation. */
  readonly content: readonly string[];
}

export type YamlScalar = YamlFlowScalar | YamlEmpty | YamlBlockScalar;

export interface YamlAlias extends NodeBase {
  readonly type: "alias";
  readonly name: string;
  /** Undefined where no anchor of that name stands before it. */
  readonly anchor: YamlAnchor | undefined;
}

interface CollectionBase extends NodeBase {
  readonly flow: boolean;
  /** Comments before its end: of a block below its last entry, in flow style before the bracket. */
  readonly trailing: readonly CommentLine[];
}

/** A collection in brackets that spans lines. */
export interface FlowShape {
  readonly broken: boolean;
  /** The comment on the line of the opening bracket. */
  readonly opening: YamlComment | undefined;
  /** Whether a blank line stands before the closing bracket. */
  readonly blankEnd: boolean;
  /** Whether the closing bracket stands no deeper than the block around it. */
  readonly low: boolean;
}

export interface YamlSequence extends CollectionBase {
  readonly type: "sequence";
  readonly items: readonly YamlItem[];
  readonly shape: FlowShape | undefined;
}

export interface YamlMapping extends CollectionBase {
  readonly type: "mapping";
  readonly entries: readonly YamlEntry[];
  /** Undefined in a block, and for the pair `[a: b]`, which has no brackets. */
  readonly shape: FlowShape | undefined;
}

interface Element {
  readonly start: number;
  /** Comments above it. */
  readonly before: readonly CommentLine[];
  /** Whether a blank line stands right before it. */
  readonly blank: boolean;
  /** In flow style: the comment at the end of its line. */
  after: YamlComment | undefined;
}

export interface YamlItem extends Element {
  readonly node: YamlNode;
}

export interface YamlEntry extends Element {
  /** Whether the key is marked by `?`. */
  readonly explicit: boolean;
  readonly key: YamlNode;
  /** Comments between the key and its `:`. */
  readonly colonGap: Gap | undefined;
  /** Whether there is a `:`. */
  readonly colon: boolean;
  readonly value: YamlNode;
}

export type YamlNode = YamlScalar | YamlAlias | YamlSequence | YamlMapping;

export interface YamlDirective extends Span {
  readonly before: readonly CommentLine[];
  readonly blank: boolean;
  readonly after: YamlComment | undefined;
}

export interface YamlDocument {
  readonly directives: readonly YamlDirective[];
  /** Comments above the `---`. */
  readonly before: readonly CommentLine[];
  /** Whether a blank line stands above the `---`. */
  readonly blank: boolean;
  /** Offset of its `---`, -1 where it has none. */
  readonly marker: number;
  readonly root: YamlNode;
  /** Comments below the root. */
  readonly after: readonly CommentLine[];
  /** The version of its `%YAML` directive. */
  readonly version: string | undefined;
}

export interface YamlStream {
  readonly text: string;
  readonly documents: readonly YamlDocument[];
  readonly comments: readonly YamlComment[];
  /** Comments that stand in no document. */
  readonly after: readonly CommentLine[];
  /** Anchors in the order of the text. */
  readonly anchors: readonly YamlAnchor[];
  readonly aliases: readonly YamlAlias[];
  /** Offsets of byte order marks before documents. */
  readonly marks: readonly number[];
}

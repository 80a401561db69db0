/** An XML document as it is written: every node knows where in the text it stands, nothing is expanded. */
export interface XmlDocument {
  readonly declaration: XmlDeclaration | undefined;
  readonly doctype: XmlDoctype | undefined;
  /** Comments and instructions around the root, and the root, in order; the doctype stands where it stood. */
  readonly nodes: readonly (XmlNode | XmlDoctype)[];
  readonly root: XmlElement;
  readonly namespaces: readonly { readonly prefix: string; readonly uri: string }[];
  /** Containers on the longest path; 1 for a root alone. */
  readonly depth: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface XmlDeclaration extends Range {
  readonly version: string;
  readonly encoding: string | null;
  readonly standalone: string | null;
}

export interface XmlDoctype extends Range {
  readonly type: "doctype";
  readonly name: string;
  readonly publicId: string | null;
  readonly systemId: string | null;
  /** General entities of the internal subset in order; the first declaration of a name counts. */
  readonly entities: ReadonlyMap<string, XmlEntity>;
  /** An external subset or a parameter-entity reference may declare more. */
  readonly open: boolean;
}

export interface XmlEntity {
  readonly name: string;
  /** The literal between the quotes; undefined for an external entity. */
  readonly literal: string | undefined;
  /** It has a notation: it is no text and cannot be referred to. */
  readonly unparsed: boolean;
}

export interface XmlAttribute {
  readonly name: string;
  readonly start: number;
  /** The value with its quotes, as written. */
  readonly literal: string;
}

export interface XmlElement extends Range {
  readonly type: "element";
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  /** `<a/>`. */
  readonly selfClosing: boolean;
  /** Where the content begins and ends. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly children: readonly XmlNode[];
}

/** Characters and references; blank is white space only, without a reference. */
export interface XmlText extends Range {
  readonly type: "text";
  readonly blank: boolean;
}

export interface XmlMarkup extends Range {
  readonly type: "cdata" | "comment" | "instruction";
}

export type XmlNode = XmlElement | XmlText | XmlMarkup;

/** The value of `xml:space` on the element itself. */
export function spaceOf({ attributes }: XmlElement): string | undefined {
  return attributes.find(({ name }) => name === "xml:space")?.literal.slice(1, -1);
}

/** A place in a document; what it leads to is looked up once it is asked for. */
export interface Spot {
  /** Offset in the text: of its key, where it has one. */
  readonly start: number;
  /** Its value, if it is a text, a number or a word. */
  readonly scalar?: string | undefined;
  /** How many items it has, if it is a list of them. */
  readonly length?: number | undefined;
  child(token: string): Spot | undefined;
}

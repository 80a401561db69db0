import type { XmlDocument, XmlElement, XmlNode } from "../_lib/formats/xml/tree.ts";
import { holdsOnlyElements } from "../_lib/formats/xml/write.ts";

export interface XmlFigures {
  elements: number;
  attributes: number;
  /** Runs of text, without the white space between elements. */
  textNodes: number;
  cdata: number;
  comments: number;
  instructions: number;
}

const COUNTERS = { cdata: "cdata", comment: "comments", instruction: "instructions" } as const;

export function countXml({ nodes }: XmlDocument): XmlFigures {
  const figures = {
    elements: 0,
    attributes: 0,
    textNodes: 0,
    cdata: 0,
    comments: 0,
    instructions: 0,
  };
  const open: XmlElement[] = [];
  const count = (node: XmlNode, between: boolean): void => {
    if (node.type === "element") open.push(node);
    else if (node.type === "text") figures.textNodes += between ? 0 : 1;
    else figures[COUNTERS[node.type]]++;
  };
  for (const node of nodes) if (node.type !== "doctype") count(node, true);
  for (let element = open.pop(); element; element = open.pop()) {
    figures.elements++;
    figures.attributes += element.attributes.length;
    const between = holdsOnlyElements(element.children);
    for (const child of element.children) count(child, between);
  }
  return figures;
}

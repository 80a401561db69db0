/** The kinds of diagrams: what the source calls them, what mermaid does, and what a result does. */

/** By mermaid's names for them. */
const TYPES = {
  "flowchart-v2": "flowchart",
  "flowchart-elk": "flowchart",
  sequence: "sequence",
  classDiagram: "class",
  stateDiagram: "state",
  er: "er",
  gantt: "gantt",
  pie: "pie",
  gitGraph: "gitGraph",
  mindmap: "mindmap",
  timeline: "timeline",
  quadrantChart: "quadrantChart",
  sankey: "sankey",
  xychart: "xychart",
  block: "block",
  packet: "packet",
  architecture: "architecture",
  kanban: "kanban",
  requirement: "requirement",
  c4: "c4",
  journey: "journey",
  radar: "radar",
  treemap: "treemap",
  treeView: "treeView",
  venn: "venn",
  ishikawa: "ishikawa",
  usecase: "usecase",
  wardley: "wardley",
  cynefin: "cynefin",
  info: "info",
} as const;

export type DiagramType = (typeof TYPES)[keyof typeof TYPES];

export const DIAGRAM_TYPES: readonly DiagramType[] = [...new Set(Object.values(TYPES))];

const BY_NAME = new Map<string, DiagramType>(Object.entries(TYPES));

/** Undefined for a kind that is not drawn here. */
export function typeOf(mermaidName: string): DiagramType | undefined {
  return BY_NAME.get(mermaidName);
}

/** What a source may begin with. */
export const KEYWORDS: readonly string[] =
  `flowchart graph flowchart-elk sequenceDiagram classDiagram stateDiagram stateDiagram-v2 erDiagram gantt pie gitGraph
  mindmap timeline quadrantChart sankey xychart block packet architecture kanban requirementDiagram C4Context
  C4Container C4Component C4Dynamic C4Deployment journey radar-beta treemap treeView-beta venn-beta ishikawa
  usecase-beta wardley-beta cynefin-beta info`.split(/\s+/);

/** Plugins, and kinds whose drawing still changes with every version of mermaid. */
const UNSUPPORTED = /^(?:zenuml|agentflow|swimlane|eventmodeling|railroad|example-diagram)\b/i;

export function isUnsupported(keyword: string): boolean {
  return UNSUPPORTED.test(keyword);
}

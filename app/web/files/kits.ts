/** Kits whose work is done on files, and is done here. */
import type { FileKit } from "./file-kit.ts";

export const FILE_KITS: Readonly<Record<string, () => Promise<{ readonly default: FileKit }>>> = {
  "file-verification-handoff-kit": () => import("./checksums/page.tsx"),
  "mermaid-diagram-delivery-kit": () => import("./mermaid/page.tsx"),
  "pdf-deliverable-assembly-kit": () => import("./pdf/page.tsx"),
};

import type { Finding as AnyFinding } from "../_lib/results/review/findings.ts";
import type { Severity } from "../_lib/results/review/shapes.ts";
import type { Code } from "../release-evidence-delta.ts";
import type { Waiver } from "./material.ts";

export interface Finding extends AnyFinding<Code> {
  readonly subject: string;
  /** Accepted by a waiver, which makes it an info. */
  readonly waived?: true;
}

/** Where and what, besides the message. */
export interface Detail {
  readonly path?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export class Findings {
  readonly list: Finding[] = [];
  readonly #waivers: readonly Waiver[];
  readonly #today: string;

  /** `today` as YYYY-MM-DD. */
  constructor(waivers: readonly Waiver[], today: string) {
    this.#waivers = waivers;
    this.#today = today;
    waivers.forEach(({ code, until = today }, at) => {
      if (until >= today) return;
      const path = `/policy/waivers/${at}/until`;
      const message = `The waiver of ${code} ended on ${until}`;
      const severity = "warning";
      this.list.push({ code: "WAIVER_EXPIRED", severity, message, subject: code, path });
    });
  }

  add(severity: Severity, code: Code, subject: string, message: string, detail: Detail = {}): void {
    const finding = { code, severity, message, subject, ...detail };
    const isWaived = this.#waivers.some((one) => this.#fits(one, finding));
    this.list.push(isWaived ? { ...finding, severity: "info", waived: true } : finding);
  }

  #fits({ code, subject, until = this.#today }: Waiver, finding: Finding): boolean {
    const isAbout = subject === "*" || subject === finding.subject;
    return code === finding.code && isAbout && until >= this.#today;
  }
}

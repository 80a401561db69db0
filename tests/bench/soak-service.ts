/** The executable under a soak: started, measured, ended. */
import { readAddress } from "../support/server.ts";
import { residentMegabytes } from "../support/measured.ts";

export interface Service {
  readonly base: string;
  readonly child: Bun.Subprocess;
}

export async function startService(): Promise<Service> {
  const command = ["dist/purebox", "serve", "--port", "0", "--limits", "off", "--log", "off"];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  return { base: await readAddress(child.stdout), child };
}

export interface Memory {
  /** In MB, each. */
  readonly parent: number;
  readonly children: number;
}

async function childrenOf(pid: number): Promise<number[]> {
  const ids = await Bun.file(`/proc/${pid}/task/${pid}/children`).text();
  return ids.trim().split(/\s+/).filter(Boolean).map(Number);
}

export async function memoryOf({ child: { pid } }: Service): Promise<Memory> {
  const children = await Promise.all((await childrenOf(pid)).map(residentMegabytes));
  return {
    parent: await residentMegabytes(pid),
    children: children.reduce((sum, one) => sum + one, 0),
  };
}

export function until(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
}

/** What was measured and how much it may be. */
export class Bounds {
  readonly rows: string[][] = [];
  outside = 0;

  /** As the other measurements print it: `value` is at most `bound`, or it is a miss. */
  report(name: string, value: number, bound: number, figures: string): void {
    const holds = value <= bound;
    if (!holds) this.outside++;
    console.log(`${holds ? "ok  " : "MISS"} ${name}: ${figures} (at most ${bound})`);
    this.rows.push([name, figures, String(bound), holds ? "yes" : "NO"]);
  }

  reportRatio(name: string, value: number, of: number, bound: number): void {
    const ratio = value / of;
    this.report(name, ratio, bound, `${value.toFixed(2)} / ${of.toFixed(2)} = ${ratio.toFixed(2)}`);
  }
}

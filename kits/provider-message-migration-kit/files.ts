/** The files of a migration, and what its page says. */
import { prettyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import type { Report } from "../provider-message-migration-kit.ts";
import { PROVIDERS, type Provider } from "./canonical.ts";
import type { Fixture } from "./fixtures.ts";
import { type Json, plain, toNode } from "../../tools/_lib/json/tree/exact.ts";
import type { Self, Target } from "./migrate.ts";
import type { TargetCheck } from "./stages.ts";

/** A fixture with all that was made of it. */
export interface Migrated {
  readonly fixture: Fixture;
  readonly self: Self | undefined;
  readonly selfEndpoint: string | null;
  readonly targets: readonly (Target & TargetCheck)[];
}

export interface MatrixRow {
  readonly from: string;
  readonly to: Provider;
  readonly fixtures: number;
  readonly lossless: number;
  readonly losses: number;
}

/** Whether nothing was lost: notes are none. */
export function isLossless({ losses }: Target): boolean {
  return losses.list.every(({ severity }) => severity === "info");
}

export function matrixOf(migrated: readonly Migrated[]): MatrixRow[] {
  const rows = new Map<string, MatrixRow>();
  for (const { fixture, targets } of migrated) {
    for (const target of targets) {
      const key = `${fixture.origin} ${target.to}`;
      const row = rows.get(key) ?? {
        from: fixture.origin,
        to: target.to,
        fixtures: 0,
        lossless: 0,
        losses: 0,
      };
      rows.set(key, {
        ...row,
        fixtures: row.fixtures + 1,
        lossless: row.lossless + (isLossless(target) ? 1 : 0),
        losses: row.losses + target.losses.list.length,
      });
    }
  }
  const place = (name: string) => (PROVIDERS as readonly string[]).indexOf(name);
  return [...rows.values()].toSorted(
    (a, b) => place(a.from) - place(b.from) || place(a.to) - place(b.to),
  );
}

export function writeFiles(
  migrated: readonly Migrated[],
  matrix: readonly MatrixRow[],
  report: Report,
): void {
  const exact = (name: string, value: Json) => report.file(name, prettyJson(toNode(value)) ?? "");
  exact(
    "canonical.json",
    migrated.map(({ fixture: { name, origin, read } }) => ({
      name,
      provider: origin,
      canonical: read.canonical as unknown as Json,
    })),
  );
  for (const provider of PROVIDERS) {
    const bodies = migrated.flatMap(({ fixture, self, selfEndpoint, targets }): Json[] => {
      const target = targets.find(({ to }) => to === provider);
      if (target !== undefined)
        return [{ name: fixture.name, endpoint: target.endpoint, body: target.body }];
      const isOwn = fixture.origin === provider && self !== undefined;
      return isOwn ? [{ name: fixture.name, endpoint: selfEndpoint, body: self.body }] : [];
    });
    if (bodies.length > 0) exact(`${provider}.json`, bodies);
  }
  report.csv(
    "losses.csv",
    ["fixture", "from", "to", "severity", "code", "path", "detail"],
    migrated.flatMap(({ fixture: { name, origin }, targets }) =>
      targets.flatMap(({ to, losses }) =>
        losses.list.map(({ severity, code, path, detail }) => [
          name,
          origin,
          to,
          severity,
          code,
          path,
          detail,
        ]),
      ),
    ),
  );
  report.json("round-trip.json", {
    matrix,
    fixtures: migrated.map(({ fixture, self, targets }) => ({
      name: fixture.name,
      provider: fixture.origin,
      self: selfValue(self),
      targets: targets.map((target) => ({ provider: target.to, roundTrip: roundTripOf(target) })),
    })),
  });
}

/** The canonical shape comes back as it was. */
export function selfValue(self: Self | undefined) {
  return { identical: self?.identical ?? true, differences: [...(self?.differences ?? [])] };
}

export function roundTripOf({ identical, explained, differences }: Target) {
  return { identical, explained, differences: [...differences] };
}

export function targetValue(target: Target & TargetCheck) {
  const { to, body, endpoint, losses, errors } = target;
  return {
    provider: to,
    body: plain(body),
    endpoint,
    losses: losses.list.map(({ code, severity, path, detail }) => ({
      code,
      severity,
      path,
      detail,
    })),
    roundTrip: roundTripOf(target),
    errors: [...errors],
  };
}

export function pageOf(
  migrated: readonly Migrated[],
  matrix: readonly MatrixRow[],
  unexplained: number,
) {
  const bodies = migrated.reduce((sum, { targets }) => sum + targets.length, 0);
  const losses = matrix.reduce((sum, row) => sum + row.losses, 0);
  const lossless = matrix.reduce((sum, row) => sum + row.lossless, 0);
  const has = (severity: string) =>
    migrated.some(({ targets }) =>
      targets.some((target) => target.losses.list.some((loss) => loss.severity === severity)),
    );
  return {
    figures: `${counted(migrated.length, "fixture")}, ${bodies} written, ${lossless} of them without loss; ${losses === 1 ? "1 loss or note" : `${losses} losses and notes`}, ${unexplained} unexplained. ${matrix.map(({ from, to, fixtures, lossless: kept }) => `${from} to ${to}: ${kept} of ${fixtures} kept whole`).join(", ")}.`,
    next: [
      ...(has("error")
        ? [
            "Read the losses of severity error in `losses.csv`: what they name is not in the written bodies.",
          ]
        : []),
      ...(has("warning")
        ? ["Decide on the losses of severity warning; those that you accept go into `allowLoss`."]
        : []),
      ...(migrated.some(({ targets }) => targets.some(({ errors }) => errors.length > 0))
        ? [
            "Mend the fixtures whose written bodies the target would refuse; findings of stage target name the places.",
          ]
        : []),
      "Name the models of the targets in `model`, where bodies have none.",
      `Use the bodies of ${matrix.length === 0 ? "`canonical.json`" : [...new Set(matrix.map(({ to }) => `\`${to}.json\``))].join(", ")}, and keep \`canonical.json\` as the source of all.`,
    ],
  };
}

/** Statements of in-toto v1, and the provenance of SLSA v1 as what one says. */
import type { Input } from "../artifact-delivery-manifest.ts";
import type { DeliveredFile } from "./files.ts";

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
const PROVENANCE_TYPE = "https://slsa.dev/provenance/v1";

export interface Predicate {
  readonly type: string;
  readonly content: unknown;
}

export function writeStatement(files: readonly DeliveredFile[], predicate: Predicate): object {
  return {
    _type: STATEMENT_TYPE,
    subject: files.map((file) => ({
      name: file.path,
      digest: { sha256: file.digest("sha256"), ...withoutSha256(file) },
    })),
    predicateType: predicate.type,
    predicate: predicate.content,
  };
}

function withoutSha256({ given }: DeliveredFile): object {
  const { sha256: _known, ...others } = given;
  return others;
}

/** Absent members are left out, and so are objects without any. */
export function provenanceOf(build: Input): Predicate {
  const { builderId, invocationId, startedOn, finishedOn } = build;
  const definition = present({
    buildType: build.buildType,
    externalParameters: build.parameters,
    resolvedDependencies: build.materials,
  });
  const details = present({
    builder: present({ id: builderId }),
    metadata: present({ invocationId, startedOn, finishedOn }),
  });
  const content = { buildDefinition: definition ?? {}, runDetails: details ?? {} };
  return { type: PROVENANCE_TYPE, content };
}

function present(members: Readonly<Record<string, unknown>>): object | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

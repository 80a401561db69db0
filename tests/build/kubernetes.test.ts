/** docs/kubernetes.yaml is held against the schemas of the Kubernetes API, and its parts against one another. */
import { describe, expect, test } from "bun:test";
import { CORE_SCHEMA, loadAll } from "js-yaml";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Secret, Service } from "kubernetes-models/v1";
import { SERVE_FLAGS } from "../../app/serve/settings.ts";
import { SERVICE_VERSION } from "../../app/registry.ts";

const MODELS = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
];
type Model = InstanceType<(typeof MODELS)[number]>;
type Data = Readonly<Record<string, unknown>>;

const FILE = "docs/kubernetes.yaml";
const documents = loadAll(await Bun.file(FILE).text(), { schema: CORE_SCHEMA }) as Data[];

/**
 * What is wrong with a document. The schemas allow members that they do not know, which the server then drops or
 * refuses: those are the ones that nobody looked at.
 */
function faultsOf(document: Data): readonly string[] {
  const { apiVersion, kind } = document;
  const Kind = MODELS.find((model) => model.apiVersion === apiVersion && model.kind === kind);
  if (!Kind) return [`There is no schema of ${String(apiVersion)} ${String(kind)}`];
  const model = new (Kind as new (data: Data) => Model)({});
  const seen = new Set<string>();
  // Not given to the constructor, which copies.
  for (const [name, value] of Object.entries(document)) {
    Object.defineProperty(model, name, { value: watched(value, `/${name}`, seen) });
  }
  try {
    model.validate();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const members = Object.entries(document).flatMap(([name, value]) => pathsIn(value, `/${name}`));
  return members.filter((member) => !seen.has(member)).map((member) => `${member} is unknown`);
}

/** The value, with the path of each member that was read taken down. */
function watched(value: unknown, path: string, seen: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof name === "symbol" || !Object.hasOwn(target, name)) return member;
      const place = `${path}/${name}`;
      seen.add(place);
      return watched(member, place, seen);
    },
  });
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    `${path}/${name}`,
    ...pathsIn(member, `${path}/${name}`),
  ]);
}

// oxlint-disable-next-line typescript/no-explicit-any -- the schemas have said what they are
const the = (kind: string): any => documents.find((document) => document["kind"] === kind);

describe(FILE, () => {
  test.each(documents.map((document) => [String(document["kind"]), document] as const))(
    "%s fits its schema",
    (_, document) => {
      expect(faultsOf(document)).toEqual([]);
    },
  );

  test("the schemas would find what is wrong", () => {
    const edited = (edit: (copy: ReturnType<typeof the>) => void) => {
      const copy = structuredClone(the("Deployment"));
      edit(copy);
      return faultsOf(copy).join();
    };
    const containerOf = (copy: ReturnType<typeof the>) => copy.spec.template.spec.containers[0];
    expect(edited((copy) => delete copy.spec.selector)).toContain("selector");
    expect(edited((copy) => (containerOf(copy).readinesProbe = {}))).toContain("readinesProbe");
    expect(edited((copy) => (containerOf(copy).ports[0].containerPort = "x"))).toContain("integer");
    expect(edited((copy) => (containerOf(copy).resources.limits.memory = "4 GB"))).toContain(
      "quantity",
    );
    expect(edited((copy) => (copy.kind = "Deploymen"))).toContain("no schema");
  });
});

describe("its parts", () => {
  const { selector, template } = the("Deployment").spec;
  const [container] = template.spec.containers;
  const settings = { ...the("ConfigMap").data, ...the("Secret").stringData };

  test("whatever selects the pods, selects these", () => {
    const labels = template.metadata.labels;
    expect(selector.matchLabels).toEqual(labels);
    expect(the("Service").spec.selector).toEqual(labels);
    expect(the("PodDisruptionBudget").spec.selector.matchLabels).toEqual(labels);
    expect(the("NetworkPolicy").spec.podSelector.matchLabels).toEqual(labels);
    const { apiVersion, kind, metadata } = the("Deployment");
    expect(the("HorizontalPodAutoscaler").spec.scaleTargetRef).toEqual({
      apiVersion,
      kind,
      name: metadata.name,
    });
  });

  test("each setting is one that the service has, and the ports are those that it listens at", () => {
    const flags = Object.keys(SERVE_FLAGS);
    const known = new Set(
      flags.map((flag) => `PUREBOX_${flag.toUpperCase().replaceAll("-", "_")}`),
    );
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([]);
    const ports = Object.fromEntries(
      container.ports.map(({ name, containerPort }: Data) => [name, String(containerPort)]),
    );
    expect(ports).toEqual({ http: settings.PUREBOX_PORT, metrics: settings.PUREBOX_METRICS });
    expect(container.image).toEndWith(`:${SERVICE_VERSION}`);
  });

  test("there is time to end, and memory for every isolated run", () => {
    const { terminationGracePeriodSeconds } = template.spec;
    const { seconds } = container.lifecycle.preStop.sleep;
    // The longest that a service takes to end, as its supervisor knows it.
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 25);
    const gibibytes = Number.parseInt(container.resources.limits.memory, 10);
    expect(gibibytes).toBeGreaterThanOrEqual(1 + 1.5 * Number(settings.PUREBOX_ISOLATED));
  });
});

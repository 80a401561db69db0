/** Security requirements and the schemes that they name. */
import { itemsOf, memberOf, membersOf, type Site, textOf } from "../_lib/web/openapi/site.ts";
import { follow } from "../_lib/web/openapi/document.ts";
import type { Endpoint } from "../_lib/web/openapi/surface.ts";
import type { Comparison, Report } from "./comparison.ts";
import type { Side } from "./facts.ts";

/** A root's requirements hold for operations without their own: they are compared where either side has some. */
export function compareOperationSecurity(before: Endpoint, after: Endpoint, report: Report): void {
  const [own, newOwn] = [
    memberOf(before.operation, "security"),
    memberOf(after.operation, "security"),
  ];
  if (own === undefined && newOwn === undefined) return;
  const from = own ?? memberOf(before.document.root, "security");
  const to = newOwn ?? memberOf(after.document.root, "security");
  compareRequirements("api-security", from, to, report);
}

export function compareDocumentSecurity(comparison: Comparison, report: Report): void {
  const { before, after } = comparison;
  const [from, to] = [memberOf(before.root, "security"), memberOf(after.root, "security")];
  compareRequirements("api-global-security", from, to, report);
  compareSchemes(comparison, report);
}

function compareRequirements(
  word: string,
  from: Site | undefined,
  to: Site | undefined,
  report: Report,
): void {
  const [was, is] = [byName(from), byName(to)];
  for (const [name, site] of is) {
    const earlier = was.get(name);
    if (earlier !== undefined) compareScopes(word, earlier, site, report);
    else report(`${word}-added`, { side: "after", pointer: site.pointer }, { name });
  }
  for (const [name, { pointer }] of was) {
    if (!is.has(name)) report(`${word}-removed`, { side: "before", pointer }, { name });
  }
}

/** Requirements by the names of the schemes that are needed together; none at all is `{}`. */
function byName(list: Site | undefined): Map<string, Site> {
  return new Map(
    itemsOf(list).map((site) => [[...membersOf(site).keys()].join(" AND ") || "{}", site]),
  );
}

function compareScopes(word: string, before: Site, after: Site, report: Report): void {
  const was = membersOf(before);
  for (const [scheme, site] of membersOf(after)) {
    const [from, to] = [namesIn(was.get(scheme)), namesIn(site)];
    reportNames(`${word}-scope`, from, to, report, (name) => ({
      name: scheme,
      [name.side]: name.text,
    }));
  }
}

function namesIn(list: Site | undefined): Map<string, Site> {
  const items = itemsOf(list).filter(({ node }) => typeof node === "string");
  return new Map(items.map((site) => [site.node as string, site]));
}

/** Reports names of one side only as `<word>-added` and `<word>-removed`. */
export function reportNames(
  word: string,
  from: ReadonlyMap<string, Site>,
  to: ReadonlyMap<string, Site>,
  report: Report,
  more: (name: { text: string; side: Side }) => object = ({ text }) => ({ name: text }),
): void {
  for (const [text, { pointer }] of to) {
    if (!from.has(text))
      report(`${word}-added`, { side: "after", pointer }, more({ text, side: "after" }));
  }
  for (const [text, { pointer }] of from) {
    if (!to.has(text))
      report(`${word}-removed`, { side: "before", pointer }, more({ text, side: "before" }));
  }
}

const COMPONENT = "api-security-component";

function compareSchemes({ before, after }: Comparison, report: Report): void {
  const [was, is] = [schemesOf(before.root), schemesOf(after.root)];
  reportNames(COMPONENT, was, is, report);
  for (const [name, site] of is) {
    const earlier = was.get(name);
    const [from, to] = [earlier && follow(before, earlier), follow(after, site)];
    if (from && to) compareScheme(name, from, to, report);
  }
}

function schemesOf(root: Site): Map<string, Site> {
  const components = memberOf(root, "components");
  return membersOf(components && memberOf(components, "securitySchemes"));
}

const URLS = { authorizationUrl: "oauth-url", tokenUrl: "oauth-token-url" } as const;

function compareScheme(name: string, before: Site, after: Site, report: Report): void {
  reportText(`${COMPONENT}-type-changed`, "type", name, before, after, report);
  reportText(`${COMPONENT}-scheme-changed`, "scheme", name, before, after, report);
  reportText(`${COMPONENT}-in-changed`, "in", name, before, after, report);
  reportText(`${COMPONENT}-name-changed`, "name", name, before, after, report);
  const openId = `${COMPONENT}-openid-connect-url-changed`;
  reportText(openId, "openIdConnectUrl", name, before, after, report);
  const was = membersOf(memberOf(before, "flows"));
  for (const [flow, site] of membersOf(memberOf(after, "flows"))) {
    const earlier = was.get(flow);
    if (earlier === undefined) continue;
    for (const [key, word] of Object.entries(URLS)) {
      reportText(`${COMPONENT}-${word}-changed`, key, name, earlier, site, report);
    }
    const [from, to] = [
      membersOf(memberOf(earlier, "scopes")),
      membersOf(memberOf(site, "scopes")),
    ];
    reportNames(`${COMPONENT}-oauth-scope`, from, to, report, ({ text, side }) => ({
      name,
      [side]: text,
    }));
    for (const [scope, { node, pointer }] of to) {
      const text = from.get(scope)?.node;
      if (!from.has(scope) || text === node) continue;
      const detail = { name: `${name} ${scope}`, before: text, after: node };
      report(`${COMPONENT}-oauth-scope-changed`, { side: "after", pointer }, detail);
    }
  }
}

function reportText(
  id: string,
  key: string,
  name: string,
  before: Site,
  after: Site,
  report: Report,
): void {
  const [from, to] = [textOf(before, key), textOf(after, key)];
  if (from === to) return;
  const detail = {
    name,
    ...(from !== undefined && { before: from }),
    ...(to !== undefined && { after: to }),
  };
  report(id, { side: "after", pointer: memberOf(after, key)?.pointer ?? after.pointer }, detail);
}

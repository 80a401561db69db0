/** Who sent a request, and what of it is the event's type, id, source, subject and time. */
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import type { HeaderBag } from "../../tools/_lib/web/http/header-list.ts";
import { githubAttributes } from "./github.ts";
import { at, textAt, textOf, wordAt } from "./node.ts";

export const PROVIDERS = [
  "auto",
  "github",
  "gitlab",
  "stripe",
  "slack",
  "shopify",
  "standard-webhooks",
  "cloudevents",
  "generic",
  "discord",
  "twilio",
  "paypal",
  "linear",
  "square",
  "hubspot",
  "zoom",
] as const;

export type Provider = Exclude<(typeof PROVIDERS)[number], "auto">;

/** What a provider's events have; undefined where the request does not say. */
export interface Attributes {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
  readonly source?: string | undefined;
  readonly subject?: string | undefined;
  /** The first that can be read counts. */
  readonly times?: readonly (string | undefined)[];
  readonly timeUnit?: "ms";
  readonly extensions?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** The headers by which senders are known, in the order in which they are looked for. */
const SIGNS: readonly (readonly [Provider, readonly string[]])[] = [
  ["cloudevents", ["ce-specversion"]],
  ["github", ["x-github-event"]],
  ["gitlab", ["x-gitlab-event"]],
  ["stripe", ["stripe-signature"]],
  ["slack", ["x-slack-signature", "x-slack-request-timestamp"]],
  ["shopify", ["x-shopify-topic", "shopify-topic"]],
  ["standard-webhooks", ["webhook-id", "svix-id"]],
  ["linear", ["linear-event", "linear-signature"]],
  ["square", ["x-square-hmacsha256-signature"]],
  ["hubspot", ["x-hubspot-signature-v3"]],
  ["zoom", ["x-zm-signature"]],
  ["discord", ["x-signature-ed25519"]],
  ["twilio", ["x-twilio-signature"]],
  ["paypal", ["paypal-transmission-id"]],
];

export const SIGN_HEADERS = SIGNS.flatMap(([, names]) => names);

export function providerByHeaders(headers: HeaderBag): Provider | undefined {
  if (/^application\/cloudevents/i.test(headers.get("content-type") ?? "")) return "cloudevents";
  return SIGNS.find(([, names]) => headers.has(...names))?.[0];
}

export function providerByBody(root: JsonNode | undefined): Provider | undefined {
  const event = root?.type === "array" ? root.items[0] : root;
  if (["specversion", "id", "source", "type"].every((name) => wordAt(event, name) !== undefined))
    return "cloudevents";
  if (root?.type !== "object") return undefined;
  if (["event", "v2.core.event"].includes(wordAt(root, "object") ?? "")) return "stripe";
  const type = wordAt(root, "type");
  if (type === "event_callback" || type === "url_verification") return "slack";
  if (wordAt(root, "object_kind") !== undefined) return "gitlab";
  const isStandard = type !== undefined && at(root, "timestamp") && at(root, "data");
  return isStandard ? "standard-webhooks" : undefined;
}

export interface Mapping {
  readonly id?: string;
  readonly type?: string;
  readonly time?: string;
  readonly subject?: string;
  readonly actor?: string;
}

/** What is read: the data of the event, the whole body where that holds several, and the headers. */
export interface Given {
  readonly data: JsonNode | undefined;
  readonly headers: HeaderBag;
  readonly mapping: Mapping;
}

type Reader = (given: Given) => Attributes;

const READERS: Readonly<Record<Exclude<Provider, "cloudevents">, Reader>> = {
  github: ({ data, headers }) => githubAttributes(data, headers),
  gitlab,
  stripe,
  slack,
  shopify,
  "standard-webhooks": standard,
  generic,
  discord,
  twilio,
  paypal,
  linear,
  square,
  hubspot,
  zoom,
};

export function attributesOf(provider: Exclude<Provider, "cloudevents">, given: Given): Attributes {
  return READERS[provider](given);
}

function dotted(...parts: readonly (string | undefined)[]): string | undefined {
  const [, first, ...others] = parts;
  if (first === undefined) return undefined;
  return [parts[0], first, ...others].filter((part) => part !== undefined).join(".");
}

/** The part of an address or name, without what may not stand in one. */
function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function gitlab({ data, headers }: Given): Attributes {
  const kind = wordAt(data, "object_kind") ?? wordAt(data, "event_name");
  const states: Readonly<Record<string, string>> = {
    pipeline: "object_attributes.status",
    build: "build_status",
    deployment: "status",
  };
  const state = Object.hasOwn(states, kind ?? "") ? states[kind ?? ""] : undefined;
  const action = wordAt(data, state ?? "object_attributes.action") ?? wordAt(data, "action");
  const uuid = headers.get("x-gitlab-event-uuid");
  return {
    type: dotted("com.gitlab", kind, action),
    id: headers.get("webhook-id", "idempotency-key") ?? uuid,
    source:
      textAt(data, "project.web_url", "group.web_url") ??
      headers.get("x-gitlab-instance") ??
      "https://gitlab.com",
    subject: textAt(
      data,
      "object_attributes.iid",
      "object_attributes.id",
      "ref",
      "build_id",
      "deployment_id",
    ),
    times: [
      "object_attributes.updated_at",
      "object_attributes.finished_at",
      "object_attributes.created_at",
      "updated_at",
      "finished_at",
      "created_at",
      "build_finished_at",
      "commits.-1.timestamp",
    ].map((path) => textAt(data, path)),
    extensions: {
      action,
      actor: textAt(data, "user.username", "user_username", "user_name"),
      tenant: textAt(data, "project.path_with_namespace", "group.full_path"),
      deliveryid: uuid,
    },
  };
}

function stripe({ data }: Given): Attributes {
  const type = wordAt(data, "type");
  const account = textAt(data, "account", "context");
  const livemode = at(data, "livemode");
  return {
    type: dotted("com.stripe", type),
    id: textAt(data, "id"),
    source: `https://api.stripe.com${account === undefined ? "" : `/v1/accounts/${segment(account)}`}`,
    subject: textAt(data, "data.object.id", "related_object.id"),
    times: [textAt(data, "created")],
    extensions: {
      action: type?.split(".").at(-1),
      tenant: account,
      apiversion: textAt(data, "api_version"),
      test: livemode?.type === "boolean" ? !livemode.value : undefined,
    },
  };
}

function slack({ data, headers }: Given): Attributes {
  const type = wordAt(data, "type");
  const command = wordAt(data, "command");
  const team = textAt(data, "team_id", "team.id");
  const event = at(data, "event");
  const retry = headers.get("x-slack-retry-num") ?? "";
  const inner =
    type === "event_callback" ? wordAt(event, "type") : (type ?? (command && "command"));
  return {
    type: dotted(
      "com.slack",
      inner,
      type === "event_callback" ? wordAt(event, "subtype") : undefined,
    ),
    id: textAt(data, "event_id", "trigger_id"),
    source: team === undefined ? "https://slack.com" : `urn:slack:team:${segment(team)}`,
    subject:
      command ??
      textAt(
        data,
        "event.channel",
        "event.channel.id",
        "event.item.channel",
        "event.user",
        "event.user.id",
        "channel.id",
        "container.channel_id",
        "user.id",
      ),
    times: [textAt(data, "event_time"), headers.get("x-slack-request-timestamp")],
    extensions: {
      actor: textAt(data, "event.user", "event.user.id", "user_id", "user.id"),
      tenant: team,
      attempt: /^\d{1,6}$/.test(retry) ? Number(retry) + 1 : undefined,
    },
  };
}

function shopify({ data, headers }: Given): Attributes {
  const header = (name: string) => headers.get(`x-shopify-${name}`, `shopify-${name}`);
  const topic = header("topic");
  const shop = header("shop-domain");
  const delivery = header("webhook-id");
  const test = header("test")?.toLowerCase();
  return {
    type: dotted("com.shopify", topic?.replaceAll("/", ".")),
    id: header("event-id") ?? delivery,
    source: shop === undefined ? undefined : `https://${segment(shop)}`,
    subject: textAt(data, "admin_graphql_api_id", "id"),
    times: [header("triggered-at"), textAt(data, "updated_at"), textAt(data, "created_at")],
    extensions: {
      action: topic?.split("/").at(-1),
      tenant: shop,
      deliveryid: delivery,
      apiversion: header("api-version"),
      test: test === "true" || test === "false" ? test === "true" : undefined,
    },
  };
}

function standard({ data, headers }: Given): Attributes {
  const id = headers.get("webhook-id", "svix-id");
  return {
    type: wordAt(data, "type"),
    id,
    source: "/webhooks/standard",
    times: [textAt(data, "timestamp"), headers.get("webhook-timestamp", "svix-timestamp")],
    extensions: { deliveryid: id },
  };
}

function generic({ data, mapping }: Given): Attributes {
  const mapped = (pointer: string | undefined) =>
    pointer === undefined || data === undefined ? undefined : textOf(nodeAt(data, pointer));
  return {
    type: mapped(mapping.type),
    id: mapped(mapping.id),
    subject: mapped(mapping.subject),
    times: [mapped(mapping.time)],
    extensions: { actor: mapped(mapping.actor) },
  };
}

/** Interactions say what they are by a number, events of a subscription by a name. */
const DISCORD_TYPES: Readonly<Record<string, string>> = {
  1: "ping",
  2: "application_command",
  3: "message_component",
  4: "application_command_autocomplete",
  5: "modal_submit",
};

function discord({ data }: Given): Attributes {
  const event = wordAt(data, "event.type");
  const type = textAt(data, "type") ?? "";
  const name = event?.toLowerCase() ?? (type === "0" ? "ping" : DISCORD_TYPES[type]);
  const application = textAt(data, "application_id");
  return {
    type: dotted("com.discord", name),
    id: textAt(data, "id"),
    source:
      application === undefined
        ? "https://discord.com"
        : `https://discord.com/api/applications/${segment(application)}`,
    subject: textAt(data, "data.name", "data.custom_id", "channel_id", "event.data.user.id"),
    times: [textAt(data, "event.timestamp")],
    extensions: {
      actor: textAt(data, "member.user.id", "user.id", "event.data.user.id"),
      tenant: textAt(data, "guild_id", "event.data.guild.id"),
    },
  };
}

function twilio({ data, headers }: Given): Attributes {
  const account = textAt(data, "AccountSid");
  const call = textAt(data, "CallStatus");
  const message = textAt(data, "MessageStatus", "SmsStatus");
  const kind = call === undefined ? "message" : "call";
  const delivery = headers.get("i-twilio-idempotency-token");
  return {
    type: dotted("com.twilio", kind, call ?? message),
    id: delivery,
    source: `https://api.twilio.com${account === undefined ? "" : `/2010-04-01/Accounts/${segment(account)}`}`,
    subject: textAt(data, "MessageSid", "SmsSid", "CallSid"),
    times: [textAt(data, "Timestamp")],
    extensions: {
      action: call ?? message,
      actor: textAt(data, "From"),
      tenant: account,
      deliveryid: delivery,
      apiversion: textAt(data, "ApiVersion"),
    },
  };
}

function paypal({ data, headers }: Given): Attributes {
  const type = wordAt(data, "event_type")?.toLowerCase();
  return {
    type: dotted("com.paypal", type),
    id: textAt(data, "id"),
    source: "https://api.paypal.com",
    subject: textAt(data, "resource.id"),
    times: [textAt(data, "create_time"), headers.get("paypal-transmission-time")],
    extensions: {
      action: type?.split(".").at(-1),
      deliveryid: headers.get("paypal-transmission-id"),
      apiversion: textAt(data, "resource_version", "event_version"),
    },
  };
}

function linear({ data, headers }: Given): Attributes {
  const organization = textAt(data, "organizationId");
  const action = wordAt(data, "action");
  const delivery = headers.get("linear-delivery");
  const type = (wordAt(data, "type") ?? headers.get("linear-event"))?.toLowerCase();
  return {
    type: dotted("com.linear", type, action),
    id: delivery,
    source:
      organization === undefined
        ? "https://linear.app"
        : `urn:linear:organization:${segment(organization)}`,
    subject: textAt(data, "data.identifier", "data.id"),
    times: [textAt(data, "createdAt")],
    extensions: {
      action,
      actor: textAt(data, "actor.name", "actor.id"),
      tenant: organization,
      deliveryid: delivery,
    },
  };
}

function square({ data, headers }: Given): Attributes {
  const type = wordAt(data, "type");
  const merchant = textAt(data, "merchant_id");
  const retry = headers.get("square-retry-number") ?? "";
  const environment = headers.get("square-environment")?.toLowerCase();
  return {
    type: dotted("com.square", type),
    id: textAt(data, "event_id"),
    source:
      merchant === undefined
        ? "https://connect.squareup.com"
        : `urn:square:merchant:${segment(merchant)}`,
    subject: textAt(data, "data.id"),
    times: [textAt(data, "created_at")],
    extensions: {
      action: type?.split(".").at(-1),
      tenant: merchant,
      attempt: /^\d{1,6}$/.test(retry) ? Number(retry) + 1 : undefined,
      test: environment === undefined ? undefined : environment === "sandbox",
    },
  };
}

function hubspot({ data }: Given): Attributes {
  const type = wordAt(data, "subscriptionType");
  const portal = textAt(data, "portalId");
  const attempt = textAt(data, "attemptNumber") ?? "";
  return {
    type: dotted("com.hubspot", type),
    id: textAt(data, "eventId"),
    source:
      portal === undefined ? "https://api.hubapi.com" : `urn:hubspot:portal:${segment(portal)}`,
    subject: textAt(data, "objectId"),
    times: [textAt(data, "occurredAt")],
    timeUnit: "ms",
    extensions: {
      action: type?.split(".").at(-1),
      actor: textAt(data, "sourceId"),
      tenant: portal,
      attempt: /^\d{1,6}$/.test(attempt) ? Number(attempt) + 1 : undefined,
    },
  };
}

function zoom({ data, headers }: Given): Attributes {
  const type = wordAt(data, "event");
  const account = textAt(data, "payload.account_id");
  const delivery = headers.get("x-zm-trackingid");
  return {
    type: dotted("com.zoom", type),
    id: delivery,
    source: account === undefined ? "https://zoom.us" : `urn:zoom:account:${segment(account)}`,
    subject: textAt(data, "payload.object.id", "payload.object.uuid"),
    times: [textAt(data, "event_ts")],
    timeUnit: "ms",
    extensions: {
      action: type?.split(".").at(-1),
      actor: textAt(data, "payload.operator"),
      tenant: account,
      deliveryid: delivery,
    },
  };
}

/** GitHub's events, as the CloudEvents adapter for GitHub names them. */
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import type { HeaderBag } from "../../tools/_lib/web/http/header-list.ts";
import { textAt, wordAt } from "./node.ts";
import type { Attributes } from "./providers.ts";

interface Row {
  /** The member that the event is about: its times are the event's. */
  readonly object?: string;
  readonly subject?: string;
  /** Where it is not the repository, organisation or sender; two parts are joined by a slash. */
  readonly source?: readonly string[];
  /** Where the object has none. */
  readonly time?: string;
}

const INSTALLATION = {
  object: "installation",
  subject: "installation.id",
  source: ["installation.account.url"],
} as const;
const REPOSITORY = {
  object: "repository",
  subject: "repository.name",
  source: ["repository.owner.url"],
} as const;
const REVIEW_SOURCE = ["pull_request.url"] as const;

const ROWS: Readonly<Record<string, Row>> = {
  check_run: { object: "check_run", subject: "check_run.id" },
  check_suite: { object: "check_suite", subject: "check_suite.id" },
  deployment: { object: "deployment", subject: "deployment.id" },
  release: { object: "release", subject: "release.id" },
  installation: INSTALLATION,
  installation_repositories: INSTALLATION,
  issues: { object: "issue", subject: "issue.number" },
  milestone: { object: "milestone", subject: "milestone.number" },
  discussion: { object: "discussion", subject: "discussion.number" },
  pull_request: { object: "pull_request", subject: "number" },
  commit_comment: {
    object: "comment",
    subject: "comment.id",
    source: ["comment.url", "comment.commit_id"],
  },
  issue_comment: { object: "comment", subject: "comment.id", source: ["issue.url"] },
  discussion_comment: { object: "comment", subject: "comment.id" },
  pull_request_review: { object: "review", subject: "review.id", source: REVIEW_SOURCE },
  pull_request_review_comment: {
    object: "pull_request",
    subject: "comment.id",
    source: REVIEW_SOURCE,
  },
  pull_request_review_thread: {
    object: "pull_request",
    subject: "thread.node_id",
    source: REVIEW_SOURCE,
  },
  create: { subject: "ref" },
  delete: { subject: "ref" },
  push: { subject: "ref", time: "repository.pushed_at" },
  deployment_status: {
    object: "deployment_status",
    subject: "deployment_status.url",
    source: ["deployment.url"],
  },
  fork: { subject: "forkee.url", time: "forkee.created_at" },
  page_build: { object: "build", subject: "build.url" },
  registry_package: { object: "registry_package", subject: "registry_package.html_url" },
  public: REPOSITORY,
  repository: REPOSITORY,
  repository_import: REPOSITORY,
  team: { subject: "team.id" },
  team_add: { subject: "team.id" },
  label: { subject: "label.name" },
  member: { subject: "member.login" },
  membership: { subject: "member.login", source: ["team.url"] },
  organization: { subject: "membership.user.login", source: ["organization.url"] },
  org_block: { subject: "blocked_user.login", source: ["organization.url"] },
  deploy_key: { object: "key", subject: "key.id" },
  meta: { object: "hook", subject: "hook_id" },
  ping: { object: "hook", subject: "hook_id" },
  branch_protection_rule: { object: "rule", subject: "rule.id" },
  merge_group: { subject: "merge_group.head_sha" },
  status: { subject: "sha", time: "updated_at" },
  code_scanning_alert: { object: "alert", subject: "alert.number" },
  dependabot_alert: { object: "alert", subject: "alert.number" },
  secret_scanning_alert: { object: "alert", subject: "alert.number" },
  repository_vulnerability_alert: { object: "alert", subject: "alert.id" },
  security_advisory: { object: "security_advisory", subject: "security_advisory.ghsa_id" },
  github_app_authorization: { source: ["sender.url"] },
  marketplace_purchase: {
    subject: "marketplace_purchase.account.login",
    source: ["sender.url"],
    time: "effective_date",
  },
  star: { time: "starred_at" },
  watch: {},
};

/** What an advisory is of: no repository has it. */
const ADVISORY_SOURCE = "github.com";

const TIMES = [
  "updated_at",
  "completed_at",
  "submitted_at",
  "deleted_at",
  "published_at",
  "created_at",
  "started_at",
];

const SOURCES = ["repository.url", "organization.url", "installation.account.url", "sender.url"];

export function githubAttributes(root: JsonNode | undefined, headers: HeaderBag): Attributes {
  const event = headers.get("x-github-event");
  const id = headers.get("x-github-delivery");
  const row = event === undefined ? {} : (rowOf(event) ?? otherRow(event));
  const suffix = event === undefined ? undefined : suffixOf(event, root);
  const name = event === "issues" ? "issue" : event;
  const { object, subject, time } = row;
  return {
    type: name && `com.github.${name}${suffix === undefined ? "" : `.${suffix}`}`,
    id,
    source: sourceOf(event, row, root),
    subject: textAt(root, ...(subject === undefined ? otherSubjects(object) : [subject])),
    times: [
      ...(object === undefined ? [] : TIMES.map((member) => textAt(root, `${object}.${member}`))),
      ...(time === undefined ? [] : [textAt(root, time)]),
    ],
    extensions: {
      action: wordAt(root, "action"),
      actor: wordAt(root, "sender.login"),
      tenant: textAt(root, "repository.full_name", "organization.login"),
      deliveryid: id,
    },
  };
}

function rowOf(event: string): Row | undefined {
  return Object.hasOwn(ROWS, event) ? ROWS[event] : undefined;
}

/** An event that the table does not have is about the member of its name. */
function otherRow(event: string): Row {
  return /^\w+$/.test(event) ? { object: event } : {};
}

function otherSubjects(object: string | undefined): string[] {
  if (object === undefined || Object.hasOwn(ROWS, object)) return [];
  return ["number", "id", "name"].map((member) => `${object}.${member}`);
}

function suffixOf(event: string, root: JsonNode | undefined): string | undefined {
  const action = wordAt(root, "action");
  switch (event) {
    case "create":
    case "delete":
      return wordAt(root, "ref_type");
    case "deployment_status":
      return wordAt(root, "deployment_status.state");
    case "status":
      return wordAt(root, "state");
    case "membership": {
      const parts = [wordAt(root, "scope"), action].filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : parts.join(".");
    }
    case "deployment":
    case "github_app_authorization":
      return undefined;
    default:
      return action;
  }
}

function sourceOf(event: string | undefined, row: Row, root: JsonNode | undefined): string {
  if (event === "security_advisory") return ADVISORY_SOURCE;
  const own = (row.source ?? []).map((path) => textAt(root, path));
  const [first] = own;
  if (first !== undefined && own.every((part) => part !== undefined)) {
    return event === "marketplace_purchase" ? first.replace(/\/[^/]*$/, "") : own.join("/");
  }
  return textAt(root, ...SOURCES) ?? "https://github.com";
}

/** The objects of tools, by what it means to read and to change them. */
import { baseOf } from "./base-form.ts";

/** Kinds of objects; `own` is whatever the owner keeps that has no kind of its own. */
const NOUNS = {
  mail: `email mail inbox mailbox newsletter`,
  chat: `message history thread reply conversation dm mention sms chat chats post story_reply`,
  reaction: `reaction emoji like`,
  ticket: `issue ticket bug case discussion complaint`,
  pull: `pullrequest mergerequest pr mr gist release`,
  comment: `comment review feedback testimonial`,
  event: `error exception crash replay stacktrace`,
  web: `web website site url link webpage googlesearch html news article serp sitemap feed rss video transcript youtube reddit wikipedia
    blog scrape crawl http uri content_page hackernews publication`,
  social: `tweet toot subreddit timeline hashtag`,
  browser: `browser element dom screenshot snapshot devtools consolemessage networkrequest puppeteer playwright a11y lighthouse dialog`,
  public: `package npm pypi crate gem maven advisory arxiv paper dockerhub business place`,
  repo: `repository repo code commit branch fork`,
  knowledge: `doc docs documentation library guide help reference manual tutorial example pricing region timezone time date weather
    forecast currency rate elevation distance direction route geocode coordinate unit sum number random uuid logo image icon prompt version
    capability limit spec syntax specification language translation operation health catalog faq recipe definition availability_zone
    best_practice guidance instruction listmodels listmodel calculation math dictionary holiday readiness sentinel`,
  price: `price`,
  form: `dropdown checkbox textbox`,
  session: `tab session connection context viewport selection thought thinking window emulation portforward logging setup
    portforward`,
  file: `file directory dir path filesystem pdf folder docx spreadsheet_file attachment upload media audio photo picture video_file`,
  data: `sql query table database schema row db dataset datastore cache counter collection column index keyspace document`,
  doc: `page knowledgebase googledoc googlesheet googleslide googleform wiki note record cell sheet spreadsheet slide block graph entity node relation observation memory item value json key list
    field property card board space canvas task todo project epic story sprint milestone label tag draft filter status priority
    category bookmark setting config configuration preference option rule template comment_thread variable attribute type view column
    section content info information detail details data object element_set change difference working tree diff stash vector
    embedding worklog version_history dashboard report goal`,
  infra: `cluster pod deployment instance bucket namespace service resource container volume network stack function lambda vpc dns zone
    domain worker droplet server vm chart helm replica environment app application subnet image daemonset statefulset ingress host machine device
    policy role permission access group membership collaborator queue topic cdn certificate manifest registry addon endpoint gateway
    firewall autoscaling light switch_device ecr snapshot_volume hook`,
  log: `log metric alert alarm datasource span usage anomaly analytics monitor statistic stats cost budget consumption telemetry audit
    activity insight performance tier incident oncall event toolcall slo uptime spend recommendation`,
  people: `user member team contact customer lead deal opportunity company account profile organization organisation org workspace employee
    candidate whoami me attendee calendar meeting appointment availability person people identity subscriber audience channel
    calendarevent guest owner assignee server_member patient student`,
  billing: `balance settlement payout transaction statement order payment refund dispute charge paymentlink qrcode paymentintent wallet fund
    mandate creditnote purchase transfer cart trade position portfolio paymentmethod setupintent deposit withdrawal chargeback`,
  pricing: `invoice subscription plan product coupon giftcard discount promotion quotation`,
  secret: `secret token credential password passwd apikey accesskey sshkey dsn env environmentvariable vault connectionstring pat
    privatekey otp passphrase keychain webhooksecret signingkey envvar`,
  job: `workflow job pipeline dag scenario zap actor automation playbook runner`,
  execution: `run execution build invocation test`,
  process: `process pid terminal`,
  command: `command shell bash cmd script code_snippet python javascript js repl kernel cli powershell notebook expression program sandbox
    typescript code_execution`,
  agent: `agent subagent model llm assistant copilot gpt claude gemini codex devin expert seer opinion secondopinion consensus consultant`,
  notice: `notification webhook push announcement broadcast reminder invitation`,
  mailing: `campaign`,
} as const;

export type Kind = keyof typeof NOUNS;

/** What says little: another word beside it counts for more. */
const WEAK: ReadonlySet<string> = new Set(
  `resource item value content info information detail details data object status type list field property option attribute history
  list working tree change name id operation view access page index key query number language count search image code doc section link`.split(
    /\s+/,
  ),
);

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(NOUNS).flatMap(([kind, words]) =>
    words.split(/\s+/).map((word) => [word, kind as Kind] as const),
  ),
);

/** Two words that are one object. */
const PAIRS: ReadonlySet<string> = new Set(
  `pull request|merge request|api key|access key|ssh key|private key|signing key|environment variable|env var|payment link|qr code|payment intent|
  payment method|setup intent|second opinion|calendar event|console message|network request|port forward|gift card|credit note|tool call|connection string|
  webhook secret|web page|git hub|git lab|hugging face|hacker news|knowledge base|google search|google doc|google sheet|google slide|google form`
    .split("|")
    .map((pair) => pair.trim()),
);

/** The words, with pairs that are one object as one word. */
export function joined(words: readonly string[]): string[] {
  const all: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = "", next = ""] = [words[at], words[at + 1]];
    const second = baseOf(next, (base) => (PAIRS.has(`${word} ${base}`) ? base : undefined));
    if (second !== undefined) at++;
    all.push(second === undefined ? word : word + second);
  }
  return all;
}

function kindOf(word: string): Kind | undefined {
  return baseOf(word, (base) => KINDS.get(base));
}

function isWeak(word: string): boolean {
  return baseOf(word, (base) => (WEAK.has(base) ? base : undefined)) !== undefined;
}

/** Products, and the objects that they keep. */
const PRODUCTS = {
  mail: `gmail outlook imap smtp mailgun sendgrid resend mailchimp postmark protonmail`,
  chat: `slack discord telegram whatsapp line mattermost zulip messenger twilio wechat feishu lark matrix signal`,
  social: `twitter bluesky mastodon linkedin reddit subreddit hackernews instagram facebook tiktok youtube`,
  ticket: `jira linear zendesk freshdesk servicenow intercom youtrack helpscout shortcut`,
  repo: `github gitlab bitbucket gitea codeberg gerrit huggingface`,
  git: `git`,
  doc: `notion confluence airtable obsidian gdocs coda gdrive drive sharepoint evernote trello asana clickup monday todoist figma miro knowledge memory`,
  web: `brave tavily exa bing duckduckgo perplexity firecrawl crawl4ai apify jina kagi searxng web`,
  browser: `puppeteer playwright browser chrome selenium devtools stagehand browserbase`,
  data: `postgres postgresql mysql sqlite mongodb mongo redis valkey clickhouse snowflake bigquery neon supabase duckdb elasticsearch opensearch dynamodb
    cassandra neo4j qdrant pinecone chroma weaviate milvus mssql oracle mariadb sql sqlserver databricks motherduck`,
  infra: `kubectl kubernetes k8s docker terraform aws azure gcp cloudflare vercel heroku netlify railway digitalocean ecs eks finch podman argocd
    portainer proxmox pulumi helm`,
  event: `sentry rollbar bugsnag honeybadger raygun`,
  log: `datadog grafana prometheus newrelic pagerduty loki splunk posthog amplitude mixpanel`,
  billing: `stripe razorpay paypal square adyen braintree chargebee paddle xero quickbooks plaid lemonsqueezy shopify`,
  secret: `1password bitwarden doppler keychain vault`,
  people: `hubspot salesforce pipedrive attio zoho`,
} as const;

export type Place = keyof typeof PRODUCTS;

const PLACES: ReadonlyMap<string, Place> = new Map(
  Object.entries(PRODUCTS).flatMap(([place, words]) =>
    words.split(/\s+/).map((word) => [word, place as Place] as const),
  ),
);

/** Products that are named like things: they are meant only where they stand in a name. */
const LIKE_THINGS: ReadonlySet<string> = new Set(
  "line square linear signal matrix drive memory knowledge neon paddle shortcut resend oracle helm vault messenger coda chrome web browser git sql miro".split(
    " ",
  ),
);

export function placeOf(word: string, isName: boolean): Place | undefined {
  return isName || !LIKE_THINGS.has(word) ? PLACES.get(word) : undefined;
}

/** What is worked on in a place where nothing else is said. */
const DEFAULTS: Partial<Readonly<Record<Place, Kind>>> = {
  mail: "mail",
  chat: "chat",
  social: "social",
  ticket: "ticket",
  repo: "repo",
  git: "doc",
  doc: "doc",
  web: "web",
  browser: "browser",
  data: "data",
  infra: "infra",
  event: "event",
  log: "log",
  people: "people",
};

export function kindAt(places: Iterable<Place>): Kind | undefined {
  for (const place of places) if (DEFAULTS[place]) return DEFAULTS[place];
  return undefined;
}

/** What a word means in a place, where it means something else than elsewhere. */
const THERE: Partial<Readonly<Record<Place, Partial<Readonly<Record<Kind, string>>>>>> = {
  mail: { mail: "message thread reply conversation attachment history", doc: "draft label filter" },
  chat: {
    chat: "message thread reply history conversation event content file media",
    people: "user channel",
  },
  social: {
    social:
      "post thread story comment profile person people user company message timeline feed search video job page",
  },
  ticket: { ticket: "attachment epic story notification", doc: "project status label cycle" },
  repo: {
    repo: "file code content tree tag directory path diff history change",
    ticket: "notification",
    comment: "note",
    public: "model space paper dataset",
  },
  git: { doc: "commit branch repository repo tag log status diff file" },
  doc: { doc: "page database document attachment history version vault", people: "user" },
  browser: {
    browser: "page file upload script console network request text key content code",
    form: "option dropdown form field input checkbox button",
    session: "viewport window performance",
  },
  event: { event: "event issue attachment trace", doc: "release project" },
  billing: { pricing: "price item rate", people: "customer" },
  data: { data: "key value json document index search list set hash stream string node" },
  web: { web: "page content search result company post people code job extract map" },
};

const BY_PLACE: ReadonlyMap<string, Kind> = new Map(
  Object.entries(THERE).flatMap(([place, kinds]) =>
    Object.entries(kinds).flatMap(([kind, words]) =>
      words.split(/\s+/).map((word) => [`${place} ${word}`, kind as Kind] as const),
    ),
  ),
);

export interface Noun {
  readonly word: string;
  readonly kind: Kind;
  /** It says little: another word beside it counts for more. */
  readonly isWeak: boolean;
}

/** What a word is that stands in one of the places; undefined where it is no object. */
export function nounIn(word: string, places: Iterable<Place>): Noun | undefined {
  for (const place of places) {
    const kind = baseOf(word, (base) => BY_PLACE.get(`${place} ${base}`));
    if (kind !== undefined) return { word, kind, isWeak: false };
  }
  const kind = kindOf(word);
  return kind === undefined ? undefined : { word, kind, isWeak: isWeak(word) };
}

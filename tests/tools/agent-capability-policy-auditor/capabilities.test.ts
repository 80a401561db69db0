import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Capability } from "../../../tools/agent-capability-policy-auditor/capability.ts";
import type { Value } from "../../../tools/agent-capability-policy-auditor.ts";
import tool from "../../../tools/agent-capability-policy-auditor.ts";
import { runUnit } from "../../support/run-unit.ts";

const LETTERS: Readonly<Record<string, Capability>> = {
  P: "private-data",
  U: "untrusted-content",
  O: "outbound",
  W: "write",
  D: "destructive",
  X: "execute",
  M: "money",
  S: "secrets",
  G: "delegate",
};
const LETTER_OF = new Map(Object.entries(LETTERS).map(([letter, name]) => [name, letter]));

type Tool = Value["tools"][number];

function toolOf(given: object, more: object = {}): Tool {
  const { value } = runUnit(tool, { agents: [{ id: "a" }], tools: [given], ...more });
  return (value as Value).tools[0] as Tool;
}

function lettersOf({ capabilities }: Tool): string {
  return capabilities.map((capability) => LETTER_OF.get(capability)).join("");
}

/** Parameters are parted by spaces. */
function definition(name: string, description = "", parameters = "", annotations?: object): object {
  const properties = Object.fromEntries(
    parameters
      .split(" ")
      .filter(Boolean)
      .map((parameter) => [parameter, { type: "string" }]),
  );
  const inputSchema = { type: "object", properties };
  return { name, description, inputSchema, ...(annotations && { annotations }) };
}

const inOrder = (letters: string) =>
  Object.keys(LETTERS)
    .filter((letter) => letters.includes(letter))
    .join("");

/** Tools as public servers have them, judged by the rules of the borders between capabilities. */
const TOOLS: readonly (readonly [
  name: string,
  letters: string,
  description: string,
  parameters: string,
])[] = [
  [
    "create_or_update_file",
    "W",
    "Create or update a single file in a GitHub repository",
    "owner repo path content message branch sha",
  ],
  ["search_repositories", "U", "Search for GitHub repositories", "query page perPage"],
  [
    "create_repository",
    "W",
    "Create a new GitHub repository in your account",
    "name description private autoInit",
  ],
  [
    "get_file_contents",
    "PU",
    "Get the contents of a file or directory from a GitHub repository",
    "owner repo path branch",
  ],
  [
    "push_files",
    "W",
    "Push multiple files to a GitHub repository in a single commit",
    "owner repo branch files message",
  ],
  ["create_issue", "WO", "Create a new issue in a GitHub repository", "owner repo title body"],
  [
    "create_pull_request",
    "WO",
    "Create a new pull request in a GitHub repository",
    "owner repo title head base",
  ],
  [
    "fork_repository",
    "WO",
    "Fork a GitHub repository to your account or specified organization",
    "owner repo organization",
  ],
  [
    "create_branch",
    "W",
    "Create a new branch in a GitHub repository",
    "owner repo branch from_branch",
  ],
  [
    "list_commits",
    "PU",
    "Get list of commits of a branch in a GitHub repository",
    "owner repo sha",
  ],
  [
    "list_issues",
    "PU",
    "List issues in a GitHub repository with filtering options",
    "owner repo state",
  ],
  [
    "update_issue",
    "W",
    "Update an existing issue in a GitHub repository",
    "owner repo issue_number title state",
  ],
  ["add_issue_comment", "WO", "Add a comment to an existing issue", "owner repo issue_number body"],
  ["search_code", "PU", "Search for code across GitHub repositories", "q per_page"],
  ["search_users", "U", "Search for users on GitHub", "q per_page"],
  [
    "get_pull_request_files",
    "PU",
    "Get the list of files changed in a pull request",
    "owner repo pull_number",
  ],
  ["merge_pull_request", "W", "Merge a pull request", "owner repo pull_number"],
  [
    "create_pull_request_review",
    "WO",
    "Create a review on a pull request",
    "owner repo pull_number body event",
  ],
  [
    "get_pull_request_comments",
    "PU",
    "Get the review comments on a pull request",
    "owner repo pull_number",
  ],
  ["delete_file", "WD", "Delete a file from a GitHub repository", "owner repo path message branch"],
  [
    "run_workflow",
    "X",
    "Run an Actions workflow by workflow ID or filename",
    "owner repo workflow_id ref inputs",
  ],
  ["cancel_workflow_run", "D", "Cancel a workflow run", "owner repo run_id"],
  ["get_job_logs", "P", "Download logs for a specific workflow job", "owner repo job_id"],
  [
    "list_notifications",
    "PU",
    "Lists all GitHub notifications for the authenticated user",
    "filter since",
  ],
  ["create_gist", "WO", "Create a new gist", "filename content public"],
  [
    "list_global_security_advisories",
    "U",
    "List global security advisories from GitHub",
    "ecosystem severity",
  ],
  [
    "list_secret_scanning_alerts",
    "PS",
    "List secret scanning alerts in a GitHub repository",
    "owner repo state",
  ],
  [
    "create_merge_request",
    "WO",
    "Create a new merge request in a GitLab project",
    "project_id title source_branch",
  ],
  [
    "read_text_file",
    "P",
    "Read the complete contents of a file from the file system as text",
    "path head tail",
  ],
  [
    "write_file",
    "WD",
    "Create a new file or completely overwrite an existing file with new content",
    "path content",
  ],
  ["edit_file", "W", "Make line-based edits to a text file", "path edits dryRun"],
  [
    "search_files",
    "P",
    "Recursively search for files and directories matching a pattern",
    "path pattern",
  ],
  [
    "directory_tree",
    "P",
    "Get a recursive tree view of files and directories as a JSON structure",
    "path",
  ],
  ["move_file", "W", "Move or rename files and directories", "source destination"],
  [
    "list_allowed_directories",
    "P",
    "Returns the list of directories that this server is allowed to access",
    "",
  ],
  ["gdrive_search", "P", "Search for files in Google Drive", "query"],
  ["gdrive_read_file", "P", "Read contents of a file from Google Drive", "fileId"],
  ["maps_geocode", "", "Convert an address into geographic coordinates", "address"],
  ["maps_elevation", "", "Get elevation data for locations on the earth", "locations"],
  ["maps_directions", "", "Get directions between two points", "origin destination mode"],
  ["read_query", "P", "Execute a SELECT query on the SQLite database", "query"],
  [
    "write_query",
    "WD",
    "Execute an INSERT, UPDATE, or DELETE query on the SQLite database",
    "query",
  ],
  ["create_table", "W", "Create a new table in the SQLite database", "query"],
  ["list_tables", "P", "List all tables in the SQLite database", ""],
  ["append_insight", "W", "Add a business insight to the memo", "insight"],
  ["API-patch-page", "W", "Update page properties", "page_id properties"],
  ["API-create-a-comment", "WO", "Create comment", "parent rich_text"],
  ["API-retrieve-a-comment", "PU", "Retrieve comments", "block_id"],
  ["API-delete-a-block", "WD", "Delete a block", "block_id"],
  ["API-get-users", "P", "List all users", "start_cursor"],
  [
    "notion-create-pages",
    "W",
    "Creates one or more Notion pages with the specified properties and content.",
    "pages parent",
  ],
  ["notion-fetch", "P", "Retrieves details about a Notion entity by its URL or ID.", "id"],
  ["create_customer", "W", "Create a customer in Stripe", "name email"],
  ["list_customers", "P", "Fetch a list of customers from Stripe", "limit email"],
  ["create_product", "WM", "Create a product in Stripe", "name description"],
  ["create_price", "WM", "Create a price in Stripe", "product unit_amount currency"],
  ["create_invoice", "WM", "Create an invoice in Stripe", "customer days_until_due"],
  ["finalize_invoice", "WM", "Finalize an invoice in Stripe", "invoice"],
  ["create_refund", "WM", "Refund a payment intent in Stripe", "payment_intent amount"],
  ["retrieve_balance", "P", "Retrieve balance from Stripe", ""],
  ["cancel_subscription", "WDM", "Cancel a subscription in Stripe", "subscription"],
  ["update_subscription", "WM", "Update an existing subscription in Stripe", "subscription items"],
  [
    "search_documentation",
    "",
    "Search the Stripe documentation for the given question",
    "question",
  ],
  ["list_disputes", "P", "Fetch a list of disputes in Stripe", "charge"],
  ["create_coupon", "WM", "Create a coupon in Stripe", "name percent_off"],
  ["send_invoice", "OM", "Send an invoice to its recipient", "invoice_id"],
  ["browser_navigate", "U", "Navigate to a URL", "url"],
  ["browser_click", "O", "Perform click on a web page", "element ref"],
  ["browser_type", "O", "Type text into editable element", "element ref text submit"],
  ["browser_snapshot", "U", "Capture accessibility snapshot of the current page", ""],
  ["browser_take_screenshot", "U", "Take a screenshot of the current page", "type filename"],
  [
    "browser_evaluate",
    "UX",
    "Evaluate JavaScript expression on page or element",
    "function element ref",
  ],
  ["browser_file_upload", "O", "Upload one or multiple files", "paths"],
  ["browser_select_option", "O", "Select an option in a dropdown", "element ref values"],
  ["browser_hover", "", "Hover over element on page", "element ref"],
  ["browser_close", "", "Close the page", ""],
  ["browser_resize", "", "Resize the browser window", "width height"],
  [
    "browser_wait_for",
    "",
    "Wait for text to appear or disappear or a specified time to pass",
    "time text",
  ],
  ["browser_tabs", "", "List, create, close, or select a browser tab.", "action index"],
  ["browser_network_requests", "U", "Returns all network requests since loading the page", ""],
  ["browser_console_messages", "U", "Returns all console messages", ""],
  ["browser_handle_dialog", "O", "Handle a dialog", "accept promptText"],
  ["browser_press_key", "O", "Press a key on the keyboard", "key"],
  ["browser_run_code", "UX", "Run Playwright code snippet", "code"],
  ["execute_sql", "P", "Executes raw SQL in the Postgres database.", "project_id query"],
  ["apply_migration", "W", "Applies a migration to the database.", "project_id name query"],
  ["list_projects", "P", "Lists all Supabase projects for the user.", ""],
  ["get_logs", "P", "Gets logs for a Supabase project by service type.", "project_id service"],
  ["get_anon_key", "PS", "Gets the anonymous API key for a project.", "project_id"],
  ["search_docs", "", "Search the Supabase documentation using GraphQL.", "graphql_query"],
  ["pause_project", "W", "Pauses a Supabase project.", "project_id"],
  ["create_branch", "W", "Creates a development branch on a Supabase project.", "project_id name"],
  ["delete_branch", "WD", "Deletes a development branch.", "branch_id"],
  ["set", "W", "Set a Redis key-value pair with optional expiration", "key value expireSeconds"],
  ["get", "P", "Get value by key from Redis", "key"],
  ["delete", "WD", "Delete one or more keys from Redis", "key"],
  ["list", "P", "List Redis keys matching a pattern", "pattern"],
  ["find", "P", "Run a find query against a MongoDB collection", "database collection filter"],
  [
    "insert-many",
    "W",
    "Insert an array of documents into a MongoDB collection",
    "database collection documents",
  ],
  [
    "drop-collection",
    "WD",
    "Removes a collection or view from the database",
    "database collection",
  ],
  [
    "aggregate",
    "P",
    "Run an aggregation against a MongoDB collection",
    "database collection pipeline",
  ],
  [
    "atlas-create-db-user",
    "WS",
    "Create a MongoDB Atlas database user with a password",
    "projectId username password roles",
  ],
  ["list_indices", "P", "List all available Elasticsearch indices", "index_pattern"],
  ["query_prometheus", "P", "Query Prometheus using a PromQL expression", "datasourceUid expr"],
  ["update_dashboard", "W", "Create or update a dashboard", "dashboard"],
  ["list_alert_rules", "P", "Lists Grafana alert rules", "limit"],
  ["create_incident", "W", "Create a new Grafana incident", "title severity"],
  [
    "hubspot-batch-create-objects",
    "W",
    "Creates multiple HubSpot objects of the same type",
    "objectType inputs",
  ],
  [
    "hubspot-list-objects",
    "P",
    "Retrieves a paginated list of objects of specified type from HubSpot",
    "objectType limit",
  ],
  ["send-message", "O", "Send a message to a Discord channel", "server channel message"],
  ["read-messages", "PU", "Read recent messages from a Discord channel", "server channel limit"],
  ["send_message", "O", "Send a message to a specific chat", "chat_id message"],
  [
    "download_media",
    "PU",
    "Download media from a WhatsApp message and get the local file path",
    "message_id chat_jid",
  ],
  ["post_tweet", "O", "Post a new tweet to Twitter", "text"],
  ["search_tweets", "U", "Search for tweets on Twitter", "query count"],
  [
    "tavily-search",
    "U",
    "A powerful web search tool that provides comprehensive, real-time results",
    "query max_results",
  ],
  ["tavily-extract", "U", "Extract content from one or more web pages", "urls"],
  [
    "firecrawl_scrape",
    "U",
    "Scrape content from a single URL with advanced options",
    "url formats",
  ],
  [
    "firecrawl_crawl",
    "U",
    "Starts a crawl job on a website and extracts content from all pages",
    "url limit",
  ],
  [
    "firecrawl_deep_research",
    "UG",
    "Conduct deep web research on a query with an autonomous research agent",
    "query maxDepth",
  ],
  ["create_container", "W", "Create a new Docker container", "image name"],
  ["run_container", "X", "Run an image in a new Docker container", "image name command"],
  ["remove_container", "WD", "Remove a Docker container", "container_id force"],
  ["fetch_container_logs", "P", "Fetch logs for a Docker container", "container_id tail"],
  ["list_images", "P", "List Docker images", "name"],
  ["run_code", "X", "Run python code in a secure sandbox by E2B", "code"],
  ["execute_command", "X", "Execute a shell command", "command cwd"],
  ["kill", "D", "Kill a running process", "pid"],
  ["create_event", "W", "Create a new calendar event", "summary start end attendees"],
  ["list_events", "P", "List events of a calendar", "calendarId timeMin timeMax"],
  ["delete_event", "WD", "Delete a calendar event", "eventId"],
  ["update_cells", "W", "Update cells in a Google Spreadsheet", "spreadsheet_id range data"],
  ["list_records", "P", "List records from a table", "baseId tableId"],
  ["delete_records", "WD", "Delete records from a table", "baseId tableId recordIds"],
  ["asana_create_task", "W", "Create a new task in a project", "project_id name"],
  ["add_comment", "WO", "Add a comment to a Trello card", "cardId text"],
  ["move_card", "W", "Move a card to a different list", "cardId listId"],
  ["get_ticket", "PU", "Retrieve a Zendesk ticket by its ID", "ticket_id"],
  [
    "create_ticket_comment",
    "WO",
    "Create a new comment on an existing Zendesk ticket",
    "ticket_id comment public",
  ],
  ["list_incidents", "P", "List incidents in the account", "statuses"],
  ["get_metrics", "P", "Query metrics data from Datadog", "query from to"],
  ["workers_list", "P", "List all Workers in your Cloudflare account", ""],
  ["kv_namespace_delete", "WD", "Delete a KV namespace in your Cloudflare account", "namespace_id"],
  ["r2_bucket_create", "W", "Create a new r2 bucket in your Cloudflare account", "name"],
  ["deploy_to_vercel", "X", "Deploy the current project to Vercel", ""],
  ["search_vercel_documentation", "", "Search the Vercel documentation", "topic"],
  [
    "suggest_aws_commands",
    "",
    "Suggest AWS CLI commands based on a natural language query",
    "query",
  ],
  ["call_aws", "X", "Call AWS with the given CLI command", "cli_command"],
  ["get_item", "PS", "Get an item with its password from a 1Password vault", "item_id vault_id"],
  ["secrets_list", "PS", "List the secrets of a project config", "project config"],
  ["codex", "G", "Run a Codex session: hands a task to the coding agent", "prompt cwd"],
  [
    "Task",
    "G",
    "Launch a new agent to handle complex, multi-step tasks autonomously",
    "description prompt subagent_type",
  ],
  [
    "sequentialthinking",
    "",
    "A detailed tool for dynamic and reflective problem-solving through thoughts",
    "thought nextThoughtNeeded",
  ],
  ["search_packages", "U", "Search for packages on the npm registry", "query"],
  ["search_papers", "U", "Search for papers on arXiv", "query max_results"],
  ["get_transcript", "U", "Retrieves the transcript of a YouTube video", "url lang"],
  ["get_forecast", "", "Get weather forecast for a location", "latitude longitude"],
  ["send_sms", "O", "Send an SMS message to a phone number", "to body"],
  ["send_email", "O", "Send an email with SendGrid", "to subject text"],
  ["list_mail_messages", "PU", "List messages in the mailbox of the signed-in user", "folder top"],
  ["create_draft_email", "W", "Create a draft email in Outlook", "subject body to"],
  ["search_emails", "PU", "Search emails in the mailbox", "query folder"],
  ["delete_email", "WD", "Delete an email message", "id"],
  ["http_request", "UO", "Make an HTTP request with any method", "url method headers body"],
  ["post_webhook", "O", "Post a payload to a webhook", "url payload"],
  ["build_job", "X", "Trigger a build of a Jenkins job", "job_name parameters"],
  ["get_build_log", "P", "Get the console log of a Jenkins build", "job_name build_number"],
  [
    "get_build_failure_logs",
    "P",
    "Retrieves detailed failure logs from CircleCI builds",
    "projectURL",
  ],
  ["get_transactions", "P", "Get the transactions of linked bank accounts", "start_date end_date"],
  ["place_order", "WM", "Place an order to buy or sell a stock", "symbol qty side"],
  ["update_product_price", "WM", "Update the price of a product", "product_id price"],
  ["create_bill", "WM", "Create a bill in QuickBooks", "vendor amount"],
  ["create_access_key", "WS", "Create an access key for an IAM user", "user_name"],
  ["attach_role_policy", "W", "Attach a managed policy to an IAM role", "role_name policy_arn"],
  ["put_object", "W", "Upload an object to an S3 bucket", "bucket key body"],
  ["delete_object", "WD", "Delete an object from an S3 bucket", "bucket key"],
  ["invoke_function", "X", "Invoke an AWS Lambda function", "function_name payload"],
  ["control_light", "W", "Turn a light on or off and set its brightness", "entity_id state"],
  [
    "append_content",
    "W",
    "Append content to a new or existing file in the vault",
    "filepath content",
  ],
  [
    "simple_search",
    "P",
    "Simple search for documents matching a query across all files in the vault",
    "query",
  ],
  ["store_memory", "W", "Store new information in the memory", "content metadata"],
  ["get_figma_data", "P", "Get the layout of a Figma file", "fileKey nodeId"],
  ["post_comment", "WO", "Post a comment on a Figma file", "file_key message"],
  ["run_snowflake_query", "P", "Execute a SELECT query on Snowflake", "statement"],
  [
    "write_neo4j_cypher",
    "WD",
    "Execute a write Cypher query (create, update, delete) on the neo4j database",
    "query",
  ],
  ["qdrant-find", "P", "Look up memories in Qdrant", "query collection_name"],
  ["upsert-records", "W", "Insert or update records in a Pinecone index", "name namespace records"],
  ["resolve-library-id", "", "Resolves a package name to a library ID", "libraryName"],
  ["calculate", "", "Evaluate a mathematical expression", "expression"],
  [
    "get_person_profile",
    "U",
    "Get the public profile of a person on LinkedIn",
    "linkedin_username",
  ],
  ["get_me", "P", "Get details of the authenticated GitHub user", ""],
  ["get_team_members", "P", "Get the members of a team in an organization", "org team_slug"],
  ["star_repository", "W", "Star a GitHub repository", "owner repo"],
  ["mark_all_notifications_read", "W", "Mark all notifications as read", "owner repo lastReadAt"],
  [
    "get_dependabot_alert",
    "P",
    "Get details of a Dependabot alert in a repository",
    "owner repo alertNumber",
  ],
  [
    "issue_read",
    "PU",
    "Get information about an issue: its details, comments, labels or sub-issues",
    "owner repo issue_number method",
  ],
  [
    "pull_request_read",
    "PU",
    "Get details, diff, status, files or reviews of a pull request",
    "owner repo pullNumber method",
  ],
  ["get_commit", "PU", "Get details for a commit from a GitHub repository", "owner repo sha"],
  ["list_releases", "PU", "List releases in a GitHub repository", "owner repo"],
  [
    "update_pull_request_branch",
    "W",
    "Update the branch of a pull request with the latest changes from the base branch",
    "owner repo pullNumber",
  ],
  [
    "get_discussion_comments",
    "PU",
    "Get comments from a discussion",
    "owner repo discussionNumber",
  ],
  ["rerun_failed_jobs", "X", "Re-run only the failed jobs of a workflow run", "owner repo run_id"],
  ["list_workflow_runs", "P", "List runs of a workflow", "owner repo workflow_id"],
  ["notion-search", "P", "Search across the Notion workspace and connected sources", "query"],
  [
    "notion-update-page",
    "W",
    "Update the properties or content of a Notion page",
    "page_id command properties",
  ],
  ["notion-create-comment", "WO", "Add a comment to a page", "page_id rich_text"],
  ["notion-get-comments", "PU", "List all comments of a page", "page_id"],
  ["notion-duplicate-page", "W", "Duplicate a Notion page", "page_id"],
  ["search_cloudflare_documentation", "", "Search the Cloudflare documentation", "query"],
  ["accounts_list", "P", "List all accounts in your Cloudflare account", ""],
  [
    "set_active_account",
    "",
    "Set the active account to be used for tool calls that need an accountId",
    "activeAccountIdParam",
  ],
  ["d1_database_query", "P", "Query a D1 database in your Cloudflare account", "database_id sql"],
  ["d1_database_delete", "WD", "Delete a D1 database", "database_id"],
  ["workers_get_worker_code", "P", "Get the source code of a Cloudflare Worker", "scriptName"],
  ["hyperdrive_config_edit", "W", "Edit a Hyperdrive configuration", "hyperdrive_id name"],
  ["container_exec", "X", "Run a command in the container", "args timeout"],
  ["container_file_write", "WD", "Write a file in the container", "path text"],
  ["get_url_markdown", "U", "Fetch a page of the web and convert it to Markdown", "url"],
  ["get_url_screenshot", "U", "Take a screenshot of a URL", "url"],
  [
    "update-many",
    "W",
    "Updates all documents that match the filter",
    "database collection filter update",
  ],
  [
    "delete-many",
    "WD",
    "Removes all documents that match the filter",
    "database collection filter",
  ],
  ["create-index", "W", "Create an index for a collection", "database collection keys"],
  ["explain", "P", "Returns statistics of the execution of a query", "database collection method"],
  ["collection-schema", "P", "Describe the schema of a collection", "database collection"],
  ["mongodb-logs", "P", "Returns the most recent logged mongod events", "type limit"],
  ["atlas-list-clusters", "P", "List MongoDB Atlas clusters", "projectId"],
  [
    "atlas-create-access-list",
    "W",
    "Allow IP addresses to reach the cluster",
    "projectId ipAddresses",
  ],
  ["switch-connection", "", "Switch to a different MongoDB connection", "connectionString"],
  ["search_dashboards", "P", "Search for dashboards", "query"],
  ["query_loki_logs", "P", "Query log entries from a Loki data source", "datasourceUid logql"],
  ["list_contact_points", "P", "Lists notification contact points", "limit"],
  ["add_activity_to_incident", "W", "Add a note to the timeline of an incident", "incidentId body"],
  ["get_current_oncall_users", "P", "Get the users who are on call", "scheduleId"],
  ["hgetall", "P", "Get all fields and values of a Redis hash", "name"],
  ["lpush", "W", "Push a value onto the left of a Redis list", "name value"],
  ["smembers", "P", "Get all members of a Redis set", "name"],
  ["publish", "O", "Publish a message to a Redis channel", "channel message"],
  ["list_prices", "P", "Fetch a list of prices of your products from Stripe", "product"],
  ["create_payment_link", "WM", "Create a payment link in Stripe", "price quantity"],
  ["list_subscriptions", "P", "List subscriptions of a customer", "customer status"],
  ["get_stripe_account_info", "P", "Get the account of the API key", ""],
  ["cancel_sent_invoice", "WDM", "Cancel a sent invoice", "invoice_id note"],
  ["pay_order", "WM", "Capture the payment for an order", "order_id"],
  ["list_transactions", "P", "List transactions of the account", "start_date"],
  ["hubspot-get-user-details", "P", "Get the user behind the token and what it may do", ""],
  ["hubspot-search-objects", "P", "Search for CRM objects with filters", "objectType filterGroups"],
  [
    "hubspot-create-engagement",
    "W",
    "Create a note or task on a CRM record",
    "type associations metadata",
  ],
  ["send_gmail_message", "O", "Send an email from the user's Gmail account", "to subject body"],
  ["search_gmail_messages", "PU", "Search messages in Gmail", "query"],
  ["get_gmail_message_content", "PU", "Retrieve the full content of a Gmail message", "message_id"],
  ["draft_gmail_message", "W", "Create a draft in the user's Gmail account", "subject body to"],
  [
    "modify_gmail_message_labels",
    "W",
    "Add or remove labels of a Gmail message",
    "message_id add_label_ids",
  ],
  ["get_doc_content", "P", "Retrieve the content of a Google Doc", "document_id"],
  ["get_events", "P", "Get events from a Google Calendar", "calendar_id"],
  [
    "modify_sheet_values",
    "W",
    "Write, update or clear values in a range",
    "spreadsheet_id range_name values",
  ],
  ["list_tasks", "P", "List the tasks of a task list", "task_list_id"],
  ["list-mail-folders", "P", "List the mail folders of the user", ""],
  ["send-mail", "O", "Send a mail", "body"],
  ["send-chat-message", "O", "Send a message to a Teams chat", "chatId body"],
  [
    "discord_create_text_channel",
    "W",
    "Create a text channel in a Discord server",
    "guildId channelName",
  ],
  ["discord_delete_message", "WD", "Delete a message from a channel", "channelId messageId"],
  ["discord_add_reaction", "O", "Add an emoji reaction to a message", "channelId messageId emoji"],
  [
    "discord_create_forum_post",
    "O",
    "Create a new post in a forum channel",
    "forumChannelId title content",
  ],
  ["create_run", "X", "Create a run in a workspace", "workspace_name message"],
  ["list_workspaces", "P", "List workspaces of the organization", "terraform_org_name"],
  ["get_states", "P", "Get the states of all entities of the home", ""],
  ["create_playlist", "W", "Create a playlist in the account of the user", "name public"],
  ["get_my_top_tracks", "P", "Get the tracks that the user listens to most", "limit"],
  ["complete_task", "W", "Mark a task as complete", "task_id"],
  ["read_documentation", "", "Fetch a page of the AWS documentation as Markdown", "url"],
  ["search_documentation", "", "Search the AWS documentation", "search_phrase"],
  ["describe_log_groups", "P", "List CloudWatch log groups of the account", "prefix"],
  [
    "execute_log_insights_query",
    "P",
    "Run a CloudWatch Logs Insights query",
    "query_string log_group_names",
  ],
  ["delete_user", "WD", "Delete an IAM user", "user_name"],
  [
    "put_user_policy",
    "W",
    "Create or update an inline policy of a user",
    "user_name policy_document",
  ],
  ["send_sqs_message", "O", "Send a message to a queue", "queue_url message_body"],
  ["start_execution", "X", "Start an execution of a state machine", "state_machine_arn input"],
  ["keyvault_secret_get", "PS", "Get the value of a secret from a Key Vault", "vault secret"],
  ["storage_account_list", "P", "List storage accounts of the subscription", "subscription"],
  ["stagehand_act", "O", "Perform an action on the page, such as clicking a button", "action"],
  ["stagehand_extract", "U", "Extract structured data from the page", "instruction"],
  ["session_create", "", "Create or reuse a cloud browser session", "sessionId"],
  ["search-apify-docs", "", "Search the Apify documentation", "query"],
  ["read_wiki_contents", "U", "View documentation about a public GitHub repository", "repoName"],
  ["model_search", "U", "Find machine learning models hosted on Hugging Face", "query"],
  [
    "convert_to_markdown",
    "U",
    "Convert a resource described by an http, https, file or data URI to Markdown",
    "uri",
  ],
  ["write_data_to_excel", "W", "Write data to an Excel worksheet", "filepath sheet_name data"],
  ["execute_cell", "X", "Execute a cell of the notebook", "cell_index"],
  ["insert_cell", "W", "Insert a cell into the notebook", "cell_index cell_source"],
  ["execute_blender_code", "X", "Execute Python code in Blender", "code"],
  ["replace_file_text_by_path", "WD", "Replace the whole text of a file", "pathInProject text"],
  [
    "execute_terminal_command",
    "X",
    "Execute a shell command in the terminal of the IDE",
    "command",
  ],
  ["Bash", "X", "Executes a bash command in a persistent shell session", "command timeout"],
  ["Read", "P", "Reads a file from the local filesystem", "file_path offset"],
  ["WebFetch", "U", "Fetches a URL and processes its content with a small model", "url prompt"],
  ["Grep", "P", "Searches file contents with regular expressions", "pattern path"],
  ["Edit", "W", "Performs exact string replacements in files", "file_path old_string new_string"],
  ["create-invoice", "WM", "Create an invoice in Xero", "contactId lineItems"],
  ["list-contacts", "P", "List all contacts in Xero", "page"],
  ["transfer", "WM", "Transfer funds from the wallet to an address", "amount asset_id destination"],
  [
    "create_item",
    "WS",
    "Create a login item with username and password in the vault",
    "name login",
  ],
  ["create-secret", "WS", "Create a new secret in Infisical", "projectId secretName secretValue"],
  ["get-secret", "PS", "Get a secret in Infisical", "projectId secretName"],
  ["auth0_list_logs", "P", "List logs of the tenant", "from"],
  [
    "auth0_create_application",
    "WS",
    "Create an application with its client id and client secret",
    "name app_type",
  ],
  ["update-feature-flag", "W", "Update a feature flag", "projectKey featureFlagKey"],
  ["query-run", "P", "Run a query against the analytics data of the project", "query"],
  ["send_email", "O", "Send an email through Mailgun", "to from subject"],
  ["create_campaign", "W", "Create a campaign", "name audiences"],
  ["search_wikipedia", "U", "Search Wikipedia for articles", "query"],
  ["ps_scale", "W", "Scale the dynos of an app", "app dyno"],
  ["pg_psql", "P", "Execute SQL queries against the Heroku Postgres database", "app command"],
  ["get_app_logs", "P", "View the logs of an app", "app"],
  ["transfer_app", "W", "Transfer the ownership of an app", "app recipient"],
  ["sync_application", "W", "Sync an application", "applicationName"],
  ["search_conversations", "PU", "Search conversations", "query"],
  ["get_contact", "P", "Get a contact by id", "id"],
  ["create_update", "WO", "Create an update (comment) on an item", "itemId body"],
  ["move_item_to_group", "W", "Move an item to another group", "itemId groupId"],
  ["add-memory", "W", "Store a memory of the user", "content userId"],
  ["search-memories", "P", "Search through stored memories", "query userId"],
  ["get_gist", "PU", "Get the content of a gist", "gist_id"],
  ["google_search", "U", "Search Google and return the results", "q"],
  ["get_top_headlines", "U", "Get top headlines of the news", "country"],
  ["list_my_issues", "PU", "List the issues that are assigned to the user", "limit"],
  ["create_attachment", "WO", "Attach a URL to an issue", "issueId url title"],
  [
    "conversations_search_messages",
    "PU",
    "Search messages in channels, threads and direct messages",
    "search_query",
  ],
  ["channels_list", "P", "Get a list of channels", "channel_types"],
  ["create_meeting", "W", "Create a Zoom meeting", "topic start_time"],
  ["zapier_run_action", "X", "Run an action of Zapier", "action_id instructions"],
  [
    "create_support_case",
    "WO",
    "Create a new AWS Support case.",
    "subject service_code communication_body cc_email_addresses",
  ],
  [
    "describe_support_cases",
    "PU",
    "Retrieve information about support cases.",
    "case_id_list include_communications",
  ],
  [
    "add_communication_to_case",
    "WO",
    "Add communication to a support case.",
    "case_id communication_body",
  ],
  ["resolve_support_case", "W", "Resolve a support case.", "case_id"],
  [
    "put_item",
    "W",
    "Creates a new item, or replaces an old item, in a DynamoDB table.",
    "table_name item",
  ],
  [
    "query",
    "P",
    "Returns items of a table or index that match a partition key.",
    "table_name key_condition_expression",
  ],
  ["delete_table", "WD", "Deletes a table and all of its items.", "table_name"],
  ["describe_backup", "P", "Describes an existing backup of a table.", "backup_arn"],
  ["update_time_to_live", "W", "Enables or disables Time to Live for a table.", "table_name"],
  ["tag_resource", "W", "Adds tags to a DynamoDB resource.", "resource_arn tags"],
  ["publish", "O", "Sends a message to a topic.", "TopicArn Message"],
  ["subscribe", "W", "Subscribes an endpoint to a topic.", "TopicArn Protocol Endpoint"],
  ["create_topic", "W", "Creates a topic to which notifications can be published.", "Name"],
  ["purge_queue", "WD", "Deletes all messages in a queue.", "QueueUrl"],
  ["get_metric_data", "P", "Retrieves CloudWatch metric data.", "namespace metric_name"],
  ["get_active_alarms", "P", "Gets all CloudWatch alarms that are in alarm state.", "max_items"],
  ["analyze_log_group", "P", "Analyzes a log group for anomalies and patterns.", "log_group_arn"],
  [
    "delete_ecs_infrastructure",
    "WD",
    "Deletes the ECS infrastructure that was created.",
    "app_name",
  ],
  [
    "containerize_app",
    "",
    "Gives guidance how to containerize a web application.",
    "app_path port",
  ],
  [
    "apply_yaml",
    "W",
    "Applies a YAML of Kubernetes resources to a cluster.",
    "yaml_path cluster_name namespace",
  ],
  ["get_pod_logs", "P", "Gets the logs of a pod.", "cluster_name namespace pod_name"],
  ["list_users", "P", "List IAM users in the account.", "path_prefix"],
  ["create_role", "W", "Create a new IAM role.", "role_name assume_role_policy_document"],
  ["list_access_keys", "PS", "List the access keys of a user.", "user_name"],
  ["delete_access_key", "WD", "Delete an access key of a user.", "user_name access_key_id"],
  ["add_user_to_group", "W", "Add a user to a group.", "group_name user_name"],
  ["sam_build", "X", "Builds a serverless application with SAM CLI.", "project_directory"],
  [
    "sam_deploy",
    "X",
    "Deploys a serverless application to AWS Cloud.",
    "application_name project_directory",
  ],
  ["sam_init", "W", "Initializes a serverless application project.", "project_name runtime"],
  ["sam_local_invoke", "X", "Invokes a Lambda function locally.", "resource_name"],
  ["get_lambda_guidance", "", "Returns guidance on when Lambda is the right choice.", "use_case"],
  ["search_places", "U", "Search for places with the Amazon Location geocoding API.", "query"],
  [
    "calculate_route",
    "",
    "Calculate a route between two positions.",
    "departure_position destination_position",
  ],
  ["reverse_geocode", "", "Get the address of coordinates.", "longitude latitude"],
  [
    "query_knowledge_bases",
    "P",
    "Query an Amazon Bedrock knowledge base in natural language.",
    "query knowledge_base_id",
  ],
  ["kendra_query", "P", "Query an Amazon Kendra index of company documents.", "query index_id"],
  [
    "generate_image",
    "",
    "Generate an image from a text prompt with Amazon Nova Canvas.",
    "prompt filename",
  ],
  ["generate_diagram", "", "Generate a diagram from Python code.", "code filename"],
  ["list_state_machines", "P", "Lists the state machines of the account.", ""],
  [
    "execute_query",
    "P",
    "Executes a SQL query against a Redshift cluster.",
    "cluster_identifier database_name sql",
  ],
  ["create_namespace", "W", "Create a namespace in a table bucket.", "table_bucket_arn namespace"],
  ["import_csv_to_table", "W", "Import data of a CSV file into an S3 table.", "s3_url table_name"],
  ["cache_set", "W", "Set a value in the cache.", "key value expire"],
  ["cache_get", "P", "Get a value from the cache.", "key"],
  ["cache_flush_all", "WD", "Flush all cache entries.", "delay"],
  ["cache_incr", "W", "Increment a counter in the cache.", "key value"],
  [
    "ExecuteTerraformCommand",
    "X",
    "Executes a Terraform command such as plan, apply or destroy.",
    "command working_directory",
  ],
  ["RunCheckovScan", "P", "Runs a Checkov security scan over Terraform code.", "working_directory"],
  ["SearchAwsProviderDocs", "", "Searches the documentation of the AWS provider.", "asset_name"],
  ["get_pricing", "", "Get public prices of an AWS service in a region.", "service_code region"],
  ["lookup_events", "P", "Look up CloudTrail events of the account.", "start_time end_time"],
  [
    "get_file_contents",
    "PU",
    "Get the contents of a file or directory from a GitLab project",
    "project_id file_path ref",
  ],
  ["search_repositories", "U", "Search for GitLab projects", "search page"],
  ["list_merge_requests", "PU", "List merge requests of a project", "project_id state"],
  ["fork_repository", "WO", "Fork a GitLab project to your account", "project_id namespace"],
  ["create_issue", "WO", "Create a new issue in a GitLab project", "project_id title"],
  ["get_pipeline_job_output", "P", "Get the output of a job of a pipeline", "project_id job_id"],
  ["retry_pipeline", "X", "Retry a failed or cancelled pipeline", "project_id pipeline_id"],
  ["list_project_members", "P", "List all members of a GitLab project", "project_id"],
  [
    "search_records",
    "P",
    "Search for records containing specific text",
    "baseId tableId searchTerm",
  ],
  ["create_field", "W", "Create a new field in a table", "baseId tableId"],
  ["create_comment", "WO", "Create a comment on a record", "baseId recordId text"],
  ["describe_table", "P", "Get detailed information about a specific table", "baseId tableId"],
  ["create_refund", "WM", "Refund a captured payment", "capture_id amount"],
  ["send_invoice_reminder", "O", "Send a reminder for an existing invoice", "invoice_id note"],
  ["list_products", "P", "List products of the catalog of the merchant", "page"],
  ["update_plan", "WM", "Update a plan of subscriptions", "plan_id operations"],
  ["list-calendars", "P", "List all available calendars", ""],
  ["create-event", "W", "Create a new calendar event", "calendarId summary attendees"],
  ["get-freebusy", "P", "Query free and busy information for calendars", "calendars timeMin"],
  ["maps_place_details", "U", "Get detailed information with reviews of a place", "place_id"],
  [
    "maps_distance_matrix",
    "",
    "Calculate distance and time for multiple origins and destinations",
    "origins destinations",
  ],
  ["describe_table", "P", "Get the schema information for a specific table", "table_name"],
  ["create_comment", "WO", "Create a comment on an issue", "issueId body"],
  ["list_teams", "P", "List teams in the workspace", "query"],
  ["update_project", "W", "Update an existing project", "id name"],
  ["list_containers", "P", "List all Docker containers", "all"],
  ["build_image", "X", "Build an image from a Dockerfile", "path tag"],
  ["remove_volume", "WD", "Remove a volume", "volume_name"],
  ["recreate_container", "WD", "Stop and remove a container, then run a new one", "container_id"],
  ["get_active_companies", "P", "Get the most recently active companies from HubSpot", "limit"],
  ["create_contact", "W", "Create a new contact in HubSpot", "firstname email"],
  [
    "forward_message",
    "O",
    "Forward a message from one chat to another",
    "from_chat_id message_id to_chat_id",
  ],
  ["get_messages", "PU", "Get messages of a chat", "chat_id page"],
  ["ban_user", "W", "Ban a user from a group", "group_id user_id"],
  ["get_server_info", "P", "Get detailed information about a Discord server", "guildId"],
  ["delete_channel", "WD", "Delete a channel", "channelId"],
  ["firecrawl_map", "U", "Discover all URLs of a website", "url"],
  [
    "firecrawl_check_crawl_status",
    "U",
    "Check the status and get the results of a crawl job",
    "id",
  ],
  [
    "firecrawl_extract",
    "U",
    "Extract structured information from web pages with a language model",
    "urls prompt",
  ],
  ["tavily-map", "U", "Create a map of the URLs of a website", "url"],
  ["get_user_tweets", "U", "Get the recent tweets of a user", "username"],
  ["delete_post", "WD", "Delete a post", "id"],
  ["send_campaign", "O", "Send a campaign to its audience", "campaign_id"],
  ["list_messages", "PU", "List the messages of the account", "limit"],
  ["list_deployments", "P", "List the deployments of a project", "projectId"],
  ["get_deployment_build_logs", "P", "Get the build logs of a deployment", "idOrUrl"],
  ["buy_domain", "WM", "Buy a domain", "name"],
  ["manage-env-vars", "WS", "Manage the environment variables of a project", "siteId action"],
  ["fly-secrets-set", "WS", "Set secrets of an app", "app secrets"],
  ["run_sql", "P", "Execute a single SQL statement against a Neon database", "sql projectId"],
  [
    "get_connection_string",
    "PS",
    "Get a connection string of the database with its password",
    "projectId",
  ],
  [
    "reset_from_parent",
    "WD",
    "Reset a branch to the state of its parent and overwrite its changes",
    "branchId",
  ],
  ["jira_search", "PU", "Search Jira issues with JQL", "jql limit"],
  ["jira_add_worklog", "W", "Add a worklog entry to an issue", "issue_key time_spent"],
  ["jira_get_agile_boards", "P", "Get agile boards", "board_name project_key"],
  ["jira_transition_issue", "W", "Transition an issue to a new status", "issue_key transition_id"],
  ["jira_link_to_epic", "W", "Link an existing issue to an epic", "issue_key epic_key"],
  ["jira_download_attachments", "PU", "Download attachments of an issue", "issue_key target_dir"],
  ["browser_drag", "O", "Perform drag and drop between two elements", "startRef endRef"],
  ["browser_navigate_back", "U", "Go back to the previous page", ""],
  ["browser_fill_form", "O", "Fill multiple form fields", "fields"],
  ["browser_install", "", "Install the browser specified in the config", ""],
  [
    "chroma_add_documents",
    "W",
    "Add documents to a Chroma collection",
    "collection_name documents ids",
  ],
  [
    "chroma_query_documents",
    "P",
    "Query documents from a Chroma collection with semantic search",
    "collection_name query_texts",
  ],
  ["chroma_delete_collection", "WD", "Delete a Chroma collection", "collection_name"],
  ["snyk_code_test", "P", "Scan the code of a project for vulnerabilities", "path"],
  [
    "semgrep_scan",
    "P",
    "Runs a Semgrep scan on code files and returns findings",
    "code_files config",
  ],
  ["execute_workflow", "X", "Execute a workflow", "id data"],
  ["signal_workflow", "X", "Signal a running workflow", "workflow_id signal"],
  ["run_playbook", "X", "Run an Ansible playbook", "playbook inventory"],
  ["ssh_exec", "X", "Execute a command on a remote host", "host command"],
  ["Shell-Tool", "X", "Execute a PowerShell command", "command"],
  ["run_applescript", "X", "Run an AppleScript", "script"],
  ["get_card_comments", "PU", "Get the comments of a card", "cardId"],
  ["archive_card", "W", "Archive a card", "cardId"],
  ["update_ticket", "W", "Update fields of a ticket", "ticket_id status"],
  ["view_ticket_conversation", "PU", "View the conversation of a ticket", "ticket_id"],
  ["salesforce_query", "P", "Run a SOQL query against Salesforce", "query"],
  ["salesforce_delete_record", "WD", "Delete a record from Salesforce", "object_type record_id"],
  ["ask_codex", "G", "Ask Codex to work on a task in the repository", "prompt"],
  ["spawn_subagent", "G", "Spawn a sub-agent for a task", "task"],
  ["ask-gemini", "G", "Ask Gemini a question and get its answer", "prompt model"],
];

test.each(TOOLS)("%s: %s", (name, letters, description, parameters) => {
  expect(lettersOf(toolOf(definition(name, description, parameters)))).toBe(inOrder(letters));
});

describe("a word alone never decides", () => {
  test.each([
    ["x", "Deletes and deletes"],
    ["email", ""],
    ["secret_santa", "Draws lots among friends"],
    ["token_count", "Counts the words of a text"],
    ["shell_sort", "Sorts numbers"],
    ["weather", "Tells the weather"],
    ["get_time", "Tells the time"],
  ])("%s: %s", (name, description) => {
    expect(lettersOf(toolOf(definition(name, description)))).toBe("");
  });

  test("verb and object do, wherever the server's prefix stands", () => {
    for (const name of [
      "delete_rows",
      "deleteRows",
      "mcp__db__delete_rows",
      "db.deleteRows",
      "DeleteRows",
    ])
      expect(lettersOf(toolOf(definition(name)))).toBe("WD");
  });
});

describe("annotations", () => {
  const hinted = (name: string, annotations: object) =>
    lettersOf(toolOf(definition(name, "", "", annotations)));

  test("who reads only changes nothing, whatever it is called", () => {
    expect(hinted("update_row", { readOnlyHint: true })).toBe("");
    expect(hinted("list_rows", { readOnlyHint: true, destructiveHint: true })).toBe("P");
  });

  test("a write that may destroy is destructive, what does not write is not", () => {
    expect(hinted("update_row", { destructiveHint: true })).toBe("WD");
    expect(hinted("update_row", { destructiveHint: false })).toBe("W");
    expect(hinted("browser_click", { readOnlyHint: false, destructiveHint: true })).toBe("O");
  });

  test("no word, no capability: `readOnlyHint: false` and an open world alone say nothing", () => {
    expect(hinted("x", { readOnlyHint: false, openWorldHint: true })).toBe("");
    expect(hinted("resize_window", { readOnlyHint: false })).toBe("");
    expect(hinted("find_teams", { readOnlyHint: true, openWorldHint: true })).toBe("P");
  });
});

describe("evidence", () => {
  test("names verb and object, and where they were read", () => {
    expect(toolOf(definition("delete_rows")).evidence).toEqual([
      { capability: "write", confidence: "high", from: ["name"], words: "delete rows" },
      { capability: "destructive", confidence: "high", from: ["name"], words: "delete rows" },
    ]);
    expect(toolOf(definition("budgets", "Retrieves the budgets of the account")).evidence).toEqual([
      {
        capability: "private-data",
        confidence: "high",
        from: ["description", "name"],
        words: "Retrieves budgets".toLowerCase(),
      },
    ]);
  });

  test("what a description opens with is sure, what it only mentions counts if medium is enough", () => {
    expect(lettersOf(toolOf(definition("helper", "This tool sends emails to customers")))).toBe(
      "O",
    );
    const vague = definition("helper", "Quietly sends emails to customers");
    expect(toolOf(vague)).toMatchObject({
      capabilities: [],
      evidence: [{ capability: "outbound", confidence: "medium", from: ["description"] }],
    });
    expect(toolOf(vague, { minConfidence: "medium" }).capabilities).toEqual(["outbound"]);
  });

  test("a parameter of the same kind makes a description sure", () => {
    expect(lettersOf(toolOf(definition("helper", "Quickly executes any command", "command")))).toBe(
      "X",
    );
    expect(lettersOf(toolOf(definition("helper", "Quickly executes any command")))).toBe("");
  });

  test("findings rest on what counts", () => {
    const agents = [{ id: "a", tools: ["*"] }];
    const tools = ["list_customers", "fetch_url", "helper"].map((name) =>
      definition(name, name === "helper" ? "Quietly sends emails to customers" : ""),
    );
    const trifecta = (minConfidence: string) =>
      (runUnit(tool, { agents, tools, minConfidence }).value as Value).agents[0]?.trifecta;
    expect(trifecta("high")).toBe("none");
    expect(trifecta("medium")).toBe("direct");
  });
});

describe("laws", () => {
  const word = fc.constantFrom(
    ..."get list create update delete send run execute pay ask issue email row file page secret agent job url x of and".split(
      " ",
    ),
  );
  const name = fc.array(word, { minLength: 1, maxLength: 4 });
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));

  test("the way in which a name's words are joined changes nothing", () => {
    fc.assert(
      fc.property(name, text, (words, description) => {
        const camel = words.map((each, at) =>
          at === 0 ? each : each[0]?.toUpperCase() + each.slice(1),
        );
        const [snake, ...others] = [words.join("_"), words.join("-"), camel.join("")].map((each) =>
          lettersOf(toolOf(definition(each, description))),
        );
        for (const other of others) expect(other).toBe(snake as string);
      }),
    );
  });

  test("a lower bar only adds, and each capability that counts has its evidence", () => {
    fc.assert(
      fc.property(name, text, (words, description) => {
        const given = definition(words.join("_"), description, "url command");
        const [high, medium] = [toolOf(given), toolOf(given, { minConfidence: "medium" })];
        expect(medium.evidence).toEqual(high.evidence);
        expect(medium.capabilities).toEqual(high.evidence.map(({ capability }) => capability));
        expect(high.capabilities).toEqual(
          high.evidence.flatMap(({ capability, confidence }) =>
            confidence === "high" ? capability : [],
          ),
        );
      }),
    );
  });

  test("who reads only has no capability that changes anything", () => {
    fc.assert(
      fc.property(name, text, (words, description) => {
        const given = definition(words.join("_"), description, "", { readOnlyHint: true });
        const { evidence } = toolOf(given);
        const changing = evidence.filter(({ capability }) =>
          ["write", "destructive", "money", "outbound"].includes(capability),
        );
        expect(changing).toEqual([]);
      }),
    );
  });
});

test("names that every object has, and long texts", () => {
  for (const name of ["__proto__", "constructor", "toString", "", "_", "é", "\ud800"])
    expect(toolOf(definition(name === "" ? "x" : name)).capabilities).toEqual([]);
  const long = "create and update or ".repeat(5000);
  const started = performance.now();
  toolOf(definition(long.replaceAll(" ", "_"), long, long));
  expect(performance.now() - started).toBeLessThan(2000);
});

/** The verbs of tools, by what they do to their object. */
import { baseOf } from "./base-form.ts";

const VERBS = {
  read: `get list read search find query fetch show describe view lookup look retrieve browse inspect download export check see
    monitor tail peek load display return obtain report identify locate discover crawl scrape extract navigate open visit go poll scan
    traverse enumerate access recall grep glob cat ls stat diff blame tell take collect gather receive aggregate explore
    preview analyze analyse summarize audit review research explain examine investigate diagnose detect compare whoami sample
    screenshot trace perform pull look_up watch track rank match test_query ask_data`,
  count: `count estimate`,
  make: `create add insert new make register append push commit prepend put store save import clone copy duplicate provision
    allocate schedule book attach record subscribe star follow bookmark instantiate init initialize setup install onboard remember enqueue
    establish ingest index seed bootstrap instrument join enroll`,
  resolve: `resolve`,
  change: `update ban unban kick block unblock leave incr decr finalize finalise confirm accept decline edit set modify change patch rename move assign transition merge close reopen archive unarchive label tag mark flag enable
    disable configure scale apply upsert toggle rotate restore rollback acknowledge ack mute unmute pin unpin lock unlock approve
    reject link unlink manage cordon uncordon drain rollout stage unstage checkout reset rebase stash revert grant complete reorder
    replace adjust alter detach promote demote sync annotate convert_to unassign snooze adopt increment decrement expire persist
    rewrite refactor fix format_file refresh restart reboot reload attach_policy migrate tune resize_cluster reschedule enforce pause resume
    suspend activate deactivate dismiss star_off unfollow unsubscribe unstar untag unlabel bulk_update swap stop turn`,
  write: `write overwrite`,
  remove: `delete remove drop destroy purge truncate revoke uninstall erase wipe clear trash expunge discard clean cleanup prune unset
    deregister forget del rm flush unregister deprovision evict empty delist teardown`,
  choose: `select choose pick`,
  end: `kill terminate cancel abort force interrupt void`,
  send: `send post publish fork reply respond forward notify share tweet retweet broadcast comment message email mail dm mention announce deliver
    resend submit sms react whatsapp ping_user alert page_user escalate crosspost`,
  run: `run invoke trigger dispatch rerun retry spawn interact benchmark test conduct continue call`,
  start: `start launch begin boot`,
  exec: `exec execute eval evaluate`,
  build: `build compile deploy redeploy train rebuild`,
  act: `act click type fill press drag tap swipe handle dblclick doubleclick keypress`,
  pay: `pay charge refund settle withdraw deposit buy sell purchase bill topup redeem`,
  transfer: `transfer`,
  capture: `capture`,
  upload: `upload`,
  ask: `ask consult delegate handoff hand chat brainstorm debate consensus instruct prompt`,
  local: `connect disconnect switch resize wait hover emulate use login logout authenticate auth ping reconnect think focus scroll echo
    sleep`,
  compute: `recommend suggest convert calculate compute validate format parse encode decode plan translate simulate demonstrate verify generate hash
    sequentialthinking`,
} as const;

export type Act = keyof typeof VERBS;

/** Words that are as often an object: they are a verb where they stand first, or where no other verb is. */
const NOUNS_TOO: ReadonlySet<string> = new Set(
  `list search query report record commit branch log tag label comment message email mail review order book call test build run trace check
  charge bill invoice transfer post share mention prompt plan format page index copy import export link pin star fork stage schedule
  store mark lock flag trigger start watch track sample match force alert sms chat consensus transition patch screenshot debate
  access view research set audit preview request change type fix clean index new query commit end start continue`.split(
    /\s+/,
  ),
);

const ACTS: ReadonlyMap<string, Act> = new Map(
  Object.entries(VERBS).flatMap(([act, words]) =>
    words.split(/\s+/).map((word) => [word, act as Act] as const),
  ),
);

/** Verbs that only begin what the word after them does: `start_search`, `run_query`. */
const LIGHT: ReadonlySet<string> = new Set(
  "start begin perform run do execute continue conduct make".split(" "),
);

export function isLight(word: string): boolean {
  return LIGHT.has(word);
}

/** What a word does as a verb, in any form; undefined where it is none. */
export function actOf(word: string): Act | undefined {
  return baseOf(word, (base) => ACTS.get(base));
}

/** Whether a verb may be a noun just as well. */
export function isNounToo(word: string): boolean {
  return baseOf(word, (base) => (NOUNS_TOO.has(base) ? base : undefined)) !== undefined;
}

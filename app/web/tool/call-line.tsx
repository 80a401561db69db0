/** The closed line under a tool: this very call for other doors, a link to it, and its receipt. */
import { useEffect, useState } from "preact/hooks";
import type { UnitDetail } from "../catalogue.ts";
import { holdSecret } from "../detect.ts";
import { say } from "../parts/shell.tsx";
import { copyText } from "../parts/copy.tsx";
import { LONGEST_SHARED, type Shared, writeShared } from "../share.ts";
import { grouped, TEXTS } from "../texts.ts";
import { type Call, snippet, type Way, WAYS } from "./snippets.ts";

/** Longer inputs, and secret ones, go into a link only when that is asked for. */
const LONGEST_OFFERED = 2000;

export function CallLine({
  detail,
  call,
  shared,
}: {
  readonly detail: UnitDetail;
  readonly call: Call;
  /** The state without what was put in, and with it. */
  readonly shared: (withInput: boolean) => Shared;
}) {
  const [way, setWay] = useState<Way>();
  const [isSharing, setSharing] = useState(false);
  const text = way && snippet(way, detail.secret ? withoutSecrets(call) : call, detail);
  return (
    <div class="call">
      <div class="tabs">
        <span>{TEXTS.call.as}</span>
        {WAYS.map((one) => (
          <button
            type="button"
            class="btn"
            key={one}
            aria-pressed={one === way}
            onClick={() => setWay(one === way ? undefined : one)}
          >
            {one === "Command line" ? TEXTS.call.commandLine : one}
          </button>
        ))}
        <span>·</span>
        <button
          type="button"
          class="btn"
          id="share"
          aria-expanded={isSharing}
          onClick={() => setSharing(!isSharing)}
        >
          {TEXTS.call.share}
        </button>
      </div>
      {isSharing && (
        <ShareChoice
          texts={Object.values(call.input).map((value) =>
            typeof value === "string" ? value : JSON.stringify(value),
          )}
          isSecret={detail.secret === true}
          copy={(withInput) => void copyLink(shared(withInput))}
        />
      )}
      {text !== undefined && (
        <div class="snippet">
          <pre tabIndex={0} role="region" aria-label={TEXTS.call.as}>
            {text}
          </pre>
          <button type="button" class="btn" onClick={() => void copyText(text)}>
            {TEXTS.result.copy}
          </button>
        </div>
      )}
    </div>
  );
}

export function ShareChoice({
  texts,
  isSecret: isOfSecrets,
  copy,
}: {
  /** That were put in. */
  readonly texts: readonly string[];
  readonly isSecret: boolean;
  readonly copy: (withInput: boolean) => void;
}) {
  const { withInput, settings, never, long, secret } = TEXTS.call;
  const [isDetected, setDetected] = useState(false);
  useEffect(() => {
    let isLatest = true;
    void holdSecret(texts).then((holds) => isLatest && setDetected(holds));
    return () => {
      isLatest = false;
    };
  }, [texts.join("\n")]);
  const isSecret = isOfSecrets || isDetected;
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  const isLong = size > LONGEST_OFFERED;
  const choices = isLong || isSecret ? ([false, true] as const) : ([true, false] as const);
  return (
    <p class="sharing">
      <span class="muted">
        {isSecret ? secret : isLong ? long(grouped(size)) : ""} {never}
      </span>
      {choices.map((choice, index) => (
        <button
          type="button"
          class={`btn${index === 0 ? " line" : ""}`}
          key={String(choice)}
          onClick={() => copy(choice)}
        >
          {choice ? withInput : settings}
        </button>
      ))}
    </p>
  );
}

export async function copyLink(state: Shared): Promise<void> {
  const fragment = await writeShared(state);
  if (fragment === undefined) {
    say(TEXTS.call.tooLong(LONGEST_SHARED));
    return;
  }
  history.replaceState(history.state, "", `${location.pathname}#${fragment}`);
  await copyText(location.href, TEXTS.call.copied);
}

function withoutSecrets(call: Call): Call {
  const input = Object.fromEntries(
    Object.entries(call.input).map(([name, value]) => [
      name,
      typeof value === "string" ? "$KEY" : value,
    ]),
  );
  return { ...call, input };
}

/** Where a unit runs, the sentence that says where its input goes, and Run. */
import { isOffline, shortcut } from "../parts/shell.tsx";
import { useSignal } from "../signal.ts";
import { TEXTS } from "../texts.ts";
import type { RunState, Where } from "./use-run.ts";

export function WhereLine({
  where,
  onWhere,
  state,
}: {
  readonly where: Where;
  readonly onWhere: (where: Where) => void;
  readonly state: RunState;
}) {
  const offline = useSignal(isOffline);
  const { here, server, label, staysHere, offlineHere, sent } = TEXTS.where;
  const [head, text] = offline ? offlineHere : where === "here" ? staysHere : sent(location.host);
  return (
    <div class="bar low where">
      <span class="seg" role="radiogroup" aria-label={label}>
        <label>
          <input
            type="radio"
            name="where"
            checked={where === "here"}
            onChange={() => onWhere("here")}
          />
          {here}
        </label>
        <label>
          <input
            type="radio"
            name="where"
            checked={where === "server"}
            disabled={offline}
            onChange={() => onWhere("server")}
          />
          {server}
        </label>
      </span>
      <span class="goes">
        <b>{head}</b> {text}
      </span>
      <span class="acts">
        <RunButton state={state} />
      </span>
    </div>
  );
}

export function RunButton({ state }: { readonly state: RunState }) {
  if (state.isRunning) {
    return (
      <button type="button" class="btn line" onClick={state.stop}>
        {TEXTS.tool.stop} <kbd>Esc</kbd>
      </button>
    );
  }
  return (
    <button type="button" class="btn main" onClick={state.run}>
      {TEXTS.tool.run} <kbd>{shortcut("Ctrl Enter")}</kbd>
    </button>
  );
}

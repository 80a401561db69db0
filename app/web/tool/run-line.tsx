/** Where a unit runs, the sentence that says where its input goes, and Run. */
import { isOffline, shortcut } from "../parts/shell.tsx";
import { useSignal } from "../signal.ts";
import { TEXTS } from "../texts.ts";
import type { RunState, Where } from "./use-run.ts";

export function WhereLine({
  where,
  onWhere,
  state,
}: RunButtonProps & {
  readonly where: Where;
  readonly onWhere: (where: Where) => void;
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

interface RunButtonProps {
  readonly state: RunState;
}

/** Where a run would give what is there already, it may be run all the same, and is not called for. */
function RunButton({ state }: RunButtonProps) {
  const { isNeeded } = state;
  if (state.isRunning) {
    return (
      <button type="button" class="btn line" onClick={state.stop}>
        {TEXTS.tool.stop} <kbd>Esc</kbd>
      </button>
    );
  }
  return (
    <button type="button" class={`btn main${isNeeded ? "" : " quiet"}`} onClick={state.run}>
      {TEXTS.tool.run}{" "}
      {isNeeded ? (
        <kbd>{shortcut("Ctrl Enter")}</kbd>
      ) : (
        <span class="muted">{TEXTS.tool.upToDate}</span>
      )}
    </button>
  );
}

/** A fragment is the page's state, so these lead without one. */
export function RunBar({ state }: RunButtonProps) {
  const places = [
    ["#input", TEXTS.tool.input],
    ["#result", TEXTS.result.name],
  ] as const;
  return (
    <div class="runbar">
      {places.map(([place, name]) => (
        <button
          type="button"
          class="btn"
          key={place}
          onClick={() => document.querySelector(place)?.scrollIntoView()}
        >
          {name}
        </button>
      ))}
      <RunButton state={state} />
    </div>
  );
}

/** Items of a list that can be drawn to another place with the mouse; keys do the same. */
import { useRef } from "preact/hooks";

export interface Handle {
  readonly draggable: true;
  onDragStart(event: DragEvent): void;
  onDragEnd(): void;
}

export interface Place {
  onDragOver(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

export function useDrag(move: (from: number, by: number) => void) {
  const from = useRef<number | undefined>(undefined);
  return {
    handle: (index: number): Handle => ({
      draggable: true,
      onDragStart(event) {
        from.current = index;
        event.dataTransfer?.setData("text/plain", String(index + 1));
        event.stopPropagation();
      },
      onDragEnd() {
        from.current = undefined;
      },
    }),
    place: (index: number): Place => ({
      onDragOver(event) {
        if (from.current !== undefined) event.preventDefault();
      },
      onDrop(event) {
        if (from.current === undefined) return;
        event.preventDefault();
        if (from.current !== index) move(from.current, index - from.current);
        from.current = undefined;
      },
    }),
  };
}

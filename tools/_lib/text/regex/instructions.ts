import type { Stride, Test } from "./characters.ts";
import { FAIL, type Instruction } from "./machine.ts";

export function jump(target: number): Instruction {
  return () => target;
}

/** Goes on at `first`, and at `second` when that fails. */
export function split(first: number, second: number): Instruction {
  return (machine) => {
    machine.choose(machine.position, second);
    return first;
  };
}

export function exactly(code: number, next: number): Instruction {
  return (machine) => {
    if (machine.text.charCodeAt(machine.position) !== code) return FAIL;
    machine.position++;
    return next;
  };
}

export function character(test: Test, stride: Stride, next: number): Instruction {
  return (machine) => {
    const code = stride.ahead(machine.text, machine.position);
    if (!(code >= 0) || !test.has(code)) return FAIL;
    machine.position += code > 0xffff ? 2 : 1;
    return next;
  };
}

export function characterBehind(test: Test, stride: Stride, next: number): Instruction {
  return (machine) => {
    const code = stride.behind(machine.text, machine.position);
    if (!(code >= 0) || !test.has(code)) return FAIL;
    machine.position -= code > 0xffff ? 2 : 1;
    return next;
  };
}

export function save(register: number, next: number): Instruction {
  return (machine) => {
    machine.set(register, machine.position);
    return next;
  };
}

export function assign(register: number, value: number, next: number): Instruction {
  return (machine) => {
    machine.set(register, value);
    return next;
  };
}

/** Makes groups absent again, which each repetition begins with. */
export function clear(from: number, to: number, next: number): Instruction {
  return (machine) => {
    machine.passed(to - from);
    for (let register = from; register < to; register++) {
      if (machine.register(register) !== -1) machine.set(register, -1);
    }
    return next;
  };
}

/** Fails where nothing was matched since the position was saved. */
export function advanced(register: number, next: number): Instruction {
  return (machine) => (machine.register(register) === machine.position ? FAIL : next);
}

export function check(
  holds: (text: string, position: number) => boolean,
  next: number,
): Instruction {
  return (machine) => (holds(machine.text, machine.position) ? next : FAIL);
}

/** Begins a look-around; `height` and `position` are registers. */
export function look(height: number, position: number, next: number): Instruction {
  return (machine) => {
    machine.set(height, 0);
    machine.set(position, machine.position);
    machine.registers[height] = machine.height;
    return next;
  };
}

/** The look-around holds: goes back to where it began, and tries nothing else inside it. */
export function lookHolds(height: number, position: number, next: number): Instruction {
  return (machine) => {
    machine.commit(machine.register(height));
    machine.position = machine.register(position);
    return next;
  };
}

/** Begins a negative look-around, which goes on at `otherwise` when its body fails. */
export function lookNot(height: number, otherwise: number, next: number): Instruction {
  return (machine) => {
    machine.set(height, 0);
    machine.registers[height] = machine.height;
    machine.choose(machine.position, otherwise);
    return next;
  };
}

/** The body of a negative look-around matched. */
export function lookFails(height: number): Instruction {
  return (machine) => {
    machine.rollBack(machine.register(height));
    return FAIL;
  };
}

/** Thrown by a match that takes more steps than it was given. */
export class RegexBudgetExceeded extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`The match needs more than ${limit} steps`);
    this.limit = limit;
  }
}

/** Counts the steps of matching down, over as many matches as share it. */
export class StepBudget {
  readonly limit: number;
  left: number;

  constructor(limit: number) {
    this.limit = limit;
    this.left = limit;
  }

  get used(): number {
    return this.limit - Math.max(0, this.left);
  }
}

/** Does one thing at the machine's position; gives the next instruction's index or `FAIL`. */
export type Instruction = (machine: Machine) => number;

export interface Program {
  readonly instructions: readonly Instruction[];
  /** 1 for an instruction whose stack entry has a third number. */
  readonly wide: Uint8Array;
  /** The registers hold start and end of the match and of each group, then what loops remember. */
  readonly registerCount: number;
  readonly captureCount: number;
}

export const FAIL = -1;
/** The index of the instruction that is never executed: the match is complete. */
export const ACCEPT = -2;

const FIRST_STACK = 1024;
const LARGEST_KEPT_STACK = 1 << 20;
/** Characters passed over in one loop for which one step is charged. */
const CHARACTERS_PER_STEP_SHIFT = 3;

/**
 * A backtracking matcher. Its stack holds choices, `position, instruction` (with one number more
 * below them for a wide instruction), and changes of registers, `old value, ~register`.
 */
export class Machine {
  readonly program: Program;
  readonly registers: Int32Array;
  text = "";
  position = 0;
  #stack = new Int32Array(FIRST_STACK);
  #height = 0;
  #budget = new StepBudget(0);

  constructor(program: Program) {
    this.program = program;
    this.registers = new Int32Array(program.registerCount);
  }

  /** Prepares for matches in a text. */
  load(text: string, budget: StepBudget): void {
    this.text = text;
    this.#budget = budget;
  }

  /** Forgets the text, and a stack that has grown large. */
  unload(): void {
    this.text = "";
    if (this.#stack.length > LARGEST_KEPT_STACK) this.#stack = new Int32Array(FIRST_STACK);
  }

  /** Tries to match at exactly this position; the registers then hold the captures. */
  matchAt(start: number): boolean {
    const { instructions } = this.program;
    const budget = this.#budget;
    this.registers.fill(-1);
    this.registers[0] = start;
    this.position = start;
    this.#height = 0;
    let index = 0;
    while (index !== ACCEPT) {
      if (--budget.left < 0) throw new RegexBudgetExceeded(budget.limit);
      index = (instructions[index] as Instruction)(this);
      if (index === FAIL) {
        index = this.#backtrack();
        if (index === FAIL) return false;
      }
    }
    this.registers[1] = this.position;
    return true;
  }

  /** Charges for characters that an instruction passed over. */
  passed(characters: number): void {
    const budget = this.#budget;
    budget.left -= characters >> CHARACTERS_PER_STEP_SHIFT;
    if (budget.left < 0) throw new RegexBudgetExceeded(budget.limit);
  }

  register(register: number): number {
    return this.registers[register] as number;
  }

  /** Sets a register so that backtracking sets it back. */
  set(register: number, value: number): void {
    if (this.#height > 0) this.#push(this.registers[register] as number, ~register);
    this.registers[register] = value;
  }

  /** Remembers another way to go on from a position. */
  choose(position: number, instruction: number): void {
    this.#push(position, instruction);
  }

  /** Remembers one for a wide instruction. */
  chooseWide(position: number, instruction: number, extra: number): void {
    if (this.#height + 1 > this.#stack.length) this.#grow();
    this.#stack[this.#height++] = extra;
    this.#push(position, instruction);
  }

  /** The third number of the choice that was just taken. */
  takeExtra(): number {
    return this.#stack[--this.#height] as number;
  }

  get height(): number {
    return this.#height;
  }

  /** Drops the choices above a height, but keeps the changes of registers. */
  commit(height: number): void {
    const stack = this.#stack;
    const { wide } = this.program;
    this.passed(this.#height - height);
    let kept = this.#height;
    let at = this.#height;
    while (at > height) {
      const top = stack[at - 1] as number;
      if (top >= 0) at -= wide[top] === 1 ? 3 : 2;
      else {
        stack[--kept] = top;
        stack[--kept] = stack[at - 2] as number;
        at -= 2;
      }
    }
    stack.copyWithin(height, kept, this.#height);
    this.#height = height + this.#height - kept;
  }

  /** Takes back all that happened above a height. */
  rollBack(height: number): void {
    const { wide } = this.program;
    this.passed(this.#height - height);
    while (this.#height > height) {
      const top = this.#stack[--this.#height] as number;
      const below = this.#stack[--this.#height] as number;
      if (top < 0) this.registers[~top] = below;
      else if (wide[top] === 1) this.#height--;
    }
  }

  /** Goes back to the last choice; gives its instruction, or `FAIL` where none is left. */
  #backtrack(): number {
    while (this.#height > 0) {
      const top = this.#stack[--this.#height] as number;
      const below = this.#stack[--this.#height] as number;
      if (top >= 0) {
        this.position = below;
        return top;
      }
      this.registers[~top] = below;
    }
    return FAIL;
  }

  #push(below: number, top: number): void {
    if (this.#height + 2 > this.#stack.length) this.#grow();
    this.#stack[this.#height++] = below;
    this.#stack[this.#height++] = top;
  }

  #grow(): void {
    const larger = new Int32Array(this.#stack.length * 2);
    larger.set(this.#stack);
    this.#stack = larger;
  }
}

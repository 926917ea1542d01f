/** The ways of writing a checklist from an instruction, as a plain list; `judge/checklist-policies.ts` says what each does. */
export const CHECKLIST_POLICIES = [
  'ticking-with-examples',
  'ticking',
  'baseline',
  'specify',
  'length-0.5',
  'length-1.5',
  'self-refine',
] as const;
export type ChecklistPolicy = (typeof CHECKLIST_POLICIES)[number];

export const DEFAULT_CHECKLIST_POLICY: ChecklistPolicy = 'ticking-with-examples';

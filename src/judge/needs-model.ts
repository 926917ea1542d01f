/** The error of work that only a model can do, where none is named. */
import { InputError } from '../domain/errors.ts';

const WORK = {
  writing: ['Writing a new response needs a model.', 'Name one with --model.'],
  comparing: [
    'Preferences and scores need a model.',
    'Name one with --model, or compare by pass rates with what code can check.',
  ],
  generating: [
    'Generating a checklist needs a model.',
    'Name one with --model, or judge by a set of criteria or a checklist of your own.',
  ],
} as const;

export function needsModel(work: keyof typeof WORK): InputError {
  const [message, advice] = WORK[work];
  return new InputError(message, { advice });
}

/** A response that is judged, as data for a prompt: in full, but for what only a machine would see or act on. */
import type { PromptText } from '../../domain/model.ts';
import { fence } from '../fence.ts';
import { visibleText } from './wording.ts';

/**
 * Tokens of chat templates, and tags that part a model's reasoning from its answer: a server may obey the former, and a
 * judge that repeats the latter would cut its own answer short.
 */
const PROTOCOL = /<(?=\||\/?(?:think|thinking|thought|reasoning|reflection)\b)/giu;

export function fenceResponse(response: string, label = 'response'): PromptText {
  return fence(label, visibleText(response).replace(PROTOCOL, '‹'));
}

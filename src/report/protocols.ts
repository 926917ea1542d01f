/** The protocols: how each judges, what it takes, and what a typical pair costs in calls and tokens. */
import { TYPICAL, type ProtocolCost } from '../client/protocol-costs.ts';
import { SCORING_PROTOCOLS } from '../domain/protocols.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, right, table, unbroken } from './report.ts';
import { amount } from './words.ts';

export const renderProtocols = renderer<readonly ProtocolCost[]>((costs) => ({
  title: 'Protocols of judging',
  blocks: [
    table(costs, [
      unbroken('Protocol', ({ protocol, variant }) => (variant === '' ? paint.strong(protocol) : '')),
      main('By', ({ title, variant }) => variant || title),
      left('Takes', ({ variant, usesChecklist, takes }) =>
        variant === '' ? [...(usesChecklist ? ['checklist'] : []), ...takes].join(', ') : '',
      ),
      right('Calls', ({ calls }) => String(calls)),
      right('Tokens in', ({ inputTokens }) => amount(inputTokens)),
      right('Out', ({ outputTokens }) => amount(outputTokens)),
    ]),
    lines(
      `At most, for one pair: an instruction of ${TYPICAL.instruction} tokens, responses of ${TYPICAL.response}, a checklist of ${TYPICAL.items} items, one vote, both orders where they are shown side by side; repairs of unusable answers come on top.`,
      'own-grade and own-choice: a prompt of your own, --protocol FILE.md, here one of a few words.',
      `judge --protocol takes ${SCORING_PROTOCOLS.join(', ')}: one response costs about half. A panel asks each member; what prepares the judging is asked once.`,
    ),
  ],
}));

/** The options of a protocol, as its calls take them. */
import { CallOptions, type ExperimentProtocol, type JudgedItems } from './experiment-file.ts';

export function chosenOf(protocol: ExperimentProtocol) {
  const { reference } = protocol;
  return {
    ...CallOptions.parse(protocol),
    ...itemOptions(protocol),
    ...(reference === undefined ? {} : { writeReference: reference === 'written' }),
  };
}

/** How items are judged. */
export function itemOptions({ batch, codeChecks }: JudgedItems) {
  return {
    ...(batch === undefined ? {} : { itemsPerCall: batch }),
    ...(codeChecks === undefined ? {} : { codeChecks }),
  };
}

/** Takes secrets out of a text that may be shown or kept. */

/** Every secret, as it is and percent-encoded, becomes `[key]`. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text);
}

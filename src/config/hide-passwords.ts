/** Addresses as they may be shown: without the passwords that some of them hold. */

export function hidePasswords(text: string): string {
  return text.replace(/(:\/\/[^/?#\s:"]*:)[^/?#\s"]*@/gu, '$1…@');
}

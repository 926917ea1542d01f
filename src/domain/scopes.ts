/** What an API key allows. Apart from its schema, so that help is printed without loading a schema library. */

/** `read`: what is stored; `discover`, `judge`: work; `admin`: metrics, and everything else. */
export const SCOPES = ['read', 'discover', 'judge', 'admin'] as const;

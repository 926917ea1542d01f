/** Other providers, each by its own LangChain package where that is installed. A table, so that one line adds one. */

export interface Provider {
  readonly packageName: string;
  /** The chat model's class in that package. */
  readonly className: string;
  /** How the package calls the limit on an answer's tokens. */
  readonly maxTokensField: string;
}

export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: { packageName: '@langchain/anthropic', className: 'ChatAnthropic', maxTokensField: 'maxTokens' },
  cohere: { packageName: '@langchain/cohere', className: 'ChatCohere', maxTokensField: 'maxTokens' },
  'google-genai': {
    packageName: '@langchain/google-genai',
    className: 'ChatGoogleGenerativeAI',
    maxTokensField: 'maxOutputTokens',
  },
  groq: { packageName: '@langchain/groq', className: 'ChatGroq', maxTokensField: 'maxTokens' },
  mistralai: { packageName: '@langchain/mistralai', className: 'ChatMistralAI', maxTokensField: 'maxTokens' },
};

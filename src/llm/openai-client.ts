/** The OpenAI client, by itself: the build bundles it in place, since it is five hundred modules. */
export { ChatOpenAI, ChatOpenAICompletions, ChatOpenAIResponses } from '@langchain/openai';

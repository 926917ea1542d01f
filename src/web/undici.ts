/** What is used of undici, by itself: the build bundles it in place, since it is a hundred modules. */
export { Agent, EnvHttpProxyAgent, buildConnector, fetch } from 'undici';

/** Flags that say how to discover: what to ask, where to look, which model, how much it may take. */
import { Option, type Command } from 'commander';
import { flagOf, type SettingName } from '../../config/setting-texts.ts';
import { ADDRESSES, ENGINES, type SearchAddressName } from '../../search/engines/registry.ts';
import { collect, settingOption, type StoreFlags } from './flags.ts';
import { addModelFlags, MODEL_KEY_HELP, modelSettings, type ModelFlags } from './model-flags.ts';

/** As typed; the settings' schemas check the values. */
export interface DiscoveryFlags extends StoreFlags, ModelFlags, Partial<Record<SearchAddressName, string>> {
  readonly mode?: string;
  readonly queries?: string;
  readonly results?: string;
  readonly keep?: string;
  readonly rounds?: string;
  readonly n?: string;
  readonly more?: string;
  readonly library?: readonly string[];
  readonly search?: string;
  readonly url?: readonly string[];
  readonly allowDomain?: readonly string[];
  readonly denyDomain?: readonly string[];
  readonly since?: string;
  readonly language?: string;
  readonly providerText?: true;
  readonly maxAgeDays?: string;
  readonly allowHost?: readonly string[];
}

const groups = (): Readonly<Record<string, readonly Option[]>> => ({
  'What to ask:': [
    settingOption('mode', '-m, --mode <mode>'),
    settingOption('queries', '--queries <number>'),
    settingOption('results', '--results <number>'),
    settingOption('keep', '--keep <number>'),
    settingOption('rounds', '--rounds <number>'),
    settingOption('n', '--n <number>'),
    settingOption('more', '--more <number>'),
  ],
  'Where to look:': [
    new Option(
      '-l, --library <folder>',
      'Folder of guides (repeatable); default: the bundled guides',
    ).argParser(collect),
    settingOption('search', '--search <names>'),
    ...ADDRESSES.map(({ name }) => settingOption(name, `--${flagOf(name)} <url>`)),
    new Option(
      '--url <url>',
      'Page to read beside what a search finds, or instead where none is named (repeatable)',
    ).argParser(collect),
    new Option(
      '--allow-domain <domain>',
      'Read web pages from this domain or host alone, subdomains included (repeatable)',
    ).argParser(collect),
    new Option(
      '--deny-domain <domain>',
      'Read no web page from this domain or host, subdomains included (repeatable)',
    ).argParser(collect),
    settingOption('since', '--since <date>'),
    settingOption('language', '--language <code>'),
    settingOption('providerText', '--provider-text'),
    settingOption('maxAgeDays', '--max-age-days <number>'),
    new Option(
      '--allow-host <host>',
      'Private host that pages may be fetched from, as “host” or “host:port” (repeatable)',
    ).argParser(collect),
  ],
});

const KEYS = `
Keys, from the environment alone:
  ${MODEL_KEY_HELP}
  searches  ${ENGINES.flatMap(({ needs }) => needs.flatMap(({ kind, variable }) => (kind === 'key' ? [variable] : [])).join(' + ') || []).join(', ')}`;

export function addDiscoveryFlags(command: Command): Command {
  for (const [title, options] of Object.entries(groups()))
    for (const option of options) command.addOption(option.helpGroup(title));
  return addModelFlags(command).addHelpText('after', KEYS);
}

/** The flags as settings. */
export function discoverySettings(flags: DiscoveryFlags): Partial<Record<SettingName, unknown>> {
  const { mode, queries, results, keep, rounds, n, more } = flags;
  const { library, search, maxAgeDays, allowHost } = flags;
  const { url, allowDomain, denyDomain, since, language, providerText } = flags;
  return {
    ...{ mode, queries, results, keep, rounds, n, more },
    ...{ library, search, maxAgeDays, allowHosts: allowHost },
    ...Object.fromEntries(ADDRESSES.map(({ name }) => [name, flags[name]])),
    ...{ urls: url, allowDomains: allowDomain, denyDomains: denyDomain, since, language, providerText },
    ...modelSettings(flags),
    store: flags.store,
  };
}
